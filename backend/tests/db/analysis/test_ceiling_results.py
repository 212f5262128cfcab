"""What the API says of a search for the ceiling, while it runs and after."""

from typing import Any

import pytest

from backend.execution.orchestration.advance import advance
from backend.tests.db.agents import DEFINITION, Farm
from backend.tests.db.orchestration.test_ceiling import CEILING, SEARCH, limited

WIDE = {"kind": "ceiling", "ceiling": CEILING | {"from": 128}}
WRITE_UP = {"source": "a write-up", "rows": [{"variant": "one", "connections": 299}]}


@pytest.fixture
def searched(farm: Farm) -> tuple[Farm, dict[str, Any]]:
    """Variant one fails beyond 300 connections, two beyond 150."""
    limited(farm, lambda target, _: 300 if target.endswith("0") else 150)
    made = farm.launch(**WIDE, published=WRITE_UP)
    farm.work(made)
    return farm, farm.experiment(made)


def test_results_with_all_their_probes(searched: tuple[Farm, dict[str, Any]]) -> None:
    _, found = searched
    ceiling = found["ceiling"]
    assert (found["kind"], ceiling["first"], ceiling["to"], ceiling["resolution"]) == (
        "ceiling",
        128,
        1024,
        8,
    )
    one, two = ceiling["runs"]
    assert [(r["state"], r["clean"], r["failing"]) for r in (one, two)] == [
        ("found", 296, 304),
        ("found", 144, 152),
    ]
    assert one["sentence"] == "largest clean: 296 connections (fails at 304)"
    assert (one["change"], two["change"]) == (None, pytest.approx(144 / 296 - 1))
    assert (one["published"], two["published"]) == (299, None)
    assert (one["requests_per_s"], one["most_left"]) == (25_000.0, 0)
    repeats = [(p["connections"], p["clean"]) for p in one["probes"] if p["repeat"]]
    assert repeats == [(296, True), (304, False)]
    failing = next(p for p in one["probes"] if p["connections"] == 512)
    assert (failing["clean"], failing["failed_requests"]) == (False, 17.0)
    assert failing["reason"].startswith("17 of 50,000 requests failed")


@pytest.mark.exhaustive
def test_the_headline_names_the_highest_beside_the_baseline(searched: tuple[Farm, dict[str, Any]]) -> None:
    farm, found = searched
    sentence = (
        "one: largest clean: 296 connections (fails at 304); "
        "two: largest clean: 144 connections (fails at 152)."
    )
    assert found["headline"]["sentence"] == sentence
    listed = farm.client.get("/api/v1/experiments").json()
    assert [(e["kind"], e["headline"]["sentence"]) for e in listed] == [("ceiling", sentence)]
    _no_deltas_between_loads(farm, found)


def _no_deltas_between_loads(farm: Farm, found: dict[str, Any]) -> None:
    assert farm.client.get(f"/api/v1/experiments/{found['id']}/deltas").json() == []
    a, b = (r["id"] for r in found["run_list"])
    one = farm.client.get(f"/api/v1/runs/{a}").json()
    assert all(f["n"] == 2 and f["delta"] is None for f in one["figures"]), "only those at the ceiling"
    assert one["ceiling"]["clean"] == 296
    compared = farm.client.get("/api/v1/compare", params={"a": a, "b": b}).json()
    assert any("searched for its ceiling" in w for w in compared["warnings"])


def test_while_it_runs_it_says_how_far_it_is_at_most(farm: Farm) -> None:
    limited(farm, lambda *_: 300)
    made = farm.launch(**WIDE)
    plan = farm.client.post("/api/v1/plans", json={"definition": DEFINITION | WIDE}).json()
    seen = []
    while (found := farm.experiment(made))["progress"]:
        seen.append((found["progress"]["done"], found["progress"]["total"]))
        farm.work(made, until="measure")
        if not any(j.purpose == "measure" for j in farm.open_jobs()):
            continue
        assert "connections, probe" in farm.experiment(made)["progress"]["step"]
        farm.report("load", farm.outcome(farm.open("measure")))
        advance(made)
    totals = [total for _, total in seen]
    assert totals[0] == plan["trials"], "as the plan said"
    assert totals == sorted(totals, reverse=True), "at most so many, and never more"
    assert farm.experiment(made)["state"] == "finished"


@pytest.mark.exhaustive
def test_a_cancelled_search_says_how_far_it_came(farm: Farm) -> None:
    limited(farm, lambda *_: 300)
    made = farm.launch(**SEARCH)
    farm.work(made, most=400, until="measure")
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    farm.work(made)
    one = farm.experiment(made)["ceiling"]["runs"][0]
    assert (one["state"], one["most_left"]) == ("stopped", 0)
    assert one["sentence"] == "no probe yet when it stopped: the experiment was cancelled"
