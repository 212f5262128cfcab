"""Halving on a real PostgreSQL: stages are planned one after the other, the better half goes on."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.execution.orchestration import measurement
from backend.execution.orchestration.advance import advance
from backend.records.experiments import JobRow
from backend.records.runs import Run, Trial
from backend.tests.db.agents import Answer, Farm

NAMES = ["base", *(f"v{i}" for i in range(1, 8))]
VARIANTS = [{"name": name, "set": {"nginx.worker_processes": i + 1}} for i, name in enumerate(NAMES)]
RATES = {name: 1000.0 + 50 * i for i, name in enumerate(NAMES)}
STAGES = [(1, 3, 7), (4, 7, 4), (8, 13, 2)]  # of 8 trials: first and last round, candidates
ROUNDS = {"base": 13, "v7": 13, "v6": 13, "v5": 7, "v4": 7, "v3": 3, "v2": 3, "v1": 3}


def measuring(rates: dict[str, float], **invalid: tuple[int, ...]) -> Answer:
    """What each run measures, a little more in even rounds; run → rounds whose first trial is spoilt."""
    spoilt: set[tuple[str, int]] = set()

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        with Session(get_engine()) as session:
            name, number = session.execute(
                select(Run.name, Trial.round)
                .join(Run, Run.id == Trial.run_id)
                .where(Trial.state == "measuring")
            ).one()
        report["load"]["figures"]["requests_per_s"] = rates[name] + number % 2
        if number in invalid.get(name, ()) and (name, number) not in spoilt:
            spoilt.add((name, number))
            report["load"]["figures"]["requests_per_s"] = 1.0
            report["load"]["errors"]["connect"] = 20
            report["load"]["figures"]["failed_requests"] = 1000
        return report

    return answer


def launched(farm: Farm, **changes: Any) -> str:
    given = {"trials": 8, "search": "halving", "variants": VARIANTS, "baseline": "base"}
    return farm.launch(**given, topology="proxy_only", **changes)


def names_of(farm: Farm, made: str) -> dict[str, str]:
    return {r["id"]: r["name"] for r in farm.experiment(made)["run_list"]}


def trials_by_run(farm: Farm, made: str) -> Counter[str]:
    names = names_of(farm, made)
    return Counter(names[t["run_id"]] for t in farm.trials(made) if t["state"] == "done")


def in_stages(farm: Farm, made: str) -> Iterator[tuple[int, int, int]]:
    for stage in farm.experiment(made)["halving"]["stages"]:
        yield stage["first"], stage["last"], stage["candidates"]


def deltas(farm: Farm, made: str) -> dict[str, dict[str, Any]]:
    return {r["name"]: r for r in farm.client.get(f"/api/v1/experiments/{made}/deltas").json()}


def test_the_better_half_goes_on_and_only_finalists_have_verdicts(farm: Farm) -> None:
    farm.answers["measure"] = measuring(RATES)
    made = launched(farm)
    assert {t["round"] for t in farm.trials(made)} == {1, 2, 3}
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], list(in_stages(farm, made))) == ("finished", STAGES)
    assert trials_by_run(farm, made) == ROUNDS
    rows = deltas(farm, made)
    assert {name: row["verdict"] for name, row in rows.items()} == {
        name: "better" if name in ("v6", "v7") else "left_out" for name in NAMES[1:]
    }
    assert {row["family"] for name, row in rows.items() if name in ("v6", "v7")} == {14}, "7 in two questions"
    assert rows["v1"]["reason"] == (
        "Eliminated after 3 rounds, so without a verdict: the others were better in req/s."
    )
    assert rows["v1"]["change"] == pytest.approx(0.05, abs=0.001)
    assert (rows["v1"]["p_adjusted"], rows["v1"]["simultaneous_low"]) == (None, None)
    assert found["halving"]["sentence"] == (
        "Halving: of 7 candidates 2 were measured to the end (v6, v7), in 13 rounds. Verdicts are for these "
        "alone, from all their rounds, and count all 7."
    )
    assert found["headline"]["sentence"].startswith("v7 raises throughput: ")
    first = found["halving"]["stages"][0]
    assert [(one["name"], one["goes_on"]) for one in first["ranking"]][3:5] == [("v4", True), ("v3", False)]


@pytest.mark.exhaustive
def test_a_repeat_counts_before_the_choice_and_new_servers_are_for_those_that_remain(farm: Farm) -> None:
    farm.answers["measure"] = measuring(RATES, v7=(1, 3), v4=(3,))
    made = launched(farm, servers={"fresh": "round"})
    farm.work(made, most=1000)
    assert any(t["attempt"] == 2 for t in farm.trials(made))
    assert trials_by_run(farm, made) == ROUNDS
    with Session(get_engine()) as session:
        query = select(JobRow).where(JobRow.experiment_id == made, JobRow.purpose == "prepare_proxy")
        jobs = session.scalars(query.order_by(JobRow.created_at, JobRow.id)).all()
    assert [len(job.work["setups"]) for job in jobs] == [8] * 3 + [5] * 4 + [3] * 6


@pytest.mark.exhaustive
def test_one_that_fails_is_left_out_with_its_reason_and_its_place_goes_to_the_next(farm: Farm) -> None:
    names: dict[str, str] = {}

    def failing(report: dict[str, Any]) -> dict[str, Any]:
        for setup in report["setups"]:
            if names[setup["key"].split("-")[0]] == "v7":
                setup["failure"] = {"code": "nginx_refused", "message": "it does not start"}
                setup["urls"] = []
        return report

    farm.answers["measure"] = measuring(RATES)
    farm.answers["prepare_proxy"] = failing
    made = launched(farm)
    names |= names_of(farm, made)
    farm.work(made)
    rows = deltas(farm, made)
    assert rows["v7"]["verdict"] == "left_out"
    assert "could not be measured: it does not start" in rows["v7"]["reason"]
    assert (rows["v6"]["verdict"], rows["v5"]["verdict"]) == ("better", "better")


@pytest.mark.exhaustive
def test_after_a_crash_in_the_choice_it_is_made_again_as_a_whole(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is left out and the trials of the next stage are written together, or neither is."""

    def dying(*given: Any) -> None:
        begin(*given)
        raise RuntimeError("the worker is gone")

    begin = measurement.begin_stage
    monkeypatch.setattr(measurement, "begin_stage", dying)
    farm.answers["measure"] = measuring(RATES)
    made = launched(farm)
    with pytest.raises(RuntimeError):
        farm.work(made)
    assert {t["round"] for t in farm.trials(made)} == {1, 2, 3}
    monkeypatch.undo()
    advance(made)
    advance(made)
    names = names_of(farm, made)
    queued = Counter(names[t["run_id"]] for t in farm.trials(made) if t["round"] > 3)
    assert queued == dict.fromkeys(["base", "v7", "v6", "v5", "v4"], 4)
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    farm.work(made)
    assert farm.experiment(made)["halving"]["sentence"] == (
        "Halving was stopped in stage 2 of 3: 4 of 7 candidates remain."
    )


def test_while_it_runs_it_says_which_stage_it_is_in_and_how_much_is_to_come(farm: Farm) -> None:
    farm.answers["measure"] = measuring(RATES)
    made = launched(farm)
    farm.work(made, until="measure")
    found = farm.experiment(made)
    assert found["halving"]["sentence"] == (
        "Halving, stage 1 of 3: 7 of 7 candidates remain; after round 3 the better half goes on."
    )
    progress = found["progress"]
    assert (progress["total"], progress["rounds"], progress["done"]) == (62, 13, 0)
    assert {row["verdict"] for row in deltas(farm, made).values()} == {"interim"}
    for _ in range(24):
        farm.report("load", farm.outcome(farm.open("measure")))
        advance(made)
        farm.work(made, until="measure")
    found = farm.experiment(made)
    assert found["halving"]["sentence"] == (
        "Halving, stage 2 of 3: 4 of 7 candidates remain; after round 7 the better half goes on."
    )
    assert (found["progress"]["total"], found["progress"]["done"]) == (62, 24)
    listed = farm.client.get("/api/v1/experiments").json()[0]
    assert listed["progress"]["total"] == 62
    assert {row["verdict"] for row in deltas(farm, made).values()} == {"interim", "left_out"}


@pytest.mark.exhaustive
def test_where_nobody_can_be_measured_it_ends_after_the_first_stage(farm: Farm) -> None:
    def spoilt(report: dict[str, Any]) -> dict[str, Any]:
        found = measuring(dict.fromkeys(NAMES, 1000.0))(report)
        with Session(get_engine()) as session:
            name = session.scalar(
                select(Run.name).join(Trial, Run.id == Trial.run_id).where(Trial.state == "measuring")
            )
        if name != "base":
            found["load"]["figures"]["requests_per_s"] = None
        return found

    farm.answers["measure"] = spoilt
    made = launched(farm)
    farm.work(made)
    found = farm.experiment(made)
    assert found["halving"]["sentence"] == "Halving ended early: none of 7 candidates could be measured."
    assert {t["round"] for t in farm.trials(made)} == {1, 2, 3}
    assert "no round has a valid req/s" in deltas(farm, made)["v1"]["reason"]
