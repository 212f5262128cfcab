"""What pages, reports and the terminal say of the starts of an experiment's servers."""

from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.tests.db import builders

RATES = (100.0, 101.0, 99.0, 110.0, 111.0, 109.0, 95.0, 96.0, 94.0)


def made(session: Session, definition: dict[str, Any], starts: list[int | None]) -> Experiment:
    of = builders.experiment(session, definition=definition)
    for position, name in enumerate(("base", "other")):
        run = builders.run(session, of, position, name, is_baseline=position == 0)
        rates = RATES if position == 0 else RATES[::-1]
        for number, (rate, start) in enumerate(zip(rates, starts, strict=True), 1):
            builders.trial(session, run, number, {"requests_per_s": rate}, start=start)
    session.commit()
    return of


def servers(client: TestClient, of: Experiment) -> dict[str, Any]:
    return client.get(f"/api/v1/experiments/{of.id}").json()["servers"]


def test_starts_and_trials_of_one_are_told_apart(session: Session, client: TestClient) -> None:
    of = made(session, {"servers": {"every": 3}}, [1, 1, 1, 2, 2, 2, 3, 3, 3])
    found = servers(client, of)
    assert (found["rounds_per_start"], found["starts"]) == (3, 3)
    assert found["between"] > 5 * found["within"] > 0
    assert "between starts of a server and by" in found["sentence"]
    report = client.get(f"/api/v1/experiments/{of.id}/report").text
    assert "New servers every 3 rounds (3 of each run)" in report


def test_starts_that_do_not_differ_are_said_so(session: Session, client: TestClient) -> None:
    of = made(session, {"servers": {"every": 3}}, [1, 2, 3, 1, 2, 3, 1, 2, 3])
    found = servers(client, of)
    assert found["between"] == 0
    assert "Starts of a server differ no more than trials of one start" in found["sentence"]


def test_an_interval_counts_starts(session: Session, client: TestClient) -> None:
    kept = made(session, {"servers": {"every": 3}}, [1, 1, 1, 2, 2, 2, 3, 3, 3])
    (delta,) = client.get(f"/api/v1/experiments/{kept.id}/deltas").json()
    assert (delta["n"], delta["by_start"]) == (3, True)
    assert "starts per run would settle it; new servers for each round give more of them" in delta["reason"]
    assert len(delta["dots"]) == 9


def test_an_experiment_from_before_says_that_it_kept_one_start(session: Session, client: TestClient) -> None:
    of = made(session, {}, [None] * 9)
    found = servers(client, of)
    assert (found["rounds_per_start"], found["starts"], found["between"]) == (0, 0, None)
    assert found["sentence"].startswith("One start of each server for all rounds")
    (delta,) = client.get(f"/api/v1/experiments/{of.id}/deltas").json()
    assert delta["n"] == 9


def test_nobody_started_servers_for_what_was_imported_or_not_measured(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session)
    imported = builders.experiment(session, bed, origin="imported")
    empty = builders.experiment(session, bed, definition={"servers": {"fresh": "round"}})
    session.commit()
    assert servers(client, imported) is None
    assert servers(client, empty) is None


def test_nobody_started_a_server_that_is_the_users_own(session: Session, client: TestClient) -> None:
    of = made(session, {"servers": {"fresh": "round"}}, [None] * 9)
    for run in session.query(Run).where(Run.experiment_id == of.id):
        run.knobs, run.topology = {"origin.address": "10.0.0.9:80"}, "direct"
    session.commit()
    assert servers(client, of) is None
