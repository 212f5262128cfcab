"""What each step of a tuning adds, against the step before it."""

from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.records.experiments import Experiment
from backend.tests.db import builders

WOBBLE = [0.004, -0.006, 0.001, 0.005, -0.003, 0.002, -0.004, 0.0, 0.006, -0.005, 0.003, -0.003]
GZIP, LOG_OFF = {"nginx.gzip": "on"}, {"nginx.access_log": "off"}
CHAIN = {  # variant → what it derives from, its settings, its level
    "default": (None, GZIP, 1.0),
    "no log": ("default", GZIP | LOG_OFF, 1.5),
    "no gzip": ("no log", LOG_OFF, 1.2),
    "two workers": ("no gzip", LOG_OFF | {"nginx.worker_processes": 2}, 1.2),
}


def _made(session: Session, control: float | None = None, **columns: Any) -> Experiment:
    """A chain of steps; with a control that is off by a share, if one is wanted."""
    made = builders.experiment(session, definition={"factors": {}}, **columns)
    chain = dict(CHAIN) if control is None else CHAIN | {"control": ("default", GZIP, 1 + control)}
    for position, (variant, (parent, knobs, level)) in enumerate(chain.items()):
        own = {"is_baseline": parent is None, "is_control": variant == "control"}
        run = builders.run(session, made, position, variant, parent=parent, knobs=knobs, **own)
        for number in range(12):
            rate = float(1000 * level * np.exp(WOBBLE[number - 3 * position]))
            builders.trial(session, run, number + 1, {"requests_per_s": rate})
    session.commit()
    return made


def _steps(client: TestClient, of: Experiment) -> dict[str, dict[str, Any]]:
    rows = client.get(f"/api/v1/experiments/{of.id}/steps").json()
    return {row["name"]: row for row in rows}


def test_each_step_is_compared_with_the_one_before_it(session: Session, client: TestClient) -> None:
    found = _steps(client, _made(session))
    assert [(row["before"], row["verdict"]) for row in found.values()] == [
        ("default", "better"),
        ("no log", "worse"),
        ("no gzip", "same"),
    ]
    assert [round(row["change"], 2) for row in found.values()] == [0.5, -0.2, 0.0]
    assert [row["family"] for row in found.values()] == [3, 3, 3]
    assert found["no gzip"]["changed"] == {"nginx.gzip": None}
    assert found["two workers"]["changed"] == {"nginx.worker_processes": 2}


@pytest.mark.parametrize(("control", "word"), [(0.0, "better"), (0.08, "unclear")])
def test_a_control_that_moved_silences_every_step(
    session: Session, client: TestClient, control: float, word: str
) -> None:
    found = _steps(client, _made(session, control))
    assert "control" not in found
    assert found["no log"]["verdict"] == word
    assert (found["no gzip"]["verdict"] == "unclear") == (word == "unclear")


def test_there_is_no_word_before_the_end(session: Session, client: TestClient) -> None:
    found = _steps(client, _made(session, state=ExperimentState.RUNNING))
    assert {row["verdict"] for row in found.values()} == {"interim"}


def test_without_a_chain_there_are_no_steps(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    for position, name in enumerate(("base", "one", "other")):
        parent = "base" if position else None
        builders.run(session, made, position, name, parent=parent, is_baseline=not position)
    session.commit()
    assert _steps(client, made) == {}
    assert client.get("/api/v1/experiments/unknown/steps").status_code == 404
    assert client.get(f"/api/v1/experiments/{made.id}/steps?metric=x").status_code == 422


def test_reports_and_exports_have_the_steps(session: Session, client: TestClient) -> None:
    base = f"/api/v1/experiments/{_made(session).id}"
    report = client.get(f"{base}/report").json()
    assert [(step["before"], step["settings"]) for step in report["steps"]] == [
        ("default", "access_log off"),
        ("no log", "gzip default"),
        ("no gzip", "worker_processes 2"),
    ]
    waterfall = next(chart for chart in report["charts"] if chart["name"] == "steps")
    assert "no log +49.9%, better" in waterfall["summary"]
    assert client.get(f"{base}/charts/steps.svg").text.count("<text") > 8
    page, text = (client.get(f"{base}/export.{kind}").text for kind in ("html", "md"))
    assert "Change against the step before</h2>" in page
    assert "| no gzip | no log | gzip default |" in text
    steps = client.get(f"{base}/export.json").json()["steps"]["requests_per_s"]
    assert [step["verdict"] for step in steps] == ["better", "worse", "same"]
    rows = client.get(f"{base}/export.csv?rows=steps&metric=requests_per_s").text.splitlines()
    assert len(rows) == 4


def test_a_list_of_variants_has_no_waterfall(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    for position, name in enumerate(("base", "other")):
        run = builders.run(session, made, position, name, is_baseline=not position)
        for number in range(4):
            builders.trial(session, run, number + 1, {"requests_per_s": 1000.0 + number})
    session.commit()
    report = client.get(f"/api/v1/experiments/{made.id}/report").json()
    assert report["steps"] == []
    assert "steps" not in [chart["name"] for chart in report["charts"]]
    assert client.get(f"/api/v1/experiments/{made.id}/charts/steps.svg").status_code == 404
