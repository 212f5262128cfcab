"""Exports and charts of experiments, runs and comparisons, as files that other programs read."""

import csv
import io
import json
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from backend.presentation.pictures.picture import DRAWN
from backend.records.comparisons import Comparison
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.tests.db import builders
from backend.tests.unit.presentation.html_file import foreign_references

NAME = 'Pinned “über” | *x* <b>"quoted", =1+1'


@pytest.fixture
def article_c(session: Session) -> tuple[Experiment, dict[tuple[str, str, str], Run]]:
    return builders.article_c(session, name=NAME, notes="see [this](https://example.org) <img src=x>")


Cells = tuple[Experiment, dict[tuple[str, str, str], Run]]


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_of_trials_has_a_row_a_trial_with_full_precision(client: TestClient, article_c: Cells) -> None:
    answer = client.get(f"/api/v1/experiments/{article_c[0].id}/export.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    name = answer.headers["content-disposition"]
    assert name.startswith('attachment; filename="Pinned-uber-x-b-quoted-1-1-')
    assert name.isascii()
    rows = rows_of(answer.text)
    assert len(rows) == 50
    first = rows[0]
    assert first["experiment"] == NAME
    assert first["requests_per_s [1/s]"] == "248677.0"
    assert first["latency_mean [s]"] == repr(100 / 248677)
    assert first["latency_p50 [s]"] == ""
    assert first["failed_requests"] == "0.0"
    assert first["factor: workers"] == "16"
    assert first["knob: pin.load"] == ""
    assert first["state"] == "done"
    assert first["started_at"].endswith("+00:00")


def test_csv_of_runs_has_the_deltas_of_the_metrics_that_are_asked_for(
    client: TestClient, article_c: Cells
) -> None:
    experiment, runs = article_c
    path = f"/api/v1/experiments/{experiment.id}/export.csv?rows=runs"
    rows = {row["run_id"]: row for row in rows_of(client.get(f"{path}&metric=requests_per_s").text)}
    best = rows[runs["22", "cores", "off"].id]
    assert float(best["requests_per_s mean [1/s]"]) == 347540.6
    assert best["requests_per_s change"].startswith("0.26694501676")
    assert best["requests_per_s verdict"] == "better"
    assert rows[runs["16", "none", "off"].id]["requests_per_s change"] == ""
    assert "latency_mean mean [s]" not in best
    every = rows_of(client.get(path).text)[0]
    assert {"latency_p99 mean [s]", "failed_requests difference"} <= every.keys()
    assert client.get(f"{path}&metric=speed").status_code == 422


def test_json_is_complete_and_has_no_output_unless_asked(client: TestClient, article_c: Cells) -> None:
    path = f"/api/v1/experiments/{article_c[0].id}/export.json"
    found = client.get(path).json()
    assert (found["format"], found["version"]) == ("dynoboard.experiment", 1)
    assert len(found["trials"]) == 50
    assert len(found["runs"]) == 10
    assert len(found["deltas"]["latency_p99"]) == 9
    assert found["definition"]["factors"]["workers"]
    assert found["facts"]["proxy"]["facts"]["kernel"] == "6.1.0"
    assert "stdout" not in found["trials"][0]
    told = client.get(f"{path}?output=true").json()
    assert {trial["stdout"] for trial in told["trials"]} == {"Requests/sec: 1\n"}
    assert found["url"] == f"http://127.0.0.1/experiments/{article_c[0].id}"


def test_markdown_is_the_table_of_the_articles(client: TestClient, article_c: Cells) -> None:
    text = client.get(f"/api/v1/experiments/{article_c[0].id}/export.md").text
    assert text.startswith('## Pinned “über” \\| \\*x\\* \\<b\\>"quoted", =1+1\n')
    assert "| # | variant | what is set | requests | req/s | mean latency | Δ req/s | 95% interval |" in text
    assert "| 9 | workers 22 · cores · log off |" in text
    assert (
        "| 3\u202f475\u202f406 | 347\u202f540.6 | 287.78 µs | +26.69% | +15.9 … +38.5% | better (at least "
        in text
    )
    assert text.rstrip().endswith(f"http://127.0.0.1/experiments/{article_c[0].id}")


def test_the_page_stands_alone(client: TestClient, article_c: Cells) -> None:
    """It parses, loads nothing, runs nothing, and shows its charts."""
    text = client.get(f"/api/v1/experiments/{article_c[0].id}/export.html").text
    assert foreign_references(text) == []
    assert "<script" not in text
    assert "<img" not in text
    assert text.count("<svg") == 3
    assert "screen and (prefers-color-scheme: dark)" in text
    assert "raised requests per second by 26.7% [15.9, 38.5]; better." in text


def test_charts_are_drawn_once_and_named(client: TestClient, article_c: Cells) -> None:
    DRAWN.clear()
    base = f"/api/v1/experiments/{article_c[0].id}/charts"
    drawn = client.get(f"{base}/delta.svg")
    root = ElementTree.fromstring(drawn.content)
    assert root.get("role") == "img"
    assert NAME in "".join(root[0].itertext())
    assert "workers 22 · cores · log off +26.7%, better" in "".join(root[1].itertext())
    tag = drawn.headers["etag"]
    assert client.get(f"{base}/delta.svg", headers={"If-None-Match": tag}).status_code == 304
    assert client.get(f"{base}/delta.svg?theme=dark").headers["etag"] != tag
    png = client.get(f"{base}/trials.png?metric=latency_p99&save=true")
    assert png.content.startswith(b"\x89PNG")
    assert png.headers["content-disposition"].startswith("attachment")
    assert client.get(f"{base}/grid.svg?rows=log&columns=pin").status_code == 200
    assert client.get(f"{base}/percentiles.svg").status_code == 404
    assert client.get(f"{base}/nothing.svg").status_code == 422
    assert client.get(f"{base}/delta.gif").status_code == 422


def test_a_run_is_exported_with_its_trials(client: TestClient, article_c: Cells) -> None:
    run = article_c[1]["22", "cores", "off"]
    assert len(rows_of(client.get(f"/api/v1/runs/{run.id}/export.csv").text)) == 5
    found = client.get(f"/api/v1/runs/{run.id}/export.json?output=true&samples=true").json()
    assert found["format"] == "dynoboard.run"
    assert found["trials"][0]["stdout"] == "Requests/sec: 1\n"
    assert len(found["samples"]) == 5
    assert client.get(f"/api/v1/runs/{run.id}/charts/trials.svg").status_code == 200


def test_a_comparison_is_exported_from_its_address_and_when_saved(
    client: TestClient, session: Session, article_c: Cells
) -> None:
    state = {"experiment": article_c[0].id, "factor": "pin"}
    session.add(Comparison(id="c1", name="Pinning =2", state=state))
    session.commit()
    given = f"?experiment={article_c[0].id}&factor=pin"
    for path, query in (("compare", given), ("comparisons/c1", "")):
        rows = rows_of(client.get(f"/api/v1/{path}/export.csv{query}").text)
        assert [row["pair"] for row in rows].count("all pairs") == 4
        assert len(rows) == 9
        found = client.get(f"/api/v1/{path}/export.json{query}").json()
        assert len(found["pairs"]) == 5
        report = client.get(f"/api/v1/{path}/report{query}").json()
        assert report["headline"].startswith("Pinned raises throughput against unpinned over 5 pairs: ")
        for chart in report["charts"]:
            assert client.get(chart["svg"]).status_code == 200
        assert "| workers 22 · log off |" in client.get(f"/api/v1/{path}/export.md{query}").text
        assert foreign_references(client.get(f"/api/v1/{path}/export.html{query}").text) == []
    runs = article_c[1]
    a, b, c = (
        runs["22", pin, log].id for pin, log in (("none", "off"), ("cores", "off"), ("cores", "memory"))
    )
    sides = rows_of(client.get(f"/api/v1/compare/export.csv?a={a}&b={b}&c={c}").text)
    assert [row["side"] for row in sides if row["pair"] != "all pairs"] == ["B", "C"]
    told = client.get(f"/api/v1/compare/report?a={a}&b={b}&c={c}").json()
    assert any("(C) raised requests per second by" in f["text"] for f in told["findings"])
    saved = client.get("/api/v1/comparisons/c1/report").json()
    assert (saved["title"], saved["path"]) == ("Pinning =2", "/c/c1")
    assert client.get("/api/v1/compare/export.csv").status_code == 422
    assert client.get("/api/v1/comparisons/none/export.csv").status_code == 404


def test_what_was_left_out_is_said(client: TestClient, session: Session) -> None:
    """An invalid, a suspect and a failed trial, a run without any, a deleted one: no NaN, no gap."""
    made = builders.experiment(session)
    base = builders.run(session, made, 0, "base", is_baseline=True)
    other = builders.run(session, made, 1, "=cmd|' /C calc'!A0")
    builders.run(session, made, 2, "never measured")
    builders.run(session, made, 3, "gone", deleted_at=builders.START)
    suspect = {"code": "steal", "level": "suspect", "message": "steal was 7%"}
    invalid = {"code": "failed_requests", "level": "invalid", "message": "12 requests failed"}
    builders.trial(session, base, 1, {"requests_per_s": 100.0}, findings=[suspect])
    builders.trial(session, other, 1, {"requests_per_s": 0.0}, state=TrialState.INVALID, findings=[invalid])
    builders.trial(
        session, other, 2, {}, state=TrialState.FAILED, failure={"code": "tool_failed", "message": "=no"}
    )
    session.commit()
    report = client.get(f"/api/v1/experiments/{made.id}/report").json()
    assert [r["text"] for r in report["remarks"]] == [
        "1 trial of =cmd|' /C calc'!A0 failed: =no.",
        "1 trial of =cmd|' /C calc'!A0 is invalid and left out: 12 requests failed.",
        "1 trial of base is suspect: Steal was 7%.",
    ]
    assert "=cmd|' /C calc'!A0 and never measured have no valid trial." in report["not_comparable"]
    assert "1 run of this experiment was deleted and is not shown." in report["not_comparable"]
    text = client.get(f"/api/v1/experiments/{made.id}/export.csv").text
    assert "\r\n" in text
    assert ",'=cmd|' /C calc'!A0," in text
    assert ",'=no" in text
    for kind in ("json", "md", "html", "csv?rows=runs"):
        answer = client.get(f"/api/v1/experiments/{made.id}/export.{kind}")
        assert answer.status_code == 200
        assert "NaN" not in answer.text
    json.loads(client.get(f"/api/v1/experiments/{made.id}/export.json").text)
