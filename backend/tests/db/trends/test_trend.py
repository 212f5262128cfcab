"""A variant over experiments: which points it has, what changed between them, and what bounds it."""

from datetime import timedelta
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import stored_headlines
from backend.records.experiments import Experiment
from backend.records.testbeds import Testbed
from backend.tests.db import builders
from backend.tests.db.lists.test_statements import counted
from backend.trends import service

PATH = "/api/v1/trend"


def _measured(
    session: Session, bed: Testbed, day: int, factor: float = 1.5, variant: str = "b" * 12, **columns: Any
) -> Experiment:
    """An experiment of a baseline and of workers 2, which has `factor` times its throughput."""
    at = builders.START + timedelta(days=day)
    times = {"created_at": at, "started_at": at, "finished_at": at + timedelta(minutes=1)}
    experiment = builders.experiment(session, bed, **{"name": f"day {day}", **times} | columns)
    knobs = {"nginx.worker_processes": 2}
    baseline = builders.run(session, experiment, 0, "default", is_baseline=True, variant_hash="a" * 12)
    names = {"knobs": knobs, "variant_hash": variant}
    candidate = builders.run(session, experiment, 1, f"two workers of day {day}", **names)
    for number in range(1, 9):
        for run, size in ((baseline, 1000.0), (candidate, 1000.0 * factor)):
            builders.trial(session, run, number, {"requests_per_s": size * (1 + 0.002 * (number % 4))})
    if experiment.state == ExperimentState.FINISHED:
        stored_headlines.keep(session, experiment)
    return experiment


def _trend(client: TestClient, **params: str) -> dict[str, Any]:
    response = client.get(PATH, params=params)
    assert response.status_code == 200, response.text
    return response.json()


def test_a_variant_is_recognised_by_its_settings_whatever_it_is_called(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session)
    for day, factor in enumerate((1.5, 1.4, 0.8)):
        _measured(session, bed, day, factor)
    _measured(session, builders.a_testbed(session, "other"), 9)
    _measured(session, bed, 10, state=ExperimentState.FAILED)
    _measured(session, bed, 11, archived_at=builders.START)
    session.commit()
    trend = _trend(client, testbed=bed.id)
    assert trend["variant"]["name"] == "two workers of day 2"
    assert (trend["variant"]["experiments"], trend["experiments"]) == (3, 3)
    assert [point["experiment"]["name"] for point in trend["points"]] == ["day 0", "day 1", "day 2"]
    assert [point["verdict"] for point in trend["points"]] == ["better", "better", "worse"]
    assert [round(point["change"], 2) for point in trend["points"]] == [0.5, 0.4, -0.2]
    first = trend["points"][0]
    assert first["mean"] == pytest.approx(1504.5)
    assert first["baseline_mean"] == pytest.approx(1003.0, rel=1e-3)
    assert 0 < first["half"] < 5
    assert first["trials"] == 8


def test_a_recipe_leaves_other_experiments_out_and_the_baseline_has_a_trend_without_verdicts(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session)
    _measured(session, bed, 0, recipe="workers")
    _measured(session, bed, 1)
    session.commit()
    assert len(_trend(client, recipe="workers")["points"]) == 1
    trend = _trend(client, variant="a" * 12)
    assert [(p["is_baseline"], p["verdict"]) for p in trend["points"]] == [(True, None), (True, None)]


def test_an_experiment_gives_testbed_and_variant_of_its_headline(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session)
    experiment = _measured(session, bed, 0, variant="c" * 12)
    for day in (1, 2):  # more frequent
        _measured(session, bed, day)
    _measured(session, builders.a_testbed(session, "newer"), 5)
    session.commit()
    trend = _trend(client, experiment=experiment.id)
    assert (trend["testbed"]["id"], trend["variant"]["hash"]) == (bed.id, "c" * 12)
    assert [point["experiment"]["id"] for point in trend["points"]] == [experiment.id]


def test_changes_of_hosts_rules_and_workload_between_points_are_marked(
    session: Session, client: TestClient
) -> None:
    bed = builders.a_testbed(session)
    _measured(session, bed, 0, rules_version=1)
    second_day = _measured(session, bed, 1)
    proxy = second_day.facts["proxy"]
    facts = proxy["facts"] | {"kernel": "6.1.9" + "x" * 200}
    second_day.facts = second_day.facts | {"proxy": proxy | {"facts": facts}}
    _measured(session, bed, 2)
    session.commit()
    first, second, third = _trend(client, testbed=bed.id)["points"]
    assert first["marks"] == []
    assert [mark["kind"] for mark in second["marks"]] == ["rules", "facts"]
    assert second["marks"][1]["text"].startswith("s2500-loopback-proxy: kernel 6.1.0 → 6.1.9xx")
    assert len(second["marks"][1]["text"]) < 130
    assert [mark["kind"] for mark in third["marks"]] == ["facts"]


def test_a_long_trend_has_the_newest_points_and_as_many_statements_as_a_short_one(
    session: Session, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_EXPERIMENTS", 3)
    bed = builders.a_testbed(session)
    counts = []
    for day in range(5):
        _measured(session, bed, day)
        session.commit()
        with counted() as statements:
            _trend(client, testbed=bed.id)
        counts.append(len(statements))
    assert set(counts) == {counts[0]}
    trend = _trend(client, testbed=bed.id)
    assert [point["experiment"]["name"] for point in trend["points"]] == ["day 2", "day 3", "day 4"]
    assert trend["is_cut"] is True


def test_without_a_finished_experiment_there_is_an_empty_trend(client: TestClient) -> None:
    trend = _trend(client)
    assert (trend["testbed"], trend["variant"], trend["points"]) == (None, None, [])


@pytest.mark.parametrize(
    ("params", "status"),
    [
        ({"metric": "no_metric"}, 422),
        ({"metric": "🐎" * 90}, 422),
        ({"testbed": "x" * 201}, 422),
        ({"recipe": "a\x00b"}, 422),
        ({"limit": "1000000"}, 422),
        ({"experiment": "' OR 1=1 --"}, 404),
        ({"testbed": "🐎"}, 200),
        ({"variant": "%", "workload": "ключ"}, 200),
        ({"recipe": "'; DROP TABLE runs; --"}, 200),
    ],
)
def test_hostile_values_find_nothing(
    session: Session, client: TestClient, params: dict[str, str], status: int
) -> None:
    _measured(session, builders.a_testbed(session), 0)
    session.commit()
    response = client.get(PATH, params=params)
    assert response.status_code == status, response.text
    if status == 200:
        assert response.json()["points"] == []
