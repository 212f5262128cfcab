"""Trials that were asked for until precise and are until decided now, on a real PostgreSQL."""

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.effects import AnalyseRounds
from backend.execution.orchestration.load_view import load_view
from backend.execution.orchestration.rows import ExperimentRows
from backend.execution.orchestration.step import step
from backend.records.experiments import Experiment
from backend.records.runs import Trial
from backend.tests.db.agents import DEFINITION, Answer, Farm
from backend.tests.db.moments import at_once
from backend.tests.db.orchestration.test_decided import measuring, steady

TIGHT = {"min": 3, "max": 6, "until": {"requests_per_s": "2%"}}


def rates(*by_trial: float) -> Answer:
    """One trial after the other measures these; the last one goes on."""
    told = iter(by_trial)
    last = by_trial[-1]

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["figures"]["requests_per_s"] = next(told, last)
        return report

    return answer


def fading(number: int) -> float:
    """Nearly clear until the fourth round, and of no clear change after the sixth."""
    return 1000.0 * (1 + (0.004, 0.06, 0.03, 0.10)[number % 4]) if number <= 4 else 930.0


def decision(farm: Farm, made: str) -> dict[str, Any]:
    return farm.experiment(made)["decision"]


def rounds_of(farm: Farm, made: str) -> list[int]:
    return sorted({t["round"] for t in farm.trials(made)})


def test_it_ends_once_all_are_decided_and_says_what_became_of_its_rule(farm: Farm) -> None:
    made = farm.launch(trials=TIGHT)
    assert len(farm.trials(made)) == 12
    farm.work(made)
    experiment = farm.experiment(made)
    assert (experiment["state"], experiment["rounds"], experiment["progress"]) == ("finished", 3, None)
    assert [t["state"] for t in farm.trials(made)] == ["done"] * 6
    assert (experiment["decision"]["rule"], experiment["precision"]) == ("decided", None)
    assert experiment["decision"]["sentence"] == (
        "Ended after 3 of at most 6 rounds: the candidate is decided. Verdicts and intervals count the 3 "
        "interim analyses that were planned. It was asked for until precise, which is until decided now."
    )
    listed = farm.client.get("/api/v1/experiments").json()
    assert [(e["rounds"], e["state"]) for e in listed] == [(3, "finished")]


def test_it_ends_at_the_most(farm: Farm) -> None:
    farm.answers["measure"] = measuring(one=steady(1000), two=fading)
    made = farm.launch(trials=TIGHT)
    farm.work(made)
    rows = decision(farm, made)
    assert (rows["rule"], rows["rounds"], len(farm.trials(made))) == ("most", 6, 12)
    assert [candidate["name"] for candidate in rows["undecided"]] == ["two"]


@pytest.mark.exhaustive
def test_an_older_experiment_that_ended_precise_says_so_as_before(farm: Farm) -> None:
    made = farm.launch(trials=3)
    farm.work(made)
    widest = {"metric": "requests_per_s", "wanted": 0.02, "half": 0.01, "run_id": "x", "name": "two"}
    ended = {"least": 3, "most": 6, "rounds": 3, "rule": "precise", "widest": [widest], "left_out": []}
    with Session(get_engine()) as session, session.begin():
        experiment = session.get_one(Experiment, made)
        older = {"min": 3, "max": 6, "until": {"requests_per_s": 0.02}}
        experiment.definition = experiment.definition | {"trials": older}
        experiment.rounds_ended = ended
    shown = farm.experiment(made)
    assert shown["precision"] == ended | {"sentence": "Ended after 3 rounds: every interval within ±2%."}
    assert shown["decision"] is None


@pytest.mark.exhaustive
def test_a_round_counts_once_its_invalid_trials_were_repeated(farm: Farm) -> None:
    good, calls = farm.answers.get("measure"), []

    def broken_in_round_three(report: dict[str, Any]) -> dict[str, Any]:
        calls.append(1)
        if len(calls) in (6, 7):
            report["load"]["figures"]["failed_requests"] = 17.0
        return good(report) if good else report

    farm.answers["measure"] = broken_in_round_three
    made = farm.launch(trials=TIGHT)
    farm.work(made)
    trials = farm.trials(made)
    last = [(t["attempt"], t["state"]) for t in trials if t["round"] == 3]
    assert sorted(last) == [(1, "done"), (1, "invalid"), (2, "invalid"), (3, "done")]
    assert (decision(farm, made)["rounds"], rounds_of(farm, made)) == (3, [1, 2, 3])


def test_a_candidate_that_always_fails_is_not_waited_for_and_named(farm: Farm) -> None:
    runs: set[str] = set()

    def two_fails(report: dict[str, Any]) -> dict[str, Any]:
        with Session(get_engine()) as session:
            measuring = session.scalars(select(Trial).where(Trial.state == "measuring")).one()
            two = farm.experiment(measuring.experiment_id)["run_list"][1]["id"]
        if measuring.run_id == two:
            runs.add(two)
            why = {"code": "tool_failed", "message": "wrk ended with signal 11", "log": ""}
            return {"job_id": report["job_id"], "failure": why}
        return report

    farm.answers["measure"] = two_fails
    third = [{"name": "one"}, {"name": "two", "set": {"nginx.worker_processes": 2}}, {"name": "three"}]
    made = farm.launch(trials=TIGHT, variants=third)
    farm.work(made)
    found = decision(farm, made)
    assert (found["rule"], found["rounds"]) == ("decided", 3)
    assert [one["name"] for one in found["left_out"]] == ["two"]
    assert "Not waited for: two (no round has a valid req/s" in found["sentence"]


def test_progress_says_at_most(farm: Farm) -> None:
    farm.answers["measure"] = measuring(one=steady(1000), two=fading)
    made = farm.launch(trials=TIGHT)
    farm.work(made, until="measure")
    found = farm.experiment(made)
    progress = found["progress"]
    assert "(round 1, at most 6)" in progress["step"]
    assert (progress["rounds_least"], progress["rounds"], progress["total"]) == (3, 6, 12)
    assert 0 < progress["seconds_left_least"] < progress["seconds_left"]


def report_one(farm: Farm, made: str) -> None:
    """The trial that is measured, to its end."""
    job = farm.open("measure")
    farm.report("load", farm.outcome(job))
    advance(made)
    farm.work(made, until="measure")


@pytest.mark.exhaustive
def test_a_look_that_was_lost_is_taken_again_and_looking_twice_changes_nothing(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = 4
    farm.answers["measure"] = measuring(one=steady(1000), two=fading)
    made = farm.launch(trials=TIGHT)
    farm.work(made, until="measure")
    with monkeypatch.context() as patch:
        for _ in range(2 * rounds - 1):
            report_one(farm, made)
        patch.setattr("backend.execution.orchestration.measurement.analyse", killed)
        with pytest.raises(KeyboardInterrupt):
            farm.work(made)
    with Session(get_engine()) as session:
        experiment = session.get_one(Experiment, made)
        assert experiment.rounds_ended is None
        assert experiment.rounds_analysed < rounds
    at_once(3, lambda: advance(made))
    with Session(get_engine()) as session:
        experiment = session.get_one(Experiment, made)
        assert experiment.rounds_analysed == rounds
        assert not [
            x
            for x in step(load_view(session, experiment, ExperimentRows(session, experiment).testbed))
            if isinstance(x, AnalyseRounds)
        ]
    farm.work(made)
    assert decision(farm, made)["rule"] == "most"
    assert count_trials(made) == 12


def killed(*_: object) -> None:
    raise KeyboardInterrupt


def count_trials(made: str) -> int:
    with Session(get_engine()) as session:
        return session.scalar(select(func.count()).where(Trial.experiment_id == made)) or 0


@pytest.mark.exhaustive
def test_cancelled_it_says_how_far_it_came(farm: Farm) -> None:
    farm.answers["measure"] = measuring(one=steady(1000), two=fading)
    made = farm.launch(trials=TIGHT)
    farm.work(made, until="measure")
    for _ in range(9):
        report_one(farm, made)
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    farm.work(made)
    experiment = farm.experiment(made)
    assert (experiment["state"], experiment["decision"]["rule"]) == ("cancelled", None)
    assert experiment["decision"]["sentence"].startswith(
        "Stopped before it was decided; the last interim analysis was after 4 rounds."
    )


def planned(farm: Farm, see: float | None = None, **changes: Any) -> dict[str, Any]:
    address = "/api/v1/plans" if see is None else f"/api/v1/plans?see={see}"
    answer = farm.client.post(address, json={"definition": DEFINITION | changes})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_plan_says_what_the_noise_of_the_testbed_asks_for_once_it_is_known(farm: Farm) -> None:
    before = planned(farm, trials=TIGHT)
    assert (before["errors"], before["noise"], before["goal"]) == ([], None, None)
    assert "until_precise" in [advice["code"] for advice in before["advice"]]
    assert before["definition"]["trials"]["until"] == "decided"
    assert (before["rounds"], before["trials"]) == (6, 12)
    assert (before["fewest"]["rounds"], before["fewest"]["trials"]) == (3, 6)
    assert before["fewest"]["likely_rounds"] is None
    assert before["fewest"]["seconds"] < before["seconds"]

    farm.answers["measure"] = rates(1000.0, 1050.0, 980.0, 1020.0, 1000.0, 1010.0)
    farm.work(farm.launch(trials=4))
    after = planned(farm, trials=TIGHT)
    assert 0.005 < after["noise"]["cv"] < 0.1
    assert after["noise"]["trial_s"] == 2
    assert (after["goal"]["effect"], after["goal"]["rounds"]) == (0.05, 8)
    small = planned(farm, see=0.02, trials=TIGHT)["goal"]
    assert small["effect"] == 0.02
    assert small["chance"] < after["goal"]["chance"]
    for wrong in (0, -1, 2, "nan", "x", "1" * 400):
        assert (
            farm.client.post(f"/api/v1/plans?see={wrong}", json={"definition": DEFINITION}).status_code == 422
        )
    assert 3 <= after["fewest"]["likely_rounds"] <= 6
    assert planned(farm)["fewest"] is None
