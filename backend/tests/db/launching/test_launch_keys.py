"""A launch that is sent again, for its answer was lost, is one experiment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from backend.records.experiments import Experiment
from backend.tests.db import builders

CALIBRATION = {"recipe": "calibration", "form": "quick"}


def _launch(client: TestClient, key: str | None = None) -> str:
    headers = {"Idempotency-Key": key} if key else {}
    answer = client.post("/api/v1/experiments", json=CALIBRATION, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def test_a_key_launches_one_experiment(session: Session, client: TestClient) -> None:
    builders.a_testbed(session)
    session.commit()
    first = _launch(client, "a")
    assert _launch(client, "a") == first
    other_ids = {_launch(client, "b"), _launch(client), _launch(client)}
    assert len(other_ids - {first}) == 3


def test_two_at_once_are_one(session: Session, client: TestClient) -> None:
    builders.a_testbed(session)
    session.commit()
    with ThreadPoolExecutor(4) as pool:
        ids = set(pool.map(lambda _: _launch(client, "a"), range(4)))
    assert len(ids) == 1
    assert session.scalar(select(func.count()).select_from(Experiment)) == 1


def test_what_was_refused_is_launched_with_the_same_key_once_it_can(
    session: Session, client: TestClient
) -> None:
    headers = {"Idempotency-Key": "a"}
    assert client.post("/api/v1/experiments", json=CALIBRATION, headers=headers).status_code == 422
    builders.a_testbed(session)
    session.commit()
    assert _launch(client, "a")


@pytest.mark.parametrize("key", ["", " ", "a b", "a" * 65])
def test_a_key_is_short_and_printable(session: Session, client: TestClient, key: str) -> None:
    builders.a_testbed(session)
    session.commit()
    answer = client.post("/api/v1/experiments", json=CALIBRATION, headers={"Idempotency-Key": key})
    assert answer.status_code == 422
    assert "Idempotency-Key" in answer.text
