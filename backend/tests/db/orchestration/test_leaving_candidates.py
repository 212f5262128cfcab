"""Candidates leave at an interim analysis on a real PostgreSQL: with the word of then."""

from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.definition.consistency import CONTROL
from backend.records.runs import Run
from backend.tests.db.agents import Farm
from backend.tests.db.orchestration.test_decided import measuring, steady

LOOKS = {"min": 4, "max": 13, "until": "decided"}  # after 4, 6, 9 and 13 rounds


def drifting(number: int) -> float:
    """Clearly better in the first rounds, worse in all later ones."""
    return 1300.0 + number % 2 if number <= 4 else 500.0


def wavering(number: int) -> float:
    """Not clear before the last analysis."""
    return 1000.0 * (1 + (0.004, 0.06, 0.03, 0.10)[number % 4])


def hopping(number: int) -> float:
    """Of a scatter that no number of rounds here can tell from nothing."""
    return (500.0, 2000.0)[number % 2]


def launch(farm: Farm, **of_run: Any) -> str:
    farm.answers["measure"] = measuring(one=steady(1000), **of_run, **{CONTROL: steady(1000.5)})
    variants = [{"name": name} for name in ("one", *of_run)]
    experiment_id = farm.launch(trials=LOOKS, control=True, variants=variants)
    farm.work(experiment_id)
    return experiment_id


def runs_of(experiment_id: str) -> Sequence[Run]:
    with Session(get_engine()) as session:
        return session.scalars(select(Run).where(Run.experiment_id == experiment_id)).all()


def rows_of(farm: Farm, experiment_id: str) -> dict[str, Any]:
    return {row["name"]: row for row in farm.client.get(f"/api/v1/experiments/{experiment_id}/deltas").json()}


def test_a_decided_candidate_is_measured_no_further_and_keeps_its_word(farm: Farm) -> None:
    experiment_id = launch(farm, two=drifting, three=wavering)
    runs = {run.name: run for run in runs_of(experiment_id)}
    names = {run.id: name for name, run in runs.items()}
    last = dict.fromkeys(runs, 0)
    for trial in farm.trials(experiment_id):
        name = names[trial["run_id"]]
        last[name] = max(last[name], trial["round"])
    assert last["two"] == runs["two"].last_round == 4
    assert last["one"] == last["three"] == last[CONTROL] > 4
    row = rows_of(farm, experiment_id)["two"]
    assert (row["verdict"], row["n"]) == ("better", 4)
    assert "Measured until round 4" in row["reason"]


@pytest.mark.exhaustive
def test_it_ends_early_where_nobody_else_can_be_decided(farm: Farm) -> None:
    experiment_id = launch(farm, two=steady(1300), three=hopping)
    decision = farm.experiment(experiment_id)["decision"]
    assert decision["rule"] == "hopeless"
    assert [(candidate["name"], candidate["has_left"]) for candidate in decision["undecided"]] == [
        ("three", True)
    ]
    assert decision["rounds"] < 13
    assert "more rounds would hardly decide three" in decision["sentence"]
    row = rows_of(farm, experiment_id)["three"]
    assert row["verdict"] == "unclear"


@pytest.mark.exhaustive
def test_the_cells_of_a_grid_are_all_measured_to_the_end(farm: Farm) -> None:
    farm.answers["measure"] = measuring(**{"a 1": steady(1000), "a 2": steady(1300), "a 3": wavering})
    levels = {str(n): {"nginx.worker_processes": n} for n in (1, 2, 3)}
    experiment_id = farm.launch(trials=LOOKS, variants=[], factors={"a": levels}, baseline="a 1")
    farm.work(experiment_id)
    assert {run.last_round for run in runs_of(experiment_id)} == {None}


@pytest.mark.exhaustive
def test_the_baseline_of_a_context_is_measured_as_long_as_one_is_compared_with_it(farm: Farm) -> None:
    farm.answers["measure"] = measuring(
        **{"one": steady(1000), "slow": steady(500), "slow two": lambda n: wavering(n) / 2}
    )
    slow = {"origin.delay": "4ms"}
    variants = [
        {"name": "one"},
        {"name": "slow", "set": slow},
        {"name": "slow two", "set": slow | {"nginx.worker_processes": 2}},
    ]
    experiment_id = farm.launch(trials=LOOKS, control=False, variants=variants)
    farm.work(experiment_id)
    names = {run.id: run.name for run in runs_of(experiment_id)}
    by_round = sorted(farm.trials(experiment_id), key=lambda trial: trial["round"])
    last = {names[trial["run_id"]]: trial["round"] for trial in by_round}
    assert last["slow"] == last["slow two"] > 4
