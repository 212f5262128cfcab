"""Whole experiments on a real PostgreSQL and Redis, with simulated agents that speak through the API."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES
from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.records.runs import Run, Trial
from backend.tests.db.agents import DEFINITION, STDOUT, Farm, rows
from backend.tests.db.moments import age_by, at_once


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
        assert trial.figures["server_memory"] == 9_000_000
        assert trial.figures["server_memory_peak"] == 12_000_000
        assert trial.figures["memory_per_connection"] == 2_000
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
    answers = at_once(6, lambda: farm.report("load", body))
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


@pytest.mark.parametrize(
    "where",
    [
        pytest.param("prepare_backend", marks=pytest.mark.exhaustive),
        pytest.param("warm", marks=pytest.mark.exhaustive),
        "measure",
        pytest.param("restore", marks=pytest.mark.exhaustive),
    ],
)
def test_advance_again_or_at_once_changes_nothing(farm: Farm, where: str) -> None:
    made = farm.launch()
    farm.work(made, until=where)
    before, jobs = rows(made)
    at_once(4, lambda: advance(made))
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

    at_once(2, report)
    assert [t["state"] for t in farm.trials(made)] == ["done", "measuring", "queued", "queued"]


# ---- trials that are no good -----------------------------------------------------------------------


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
    assert found["failure"]["message"].startswith("no trial counts: 2 of 2 are invalid (failed_requests): ")


@pytest.mark.parametrize(
    ("trials", "answered_by", "rounds"),
    [(3, None, 1), (3, "two", 3), ({"min": 4, "max": 9, "until": "decided"}, None, 1)],
)
def test_rounds_end_where_no_run_answers_a_request(
    farm: Farm, trials: int | dict[str, Any], answered_by: str | None, rounds: int
) -> None:
    def refuse(report: dict[str, Any]) -> dict[str, Any]:
        with Session(get_engine()) as session:
            query = select(Run.name).join(Trial, Run.id == Trial.run_id).where(Trial.state == "measuring")
            run_name = session.scalar(query)
        if run_name != answered_by:
            count = report["load"]["figures"]["requests"]
            report["load"]["figures"]["failed_requests"] = count
            report["load"]["errors"] = {"status": count}
        return report

    farm.answers["measure"] = refuse
    experiment_id = farm.launch(trials=trials)
    farm.work(experiment_id)
    assert {trial["round"] for trial in farm.trials(experiment_id)} == set(range(1, rounds + 1))
    if answered_by is None:
        message = farm.experiment(experiment_id)["failure"]["message"]
        assert message.startswith("no trial counts: 2 of 2 are invalid (failed_requests): 50,000 of 50,000 ")


def test_rounds_go_on_where_a_tool_counts_no_requests(farm: Farm) -> None:
    """Why its trials are invalid is another question: held connections may be lost to a busy host."""

    def fail(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["figures"] |= {"failed_requests": 17.0, "requests": None}
        return report

    farm.answers["measure"] = fail
    experiment_id = farm.launch(trials=2)
    farm.work(experiment_id)
    assert {trial["round"] for trial in farm.trials(experiment_id)} == {1, 2}


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
        report["setups"][1]["urls"] = []
        report["setups"][1]["failure"] = {
            "code": "nginx_test",
            "message": "unknown directive",
            "log": "emerg",
        }
        return report

    farm.answers["prepare_proxy"] = second_fails
    made = farm.launch(
        variants=[*DEFINITION["variants"], {"name": "three", "set": {"upstream.keepalive": 2}}]
    )
    farm.work(made)
    found = farm.experiment(made)
    assert found["state"] == "finished"
    assert sorted((t["run_id"] == found["run_list"][1]["id"], t["state"]) for t in farm.trials(made)) == [
        *[(False, "done")] * 4,
        (True, "failed"),
        (True, "failed"),
    ]


def test_nul_bytes_and_huge_output_are_kept_safely(farm: Farm) -> None:
    def unrestored(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["stdout"] = "a\x00b" + "x" * 600_000
        report["load"]["stderr"] = "\x00"
        report["load"]["warnings"] = ["\x00!"]
        return report

    farm.answers["measure"] = unrestored
    made = farm.launch(trials=1)
    farm.work(made)
    assert [t["state"] for t in farm.trials(made)] == ["done", "done"]
    with Session(get_engine()) as session:
        trial = session.scalars(select(Trial).limit(1)).one()
        assert trial.stdout is not None
        assert trial.stdout[:4] == "a\ufffdbx"
        assert len(trial.stdout) == 600_003
        assert trial.warnings == ["\ufffd!"]


# ---- cancel, and the next in the queue -------------------------------------------------------------


@pytest.mark.parametrize(
    "where",
    [
        pytest.param("prepare_backend", marks=pytest.mark.exhaustive),
        pytest.param("warm", marks=pytest.mark.exhaustive),
        "measure",
    ],
)
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
    assert {t["failure"]["message"] for t in farm.trials(made)} == {"the experiment was cancelled"}
    assert [j.purpose for j in rows(made)[1]].count("restore") == 3


def test_cancel_with_a_silent_agent_ends_after_the_grace(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made, until="measure")
    farm.silent.add("load")
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["state"] == "cancelling"
    age_by(7)
    advance(made)
    farm.silent.clear()
    farm.work(made)
    assert farm.experiment(made)["state"] == "cancelled"


def test_a_second_experiment_waits_for_the_first(farm: Farm) -> None:
    first, second = farm.launch(name="first"), farm.launch(name="second")
    waiting = farm.experiment(second)
    assert (waiting["state"], waiting["progress"]["step"]) == (
        "queued",
        "waiting behind “first” for backend, load, proxy",
    )
    assert waiting["queue_behind"] == [{"id": first, "name": "first"}]
    farm.work(first)
    assert farm.experiment(first)["state"] == "finished"
    advance(second)  # as the end of the first one asked for
    assert farm.experiment(second)["state"] == "running"
    farm.work(second)
    assert farm.experiment(second)["state"] == "finished"
