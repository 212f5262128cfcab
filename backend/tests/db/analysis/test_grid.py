"""Pivot and main effects over HTTP, on article C's published trials."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import update
from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from backend.records.runs import Trial
from backend.tests.db import builders


def cells(found: dict) -> dict[tuple[str, str], dict]:
    return {(c["row"], c["column"]): c for c in found["cells"]}


def percent(delta: dict) -> list[float]:
    return [round(100 * delta[name], 1) for name in ("change", "low", "high")]


def test_a_table_agrees_with_the_deltas_of_the_page(session: Session, client: TestClient) -> None:
    made, runs = builders.article_c(session)
    url = f"/api/v1/experiments/{made.id}"
    found = client.get(f"{url}/pivot?rows=log&columns=workers&at=pin:cores").json()
    assert (found["rows"], found["columns"], found["fixed"]) == ("log", "workers", {"pin": "cores"})
    assert found["baseline"] == "workers 16 · pin none · log off"
    assert [d["name"] for d in found["dimensions"]] == ["workers", "pin", "log"]
    cell = cells(found)["off", "22"]
    rows = {r["run_id"]: r for r in client.get(f"{url}/deltas").json()}
    run_id = runs["22", "cores", "off"].id
    assert (cell["run_ids"], cell["mean"], cell["trials"]) == ([run_id], 347540.6, 5)
    assert percent(cell["delta"]) == [26.7, 15.9, 38.5]
    assert cell["delta"]["p_adjusted"] == rows[run_id]["p_adjusted"]
    missing = cells(found)["disk", "22"]
    assert (missing["mean"], missing["run_ids"]) == (None, [])
    assert missing["missing"] == "The grid has no run with log disk · workers 22 · pin cores."


def test_without_a_choice_the_first_two_factors_at_the_baselines_levels(
    session: Session, client: TestClient
) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/experiments/{made.id}/pivot").json()
    assert (found["rows"], found["columns"], found["fixed"]) == ("workers", "pin", {"log": "off"})
    assert cells(found)["16", "none"]["is_baseline"]


def test_another_factor_is_averaged_over(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/experiments/{made.id}/pivot?rows=workers&columns=pin&at=log").json()
    assert (found["averaged"], found["over"]) == (["log"], 2)
    assert found["baseline"] == "workers 16 · pin none, averaged over log"
    assert found["left_out"][0].startswith("log disk is left out everywhere")
    cell = cells(found)["22", "cores"]
    assert (len(cell["run_ids"]), cell["mean"]) == (2, pytest.approx(338274.9))
    assert cell["delta"]["verdict"] == "better"


def test_any_metric_and_one_that_the_tool_does_not_give(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    for metric in client.get("/api/v1/metrics").json():
        found = client.get(f"/api/v1/experiments/{made.id}/pivot?metric={metric['name']}").json()
        known = [c for c in found["cells"] if c["mean"] is not None]
        assert all(c["missing"] for c in found["cells"] if c["mean"] is None)
        assert len(known) in (0, 4)
    found = client.get(f"/api/v1/experiments/{made.id}/pivot?metric=latency_p99_9").json()
    assert found["cells"][0]["missing"] == "No p99.9 was reported for its trials."
    failed = client.get(f"/api/v1/experiments/{made.id}/pivot?metric=failed_requests").json()
    assert cells(failed)["22", "cores"]["delta"]["difference"] == 0.0


def test_main_effects_of_the_article(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/experiments/{made.id}/main-effects").json()
    assert found["baseline"] == {"workers": "16", "pin": "none", "log": "off"}
    effects = {(e["factor"], e["level"]): e for e in found["effects"]}
    assert list(effects) == [("workers", "22"), ("pin", "cores"), ("log", "memory"), ("log", "disk")]
    assert percent(effects["pin", "cores"]["delta"]) == [14.5, 8.3, 21.0]
    assert effects["pin", "cores"]["spread"]["verdict"] == "steadier"
    assert effects["workers", "22"]["left_out"][0] == (
        "workers 16 · pin none · log disk has no partner at workers 22"
    )
    assert found["sentences"][1] == ("pin: cores is +14.5% [+8.3, +21.0] against none, over 5 pairs; better.")
    first = found["interactions"][0]
    assert (first["factor"], first["other"], first["pairs"]) == ("pin", "workers", 2)
    assert "+5.5% at workers 16, +27.6% at workers 22" in first["sentence"]


def test_sequential_trials_are_not_paired(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session, definition={"order": "sequential"})
    found = client.get(f"/api/v1/experiments/{made.id}/main-effects").json()
    assert {e["delta"]["method"] for e in found["effects"]} == {"welch"}
    assert percent(found["effects"][1]["delta"]) == [14.5, 9.5, 19.6]


def test_lost_and_deleted_runs_are_named(session: Session, client: TestClient) -> None:
    made, runs = builders.article_c(session)
    gone, lost = runs["22", "cores", "off"], runs["16", "cores", "off"]
    client.delete(f"/api/v1/runs/{gone.id}")
    session.execute(update(Trial).where(Trial.run_id == lost.id).values(state=TrialState.INVALID))
    session.commit()
    found = client.get(f"/api/v1/experiments/{made.id}/pivot").json()
    assert cells(found)["22", "cores"]["missing"] == "The run was deleted."
    assert cells(found)["16", "cores"]["missing"] == "None of its 5 attempts is valid."
    effects = client.get(f"/api/v1/experiments/{made.id}/main-effects").json()["effects"]
    assert (effects[1]["pairs"], effects[1]["left_out"]) == (
        3,
        [
            "workers 16 · cores · log off: none of its 5 attempts is valid",
            "workers 22 · cores · log off: the run was deleted",
        ],
    )


def test_workloads_are_a_dimension_too(session: Session, client: TestClient) -> None:
    factors = {"workers": {"1": {}, "2": {}}}
    made = builders.experiment(session, definition={"factors": factors})
    position = 0
    for name, rate in (("short", 100.0), ("long", 1000.0)):
        workload = builders.WORKLOAD | {"name": name}
        for workers, by in (("1", 1.0), ("2", 1.2 if name == "short" else 1.5)):
            run = builders.run(
                session,
                made,
                position,
                f"{workers} · {name}",
                workload=workload,
                factors={"workers": workers},
                is_baseline=workers == "1",
            )
            position += 1
            for number in (1, 2, 3):
                builders.trial(session, run, number, {"requests_per_s": (rate + number) * by})
    session.commit()
    url = f"/api/v1/experiments/{made.id}"
    found = client.get(f"{url}/pivot").json()
    assert (found["rows"], found["columns"]) == ("workers", "workload")
    assert [c["is_baseline"] for c in found["cells"]] == [True, True, False, False]
    assert round(cells(found)["2", "long"]["delta"]["change"], 6) == 0.5
    both = client.get(f"{url}/main-effects").json()
    assert (both["workloads"], both["effects"][0]["pairs"]) == (["short", "long"], 2)
    assert both["interactions"][0]["other"] == "workload"
    one = client.get(f"{url}/main-effects?workload=long").json()
    assert (one["effects"][0]["pairs"], round(one["effects"][0]["delta"]["change"], 6)) == (1, 0.5)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("pivot?rows=colour", "there is no factor “colour”; there is: workers, pin, log"),
        ("pivot?rows=log&columns=log", "rows and columns are both log"),
        ("pivot?at=log:tape", "“log:tape” cannot be chosen; there is: log, log:off, log:memory, log:disk"),
        ("pivot?rows=log&at=log:off", "“log:off” cannot be chosen"),
        ("pivot?metric=speed", "no metric “speed”"),
        ("main-effects?metric=speed", "no metric “speed”"),
        ("main-effects?workload=none", "there is no workload “none”; there is: keepalive"),
    ],
)
def test_a_wrong_choice_is_explained(session: Session, client: TestClient, query: str, said: str) -> None:
    made, _ = builders.article_c(session)
    answer = client.get(f"/api/v1/experiments/{made.id}/{query}")
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_a_list_of_variants_is_no_grid(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    builders.run(session, made, 0, "default", is_baseline=True)
    session.commit()
    for what in ("pivot", "main-effects"):
        assert client.get(f"/api/v1/experiments/nothing/{what}").status_code == 404
        answer = client.get(f"/api/v1/experiments/{made.id}/{what}")
        assert (answer.status_code, "not a grid" in answer.json()["detail"]) == (422, True)


@pytest.mark.parametrize("state", ["running", "cancelled"])
def test_no_part_of_a_grid_has_a_verdict_before_the_end(
    session: Session, client: TestClient, state: str
) -> None:
    made, _ = builders.article_c(session)
    made.state = state
    session.commit()
    found = client.get(f"/api/v1/experiments/{made.id}/main-effects").json()
    deltas = [one[part] for one in found["interactions"] for part in ("here", "there", "delta")]
    assert {delta["verdict"] for delta in [*deltas, *(e["delta"] for e in found["effects"])]} == {"interim"}
    assert all(sentence.endswith("; no verdict.") for sentence in found["sentences"][:2])
