"""A pair of an experiment reads the same on its page, in Compare, in its grid, as a step and in a gate."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.cli.launching.wait import deltas_of
from backend.records import testbeds
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial
from backend.tests.db import builders

ROUNDS, CANDIDATES = 12, 5
FIGURES = ("change", "low", "high", "p", "n")


UNTIL_DECIDED = {"min": 8, "max": 40, "until": "decided"}


def _measured(session: Session, trials: Any = ROUNDS, **columns: Any) -> tuple[Experiment, Sequence[Run]]:
    """Baseline, its control and five levels of one factor; the last derives from the first."""
    factors = {"workers": {str(n): {"nginx.worker_processes": n} for n in range(1, CANDIDATES + 2)}}
    bed = session.query(testbeds.Testbed).first() or builders.a_testbed(session)
    definition = {"factors": factors, "trials": trials}
    experiment = builders.experiment(session, bed, definition=definition, **columns)
    rng = np.random.default_rng(20261126)
    runs = []
    for position in range(CANDIDATES + 2):
        level = str(max(position, 1))
        run = builders.run(
            session, experiment, position, f"workers {level}" if position else "control",
            is_baseline=position == 1, is_control=position == 0, factors={"workers": level},
            knobs={"nginx.worker_processes": int(level)},
            parent=None if position < 2 else "workers 2" if position == CANDIDATES + 1 else "workers 1",
        )  # fmt: skip
        for number in range(1, ROUNDS + 1):
            rate = 1000 * float(np.exp(rng.normal(0.01 * position, 0.04)))
            builders.trial(session, run, number, {"requests_per_s": rate})
        runs.append(run)
    session.commit()
    return experiment, runs


def _get(client: TestClient, path: str, **query: Any) -> Any:
    answer = client.get(f"/api/v1{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


class _Api:
    """What the command line asks the server through."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, **query: Any) -> Any:
        return _get(self.client, path, **query)


@pytest.mark.parametrize("rules", [1, 2])
def test_a_pair_reads_the_same_everywhere(session: Session, client: TestClient, rules: int) -> None:
    experiment, runs = _measured(session, rules_version=rules)
    path = f"/experiments/{experiment.id}"
    page, steps = (
        {row["run_id"]: row for row in _get(client, f"{path}/{part}", metric="requests_per_s")}
        for part in ("deltas", "steps")
    )
    gate = dict(deltas_of(_Api(client), _get(client, path), "requests_per_s"))  # pyright: ignore[reportArgumentType]
    effects = {
        effect["level"]: effect["delta"]
        for effect in _get(client, f"{path}/main-effects", metric="requests_per_s")["effects"]
    }
    for run in runs[2:]:
        comparison = _get(client, "/compare", a=runs[1].id, b=run.id)
        level = (run.factors or {})["workers"]
        deltas = [
            gate[run.name],
            comparison["pairs"][0]["delta"],
            comparison["overall"][0]["delta"],
            effects[level],
        ]
        deltas += [steps[run.id]] if run is not runs[-1] else []
        expected = pytest.approx([page[run.id][name] for name in FIGURES])
        for delta in deltas:
            assert [delta[name] for name in FIGURES] == expected


def test_a_pair_counts_the_interim_analyses_of_its_experiment(session: Session, client: TestClient) -> None:
    experiment, runs = _measured(session, UNTIL_DECIDED, rules_version=2)
    left = runs[3]
    session.query(Trial).filter(Trial.run_id == left.id, Trial.round > 8).delete()
    left.last_round = 8
    session.commit()
    page = {row["run_id"]: row for row in _get(client, f"/experiments/{experiment.id}/deltas")}
    for run in runs[2:]:
        comparison = _get(client, "/compare", a=runs[1].id, b=run.id)
        pair = comparison["pairs"][0]["delta"]
        expected = pytest.approx([page[run.id][name] for name in FIGURES])
        for delta in (pair, comparison["overall"][0]["delta"]):
            assert [delta[name] for name in FIGURES] == expected
        assert "5 interim analyses" in pair["reason"] or pair["p"] >= 0.05


def test_a_pair_of_another_context_reads_the_same_in_compare(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    experiment = builders.experiment(session, bed, rules_version=2)
    rng = np.random.default_rng(20261127)
    runs = []
    for position in range(2 * (CANDIDATES + 1)):
        payload, workers = divmod(position, CANDIDATES + 1)
        knobs = {"nginx.worker_processes": workers + 1, "origin.body_bytes": 615 + 35000 * payload}
        run = builders.run(
            session, experiment, position, f"{payload} {workers}", knobs=knobs, is_baseline=not position
        )
        for number in range(1, ROUNDS + 1):
            rate = 1000 * float(np.exp(rng.normal(0.01 * workers - payload, 0.04)))
            builders.trial(session, run, number, {"requests_per_s": rate})
        runs.append(run)
    session.commit()
    page = {row["run_id"]: row for row in _get(client, f"/experiments/{experiment.id}/deltas")}
    reference = runs[CANDIDATES + 1]
    assert page[reference.id]["verdict"] == "context"
    for run in runs[CANDIDATES + 2 :]:
        delta = _get(client, "/compare", a=reference.id, b=run.id)["pairs"][0]["delta"]
        assert page[run.id]["against"] == reference.name
        assert [delta[name] for name in FIGURES] == pytest.approx([page[run.id][name] for name in FIGURES])


def test_under_rules_2_the_control_counts_in_compare(session: Session, client: TestClient) -> None:
    changes = []
    for rules in (1, 2):
        _, runs = _measured(session, rules_version=rules)
        comparison = _get(client, "/compare", a=runs[1].id, b=runs[3].id)
        changes.append(comparison["pairs"][0]["delta"]["change"])
    assert changes[0] != pytest.approx(changes[1])
