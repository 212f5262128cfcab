"""Trials that Dynoboard exports as CSV are the same experiment when it is imported."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.records.runs import Run, Trial
from backend.tests.db import builders

LOADS: dict[str, dict[str, Any]] = {
    "wrk": {"threads": 4, "connections": 64, "duration_s": 10},
    "ab": {"connections": 100, "requests": 50_000, "keepalive": False},
    "h2load": {"threads": 2, "connections": 16, "requests": 100_000},
    "vegeta": {"connections": 64, "duration_s": 5, "rate": 2000, "path": "/1k.html?a=1"},
}
NAMES = ["=1+1", "最大接続数 “größer”", "max", "`mean` *x*", "default", '@x · y, z; "q"']


def csv_of(client: TestClient, experiment_id: str) -> str:
    return client.get(f"/api/v1/experiments/{experiment_id}/export.csv").text


def import_again(client: TestClient, text: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """(preview, experiment) of the import as it is suggested."""
    texts = [{"name": "trials.csv", "text": text}]
    preview = client.post("/api/v1/imports/preview", json={"texts": texts}).json()
    workloads = [{k: v for k, v in load.items() if v is not None} for load in preview["workloads"]]
    body = {
        "name": "again",
        "workloads": workloads,
        "factors": preview["factors"],
        "baseline": preview["baseline"],
        "runs": [{k: v for k, v in run.items() if k != "place"} for run in preview["runs"]],
        "texts": texts,
    }
    answer = client.post("/api/v1/imports", json=body)
    assert answer.status_code == 201, answer.text
    return preview, answer.json()


def facts_of(experiment: dict[str, Any]) -> list[Any]:
    names = ("variant", "topology", "knobs", "factors", "is_baseline", "is_control", "trials_done", "means")
    return [{name: run[name] for name in names} for run in experiment["run_list"]]


def rounds_of(session: Session, experiment_id: str) -> dict[str, list[tuple[int, float | None]]]:
    """Variant → (round, req/s) of its trials that count."""
    rows = session.execute(
        select(Run.variant, Trial.round, Trial.figures)
        .join(Trial, Trial.run_id == Run.id)
        .where(Run.experiment_id == experiment_id, Trial.state == TrialState.DONE)
        .order_by(Run.position, Trial.round)
    )
    out: dict[str, list[tuple[int, float | None]]] = {}
    for variant, number, figures in rows:
        out.setdefault(variant, []).append((number, figures["requests_per_s"]))
    return out


def test_a_grid_comes_back_as_one_experiment(client: TestClient, session: Session) -> None:
    original, _ = builders.article_c(session)
    before = client.get(f"/api/v1/experiments/{original.id}").json()
    preview, again = import_again(client, csv_of(client, original.id))
    assert preview["problems"] == []
    assert preview["question"] is None
    assert len(again["run_list"]) == 10
    for run, (number, run_before) in zip(again["run_list"], enumerate(before["run_list"]), strict=True):
        assert run["position"] == number
        assert run["factors"] == run_before["factors"]
    assert [fact | {"variant": ""} for fact in facts_of(again)] == [
        fact | {"variant": ""} for fact in facts_of(before)
    ]
    assert list(rounds_of(session, again["id"]).values()) == list(rounds_of(session, original.id).values())
    assert again["factors"].keys() == before["factors"].keys()


@pytest.mark.parametrize("tool", LOADS)
def test_loads_names_and_trials_that_failed(client: TestClient, session: Session, tool: str) -> None:
    original, _ = builders.article_c(session)
    load = Workload.model_validate({"tool": tool, **LOADS[tool]})
    runs = list(session.scalars(select(Run).where(Run.experiment_id == original.id).order_by(Run.position)))
    for run, name in zip(runs, NAMES, strict=False):
        run.variant = run.name = name
        run.is_baseline, run.is_control = name == "default", name == "max"
    for run in runs:
        run.factors, run.workload = None, load.model_dump(mode="json")
    for run in runs[len(NAMES) :]:
        session.delete(run)
    first, second, *_ = session.scalars(select(Trial).where(Trial.run_id == runs[0].id).order_by(Trial.round))
    first.state, first.figures, first.failure = TrialState.FAILED, {}, {"code": "lost", "message": "-gone"}
    second.state = TrialState.INVALID
    session.commit()
    before = client.get(f"/api/v1/experiments/{original.id}").json()
    preview, again = import_again(client, csv_of(client, original.id))
    assert preview["problems"] == []
    assert "Left out, as they did not count there: 2 trials." in preview["texts"][0]["warnings"]
    assert [run["variant"] for run in again["run_list"]] == NAMES
    assert facts_of(again) == facts_of(before)
    assert rounds_of(session, again["id"]) == rounds_of(session, original.id)
    assert [number for number, _ in rounds_of(session, again["id"])["=1+1"]] == [3, 4, 5]
    (workload,) = {str(run["workload"]): run["workload"] for run in again["run_list"]}.values()
    names = ("tool", "connections", "duration_s", "requests", "keepalive", "path", "rate", "threads")
    assert {name: workload.get(name) for name in names} == {name: getattr(load, name) for name in names}


@pytest.mark.parametrize("number", ["0", "-1", "999999999", "9" * 400, "1.5", "x", ""])
def test_a_round_that_cannot_be_is_counted_by_place(
    client: TestClient, session: Session, number: str
) -> None:
    original, _ = builders.article_c(session)
    heading, row, *_ = csv_of(client, original.id).splitlines()
    cells = row.split(",")
    cells[heading.split(",").index("round")] = number
    _, again = import_again(client, f"{heading}\n{','.join(cells)}\n")
    assert [[n for n, _ in trials] for trials in rounds_of(session, again["id"]).values()] == [[1]]


def test_more_trials_than_a_table_of_runs_may_have_rows(client: TestClient, session: Session) -> None:
    original, _ = builders.article_c(session)
    heading, *rows = csv_of(client, original.id).splitlines()
    ids = [f"copy{n}" for n in range(12)]
    copies = [
        row.replace(original.id, "x").replace(run, f"{run}{i}")
        for i in ids
        for row, run in ((row, row.split(",")[2]) for row in rows)
    ]
    text = "\n".join([heading, *copies])
    preview = client.post("/api/v1/imports/preview", json={"texts": [{"name": "t.csv", "text": text}]}).json()
    assert sum(len(run["trials"]) for run in preview["runs"]) == 600
