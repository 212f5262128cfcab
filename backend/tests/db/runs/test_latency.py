"""The latency of every request: from an agent's report to percentiles of a run, its rounds, and files."""

import csv
import io
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from agents.catalog.histogram import Histogram, cell_of, decode, encode
from agents.catalog.metrics import SHARES
from agents.contract.latency import Latency
from backend.records.latency import latency_queries
from backend.records.latency.histograms import TrialLatency
from backend.records.runs import Run
from backend.tests.db import builders
from backend.tests.db.agents import Farm

FAST, SLOW = 100, cell_of(1_000_000)


def of_cells(cells: dict[int, int], requests: float | None = None) -> dict[str, Any]:
    """Figures and latency of a trial with these cells, as an agent reports them."""
    histogram = Histogram(dict(sorted(cells.items())))
    values = dict(zip(SHARES, histogram.percentiles(SHARES.values()), strict=True))
    largest = 0.0001 if max(cells) == FAST else 1.0
    total = sum(n * (0.0001 if cell == FAST else 1.0) for cell, n in cells.items())
    return {
        "figures": {
            "requests": float(histogram.count) if requests is None else requests,
            "requests_per_s": 25_000.0,
            "failed_requests": 0.0,
            "latency_mean": total / histogram.count,
            "latency_max": largest,
            **values,
        },
        "latency": {
            "histogram": encode(histogram),
            "counted": histogram.count,
            "printed": {"latency_p99": 0.25, "latency_mean": 0.1},
        },
    }


def measured(session: Session, kinds: str = "mmmmm") -> Run:
    """A run with a trial for each letter: m measured, p as printed, s measured with a stall."""
    made = builders.experiment(session, definition={"factors": {}})
    run = builders.run(session, made, 0, "default", is_baseline=True)
    for number, kind in enumerate(kinds, 1):
        told = of_cells({FAST: 9990, SLOW: 10} if kind == "s" else {FAST: 10_000})
        kept = None if kind == "p" else "measured"
        trial = builders.trial(session, run, number, told["figures"], latency_kind=kept)
        if kept:
            latency_queries.keep(session, trial, "h1", Latency.model_validate(told["latency"]))
    session.commit()
    return run


def latency_of(client: TestClient, run: Run) -> dict[str, Any]:
    return client.get(f"/api/v1/runs/{run.id}/latency").json()


def test_percentiles_are_of_all_requests_and_not_means_of_trials(
    session: Session, client: TestClient
) -> None:
    run = measured(session, "mmmms")
    found = latency_of(client, run)
    assert (found["kind"], found["trials"], found["requests"]) == ("measured", 5, 50_000)
    points = found["percentiles"]
    assert points["latency_p99_9"]["value"] == 0.0001
    assert points["latency_p99_99"]["value"] == pytest.approx(1.0, rel=0.001)
    assert points["latency_p99_99"]["low"] == 0.0001  # the rounds drawn may miss the one that stalled
    assert found["largest"] == 1.0
    assert found["mean"] == pytest.approx((49_990 * 0.0001 + 10) / 50_000, rel=0.001)
    assert found["printed"] == {"latency_p99": 0.25, "latency_mean": 0.1}
    means = client.get(f"/api/v1/runs/{run.id}").json()["percentiles"]
    assert means["latency_p99_9"] == 0.0001
    assert means["latency_p99_99"] == pytest.approx(0.2, rel=0.01)


def test_a_round_that_stalled_is_seen_in_its_row(session: Session, client: TestClient) -> None:
    heat = latency_of(client, measured(session, "mms"))["heat"]
    assert [row["round"] for row in heat["rounds"]] == [1, 2, 3]
    assert [sum(share > 0 for share in row["shares"]) for row in heat["rounds"]] == [1, 1, 2]
    assert [sum(row["shares"]) for row in heat["rounds"]] == pytest.approx([1, 1, 1])
    assert heat["rounds"][2]["shares"][-1] == pytest.approx(0.001)
    assert 10 ** ((heat["first"] + 1) / heat["per_decade"]) > 100  # µs: the end of the first column


@pytest.mark.parametrize(("kinds", "kind"), [("mm", "measured"), ("pp", "printed"), ("mp", "mixed")])
def test_a_run_says_which_kind_its_latency_is(
    session: Session, client: TestClient, kinds: str, kind: str
) -> None:
    run = measured(session, kinds)
    found = latency_of(client, run)
    assert (found["kind"], found["trials"]) == (kind, kinds.count("m"))
    assert client.get(f"/api/v1/runs/{run.id}").json()["latency_kind"] == kind
    summaries = client.get(f"/api/v1/experiments/{run.experiment_id}").json()["run_list"]
    assert [one["latency_kind"] for one in summaries] == [kind]
    if kind == "printed":
        assert (found["curve"], found["heat"], found["percentiles"]) == ([], None, {})
        assert "as wrk prints it" in found["sentence"]


def test_one_side_measured_and_one_as_printed_is_a_serious_caveat(
    session: Session, client: TestClient
) -> None:
    a, b = measured(session, "mm"), None
    made = builders.experiment(session, bed=builders.a_testbed(session, "other"), definition={"factors": {}})
    b = builders.run(session, made, 0, "old", is_baseline=True)
    for number in (1, 2):
        builders.trial(session, b, number, {"requests_per_s": 1.0, "latency_p99": 0.2, "latency_mean": 0.1})
    session.commit()

    def codes(metric: str) -> list[str]:
        found = client.get(f"/api/v1/compare?a={a.id}&b={b.id}&metric={metric}").json()
        return [caveat["code"] for caveat in found["caveats"]]

    assert "latency_kind" in codes("latency_p99")
    assert "latency_kind" not in codes("requests_per_s")


def test_files_have_the_curve_and_every_trials_histogram(session: Session, client: TestClient) -> None:
    run = measured(session, "mms")
    rows = list(csv.DictReader(io.StringIO(client.get(f"/api/v1/runs/{run.id}/latency.csv").text)))
    assert [row["percentile"] for row in rows[:2]] == ["50.0", "57.83"] or rows[0]["percentile"] == "50.0"
    assert (rows[-1]["share"], rows[-1]["latency [s]"]) == ("1", "1.0")
    answer = client.get(f"/api/v1/runs/{run.id}/latency.hlog")
    assert ".hlog" in answer.headers["content-disposition"]
    lines = answer.text.splitlines()
    assert lines[0] == "#[Histogram log format version 1.3]"
    trials = [line.split(",") for line in lines if line.startswith("Tag=")]
    assert [decode(text).count for *_, text in trials] == [10_000] * 3
    assert next((tag, length) for tag, _, length, _, _ in trials) == ("Tag=round-1", "10.000")
    printed = measured_printed(session)
    assert client.get(f"/api/v1/runs/{printed.id}/latency.hlog").status_code == 404


def measured_printed(session: Session) -> Run:
    made = builders.experiment(session, bed=builders.a_testbed(session, "third"), definition={"factors": {}})
    run = builders.run(session, made, 0, "old", is_baseline=True)
    builders.trial(session, run, 1, {"requests_per_s": 1.0, "latency_p99": 0.2})
    session.commit()
    return run


@pytest.mark.parametrize(
    ("kinds", "said"), [("mmmms", "of all requests as measured"), ("mmmpp", "the mean of")]
)
def test_the_picture_is_of_all_requests_as_the_page_is_or_says_what_it_is_of(
    session: Session, client: TestClient, kinds: str, said: str
) -> None:
    run = measured(session, kinds)
    drawn = client.get(f"/api/v1/runs/{run.id}/charts/percentiles.svg")
    assert drawn.status_code == 200
    assert said in drawn.text


def test_histograms_go_with_their_experiment(session: Session, client: TestClient) -> None:
    run = measured(session, "mm")
    assert client.delete(f"/api/v1/experiments/{run.experiment_id}").status_code == 204
    assert kept(session) == 0


# ---- from the agent's report ----


def launched(farm: Farm, told: dict[str, Any]) -> str:
    def answer(report: dict[str, Any]) -> dict[str, Any]:
        report["load"] |= told
        return report

    farm.answers["measure"] = answer
    made = farm.launch(trials=1)
    farm.work(made)
    return made


def kept(session: Session) -> int:
    found = session.scalar(select(func.count()).select_from(TrialLatency)) or 0
    session.rollback()  # holds nothing while the API works
    return found


def test_what_an_agent_measured_is_kept_with_its_trial(
    farm: Farm, session: Session, client: TestClient
) -> None:
    made = launched(farm, of_cells({FAST: 49_990, SLOW: 10}))
    assert {trial["state"] for trial in farm.trials(made)} == {"done"}
    assert kept(session) == 2
    run = farm.experiment(made)["run_list"][0]["id"]
    assert client.get(f"/api/v1/runs/{run}/latency").json()["requests"] == 50_000
    assert "HISTF" not in client.get(f"/api/v1/runs/{run}").text


def test_a_histogram_that_does_not_fit_is_not_kept_and_the_trial_says_why(
    farm: Farm, session: Session
) -> None:
    made = launched(farm, of_cells({FAST: 40_000}, requests=50_000.0))
    trials = farm.trials(made)
    assert {trial["state"] for trial in trials} == {"done"}
    assert {f["code"] for trial in trials for f in trial["findings"]} >= {"latency_counts"}
    assert kept(session) == 0
    assert {run["latency_kind"] for run in farm.experiment(made)["run_list"]} == {"printed"}


@pytest.mark.parametrize(
    "forged",
    [{"histogram": "HISTFAAA"}, {"counted": -1}, {"histogram": "A" * 100_000}, {"printed": {"x": 1.0}}],
)
def test_a_forged_histogram_fails_the_report_and_nothing_is_kept(
    farm: Farm, session: Session, forged: dict[str, Any]
) -> None:
    told = of_cells({FAST: 50_000})
    told["latency"] |= forged
    made = farm.launch(trials=1)
    farm.work(made, until="measure")
    job = farm.open("measure")
    report = farm.outcome(job)
    report["load"] |= told
    assert farm.report(farm.name_of(job.host_id), report).status_code == 422
    assert kept(session) == 0
