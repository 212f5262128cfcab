"""Diagnostics on a real PostgreSQL: after the trials, in pairs, never to the harm of what was measured."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.records.diagnostics import profiles_queries
from backend.records.experiments import JobRow
from backend.records.runs import Diagnostic
from backend.tests.db.agents import Answer, Farm

ASKED = {"probe": True, "profile": 3, "system_calls": True, "duration": "2s"}
STACKS = {"main;ngx_worker": 700, "main;[nginx]": 2}
FEW = {"main;ngx_worker": 200}


def diagnostics(made: str) -> list[Diagnostic]:
    with Session(get_engine(), expire_on_commit=False) as session:
        query = select(Diagnostic).where(Diagnostic.experiment_id == made)
        return list(session.scalars(query.order_by(Diagnostic.position, Diagnostic.attempt)))


def seeing(farm: Farm, kind: str, stacks: dict[str, int] = STACKS) -> Answer:
    """Reports with what their job asked to look at."""

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        with Session(get_engine()) as session:
            work = session.get_one(JobRow, report["job_id"]).work
        order = (work.get("look") or {}).get("kind")
        subjects = [*work["watch"], *(["load"] if kind == "measure" else [])]
        if order == "profile":
            report["diagnostic"] = {"profiles": [_profile(one, stacks) for one in subjects]}
        elif order == "system_calls":
            calls = {"openat": 50_000, "close": 50_010}
            counted = [{"subject": key, "counts": calls, "requests": 50_000} for key in work["watch"]]
            report["diagnostic"] = {
                "system_calls": counted,
                "missing": "no perf <b>" if not counted else None,
            }
        return report

    return answer


def _profile(subject: str, stacks: dict[str, int]) -> dict[str, Any]:
    return {"subject": subject, "event": "cpu-clock", "hz": 99, "stacks": stacks, "cpu_s": 0.5}


def profiled(farm: Farm, **definition: Any) -> dict[int, int]:
    """Round → how many profiles were taken in it, in an experiment that ends well."""
    asked = {"probe": False, "profile": 3, "duration": "2s"}
    made = farm.launch(**({"diagnostics": asked, "servers": {"fresh": "round"}} | definition))
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    rounds = [row.round for row in diagnostics(made)]
    return {number: rounds.count(number) for number in rounds}


@pytest.mark.parametrize(
    ("samples", "rounds"),
    [(400, (3, 4, 5, 6)), pytest.param(200, (3, 4, 5, 6, 7, 8), marks=pytest.mark.exhaustive)],
)
def test_profiles_go_on_until_both_sides_have_enough_samples(
    farm: Farm, samples: int, rounds: tuple[int, ...]
) -> None:
    """Or until there were six rounds."""
    for kind in ("measure", "watch"):
        farm.answers[kind] = seeing(farm, kind, {"main;ngx_worker": samples})
    assert profiled(farm) == dict.fromkeys(rounds, 2)


@pytest.mark.exhaustive
def test_profiles_do_not_go_on_where_more_of_them_say_nothing(farm: Farm) -> None:
    assert profiled(farm) == dict.fromkeys((3, 4, 5), 2), "no host has perf"
    for kind in ("measure", "watch"):
        farm.answers[kind] = seeing(farm, kind, FEW)
    assert profiled(farm, servers={"fresh": "once"}) == dict.fromkeys((3, 4, 5), 2)


@pytest.mark.exhaustive
def test_profiles_that_are_cancelled_are_not_begun_again(farm: Farm) -> None:
    for kind in ("measure", "watch"):
        farm.answers[kind] = seeing(farm, kind, FEW)
    asked = {"probe": False, "profile": 3, "duration": "2s"}
    made = farm.launch(diagnostics=asked, servers={"fresh": "round"})
    begun(farm, made)
    assert farm.client.post(f"/api/v1/experiments/{made}/cancel").status_code < 300
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert {row.round for row in diagnostics(made)} == {3, 4, 5}


def test_they_follow_the_measured_trials_and_what_they_saw_is_kept(farm: Farm) -> None:
    for kind in ("measure", "watch"):
        farm.answers[kind] = seeing(farm, kind)
    made = farm.launch(diagnostics=ASKED)
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["rounds"]) == ("finished", 2)
    assert len(farm.trials(made)) == 4, "diagnostics are no trials"
    rows = diagnostics(made)
    assert {row.state for row in rows} == {"done"}
    by_round = {n: sorted(r.diagnostic for r in rows if r.round == n) for n in {r.round for r in rows}}
    probes = ["fewer_connections"] * 2 + ["more_connections"] * 2 + ["same_load"] * 2
    assert by_round == {3: ["system_calls"] * 2, 4: probes, **dict.fromkeys((5, 6, 7), ["profile"] * 2)}
    for number in by_round:
        assert len({r.run_id for r in rows if r.round == number}) == 2, "each round looks at both runs"
    runs = sorted({row.run_id for row in rows})
    with Session(get_engine()) as session:
        seen = profiles_queries.profiles(session, runs)
        assert {(p.round, p.role) for p in seen} == {
            (n, r) for n in (5, 6, 7) for r in ("proxy", "backend", "load")
        }
        assert dict(seen[0].stacks) == STACKS
        assert seen[0].requests == 50_000
        calls = profiles_queries.system_calls(session, runs)
        assert {(c.round, c.role) for c in calls} == {(3, "proxy"), (3, "backend")}
        kept = session.scalars(select(JobRow.report).where(JobRow.purpose == "watch")).all()
        assert not any(report.get("diagnostic") for report in kept if report), "stacks are kept once"
    assert [row.missing for row in rows if row.diagnostic == "system_calls"] == [
        {farm.ids["load"]: "no perf <b>"}
    ] * 2


def test_jobs_of_measured_trials_have_no_look(farm: Farm) -> None:
    made = farm.launch(diagnostics=ASKED)
    farm.work(made, until="measure")
    assert "look" not in farm.open("measure").work
    assert "look" not in farm.open("watch").work


def test_probes_differ_by_connections_alone(farm: Farm) -> None:
    made = farm.launch(diagnostics={"probe": True})
    farm.work(made)
    with Session(get_engine()) as session:
        query = select(JobRow.work).where(JobRow.purpose == "measure").order_by(JobRow.created_at)
        work = [w for w in session.scalars(query) if "look" in w]
    loads = {w["look"]["kind"]: w["workload"] for w in work}
    assert {kind: load["connections"] for kind, load in loads.items()} == {
        "same_load": 8,
        "fewer_connections": 6,
        "more_connections": 10,
    }
    assert {load["threads"] for load in loads.values()} == {2}
    assert {load["duration_s"] for load in loads.values()} == {5}


def test_verdicts_stand_while_looks_are_made(farm: Farm) -> None:
    made = farm.launch(diagnostics={"system_calls": True})
    while not diagnostics(made):
        farm.step(made)
    found = farm.experiment(made)
    assert found["state"] == "running"
    rows = farm.client.get(f"/api/v1/experiments/{made}/deltas").json()
    assert rows
    assert "interim" not in {row["verdict"] for row in rows}
    assert "diagnosing" in found["progress"]["step"]
    assert (found["progress"]["done"], found["progress"]["total"]) == (4, 6)


def begun(farm: Farm, made: str) -> None:
    """Until the first diagnostic is under way."""
    while not any(diagnostic.state == "measuring" for diagnostic in diagnostics(made)):
        farm.step(made)


def broken(report: dict[str, Any]) -> dict[str, Any]:
    return {"job_id": report["job_id"], "failure": {"code": "tool_failed", "message": "it broke"}}


def test_a_look_that_fails_harms_nothing(farm: Farm) -> None:
    made = farm.launch(diagnostics={"system_calls": True})
    begun(farm, made)
    farm.answers["measure"] = broken
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["failure"]) == ("finished", None)
    assert [(row.state, row.attempt) for row in diagnostics(made)] == [("failed", 1)] * 2
    assert {(row.failure or {})["message"] for row in diagnostics(made)} == {"it broke"}
    assert {r["state"] for r in farm.experiment(made)["run_list"]} == {"ready"}


@pytest.mark.exhaustive
def test_a_look_that_lost_contact_is_repeated_once(farm: Farm) -> None:
    made = farm.launch(diagnostics={"system_calls": True})
    begun(farm, made)
    for _ in range(2):
        farm.restart("load")
        advance(made)
        farm.work(made, until="measure")
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    states = {(row.attempt, row.state) for row in diagnostics(made)}
    assert (1, "failed") in states
    assert max(attempt for attempt, _ in states) == 2


def test_who_cancels_looks_keeps_a_finished_experiment(farm: Farm) -> None:
    made = farm.launch(diagnostics={"system_calls": True})
    begun(farm, made)
    assert farm.client.post(f"/api/v1/experiments/{made}/cancel").status_code in (200, 202, 204)
    advance(made)
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["failure"]) == ("finished", None)
    assert found["headline"]
    assert {row.state for row in diagnostics(made)} <= {"failed", "cancelled"}


@pytest.mark.exhaustive
def test_a_server_that_will_not_start_again_ends_its_looks_alone(farm: Farm) -> None:
    made = farm.launch(diagnostics={"system_calls": True}, servers={"fresh": "round"})
    while not diagnostics(made):
        farm.step(made)

    def fails(report: dict[str, Any]) -> dict[str, Any]:
        for setup in report["setups"]:
            setup["urls"], setup["failure"] = [], {"code": "nginx_test", "message": "will not start"}
        return report

    farm.answers["prepare_proxy"] = fails
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["failure"]) == ("finished", None)
    assert {row.state for row in diagnostics(made)} == {"failed"}
    assert {r["state"] for r in farm.experiment(made)["run_list"]} == {"ready"}
