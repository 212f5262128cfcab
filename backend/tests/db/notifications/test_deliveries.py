"""What happened is told once it is true, at least once, until it arrives or is given up."""

import json
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, HostCondition
from backend import task_queue
from backend.database import transaction
from backend.execution.jobs.condition import become
from backend.execution.orchestration import advance as advancing
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.notifications import delivering, outbox
from backend.notifications.kinds import MAX_TRIES
from backend.notifications.web.post import NotSent
from backend.operations.doctor.notices import receivers
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.settings import get_settings
from backend.task_queue import NOTICES
from backend.tests.db import builders
from backend.tests.db.agents import Farm
from backend.tests.db.identity.people import account_of
from backend.tests.db.notifications.conftest import CARD, Told
from backend.tests.receivers import MailServer


def ended(session: Session, **columns: Any) -> Experiment:
    """An experiment whose end is on disk."""
    headline = {"sentence": "two lowers throughput.", "cause": "Because."}
    made = builders.experiment(session, **{"headline": headline, "verdicts": ["worse"]} | columns)
    outbox.experiment_ended(session, made)
    session.commit()
    return made


def test_an_experiment_that_finishes_is_told(told: Told, farm: Farm) -> None:
    told.receiver("finished")
    made = farm.launch()
    assert told.deliveries() == []
    farm.work(made)
    told.send()
    ((path, headers, body),) = told.web.came
    said, found = json.loads(body), farm.experiment(made)
    assert path == "/hook/secret"
    assert said["type"] == "experiment.finished"
    assert said["data"]["sentence"] == " ".join(found["headline"]["lead"])
    assert said["data"]["experiment"]["url"] == f"https://dyno.test/experiments/{made}"
    (row,) = told.deliveries()
    assert (row["id"], row["state"], row["outcome"]) == (headers["webhook-id"], "delivered", "answered 200")


def test_what_was_rolled_back_is_told_to_nobody(
    told: Told, farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.receiver("finished")
    made = farm.launch()

    def breaks(*_: object) -> None:
        raise RuntimeError("after the notice was written")

    with monkeypatch.context() as patch:
        patch.setattr(advancing, "wake_next_in_line", breaks)
        with pytest.raises(RuntimeError):
            farm.work(made)
    assert farm.experiment(made)["state"] == "running"
    assert told.deliveries() == []
    advance(made)
    assert [row["kind"] for row in told.deliveries()] == ["finished"]


@pytest.mark.parametrize(
    ("asked", "columns", "kinds"),
    [
        (["finished"], {}, ["worse"]),
        (["worse"], {}, ["worse"]),
        (["worse"], {"verdicts": ["better"]}, []),
        (["failed"], {}, []),
        (["failed"], {"state": ExperimentState.FAILED}, ["failed"]),
        (["finished", "failed", "worse"], {"state": ExperimentState.CANCELLED}, []),
    ],
)
def test_each_is_told_what_it_asked_for(
    told: Told, session: Session, asked: list[str], columns: dict[str, Any], kinds: list[str]
) -> None:
    told.receiver(*asked)
    ended(session, **columns)
    assert [row["kind"] for row in told.deliveries()] == kinds


def test_a_host_that_needs_a_restore_is_told_of_once(told: Told, session: Session) -> None:
    told.receiver("needs_restore")
    host = builders.host(session, "lab-1")
    session.commit()
    for condition in (
        HostCondition.NEEDS_RESTORE,
        HostCondition.NEEDS_RESTORE,
        HostCondition.CLEAN,
        HostCondition.NEEDS_RESTORE,
    ):
        with transaction() as changing:
            become(changing, changing.get_one(Host, host.id), condition)
    (row,) = told.deliveries()
    assert row["title"] == "Host needs a restore: lab-1"
    told.send()
    assert json.loads(told.web.came[0][2])["data"]["host"]["name"] == "lab-1"


def test_it_is_tried_again_later_and_later_and_then_given_up(told: Told, session: Session) -> None:
    told.receiver("worse")
    ended(session)
    told.web.answers = [503] * MAX_TRIES
    told.send()
    told.send()
    assert len(told.web.came) == 1, "the second try is not due"
    for _ in range(MAX_TRIES - 1):
        told.pass_time()
        told.send()
    (row,) = told.deliveries()
    assert (row["state"], row["tries"], row["outcome"]) == ("given_up", MAX_TRIES, "answered 503")
    assert 'deliveries_last_day{state="given_up"} 1.0' in told.client.get("/metrics").text
    assert [found.about for found in receivers(session)] == ["notices"], "the doctor says so"
    told.pass_time()
    told.send()
    assert len(told.web.came) == MAX_TRIES
    assert len({headers["webhook-id"] for _, headers, _ in told.web.came}) == 1, "one id to know it again by"
    assert len({body for *_, body in told.web.came}) == 1


def test_send_again_begins_anew_under_the_same_id(told: Told, session: Session) -> None:
    told.receiver("worse")
    ended(session)
    told.send()
    (row,) = told.deliveries()
    again = told.client.post(f"/api/v1/deliveries/{row['id']}/again")
    assert (again.status_code, again.json()["state"]) == (202, "waiting")
    assert again.json()["outcome"] == "", "of the new tries, there is none yet"
    assert told.client.post(f"/api/v1/deliveries/{row['id']}/again").status_code == 409
    told.send()
    assert [headers["webhook-id"] for _, headers, _ in told.web.came] == [row["id"]] * 2
    assert told.client.post("/api/v1/deliveries/none/again").status_code == 404


def test_a_worker_that_ends_while_it_sends_leaves_it_to_the_next(
    told: Told, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.receiver("worse")
    ended(session)

    def ends(*_: object, **__: object) -> str:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(delivering, "post", ends)
        with pytest.raises(SystemExit):
            told.send()
    told.send()
    assert told.web.came == [], "its claim has not ended"
    told.pass_time()
    told.send()
    assert len(told.web.came) == 1
    assert told.deliveries()[0]["tries"] == 2


def test_a_try_that_was_overtaken_changes_nothing(
    told: Told, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that took so long that its claim ended does not undo what the next one did."""
    told.receiver("worse")
    ended(session)

    def slow(*_: object, **__: object) -> str:
        monkeypatch.undo()
        told.pass_time()
        assert delivering._send_one(lambda _: None)
        raise NotSent("too late")

    monkeypatch.setattr(delivering, "post", slow)
    delivering._send_one(lambda _: None)
    (row,) = told.deliveries()
    assert (row["state"], row["outcome"]) == ("delivered", "answered 200")


def test_what_waits_is_found_by_the_sweep(
    told: Told, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(task_queue, "_send", asked.append)
    sweep()
    assert asked == []
    told.receiver("worse")
    ended(session)
    asked.clear()
    sweep()
    assert asked == [NOTICES]


def test_one_that_cannot_be_sent_does_not_hold_up_others(
    told: Told, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    told.receiver("worse")
    ended(session)
    session.execute(text("update notices set said = '{}'"))
    session.commit()
    told.send()
    assert told.web.came == []
    session.execute(text("update notices set said = :said"), {"said": json.dumps(A_NOTICE)})
    session.commit()
    (row,) = told.deliveries()
    assert (row["state"], row["outcome"]) == ("waiting", delivering.OWN_FAULT)


A_NOTICE = {"name": "n", "path": "/", "sentence": "s"}


def test_a_receiver_that_is_no_longer_allowed_gets_nothing(
    told: Told, session: Session, settings: pytest.MonkeyPatch
) -> None:
    told.receiver("worse")
    ended(session)
    settings.setenv("DYNO_WEBHOOK_HOSTS", "hooks.test")
    get_settings.cache_clear()
    told.send()
    assert told.web.came == []
    assert "must be https" in told.deliveries()[0]["outcome"]


def test_old_ones_go_and_those_that_wait_stay(told: Told, session: Session) -> None:
    told.receiver("worse")
    first = ended(session)
    told.send()
    told.web.answers = [500]
    ended(session, bed=builders.a_testbed(session, "second"))
    session.execute(text("update notices set created_at = now() - interval '31 days'"))
    session.commit()
    told.send()
    (row,) = told.deliveries()
    assert row["state"] == "waiting"
    assert first.id not in row["path"]


def test_mail_goes_with_the_card(told: Told, session: Session, mailing: MailServer) -> None:
    told.receiver("worse", way="mail", address="team@x.test")
    asked: list[str] = []
    made = ended(session)
    told.send(lambda id: asked.append(id) or CARD)
    assert asked == [made.id]
    assert b"two lowers throughput." in mailing.came[0]
    assert b"card.png" in mailing.came[0]

    def breaks(_: str) -> bytes:
        raise ValueError("cannot be drawn")

    told.client.post(f"/api/v1/deliveries/{told.deliveries()[0]['id']}/again").raise_for_status()
    told.send(breaks)
    assert b"card.png" not in mailing.came[1], "a mail without its picture is better than none"


def test_who_launched_it_is_mailed_who_asked_for_it(
    told: Told, session: Session, mailing: MailServer
) -> None:
    ada, bob, eve = (account_of(session, name) for name in ("ada", "bob", "eve"))
    for account in (ada, eve):
        account.email, account.mail_when_done = f"{account.login}@x.test", True
    bed = builders.a_testbed(session)
    for account in (ada, bob, eve):
        ended(session, bed=bed, owner_id=account.id)
    ended(session, bed=bed, owner_id=ada.id, state=ExperimentState.CANCELLED)
    eve.disabled_at = builders.START
    session.commit()
    told.send()
    assert [b"ada@x.test" in mail for mail in mailing.came] == [True]
    states = {row["to"]: (row["state"], row["outcome"]) for row in told.deliveries()}
    assert states["Ada"][0] == "delivered"
    assert states["Eve"] == ("waiting", "the account has no mail address any more")
    assert "Bob" not in states
