"""Failures in a comparison: they are said, and better and same are withheld."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from backend.records import testbeds
from backend.records.runs import Run
from backend.tests.db import builders

ROUNDS = 12
FAILED = [{"level": "invalid", "code": "failed_requests", "message": "9% of requests failed"}]


def _runs(session: Session, failing_rounds: int, rate: float, **columns: Any) -> tuple[Run, Run]:
    """A baseline, and a candidate of this rate whose first rounds failed once before they were repeated."""
    bed = session.query(testbeds.Testbed).first() or builders.a_testbed(session)
    experiment = builders.experiment(session, bed, definition={"factors": {}}, **columns)
    baseline = builders.run(session, experiment, 0, "default", is_baseline=True)
    candidate = builders.run(session, experiment, 1, "fast")
    for number in range(1, ROUNDS + 1):
        wave = number % 3
        builders.trial(session, baseline, number, {"requests_per_s": 100.0 + wave, "requests": 1000})
        figures: dict[str, float | None] = {"requests_per_s": rate + wave, "requests": 1000.0}
        if number <= failing_rounds:
            failed = figures | {"failed_requests": 90.0}
            builders.trial(session, candidate, number, failed, state=TrialState.INVALID, findings=FAILED)
        builders.trial(
            session,
            candidate,
            number,
            figures,
            attempt=2 if number <= failing_rounds else 1,
            position=1000 + number,
        )
    session.commit()
    return baseline, candidate


def _compare(client: TestClient, a: Run, b: Run) -> dict[str, Any]:
    answer = client.get("/api/v1/compare", params={"a": a.id, "b": b.id})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_candidate_that_fails_in_most_rounds_fails_more_and_is_not_better(
    session: Session, client: TestClient
) -> None:
    runs = _runs(session, 10, 120.0, rules_version=2)
    found = _compare(client, *runs)
    page = client.get(f"/api/v1/experiments/{runs[0].experiment_id}/deltas").json()[0]
    for delta in (found["pairs"][0]["delta"], found["overall"][0]["delta"]):
        assert (delta["verdict"], delta["failures"]["word"]) == ("unclear", "fails more")
        assert delta["failures"] == page["failures"]
    assert "fails more: " in found["headline"]


@pytest.mark.parametrize("rate", [120.0, 100.0])
def test_one_dropped_attempt_withholds_better_and_same(
    session: Session, client: TestClient, rate: float
) -> None:
    delta = _compare(client, *_runs(session, 1, rate, rules_version=2))["pairs"][0]["delta"]
    assert (delta["verdict"], delta["failures"]["withholds"]) == ("unclear", True)


def test_without_failures_and_under_rules_1_words_stay(session: Session, client: TestClient) -> None:
    for failing_rounds, rules in ((0, 2), (10, 1)):
        runs = _runs(session, failing_rounds, 120.0, rules_version=rules)
        assert _compare(client, *runs)["pairs"][0]["delta"]["verdict"] == "better"
