"""Trials until precise on a real PostgreSQL: rounds end early, late, by cancel, with a broken candidate."""

from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.experiments.orchestration.advance import advance
from backend.experiments.orchestration.effects import LookAtRounds
from backend.experiments.orchestration.load_view import load_view
from backend.experiments.orchestration.step import step
from backend.records.experiments import Experiment
from backend.records.runs import Trial
from backend.tests.db.agents import DEFINITION, Answer, Farm
from backend.tests.db.moments import at_once

TIGHT = {"min": 3, "max": 6, "until": {"requests_per_s": "2%"}}


def rates(*by_trial: float) -> Answer:
    """One trial after the other measures these; the last one goes on."""
    told = iter(by_trial)
    last = by_trial[-1]

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["figures"]["requests_per_s"] = next(told, last)
        return report

    return answer


def noisy(rounds: int) -> list[float]:
    """Rounds of two trials whose ratio jumps by a fifth."""
    return [rate for n in range(rounds) for rate in (1000.0, 1000.0 if n % 2 else 1200.0)]


def precision(farm: Farm, made: str) -> dict[str, Any]:
    return farm.experiment(made)["precision"]


def rounds_of(farm: Farm, made: str) -> list[int]:
    return sorted({t["round"] for t in farm.trials(made)})


def test_it_ends_after_the_fewest_rounds_when_they_agree(farm: Farm) -> None:
    made = farm.launch(trials=TIGHT)
    assert len(farm.trials(made)) == 12
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["rounds"], found["progress"]) == ("finished", 3, None)
    assert [t["state"] for t in farm.trials(made)] == ["done"] * 6
    assert found["precision"]["rule"] == "precise"
    assert found["precision"]["sentence"] == "Ended after 3 rounds: every interval within ±2%."
    listed = farm.client.get("/api/v1/experiments").json()
    assert [(e["rounds"], e["state"]) for e in listed] == [(3, "finished")]


def test_it_ends_in_between_as_soon_as_a_whole_round_makes_it_narrow(farm: Farm) -> None:
    farm.answers["measure"] = rates(1000.0, 1080.0, *[1000.0] * 12)
    wanted = {"min": 3, "max": 9, "until": {"requests_per_s": "8%"}}
    made = farm.launch(trials=wanted)
    farm.work(made)
    found = precision(farm, made)
    assert found["rule"] == "precise"
    assert 3 < found["rounds"] < 9
    assert rounds_of(farm, made) == list(range(1, found["rounds"] + 1))
    assert found["widest"][0]["half"] <= 0.08
    rows = farm.client.get(f"/api/v1/experiments/{made}/deltas").json()
    assert {r["n"] for r in rows} == {found["rounds"]}


def test_it_ends_at_the_most_and_says_how_wide_the_widest_is(farm: Farm) -> None:
    farm.answers["measure"] = rates(*noisy(6))
    made = farm.launch(trials=TIGHT)
    farm.work(made)
    found = precision(farm, made)
    assert (found["rule"], found["rounds"], len(farm.trials(made))) == ("most", 6, 12)
    assert found["widest"][0]["name"] == "two"
    assert found["widest"][0]["half"] > 0.02
    assert found["sentence"].startswith("Ended at the maximum of 6 rounds; widest interval ±")
    assert found["sentence"].endswith("% (two), wanted ±2%.")


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
    assert (precision(farm, made)["rounds"], rounds_of(farm, made)) == (3, [1, 2, 3])


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
    found = precision(farm, made)
    assert (found["rule"], found["rounds"]) == ("precise", 3)
    assert [one["name"] for one in found["left_out"]] == ["two"]
    assert "Not waited for: two (no round has a valid req/s" in found["sentence"]


def test_where_nothing_can_become_narrow_it_does_not_go_on_to_the_most(farm: Farm) -> None:
    def no_rate(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["figures"]["latency_p99"] = None
        return report

    farm.answers["measure"] = no_rate
    made = farm.launch(trials={"min": 3, "max": 6, "until": {"latency_p99": "5%"}})
    farm.work(made)
    found = precision(farm, made)
    assert (found["rule"], found["rounds"]) == ("unmeasurable", 3)
    assert farm.experiment(made)["state"] == "finished"


def test_progress_says_at_most_and_how_narrow_it_is_by_now(farm: Farm) -> None:
    farm.answers["measure"] = rates(*noisy(6))
    made = farm.launch(trials=TIGHT)
    farm.work(made, until="measure")
    found = farm.experiment(made)
    progress = found["progress"]
    assert "(round 1, at most 6)" in progress["step"]
    assert (progress["rounds_least"], progress["rounds"], progress["total"]) == (3, 6, 12)
    assert 0 < progress["seconds_left_least"] < progress["seconds_left"]
    assert found["precision"]["sentence"] == (
        "Ends when every interval is within ±2%, after 6 rounds at the latest."
    )
    for _ in range(8):
        report_one(farm, made)
    found = farm.experiment(made)
    assert found["precision"]["rounds"] == 4
    assert "After 4 rounds the widest interval is ±" in found["precision"]["sentence"]
    assert found["precision"]["rule"] is None


def report_one(farm: Farm, made: str) -> None:
    """The trial that is measured, to its end."""
    job = farm.open("measure")
    farm.report("load", farm.outcome(job))
    advance(made)
    farm.work(made, until="measure")


def test_a_look_that_was_lost_is_taken_again_and_looking_twice_changes_nothing(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds = 4
    farm.answers["measure"] = rates(*noisy(6))
    made = farm.launch(trials=TIGHT)
    farm.work(made, until="measure")
    with monkeypatch.context() as patch:
        for _ in range(2 * rounds - 1):
            report_one(farm, made)
        patch.setattr("backend.experiments.orchestration.measurement.look_at", killed)
        with pytest.raises(KeyboardInterrupt):
            farm.work(made)
    with Session(get_engine()) as session:
        experiment = session.get_one(Experiment, made)
        assert experiment.rounds_ended is None
        assert experiment.rounds_seen < rounds
    at_once(3, lambda: advance(made))
    with Session(get_engine()) as session:
        experiment = session.get_one(Experiment, made)
        assert experiment.rounds_seen == rounds
        assert not [x for x in step(load_view(session, experiment)) if isinstance(x, LookAtRounds)]
    farm.work(made)
    assert precision(farm, made)["rule"] == "most"
    assert count_trials(made) == 12


def killed(*_: object) -> None:
    raise KeyboardInterrupt


def count_trials(made: str) -> int:
    with Session(get_engine()) as session:
        return session.scalar(select(func.count()).where(Trial.experiment_id == made)) or 0


def test_cancelled_it_says_how_far_it_came(farm: Farm) -> None:
    farm.answers["measure"] = rates(*noisy(6))
    made = farm.launch(trials=TIGHT)
    farm.work(made, until="measure")
    for _ in range(9):
        report_one(farm, made)
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["precision"]["rule"], found["precision"]["rounds"]) == (
        "cancelled",
        None,
        4,
    )
    assert found["precision"]["sentence"].startswith(
        "Stopped after 4 whole rounds; the widest interval was ±"
    )


def test_a_fixed_number_of_trials_has_no_rule(farm: Farm) -> None:
    made = farm.launch()
    farm.work(made)
    assert precision(farm, made) is None


def planned(farm: Farm, **changes: Any) -> dict[str, Any]:
    answer = farm.client.post("/api/v1/plans", json={"definition": DEFINITION | changes})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_plan_says_what_the_noise_of_the_testbed_asks_for_once_it_is_known(farm: Farm) -> None:
    before = planned(farm, trials=TIGHT)
    assert (before["errors"], before["noise"], before["proposals"]) == ([], None, [])
    assert (before["rounds"], before["trials"]) == (6, 12)
    assert (before["fewest"]["rounds"], before["fewest"]["trials"]) == (3, 6)
    assert before["fewest"]["likely_rounds"] is None
    assert before["fewest"]["seconds"] < before["seconds"]
    assert "wrk runs at most 12 times, one at a time." in before["changes"][0]["changes"]

    farm.answers["measure"] = rates(1000.0, 1050.0, 980.0, 1020.0, 1000.0, 1010.0)
    farm.work(farm.launch(trials=4))
    after = planned(farm, trials=TIGHT)
    assert 0.005 < after["noise"]["cv"] < 0.1
    assert after["noise"]["trial_s"] == 2
    rounds = {p["effect"]: p["rounds"] for p in after["proposals"]}
    assert rounds[0.5] == 5
    assert rounds[0.02] >= rounds[0.05] >= 5
    assert after["fewest"]["likely_rounds"] > 3
    assert planned(farm)["fewest"] is None
