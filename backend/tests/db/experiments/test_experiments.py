"""Cancel, delete, queue and progress of experiments over the API."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, RunState, TrialState
from backend.analysis.progress import progress_of, tally_of
from backend.definition import explain
from backend.definition.parse import parse_definition
from backend.records.diagnostics.diagnostics_queries import DiagnosticsTally
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.runs import Trial
from backend.records.runs_queries import runs_of, trial_rows
from backend.tests.db import builders


def test_cancel_twice_is_once(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, state=ExperimentState.RUNNING)
    session.commit()
    first = client.post(f"/api/v1/experiments/{made.id}/cancel")
    second = client.post(f"/api/v1/experiments/{made.id}/cancel")
    assert first.status_code == second.status_code == 200
    assert first.json()["state"] == second.json()["state"] == "cancelling"
    session.expire_all()
    assert session.get_one(Experiment, made.id).cancel_requested


def test_cancel_after_the_end_changes_nothing(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    assert client.post(f"/api/v1/experiments/{made.id}/cancel").json()["state"] == "finished"
    session.expire_all()
    assert not session.get_one(Experiment, made.id).cancel_requested
    assert client.post("/api/v1/experiments/nothing/cancel").status_code == 404


@pytest.mark.parametrize(
    ("state", "advice"),
    [("queued", "cancel it first"), ("running", "cancel it first"), ("cancelling", "wait for its end")],
)
def test_an_unfinished_experiment_is_not_deleted(
    session: Session, client: TestClient, state: str, advice: str
) -> None:
    made = builders.experiment(session, state=ExperimentState(state))
    session.commit()
    answer = client.delete(f"/api/v1/experiments/{made.id}")
    assert answer.status_code == 409
    assert answer.json()["detail"].endswith(f"is {state}; {advice}")
    assert client.get(f"/api/v1/experiments/{made.id}").status_code == 200


def test_delete_takes_runs_and_trials_along(session: Session, client: TestClient) -> None:
    made, runs = builders.article_c(session)
    assert client.delete(f"/api/v1/experiments/{made.id}").status_code == 204
    assert client.get(f"/api/v1/experiments/{made.id}").status_code == 404
    assert client.get(f"/api/v1/runs/{next(iter(runs.values())).id}").status_code == 404
    session.expire_all()
    assert session.scalars(select(Trial)).all() == []


def test_the_definition_downloads_as_yaml(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    answer = client.get(f"/api/v1/experiments/{made.id}/definition.yaml")
    assert (answer.text, answer.headers["content-type"]) == ("name: test\n", "application/yaml")


def test_trials_come_in_the_order_of_the_plan(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/experiments/{made.id}/trials").json()
    assert [(t["round"], t["position"]) for t in found] == sorted((t["round"], t["position"]) for t in found)
    assert len(found) == 50
    assert client.get("/api/v1/experiments/nothing/trials").status_code == 404


def test_a_queued_experiment_says_behind_what(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    other = builders.a_testbed(session, "elsewhere")
    now = datetime.now(UTC)
    running = builders.experiment(
        session,
        bed,
        ExperimentState.RUNNING,
        name="First",
        created_at=now - timedelta(minutes=2),
        started_at=now,
        measuring_at=None,
        estimate_s=300.0,
    )
    builders.experiment(session, other, ExperimentState.RUNNING, name="Not ours", created_at=now)
    made = builders.experiment(session, bed, ExperimentState.QUEUED, name="Second", created_at=now)
    session.commit()
    found = client.get(f"/api/v1/experiments/{made.id}").json()
    assert found["queue_behind"] == [{"id": running.id, "name": "First"}]
    assert found["progress"]["step"].startswith("waiting behind “First” for ")
    assert found["queue_start"]["seconds"] == pytest.approx(300.0, abs=30.0)
    first = client.get(f"/api/v1/experiments/{running.id}").json()
    assert (first["queue_behind"], first["queue_start"]) == ([], None)


def test_what_waits_for_an_absent_host_says_that_its_start_cannot_be_known(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session)
    made = builders.experiment(session, bed, ExperimentState.QUEUED, name="Waits")
    behind = builders.experiment(
        session, bed, ExperimentState.QUEUED, created_at=made.created_at + timedelta(seconds=1)
    )
    host = session.scalars(select(Host).where(Host.name == "s2500-loopback-proxy")).one()
    host.online = False
    session.commit()
    for one in (made, behind):
        start = client.get(f"/api/v1/experiments/{one.id}").json()["queue_start"]
        assert start["seconds"] is None
        assert start["unknown"] == "it is waiting for s2500-loopback-proxy, which is offline"


def _running(session: Session, done: int, **columns: Any) -> Experiment:
    """Ten seconds for each of 4 rounds of one run; the trial after the done ones is measured."""
    made = builders.experiment(session, state=ExperimentState.RUNNING, **columns)
    run = builders.run(session, made, 0, "workers 2", is_baseline=True)
    for number in range(1, 5):
        state = TrialState.DONE if number <= done else TrialState.QUEUED
        state = TrialState.MEASURING if number == done + 1 else state
        begun = builders.START + timedelta(seconds=10 * (number - 1))
        ended = begun + timedelta(seconds=10) if number <= done else None
        builders.trial(session, run, number, {}, state=state, started_at=begun, ended_at=ended)
    session.commit()
    return made


def test_progress_tells_step_and_time_left(session: Session) -> None:
    made = _running(session, done=2)
    runs, trials = runs_of(session, [made.id]), trial_rows(session, made.id)
    found = progress_of(made, tally_of(runs, trials), now=builders.START + timedelta(seconds=24))
    assert found is not None
    assert (found.done, found.total, found.round, found.rounds) == (2, 4, 3, 4)
    assert found.step == "measuring workers 2 (round 3 of 4)"
    assert found.seconds_left == pytest.approx(16.0)
    assert found.current_run_id == runs[0].id


@pytest.mark.parametrize(("done", "trials_s"), [(0, 76.0), (2, 16.0)])
def test_the_time_left_counts_looks_from_the_start(session: Session, done: int, trials_s: float) -> None:
    asked = {"probe": False, "profile": 3, "duration": "5s"}
    workload = {"name": "w", "tool": "wrk", "connections": 8, "duration": "10s"}
    definition = parse_definition(
        {"name": "x", "topology": "proxied", "workloads": [workload], "trials": 4, "control": False}
        | {"diagnostics": asked, "variants": [{"name": "v"}], "baseline": "v"}
    )
    diagnostics_s = explain.seconds(definition, 1)
    assert diagnostics_s > 3 * 5
    stored = definition.model_dump(mode="json", by_alias=True)
    made = _running(session, done, definition=stored, estimate_s=100 + diagnostics_s)
    runs, trials = runs_of(session, [made.id]), trial_rows(session, made.id)
    tally = tally_of(runs, trials)
    found = progress_of(made, tally, now=builders.START + timedelta(seconds=24))
    assert found is not None
    assert found.seconds_left == pytest.approx(trials_s + diagnostics_s)
    looking = progress_of(made, tally, diagnostics=DiagnosticsTally(3, 2, "profile", "v", runs[0].id))
    assert looking is not None
    assert looking.seconds_left == pytest.approx(diagnostics_s * 2 / 3)


def test_before_the_first_trial_the_estimate_counts(session: Session, client: TestClient) -> None:
    made = builders.experiment(
        session, state=ExperimentState.RUNNING, started_at=builders.START, measuring_at=None, estimate_s=100.0
    )
    run = builders.run(session, made, 0, "default", state=RunState.PREPARING)
    builders.trial(session, run, 1, {}, state=TrialState.QUEUED, started_at=None, ended_at=None)
    session.commit()
    trials = trial_rows(session, made.id)
    found = progress_of(made, tally_of([run], trials), now=builders.START + timedelta(seconds=30))
    assert found is not None
    assert found.seconds_left == pytest.approx(70.0)
    assert found.step == "preparing the hosts (0 of 1 runs ready)"
    listed = client.get("/api/v1/experiments").json()
    assert listed[0]["progress"]["total"] == 1


def test_both_load_tools_of_an_experiment_are_named(session: Session, client: TestClient) -> None:
    made = builders.experiment(session)
    for position, tool in enumerate(("wrk", "ab", "wrk")):
        builders.run(
            session, made, position, str(position), workload=builders.WORKLOAD | {"tool": tool, "threads": 1}
        )
    nothing = builders.experiment(session, builders.a_testbed(session, "other"))
    session.commit()
    listed = {one["id"]: one["tool"] for one in client.get("/api/v1/experiments").json()}
    assert listed == {made.id: "ab and wrk", nothing.id: ""}
    assert client.get(f"/api/v1/experiments/{made.id}").json()["tool"] == "ab and wrk"
