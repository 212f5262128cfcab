"""Trials until decided on a real PostgreSQL: rounds end at an interim analysis or at the most."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.definition.consistency import CONTROL
from backend.execution.orchestration import measurement
from backend.execution.orchestration.advance import advance
from backend.records.runs import Run, Trial
from backend.tests.db.agents import Answer, Farm

LOOKS = {"min": 4, "max": 9, "until": "decided"}  # after 4, 6 and 9 rounds
Rate = Callable[[int], float]


def measuring(**of_run: Rate) -> Answer:
    """What each run measures in a round; runs are named as in the definition."""

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        with Session(get_engine()) as session:
            name, number = session.execute(
                select(Run.name, Trial.round)
                .join(Run, Run.id == Trial.run_id)
                .where(Trial.state == "measuring")
            ).one()
        report["load"]["figures"]["requests_per_s"] = of_run[name](number)
        return report

    return answer


def steady(rate: float) -> Rate:
    return lambda number: rate + number % 2


def jumping(number: int) -> float:
    return 1000.0 if number % 2 else 1200.0


def decision(farm: Farm, made: str) -> dict[str, Any]:
    return farm.experiment(made)["decision"]


def test_it_ends_at_the_first_look_where_the_candidate_is_clear(farm: Farm) -> None:
    farm.answers["measure"] = measuring(one=steady(1000), two=steady(1300))
    made = farm.launch(trials=LOOKS)
    assert len(farm.trials(made)) == 18
    farm.work(made)
    found = decision(farm, made)
    assert (found["rule"], found["rounds"], found["undecided"]) == ("decided", 4, [])
    assert found["sentence"].startswith("Ended after 4 of at most 9 rounds: the candidate is decided.")
    assert {t["round"] for t in farm.trials(made)} == {1, 2, 3, 4}
    rows = farm.client.get(f"/api/v1/experiments/{made}/deltas").json()
    assert [(r["verdict"], r["n"]) for r in rows] == [("better", 4)]


def test_analyses_are_made_only_after_the_planned_rounds_and_widen_the_interval(
    farm: Farm, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    really = measurement.analyse

    def seen(*given: Any) -> Any:
        looked.append(given[-1])
        return really(*given)

    monkeypatch.setattr(measurement, "analyse", seen)
    farm.answers["measure"] = measuring(one=steady(1000), two=jumping)
    made = farm.launch(trials=LOOKS)
    farm.work(made)
    found = decision(farm, made)
    assert looked == [4, 6, 9]
    assert (found["rule"], found["rounds"]) == ("most", 9)
    assert [one["name"] for one in found["undecided"]] == ["two"]
    assert found["sentence"].startswith("Ended at the maximum of 9 rounds; not decided: two (throughput).")
    fixed = farm.launch(trials=9)
    farm.work(fixed)
    looked_width, fixed_width = width(farm, made), width(farm, fixed)
    assert looked_width > 1.1 * fixed_width, "the interval is wider for the analyses that were planned"


def width(farm: Farm, made: str) -> float:
    row = farm.client.get(f"/api/v1/experiments/{made}/deltas").json()[0]
    assert row["n"] == 9
    return row["high"] - row["low"]


def test_the_control_is_not_waited_for(farm: Farm) -> None:
    rates = {"one": steady(1000), "two": steady(1300), CONTROL: steady(1000.5)}
    farm.answers["measure"] = measuring(**rates)
    made = farm.launch(trials=LOOKS, control=True)
    farm.work(made)
    found = decision(farm, made)
    assert (found["rule"], found["rounds"], found["candidates"]) == ("decided", 4, 1)


def test_while_it_runs_it_says_when_the_next_look_is_and_not_what_the_last_saw(farm: Farm) -> None:
    farm.answers["measure"] = measuring(one=steady(1000), two=jumping)
    made = farm.launch(trials=LOOKS)
    farm.work(made, until="measure")
    found = farm.experiment(made)
    assert found["decision"]["sentence"] == (
        "Ends when every candidate is decided; analysed after 4, 6 and 9 rounds."
    )
    assert (found["progress"]["rounds_least"], found["progress"]["rounds"]) == (4, 9)
    for _ in range(10):
        farm.report("load", farm.outcome(farm.open("measure")))
        advance(made)
        farm.work(made, until="measure")
    assert decision(farm, made)["sentence"] == (
        "After 4 rounds 0 of 1 candidate were decided; the next interim analysis is after 6, "
        "the last after 9."
    )
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    advance(made)
    farm.work(made)
    found = decision(farm, made)
    assert (found["rule"], found["rounds"]) == (None, 4)
    assert found["sentence"].startswith(
        "Stopped before it was decided; the last interim analysis was after 4 rounds."
    )


def test_an_experiment_of_a_fixed_number_has_no_looks(farm: Farm) -> None:
    made = farm.launch(trials=2)
    farm.work(made)
    assert decision(farm, made) is None
