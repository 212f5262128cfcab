"""Verdicts of ended experiments are stored, and stay as they were given."""

from dataclasses import replace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from backend.analysis import stored_headlines
from backend.analysis.stored import store
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.testbeds import Testbed
from backend.records.verdicts.stored import StoredVerdicts
from backend.statistics import delta as statistics
from backend.statistics.verdict import Verdict
from backend.tests.db import builders, stored_results

ADDRESSES = (
    "deltas?metric=requests_per_s",
    "deltas?metric=latency_p99",
    "pivot",
    "report",
    "export.csv?what=runs",
    "charts/delta.svg",
)


def _change_estimator(monkeypatch: pytest.MonkeyPatch) -> None:
    """Later code that judges everything otherwise."""
    original = statistics.deltas_together

    def other(*args: Any, **kwargs: Any) -> list[list[statistics.Delta]]:
        return [
            [replace(delta, verdict=Verdict.UNCLEAR, change=0.5, low=-0.9, high=3.0) for delta in group]
            for group in original(*args, **kwargs)
        ]

    monkeypatch.setattr(statistics, "deltas_together", other)


def _answers(client: TestClient, experiment_id: str, run_id: str) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for address in ADDRESSES:
        answer = client.get(f"/api/v1/experiments/{experiment_id}/{address}")
        assert answer.status_code == 200, address
        answers[address] = answer.text
    detail = client.get(f"/api/v1/experiments/{experiment_id}").json()
    figures = client.get(f"/api/v1/runs/{run_id}").json()["figures"]
    return answers | {"headline": detail["headline"], "figures": figures}


def test_no_reader_sees_what_later_code_makes_of_the_same_trials(
    session: Session, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, runs = builders.article_c(session)
    run_id = list(runs.values())[-1].id
    before = _answers(client, made.id, run_id)
    _change_estimator(monkeypatch)
    monkeypatch.setattr(stored_headlines, "VERSION", stored_headlines.VERSION + 1)
    stored_headlines.keep_stale()
    after = _answers(client, made.id, run_id)
    for name in (*ADDRESSES[:2], *ADDRESSES[3:], "headline", "figures"):
        assert after[name] == before[name], name


def test_stored_verdicts_have_no_dots_and_pages_have_them(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    rows = session.scalars(select(StoredVerdicts).where(StoredVerdicts.experiment_id == made.id)).all()
    assert {row.rules_version for row in rows} == {made.rules_version}
    assert "requests_per_s" in {row.metric for row in rows}
    assert not any("dots" in delta for row in rows for delta in row.deltas.values())
    assert all(row["dots"] for row in client.get(f"/api/v1/experiments/{made.id}/deltas").json())


def test_experiments_that_ended_before_are_stored_in_batches_also_after_a_crash(
    session: Session, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    bed = builders.a_testbed(session)
    experiments = [builders.article_c(session, bed=bed)[0] for _ in range(2)]
    rows_before = [client.get(f"/api/v1/experiments/{e.id}/deltas").json() for e in experiments]
    session.query(StoredVerdicts).delete()
    for experiment in experiments:
        experiment.kept_version = 0
    session.commit()
    original, calls = store.computed_rows, []

    def crash(*args: Any) -> Any:
        calls.append(1)
        if len(calls) == 3:
            raise MemoryError
        return original(*args)

    monkeypatch.setattr(store, "computed_rows", crash)
    monkeypatch.setattr(stored_headlines, "BUDGET_S", 60.0)
    with pytest.raises(MemoryError):
        stored_headlines.keep_stale()
    assert session.scalar(select(func.count()).select_from(StoredVerdicts)) == 0
    assert client.get(f"/api/v1/experiments/{experiments[0].id}/deltas").json() == rows_before[0]
    stored_headlines.keep_stale()
    session.expire_all()
    stored_ids = set(session.scalars(select(StoredVerdicts.experiment_id)))
    assert stored_ids == {e.id for e in experiments}
    stored_headlines.keep_stale()
    assert [client.get(f"/api/v1/experiments/{e.id}/deltas").json() for e in experiments] == rows_before


def test_a_deleted_run_renews_what_is_stored(session: Session, client: TestClient) -> None:
    made, runs = builders.article_c(session)
    run_id = list(runs.values())[-1].id
    family = client.get(f"/api/v1/experiments/{made.id}/deltas").json()[0]["family"]
    assert client.delete(f"/api/v1/runs/{run_id}").status_code == 204
    rows = client.get(f"/api/v1/experiments/{made.id}/deltas").json()
    assert run_id not in {row["run_id"] for row in rows}
    assert rows[0]["family"] == family - 1
    verdicts = session.get(StoredVerdicts, (made.id, made.rules_version, "requests_per_s"))
    assert verdicts is not None
    assert set(verdicts.deltas) == {row["run_id"] for row in rows}


def test_results_of_experiments_alike_are_those_of_the_product(session: Session) -> None:
    """Tests have them from stored_results, which works them out once."""
    builders.article_c(session)
    for table in (Experiment, Testbed, Host):
        session.execute(delete(table))
    experiment, runs = builders.article_c(session)
    copied_results = stored_results.read(session, experiment, list(runs.values()))
    stored_headlines.keep(session, experiment)
    session.flush()
    session.expire_all()
    assert copied_results == stored_results.read(session, experiment, list(runs.values()))
