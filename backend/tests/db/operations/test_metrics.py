"""What a scraper gets: real figures, from each of two API processes, and a dashboard that fits them."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families
from redis.backoff import NoBackoff
from redis.retry import Retry
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, TrialState
from backend import database, events
from backend.main import create_app
from backend.resources import CHECKOUT
from backend.settings import get_settings
from backend.tests.access import BEARER
from backend.tests.db import builders
from backend.tests.db.agents import Farm
from backend.tests.db.moments import all_well

DASHBOARD = CHECKOUT / "docs" / "operations" / "grafana.json"
SCRAPER = "a-token-of-the-scraper-alone-0123456789"
Series = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape(client: TestClient, **options: Any) -> Series:
    answer = client.get("/metrics", **options)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def of(series: Series, name: str, **labels: str) -> float:
    return series[name, frozenset(labels.items())]


@pytest.fixture
def at_work(client: TestClient, session: Session) -> TestClient:
    """One experiment that runs, one that failed just now, three that finished or wait."""
    now = datetime.now(UTC)
    running = builders.experiment(session, state=ExperimentState.RUNNING)
    run = builders.run(session, running, 0, "one")
    ended = {"started_at": now - timedelta(seconds=70), "ended_at": now - timedelta(seconds=60)}
    builders.trial(session, run, 1, {}, **ended)
    builders.trial(session, run, 2, {}, state=TrialState.INVALID, **ended)
    builders.trial(session, run, 3, {}, state=TrialState.MEASURING, ended_at=None)
    bed = builders.a_testbed(session, "second")
    for _ in range(2):
        builders.experiment(session, bed, ExperimentState.QUEUED)
    for code in ("host_lost", "} evil", "x" * 100):
        failure = {"code": code, "message": "m"}
        builders.experiment(session, bed, ExperimentState.FAILED, failure=failure, finished_at=now)
    session.commit()
    all_well(client)
    return client


def test_figures_are_those_of_the_rows(at_work: TestClient) -> None:
    found = scrape(at_work)
    assert of(found, "dynoboard_experiments", state="queued") == 2
    assert of(found, "dynoboard_experiments", state="cancelling") == 0  # there, so that nothing misses it
    assert of(found, "dynoboard_trials_at_work") == 1
    assert of(found, "dynoboard_trials_last_hour", state="done") == 1
    assert of(found, "dynoboard_trials_last_hour", state="invalid") == 1
    assert of(found, "dynoboard_trial_seconds", quantile="0.5") == pytest.approx(10)
    assert of(found, "dynoboard_agents", state="clean") == 6
    assert of(found, "dynoboard_well", part="database") == 1
    assert of(found, "dynoboard_disk_free_bytes") > 0


def test_what_others_say_makes_no_series_of_their_own(at_work: TestClient) -> None:
    """Codes of failures come from agents, methods and paths from anybody."""
    for path in ("/api/v1/runs/made-up-1", "/made-up-2", "/api/v1/made-up-3"):
        at_work.request("GET", path)
        at_work.request("BREW", path)
    found = scrape(at_work)
    assert of(found, "dynoboard_failures_last_hour", code="host_lost") == 1
    assert of(found, "dynoboard_failures_last_hour", code="other") == 2
    assert "made-up" not in str(found)
    assert "BREW" not in str(found)
    routes = {dict(labels)["route"] for name, labels in found if name == "dynoboard_request_seconds_count"}
    assert any("{" in route for route in routes)


def test_readings_and_reports_are_counted(farm: Farm, client: TestClient) -> None:
    before = scrape(client).get(("dynoboard_reports_total", frozenset({("taken", "taken")})), 0)
    experiment_id = farm.launch()
    farm.step(experiment_id)
    farm.work(experiment_id)
    found = scrape(client)
    assert of(found, "dynoboard_reports_total", taken="taken") > before
    assert ("dynoboard_ingested_readings_total", frozenset()) in found


def test_two_processes_say_the_same_of_the_server(at_work: TestClient) -> None:
    other = TestClient(create_app(), base_url="http://127.0.0.1", headers=BEARER)
    all_well(other)
    shared = [
        {
            key: value
            for key, value in scrape(one).items()
            if "request" not in key[0] and "bytes" not in key[0]
        }
        for one in (at_work, other)
    ]
    assert shared[0] == shared[1]


def test_the_scraper_has_a_token_for_this_alone(at_work: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    for headers in ({"Authorization": ""}, {"Authorization": "Bearer wrong"}):
        assert at_work.get("/metrics", headers=headers).status_code == 401
    monkeypatch.setenv("DYNO_METRICS_TOKEN", SCRAPER)
    get_settings.cache_clear()
    try:
        bearer = {"Authorization": f"Bearer {SCRAPER}"}
        assert scrape(at_work, headers=bearer)
        for path in ("/api/v1/hosts", "/api/v1/metrics", "/metrics/../api/v1/hosts", "/api/docs"):
            assert at_work.get(path, headers=bearer).status_code == 401, path
    finally:
        monkeypatch.delenv("DYNO_METRICS_TOKEN")
        get_settings.cache_clear()


def test_a_database_that_is_away_costs_only_its_own_series(
    at_work: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise database.PoolTimeout

    monkeypatch.setattr("backend.operations.metrics.queries.counts", away)
    found = scrape(at_work)
    assert of(found, "dynoboard_well", part="database") == 0
    assert of(found, "dynoboard_well", part="broker") == 1
    assert "dynoboard_experiments" not in {name for name, _ in found}


def test_a_redis_that_is_away_is_said(at_work: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    nobody = redis.Redis(port=1, socket_connect_timeout=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr("backend.operations.metrics.readings.get_redis", lambda: nobody)
    found = scrape(at_work)
    assert of(found, "dynoboard_well", part="broker") == 0
    assert of(found, "dynoboard_experiments", state="queued") == 2
    assert events.get_redis() is not nobody


_SELECTOR = re.compile(r"(dynoboard_[a-z_]+|up)(?:\{([^}]*)\})?")
_LABEL = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"')
_GROUPED = re.compile(r"\bby\s*\(([^)]*)\)")
FROM_PROMETHEUS = {"job", "instance", "le"}


def expressions(path: Path) -> list[str]:
    panels = json.loads(path.read_text())["panels"]
    return [target["expr"] for panel in panels for target in panel.get("targets", [])]


def test_the_dashboard_asks_for_what_there_is(at_work: TestClient) -> None:
    at_work.get("/api/v1/hosts")
    found = scrape(at_work)
    labels_of: dict[str, set[str]] = {}
    for name, labels in found:
        labels_of.setdefault(name, set()).update(label for label, _ in labels)
    asked = expressions(DASHBOARD)
    assert len(asked) > 12
    for expression in asked:
        selectors = _SELECTOR.findall(_GROUPED.sub("", expression))
        assert selectors, expression
        known = set(FROM_PROMETHEUS)
        for name, inside in selectors:
            assert name == "up" or name in labels_of, f"{name} in {expression}"
            known |= labels_of.get(name, set())
            for label, _ in _LABEL.findall(inside):
                assert label in known, f"{label} in {expression}"
        for group in _GROUPED.findall(expression):
            assert {label.strip() for label in group.split(",")} <= known, expression


def test_the_dashboard_shows_everything_that_there_is(at_work: TestClient) -> None:
    text = " ".join(expressions(DASHBOARD))
    at_work.get("/api/v1/hosts")
    names = {name for name, _ in scrape(at_work) if not name.endswith(("_created", "_sum", "_count"))}
    assert {name for name in names if name not in text} <= {"dynoboard_info"}
