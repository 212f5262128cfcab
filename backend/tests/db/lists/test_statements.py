"""How many SQL statements each page takes: as many for many rows as for a few."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, TrialState
from backend import database
from backend.analysis import stored_headlines
from backend.records import testbeds
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.tests.db import builders

STATEMENTS = {
    "list of 50": 10,
    "list of 200": 10,
    "sorted list": 10,
    "search": 10,
    "home": 13,
    "hosts": 3,
    "host": 4,
    "testbeds": 5,
    "experiment": 5,
    "trials": 2,
    "deltas": 4,
    "run": 7,
    "compare": 5,
}
"""Of a list one is for the page, and the rest for all of those that have not ended."""


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements that the API sends meanwhile."""
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        found.append(statement)

    engine = database.get_engine()
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


def _measured(
    session: Session, bed: testbeds.Testbed, runs: int, rounds: int
) -> tuple[Experiment, list[Run]]:
    made = builders.experiment(session, bed, notes="kernel")
    found = [builders.run(session, made, n, f"run {n}", is_baseline=n == 0) for n in range(runs)]
    for run in found:
        for number in range(1, rounds + 1):
            builders.trial(session, run, number, {"requests_per_s": 1000.0 + number + run.position})
    stored_headlines.keep(session, made)
    return made, found


def _unfinished(session: Session, bed: testbeds.Testbed, state: ExperimentState, kind: str) -> None:
    definition = {"kind": kind, "ceiling": {"resolution": 128}}
    made = builders.experiment(session, bed, state=state, notes="kernel", definition=definition)
    run = builders.run(session, made, 0, "run", is_baseline=True)
    builders.trial(session, run, 1, {}, state=TrialState.QUEUED, started_at=None, ended_at=None)


def _store(session: Session, times: int) -> dict[str, str]:
    """So many experiments of each kind, runs and trials of each, and hosts; the pages that show them."""
    beds = [builders.a_testbed(session, f"lab-{n}") for n in range(times)]
    measured = [_measured(session, beds[0], 2 + times, 1 + times) for _ in range(2 * times)]
    for _ in range(times):
        for state in (ExperimentState.QUEUED, ExperimentState.RUNNING):
            _unfinished(session, beds[0], state, "compare")
        _unfinished(session, beds[0], ExperimentState.RUNNING, "ceiling")
    session.commit()
    experiment, runs = measured[0]
    a, b = ([runs[1].id for _, runs in part] for part in (measured[:times], measured[times:]))
    sides = "&".join([*(f"a={i}" for i in a), *(f"b={i}" for i in b)])
    return {
        "list of 50": "/experiments?limit=50",
        "list of 200": "/experiments?limit=200",
        "sorted list": "/experiments?sort=p99&limit=200",
        "search": "/experiments?q=kernel",
        "home": "/experiments?limit=30 /hosts",
        "hosts": "/hosts",
        "host": f"/hosts/{beds[0].roles[0].host_id}",
        "testbeds": "/testbeds",
        "experiment": f"/experiments/{experiment.id}",
        "trials": f"/experiments/{experiment.id}/trials",
        "deltas": f"/experiments/{experiment.id}/deltas",
        "run": f"/runs/{runs[1].id}",
        "compare": f"/compare?{sides}",
    }


@pytest.mark.parametrize("times", [1, 3])
def test_every_page_takes_the_same_statements_whatever_it_shows(
    session: Session, client: TestClient, times: int
) -> None:
    found = {}
    for page, paths in _store(session, times).items():
        with counted() as statements:
            for path in paths.split():
                assert client.get(f"/api/v1{path}").status_code == 200
        found[page] = len(statements)
    assert found == STATEMENTS
