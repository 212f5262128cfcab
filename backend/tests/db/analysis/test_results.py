"""Deltas, headline and lists, over article C's published trials."""

from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState, TrialState
from backend import database
from backend.analysis import stored_headlines
from backend.records.runs import Run
from backend.tests.db import builders

# What the Experiment page's mockup shows: (workers, pin, log) → change, low, high in percent, and verdict
MOCKUP = {
    ("22", "cores", "off"): (26.7, 15.9, 38.5, "better"),
    ("22", "cores", "memory"): (19.9, 10.1, 30.6, "better"),
    ("16", "cores", "off"): (4.2, -3.1, 12.2, "unclear"),
    ("16", "cores", "memory"): (1.3, -4.9, 7.8, "unclear"),
    ("22", "none", "off"): (0.3, -18.9, 24.1, "unclear"),
    ("16", "cores", "disk"): (-2.6, -9.6, 5.0, "unclear"),
    ("16", "none", "memory"): (-5.1, -15.4, 6.5, "unclear"),
    ("22", "none", "memory"): (-7.0, -25.1, 15.6, "unclear"),
}


def test_deltas_equal_the_published_ones(session: Session, client: TestClient) -> None:
    experiment, runs = builders.article_c(session)
    rows = {r["run_id"]: r for r in client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()}
    assert runs["16", "none", "off"].id not in rows
    assert len(rows) == 9
    for cell, (change, low, high, verdict) in MOCKUP.items():
        row = rows[runs[cell].id]
        shown = [round(100 * row[name], 1) for name in ("change", "low", "high")]
        assert (shown, row["verdict"]) == ([change, low, high], verdict), cell
        assert (row["n"], row["method"], len(row["dots"])) == (5, "paired", 5)
    assert rows[runs["16", "cores", "off"].id]["trials_needed"] > 5


def test_invalid_and_failed_trials_are_left_out_and_suspect_ones_marked(
    session: Session, client: TestClient
) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    base = builders.run(session, experiment, 0, "default", is_baseline=True)
    other = builders.run(session, experiment, 1, "workers 2")
    finding = {"code": "steal", "level": "suspect", "message": "stolen"}
    for number in (1, 2, 3):
        builders.trial(session, base, number, {"requests_per_s": 1000.0 + number})
        builders.trial(session, other, number, {"requests_per_s": 1100.0 + 2 * number}, findings=[finding])
    builders.trial(session, base, 4, {"requests_per_s": 1000.0})
    builders.trial(session, other, 4, {"requests_per_s": 9.0}, state=TrialState.INVALID)
    builders.trial(session, other, 4, {}, state=TrialState.FAILED, attempt=2)
    session.commit()
    (row,) = client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()
    assert row["n"] == 3
    assert row["change"] == pytest.approx(1104 / 1002 - 1, rel=1e-3)
    assert row["suspect"] is True
    failed = client.get(f"/api/v1/experiments/{experiment.id}/deltas?metric=latency_p99_9").json()
    assert failed[0]["change"] is None


def test_verdicts_about_workers_are_marked_on_a_busy_host(session: Session, client: TestClient) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    base = builders.run(session, experiment, 0, "default", is_baseline=True)
    workers = builders.run(session, experiment, 1, "workers", knobs={"nginx.worker_processes": 2})
    gzip = builders.run(session, experiment, 2, "gzip", knobs={"nginx.gzip": True})
    finding = {"code": "other_cpu", "level": "suspect", "message": "busy", "value": 0.4}
    for number in range(1, 9):
        for run, rate in ((base, 1000.0), (workers, 1100.0), (gzip, 1200.0)):
            builders.trial(session, run, number, {"requests_per_s": rate + number % 3}, findings=[finding])
    session.commit()
    rows = {r["name"]: r for r in client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()}
    assert rows["workers"]["on_busy_host"] is True
    assert rows["workers"]["because"].endswith("on a busy host")
    assert rows["gzip"]["on_busy_host"] is False


def test_a_result_of_a_busy_machine_begins_with_that_everywhere(session: Session, client: TestClient) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    base = builders.run(session, experiment, 0, "default", is_baseline=True)
    workers = builders.run(session, experiment, 1, "workers", knobs={"nginx.worker_processes": 2})
    finding = {"code": "other_cpu", "level": "suspect", "message": "busy", "value": 0.9}
    for number in range(1, 9):
        for run, factor in ((base, 1), (workers, 1 + 0.2 * (-1) ** number)):
            figures = {"requests_per_s": 1000.0 * factor + number}
            builders.trial(session, run, number, figures, findings=[finding])
    stored_headlines.keep(session, experiment)
    session.commit()
    opening = "The machine was too busy to tell: other programs took 90% of its CPU."
    headline = client.get(f"/api/v1/experiments/{experiment.id}").json()["headline"]
    (listed,) = client.get("/api/v1/experiments").json()
    for told in (headline, listed["headline"]):
        assert told["sentence"].startswith(f"{opening} Not settled whether workers changes throughput")
        assert " ".join(told["lead"]).count(opening) == 1
    assert (headline["trust"]["level"], headline["next_step"]["kind"]) == ("red", "measure_again")
    report = client.get(f"/api/v1/experiments/{experiment.id}/report").json()
    assert report["headline"].count(opening) == 1


@pytest.mark.parametrize(
    ("knobs", "size", "is_marked"),
    [
        ({"nginx.location_extra": 'return 200 "small";'}, 160.0, True),
        ({"nginx.location_extra": "add_header X-Small 1;"}, 870.0, False),
        ({"nginx.location_extra": 'return 200 "small";', "origin.body_bytes": 5}, 160.0, False),
        ({"nginx.gzip": True}, 400.0, False),
    ],
    ids=["another answer", "a header", "said by its size", "said by its compression"],
)
def test_a_variant_whose_own_text_answers_with_other_bytes_is_said_to_do_so(
    session: Session, client: TestClient, knobs: dict[str, Any], size: float, is_marked: bool
) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    base = builders.run(session, experiment, 0, "default", is_baseline=True)
    small = builders.run(session, experiment, 1, "small", knobs=knobs)
    for number in range(1, 6):
        for run, rate, answer in ((base, 1000.0, 850.0), (small, 1500.0, size)):
            rate += number
            builders.trial(session, run, number, {"requests_per_s": rate, "bytes_per_s": rate * answer})
    stored_headlines.keep(session, experiment)
    session.commit()
    trust = client.get(f"/api/v1/experiments/{experiment.id}").json()["headline"]["trust"]
    sentences = [reason["sentence"] for reason in trust["reasons"] if reason["code"] == "payload"]
    words = "“small” (160 bytes) answers otherwise than “default” (850 bytes)"
    assert sentences == ([f"{words}: a change is that of the payload too."] if is_marked else [])


@pytest.mark.parametrize(
    ("is_alone", "kind"), [(False, "measure_again"), (True, "change")], ids=["late as well", "alone"]
)
def test_failed_requests_of_a_trial_that_its_host_spoiled_ask_for_no_change(
    session: Session, client: TestClient, is_alone: bool, kind: str
) -> None:
    failure = {"code": "no_trial", "message": "no trial counts"}
    experiment = builders.experiment(
        session, state=ExperimentState.FAILED, definition={"factors": {}}, failure=failure
    )
    base = builders.run(session, experiment, 0, "default", is_baseline=True)
    lateness, failed_requests = (
        {"code": code, "level": "invalid", "message": code, "value": 1.0}
        for code in ("rate_not_kept", "failed_requests")
    )
    for number, findings in enumerate(
        ([lateness], [failed_requests] if is_alone else [failed_requests, lateness], [lateness]), start=1
    ):
        builders.trial(session, base, number, {}, state=TrialState.INVALID, findings=findings)
    stored_headlines.keep(session, experiment)
    session.commit()
    headline = client.get(f"/api/v1/experiments/{experiment.id}").json()["headline"]
    assert headline["next_step"]["kind"] == kind


def test_each_workload_has_its_own_baseline(session: Session, client: TestClient) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    for position, (name, rate) in enumerate((("short", 100.0), ("long", 1000.0))):
        workload = builders.WORKLOAD | {"name": name}
        base = builders.run(
            session, experiment, 2 * position, f"a · {name}", workload=workload, is_baseline=True
        )
        other = builders.run(session, experiment, 2 * position + 1, f"b · {name}", workload=workload)
        for number in (1, 2, 3):
            builders.trial(session, base, number, {"requests_per_s": rate + number})
            builders.trial(session, other, number, {"requests_per_s": 2 * (rate + number)})
    session.commit()
    rows = client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()
    assert [r["name"] for r in rows] == ["b · short", "b · long"]
    assert [r["change"] for r in rows] == pytest.approx([1.0, 1.0])


def test_a_sequential_experiment_is_not_paired(session: Session, client: TestClient) -> None:
    experiment, _ = builders.article_c(session, definition={"order": "sequential"})
    rows = client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()
    assert {r["method"] for r in rows} == {"welch"}


def test_unknown_experiment_and_metric_are_errors(session: Session, client: TestClient) -> None:
    assert client.get("/api/v1/experiments/nothing/deltas").status_code == 404
    experiment, _ = builders.article_c(session)
    answer = client.get(f"/api/v1/experiments/{experiment.id}/deltas?metric=speed")
    assert answer.status_code == 422
    assert "requests_per_s" in answer.json()["errors"][0]["message"]


def test_deleted_runs_have_no_delta_and_a_deleted_baseline_says_so(
    session: Session, client: TestClient
) -> None:
    experiment, runs = builders.article_c(session)
    gone = runs["22", "cores", "off"]
    assert client.delete(f"/api/v1/runs/{gone.id}").status_code == 204
    rows = client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()
    assert gone.id not in {r["run_id"] for r in rows}
    assert client.delete(f"/api/v1/runs/{runs['16', 'none', 'off'].id}").status_code == 204
    rows = client.get(f"/api/v1/experiments/{experiment.id}/deltas").json()
    assert {(r["change"], r["reason"]) for r in rows} == {(None, "The baseline was deleted.")}


def test_the_detail_has_runs_means_and_headline(session: Session, client: TestClient) -> None:
    row = {"variant": "workers 22 · cores · log off", "requests_per_s": 347540.0, "delta": 0.265}
    published = {"published": {"source": "Article C", "rows": [row]}}
    experiment, runs = builders.article_c(session, definition=published)
    found = client.get(f"/api/v1/experiments/{experiment.id}").json()
    assert found["question"] == found["headline"]["question"] == "What do workers, pin and log change?"
    assert found["headline"]["sentence"] == (
        "pin cores raises throughput against none (+14.5% [+8.3, +21.0]); log disk lowers it against off "
        "(−8.4% [−11.7, −5.0]); not settled: workers and log memory."
    )
    assert found["headline"]["name"] == "pin cores"
    assert found["headline"]["next_step"]["kind"] == "retest"
    assert found["headline"]["run_id"] == runs["22", "cores", "off"].id
    by_id = {r["id"]: r for r in found["run_list"]}
    pinned = by_id[runs["22", "cores", "off"].id]
    assert pinned["means"]["requests_per_s"] == pytest.approx(347540.6)
    assert round(100 * pinned["cv"]["requests_per_s"], 1) == 1.3
    assert pinned["trials_done"] == 5
    assert found["factors"]["log"] == ["off", "memory", "disk"]
    assert found["published"]["rows"][0]["run_id"] == pinned["id"]
    assert found["published"]["rows"][0]["change"] == 0.265
    assert found["rounds"] == 5
    assert found["progress"] is None
    assert {h["role"] for h in found["hosts"]} == {"load", "proxy", "backend"}


@pytest.mark.parametrize(
    ("rates", "sentence"),
    [
        ((1000.0, 1001.0, 1002.0), "b leaves throughput the same: 1.00k → 1.00k req/s (0.0% [0.0, 0.0], "),
        ((900.0, 1300.0, 1100.0), "Not settled whether b changes throughput: 1.00k → 1.09k req/s (+9% ["),
        (
            (800.0, 801.0, 802.0),
            "b lowers throughput: 1.00k → 801 req/s (−20.0% [−20.0, −19.9], at ",
        ),
    ],
)
def test_a_headline_without_a_better_run_says_so(
    session: Session, client: TestClient, rates: tuple[float, ...], sentence: str
) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    base = builders.run(session, experiment, 0, "a", is_baseline=True)
    other = builders.run(session, experiment, 1, "b", knobs={"nginx.worker_processes": 2})
    for number, rate in enumerate(rates, start=1):
        builders.trial(session, base, number, {"requests_per_s": 999.0 + number})
        builders.trial(session, other, number, {"requests_per_s": rate})
    stored_headlines.keep(session, experiment)
    session.commit()
    (listed,) = client.get("/api/v1/experiments").json()
    assert listed["headline"]["sentence"].startswith(sentence)


def test_a_setting_that_never_acted_is_told_in_place_of_the_same(
    session: Session, client: TestClient
) -> None:
    experiment = builders.experiment(session, definition={"factors": {}})
    base = builders.run(session, experiment, 0, "a", is_baseline=True)
    other = builders.run(session, experiment, 1, "b", knobs={"listen.reuseport": True})
    for number in (1, 2, 3):
        cost: dict[str, float | None] = {"cpu_s_per_request": (10 + number % 2) / 1e6}
        builders.trial(session, base, number, {"requests_per_s": 999.0 + number, **cost})
        builders.trial(session, other, number, {"requests_per_s": 1000.0 + number, **cost})
    stored_headlines.keep(session, experiment)
    session.commit()
    (listed,) = client.get("/api/v1/experiments").json()
    first, second = (answer["sentence"] for answer in listed["headline"]["answers"])
    assert second.startswith("CPU a request 10.7 → 10.7 µs")
    assert "never acted" not in second
    assert first.startswith(
        "b changes nothing: reuseport never acted: reuseport spreads connections or load over several "
        "workers; nginx starts one here; throughput 1.00k → 1.00k req/s"
    )
    (sign,) = client.get(f"/api/v1/runs/{other.id}").json()["setting_signs"]
    assert (sign["setting"], sign["state"]) == ("listen.reuseport", "never_acted")
    (row,) = client.get(f"/api/v1/experiments/{experiment.id}/deltas?metric=requests_per_s").json()
    assert "never acted" in row["because"]
    assert client.get(f"/api/v1/experiments/{experiment.id}").json()["headline"] == listed["headline"]


def test_the_list_takes_the_same_queries_for_one_and_for_many(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    builders.article_c(session, bed=bed)
    counted: list[str] = []
    event.listen(database.get_engine(), "before_cursor_execute", lambda *args: counted.append(args[2]))
    client.get("/api/v1/experiments")
    once, counted[:] = len(counted), []
    for _ in range(3):
        builders.article_c(session, bed=bed)
    counted.clear()
    assert len(client.get("/api/v1/experiments").json()) == 4
    assert len(counted) == once


def test_the_list_filters_by_state_and_words_and_pages(session: Session, client: TestClient) -> None:
    bed = builders.a_testbed(session)
    for i, state in enumerate(("finished", "failed", "finished")):
        created = datetime(2026, 11, 20, 12, i, tzinfo=UTC)
        builders.experiment(session, bed, ExperimentState(state), name=f"Test 100% {i}", created_at=created)
    session.commit()

    def names(query: str) -> list[str]:
        return [e["name"] for e in client.get(f"/api/v1/experiments?{query}").json()]

    assert names("") == ["Test 100% 2", "Test 100% 1", "Test 100% 0"]
    assert names("state=failed") == ["Test 100% 1"]
    assert names("q=100%25+2") == ["Test 100% 2"]
    assert names("q=_") == []
    first = client.get("/api/v1/experiments?limit=1").json()[0]["id"]
    assert names(f"before={first}") == ["Test 100% 1", "Test 100% 0"]
    assert client.get("/api/v1/experiments?before=nothing").status_code == 404


def test_a_run_without_trials_shows_empty(session: Session, client: TestClient) -> None:
    experiment = builders.experiment(
        session, state=ExperimentState.QUEUED, started_at=None, measuring_at=None
    )
    run: Run = builders.run(session, experiment, 0, "default", is_baseline=True)
    builders.trial(session, run, 1, {}, state=TrialState.QUEUED, started_at=None, ended_at=None, argv=[])
    session.commit()
    found = client.get(f"/api/v1/experiments/{experiment.id}").json()
    assert found["run_list"][0]["means"] == {}
    assert found["headline"] is None
    assert (found["progress"]["done"], found["progress"]["total"]) == (0, 1)
    assert client.get(f"/api/v1/experiments/{experiment.id}/deltas").json() == []
    assert client.get(f"/api/v1/runs/{run.id}").json()["figures"] == []
    assert client.get(f"/api/v1/runs/{run.id}/samples").json()["hosts"] == []


def test_a_run_has_the_range_of_its_valid_trials(session: Session, client: TestClient) -> None:
    experiment, _ = builders.article_c(session)
    found = client.get(f"/api/v1/experiments/{experiment.id}").json()
    for run in found["run_list"]:
        low, high = run["range"]["requests_per_s"]
        assert low <= run["means"]["requests_per_s"] <= high
    pinned = next(
        r for r in found["run_list"] if r["factors"] == {"workers": "22", "pin": "cores", "log": "off"}
    )
    assert pinned["range"]["requests_per_s"] == [342861, 354322]
