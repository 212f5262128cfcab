"""Whole experiments on a real PostgreSQL and Redis, with simulated agents that speak through the API."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from agents.contract.jobs import queue_of
from agents.contract.states import ROLES
from backend import alive
from backend.database import get_engine
from backend.events import get_redis
from backend.experiments import advance as driver
from backend.experiments.advance import advance, sweep
from backend.experiments.models import JobRow
from backend.hosts.models import Host
from backend.runs.models import Trial
from backend.settings import get_settings
from backend.tests.db.agents import ENROLMENT, STDOUT, Farm, rows


@pytest.fixture
def farm(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Farm:
    monkeypatch.setenv("DYNO_AGENT_TOKEN", ENROLMENT)
    get_settings.cache_clear()
    get_redis().flushdb()
    return Farm(client)


def _age(seconds: float, *hosts: str) -> None:
    """As if the hosts were last heard of, and the open jobs made and sent, so long ago."""
    before = datetime.now(UTC) - timedelta(seconds=seconds)
    with Session(get_engine()) as session, session.begin():
        session.execute(update(Host).where(Host.name.in_(hosts)).values(last_seen=before))
        session.execute(update(JobRow).values(created_at=JobRow.created_at - timedelta(seconds=seconds)))
        session.execute(update(JobRow).values(sent_at=JobRow.sent_at - timedelta(seconds=seconds)))


def _api_up_for(seconds: float) -> None:
    get_redis().set(alive.KEY, str(datetime.now(UTC).timestamp() - seconds))


def _at_once(count: int, act: Callable[[], Any]) -> list[Any]:
    """What `act` returned in so many threads that begin together."""
    barrier, results = threading.Barrier(count), []

    def one() -> None:
        barrier.wait()
        results.append(act())

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def _queue_length(farm: Farm, host: str) -> int:
    return get_redis().llen(queue_of(farm.ids[host]))  # pyright: ignore[reportReturnType]


def test_a_whole_experiment(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made)
    found = farm.experiment(made)
    assert found["state"] == "finished"
    assert found["progress"] is None
    trials = farm.trials(made)
    assert [(t["round"], t["state"], t["attempt"]) for t in trials] == [(n, "done", 1) for n in (1, 1, 2, 2)]
    for run in found["run_list"]:
        detail = farm.client.get(f"/api/v1/runs/{run['id']}").json()
        assert detail["state"] == "ready"
    with Session(get_engine()) as session:
        trial = session.scalars(select(Trial).limit(1)).one()
        assert trial.stdout == STDOUT
        assert trial.figures["requests_per_s"] == 25_000.0
        assert trial.figures["cpu_s_per_request"] == pytest.approx(0.05 / 50_000)
        assert set(trial.windows) == set(farm.ids.values())
    _, jobs = rows(made)
    assert [j.purpose for j in jobs[:4]] == ["prepare_backend", "prepare_proxy", "warm", "warm"]
    assert sorted(farm.name_of(j.host_id) for j in jobs if j.purpose == "restore") == sorted(ROLES)
    assert all(host["held_by"] is None for host in farm.client.get("/api/v1/hosts").json())


def test_the_first_report_of_a_job_wins(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    job = farm.open("measure")
    good = farm.outcome(job)
    failed = {"job_id": job.id, "failure": {"code": "tool_failed", "message": "no"}}
    accepted = [farm.report("load", body).json()["accepted"] for body in (good, good, failed)]
    assert accepted == [True, False, False]
    advance(made)
    farm.work(made)
    assert [t["state"] for t in farm.trials(made)] == ["done"] * 4


def test_a_report_that_comes_many_times_at_once_is_taken_once(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    body = farm.outcome(farm.open("measure"))
    answers = _at_once(6, lambda: farm.report("load", body))
    assert {a.status_code for a in answers} == {200}
    assert sorted(a.json()["accepted"] for a in answers) == [False] * 5 + [True]


def test_only_the_host_of_a_job_may_report_about_it(farm: Farm) -> None:
    made = farm.launch()
    job = farm.open("prepare_backend")
    assert farm.report("load", farm.outcome(job)).status_code == 404
    assert farm.report("backend", {"job_id": "unknownjob"}).status_code == 404
    assert farm.post("reports", farm.outcome(job), "no-agent").status_code == 401
    assert farm.open("prepare_backend").id == job.id
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


@pytest.mark.parametrize("where", ["prepare_backend", "warm", "measure", "restore"])
def test_advance_again_or_at_once_changes_nothing(farm: Farm, where: str) -> None:
    made = farm.launch()
    farm.work(made, until=where)
    before, jobs = rows(made)
    _at_once(4, lambda: advance(made))
    after, jobs_after = rows(made)
    assert [(j.id, j.state, j.sends) for j in jobs] == [(j.id, j.state, j.sends) for j in jobs_after]
    assert (before.state, before.generation) == (after.state, after.generation)


def test_reports_of_one_trial_at_once_close_it_once(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.report("load", farm.outcome(farm.open("measure")))
    advance(made)
    watches = iter([j for j in farm.open_jobs() if j.purpose == "watch"])

    def report() -> None:
        job = next(watches)
        farm.report(farm.name_of(job.host_id), farm.outcome(job))
        advance(made)

    _at_once(2, report)
    assert [t["state"] for t in farm.trials(made)] == ["done", "measuring", "queued", "queued"]


# ---- agents that die -----------------------------------------------------------------------------


def test_a_trial_whose_agent_was_restarted_is_repeated_after_preparing_again(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.restart("proxy")
    farm.work(made)
    trials = farm.trials(made)
    assert [(t["attempt"], t["state"]) for t in trials[:2]] == [(1, "failed"), (2, "done")]
    assert trials[0]["failure"]["code"] == "agent_restarted"
    assert trials[0]["failure"]["message"] == "the agent on proxy was restarted"
    assert farm.experiment(made)["state"] == "finished"
    experiment, jobs = rows(made)
    assert experiment.generation == 1
    assert [j.purpose for j in jobs].count("prepare_proxy") == 2


def test_lost_contact_is_tried_again_at_most_twice(farm: Farm) -> None:
    made = farm.launch(trials=1)
    for _ in range(3):
        farm.work(made, until="measure")
        farm.restart("proxy")
        farm.report("load", farm.outcome(farm.open("measure")))
        advance(made)
    farm.work(made)
    trials = farm.trials(made)
    first = [(t["attempt"], t["state"]) for t in trials if t["position"] == 1]
    assert first == [(1, "failed"), (2, "failed"), (3, "failed")]
    assert [t["state"] for t in trials if t["position"] == 2] == ["done"]
    assert farm.experiment(made)["state"] == "finished"


def test_an_agent_that_dies_of_every_preparation_ends_the_experiment(farm: Farm) -> None:
    made = farm.launch()
    for _ in range(5):
        farm.work(made, until="prepare_proxy")
        if farm.experiment(made)["state"] != "running":
            break
        farm.restart("proxy")
        advance(made)
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["failure"]["code"]) == ("failed", "agent_restarted")
    assert {t["state"] for t in farm.trials(made)} == {"cancelled"}


def test_a_silent_host_fails_its_trial_and_may_come_back(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    _api_up_for(60)
    _age(9, "proxy")
    sweep()
    hosts = {h["name"]: h["online"] for h in farm.client.get("/api/v1/hosts").json()}
    assert hosts == {"load": True, "proxy": False, "backend": True}
    advance(made)
    assert farm.open("cancel").covers == [farm.open("measure").id]
    farm.silent.add("proxy")
    farm.work(made)
    first = farm.trials(made)[0]
    assert (first["state"], first["failure"]["code"], first["failure"]["host"]) == (
        "failed",
        "host_lost",
        "proxy",
    )
    assert farm.experiment(made)["state"] == "running"
    farm.silent.clear()
    farm.beat("proxy")
    advance(made)
    lost = next(j for j in rows(made)[1] if j.state == "lost")
    assert farm.open("cancel").covers == [lost.id]  # it may still be at it
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert [t["attempt"] for t in farm.trials(made)[:2]] == [1, 2]
    assert rows(made)[0].generation == 0  # what it had prepared was still there


def test_a_job_that_never_left_is_lost_with_its_host(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broker and host die together: nobody will ever report."""
    made = farm.launch()
    with monkeypatch.context() as away:
        away.setattr("backend.experiments.open_jobs.send_job", _no_broker)
        farm.work(made, until="prepare_proxy")
    assert farm.open("prepare_proxy").state == "pending"
    _api_up_for(60)
    _age(9, "proxy")
    sweep()
    assert [j.purpose for j in farm.open_jobs()] == []


@pytest.mark.parametrize("up_for", [None, 3.0])
def test_a_silent_api_proves_nothing_about_hosts(farm: Farm, up_for: float | None) -> None:
    if up_for is not None:
        _api_up_for(up_for)
    _age(1000, *ROLES)
    sweep()
    assert all(h["online"] for h in farm.client.get("/api/v1/hosts").json())


def test_an_agent_that_says_nothing_about_a_job_loses_it(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.beat("load", active_jobs=[farm.open("measure").id])
    _age(32 + 59)
    sweep()
    assert farm.open("measure").state == "sent"
    _age(2)
    sweep()
    advance(made)
    farm.work(made, until="measure")
    assert farm.trials(made)[0]["failure"]["message"] == "no report within 32 s"


# ---- a broker that is away, messages that get lost -----------------------------------------------


def _no_broker(*_: object) -> None:
    raise ConnectionError("no broker")


def test_jobs_wait_for_the_broker(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as away:
        away.setattr("backend.experiments.open_jobs.send_job", _no_broker)
        made = farm.launch()
    assert (farm.open("prepare_backend").state, farm.open("prepare_backend").sends) == ("pending", 0)
    assert _queue_length(farm, "backend") == 0
    _age(7)
    sweep()
    assert (farm.open("prepare_backend").state, farm.open("prepare_backend").sends) == ("sent", 1)
    assert _queue_length(farm, "backend") == 1
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"


def test_a_broker_that_is_away_costs_no_launch_and_little_time(
    farm: Farm, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    """A real connection that is refused: the request is answered, and the sweep finds the experiment."""
    from backend import queue

    with monkeypatch.context() as away:
        away.setenv("DYNO_REDIS_URL", f"unix://{tmp_path}/nobody.sock")
        get_settings.cache_clear()
        queue.get_celery.cache_clear()
        begun = datetime.now(UTC)
        made = farm.launch()
        assert (datetime.now(UTC) - begun).total_seconds() < 5
    get_settings.cache_clear()
    queue.get_celery.cache_clear()
    assert farm.experiment(made)["state"] == "running"
    assert farm.open("prepare_backend").state == "pending"


def test_a_job_that_its_host_does_not_know_is_sent_again_at_most_twice(farm: Farm) -> None:
    farm.launch()
    sends = []
    for _ in range(5):
        _age(7)
        sweep()
        sends.append(farm.open("prepare_backend").sends)
    assert sends == [2, 3, 3, 3, 3]
    assert _queue_length(farm, "backend") == 3


def test_a_job_that_its_host_works_on_is_not_sent_again(farm: Farm) -> None:
    farm.launch()
    farm.beat("backend", active_jobs=[farm.open("prepare_backend").id])
    _age(7)
    sweep()
    assert farm.open("prepare_backend").sends == 1


def test_an_agent_that_reports_before_the_send_is_noted_is_heard(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent next door answers within milliseconds, while the sender still writes down that it sent."""

    def quick(job: Any) -> None:
        found = next(j for j in farm.open_jobs() if j.id == job.id)
        assert farm.report(farm.name_of(found.host_id), farm.outcome(found)).json()["accepted"]

    with monkeypatch.context() as fast:
        fast.setattr("backend.experiments.open_jobs.send_job", quick)
        made = farm.launch()
    assert {j.state for j in rows(made)[1]} == {"done"}


def test_the_sweep_finds_an_experiment_that_nobody_woke(farm: Farm, monkeypatch: pytest.MonkeyPatch) -> None:
    made = farm.launch()
    job = farm.open("prepare_backend")
    farm.report("backend", farm.outcome(job))
    woken: list[str] = []
    monkeypatch.setattr("backend.experiments.open_jobs.advance_after_commit", lambda _, id: woken.append(id))
    driver.sweep()
    assert woken == [made]


# ---- trials that are no good ---------------------------------------------------------------------


def test_an_invalid_trial_is_repeated_at_most_twice(farm: Farm) -> None:
    def with_errors(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["figures"]["failed_requests"] = 17.0
        return report

    farm.answers["measure"] = with_errors
    made = farm.launch(trials=1)
    farm.work(made)
    trials = farm.trials(made)
    assert [(t["attempt"], t["state"]) for t in trials] == [(n, "invalid") for n in (1, 2, 3, 1, 2, 3)]
    found = farm.experiment(made)
    assert (found["state"], found["failure"]["code"]) == ("failed", "no_trial")


def test_a_failure_of_its_own_is_not_repeated(farm: Farm) -> None:
    def broken(report: dict[str, Any]) -> dict[str, Any]:
        why = {"code": "tool_failed", "message": "wrk ended with signal 11", "log": "the end"}
        return {"job_id": report["job_id"], "failure": why}

    farm.answers["measure"] = broken
    made = farm.launch()
    farm.work(made)
    trials = farm.trials(made)
    assert [(t["attempt"], t["state"]) for t in trials] == [(1, "failed")] * 4
    assert trials[0]["failure"]["host"] == "load"
    assert farm.experiment(made)["failure"]["message"] == "wrk ended with signal 11"


def test_a_run_that_cannot_be_prepared_fails_alone(farm: Farm) -> None:
    def second_fails(report: dict[str, Any]) -> dict[str, Any]:
        report["setups"][1]["failure"] = {
            "code": "nginx_test",
            "message": "unknown directive",
            "log": "emerg",
        }
        return report

    farm.answers["prepare_proxy"] = second_fails
    made = farm.launch()
    farm.work(made)
    found = farm.experiment(made)
    assert found["state"] == "finished"
    assert sorted((t["run_id"] == found["run_list"][1]["id"], t["state"]) for t in farm.trials(made)) == [
        (False, "done"),
        (False, "done"),
        (True, "failed"),
        (True, "failed"),
    ]


def test_nul_bytes_and_huge_output_are_kept_safely(farm: Farm) -> None:
    def dirty(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["stdout"] = "a\x00b" + "x" * 600_000
        report["load"]["stderr"] = "\x00"
        report["load"]["warnings"] = ["\x00!"]
        return report

    farm.answers["measure"] = dirty
    made = farm.launch(trials=1)
    farm.work(made)
    assert [t["state"] for t in farm.trials(made)] == ["done", "done"]
    with Session(get_engine()) as session:
        trial = session.scalars(select(Trial).limit(1)).one()
        assert trial.stdout is not None
        assert trial.stdout[:4] == "a\ufffdbx"
        assert len(trial.stdout) == 600_003
        assert trial.warnings == ["\ufffd!"]


# ---- cancel, and the next in the queue -----------------------------------------------------------


@pytest.mark.parametrize("where", ["prepare_backend", "warm", "measure"])
def test_cancel(farm: Farm, where: str) -> None:
    made = farm.launch()
    farm.work(made, until=where)
    running = farm.open(where)
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    assert any(running.id in j.covers for j in farm.open_jobs() if j.purpose == "cancel")
    farm.work(made)
    assert farm.experiment(made)["state"] == "cancelled"
    assert {t["state"] for t in farm.trials(made)} == {"cancelled"}
    assert [j.purpose for j in rows(made)[1]].count("restore") == 3


def test_cancel_with_a_silent_agent_ends_after_the_grace(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.silent.add("load")
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "cancelling"
    _age(7)
    advance(made)
    farm.silent.clear()
    farm.work(made)
    assert farm.experiment(made)["state"] == "cancelled"


def test_a_second_experiment_waits_for_the_first(farm: Farm) -> None:
    first, second = farm.launch(name="first"), farm.launch(name="second")
    waiting = farm.experiment(second)
    assert (waiting["state"], waiting["progress"]["step"]) == ("queued", "waiting behind “first”")
    assert waiting["queue_behind"] == [{"id": first, "name": "first"}]
    farm.work(first)
    assert farm.experiment(first)["state"] == "finished"
    advance(second)  # as the end of the first one asked for
    assert farm.experiment(second)["state"] == "running"
    farm.work(second)
    assert farm.experiment(second)["state"] == "finished"


# ---- samples -------------------------------------------------------------------------------------


def test_samples_are_kept_once(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    trial = farm.open("measure").trial_id
    batches = [
        {"trial_id": trial, "seq": n, "times": [100.0 + n], "series": {"cpu.0": [0.1 * n], "cpu.1": [None]}}
        for n in range(3)
    ]
    for batch in (batches[0], batches[1], batches[1], batches[0], batches[2]):
        assert farm.post("samples", batch, farm.tokens["load"]).status_code == 204
    _at_once(4, lambda: farm.post("samples", batches[2], farm.tokens["load"]))
    with get_engine().connect() as connection:
        found = connection.exec_driver_sql("select series, times, values from sample_series order by series")
        assert [(name, times, [v and round(v, 3) for v in values]) for name, times, values in found] == [
            ("cpu.0", [100.0, 101.0, 102.0], [0.0, 0.1, 0.2]),
            ("cpu.1", [100.0, 101.0, 102.0], [None, None, None]),
        ]


@pytest.mark.parametrize(
    "series",
    [{"x" * 200: [1.0]}, {"a\x00b": [1.0]}, {"cpu.0": [1.0, 2.0]}, {"cpu.0": [1e300]}],
    ids=["name too long", "NUL", "unlike the times", "beyond a float"],
)
def test_samples_that_cannot_be_kept_are_refused_for_good(farm: Farm, series: dict[str, Any]) -> None:
    """An answer of 500 would make the agent send them again for ever."""
    made = farm.launch()
    farm.work(made, until="measure")
    body = {"trial_id": farm.open("measure").trial_id, "seq": 0, "times": [1.0], "series": series}
    assert farm.post("samples", body, farm.tokens["load"]).status_code == 422


def test_samples_of_a_trial_that_is_gone_are_refused(farm: Farm) -> None:
    body = {"trial_id": "nothing", "seq": 0, "times": [], "series": {}}
    assert farm.post("samples", body, farm.tokens["load"]).status_code == 404
