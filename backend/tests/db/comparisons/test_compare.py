"""Pinned against unpinned, and everything that can be wrong with a selection."""

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.tests.db import builders

# What the Compare page's mockup shows: label → change, low, high in percent; five pairs of five trials,
# judged together, settle none by itself
MOCKUP = {
    "workers 16 · log off": (4.2, -3.1, 12.2, "unclear"),
    "workers 22 · log off": (26.3, 7.9, 47.9, "unclear"),
    "workers 16 · log memory": (6.7, 1.2, 12.5, "unclear"),
    "workers 22 · log memory": (28.9, 5.5, 57.5, "unclear"),
    "workers 16 · log disk": (8.5, 0.8, 16.9, "unclear"),
}


def _shown(delta: dict) -> tuple:
    return (*(round(100 * delta[name], 1) for name in ("change", "low", "high")), delta["verdict"])


def test_an_experiment_splits_by_its_pins(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/compare?experiment={made.id}").json()
    assert (found["title"], found["a_title"], found["b_title"]) == (
        "Pinned against unpinned",
        "Unpinned",
        "Pinned",
    )
    assert found["factor"] == "pin"
    assert {p["label"]: _shown(p["delta"]) for p in found["pairs"]} == MOCKUP
    overall = {row["metric"]["name"]: row for row in found["overall"]}
    assert list(overall) == ["requests_per_s", "latency_mean", "latency_p99", "failed_requests"]
    assert _shown(overall["requests_per_s"]["delta"]) == (14.5, 8.3, 21.0, "better")
    spread = overall["requests_per_s"]["spread"]
    assert (round(1 / spread["ratio"], 1), spread["verdict"]) == (7.3, "steadier")
    failed = overall["failed_requests"]
    assert (failed["delta"]["difference"], failed["delta"]["verdict"]) == (0.0, "same")
    assert failed["spread"] is None
    assert found["paired"] is True
    assert found["warnings"] == []
    assert found["a_argv"][0] == "wrk"


def test_only_what_differs_is_listed(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/compare?experiment={made.id}").json()
    assert [(d["kind"], d["name"], d["a"], d["b"]) for d in found["differs"]] == [
        ("knob", "pin.load", None, "32-63"),
        ("effective", "CPUs of the load tool", "0-127", "32-63"),
    ]
    names = [d["name"] for d in found["equal_settings"]]
    assert {"nginx.worker_processes", "threads", "kernel", "nginx.version", "tools.wrk"} <= set(names)
    assert found["equal"] == len(names)


def test_levels_can_be_swapped(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    query = f"experiment={made.id}&factor=pin&level_a=cores&level_b=none"
    found = client.get(f"/api/v1/compare?{query}").json()
    assert (found["a_title"], found["title"]) == ("Pinned", "Unpinned against pinned")
    assert found["overall"][0]["delta"]["verdict"] == "worse"


def test_a_factor_with_gaps_says_what_was_left_out(session: Session, client: TestClient) -> None:
    made, _ = builders.article_c(session)
    found = client.get(f"/api/v1/compare?experiment={made.id}&factor=workers").json()
    assert (found["a_title"], found["b_title"]) == ("workers 16", "workers 22")
    assert len(found["pairs"]) == 4
    assert [w for w in found["warnings"] if "no partner" in w] == [
        "workers 16 · pin none · log disk has no partner",
        "workers 16 · cores · log disk has no partner",
    ]


def test_two_runs_of_one_experiment_are_paired(session: Session, client: TestClient) -> None:
    _, runs = builders.article_c(session)
    a, b = runs["16", "none", "off"], runs["22", "cores", "off"]
    found = client.get(f"/api/v1/compare?a={a.id}&b={b.id}&metric=latency_p99").json()
    assert (found["a_title"], found["b_title"]) == (a.name, b.name)
    assert found["pairs"][0]["delta"]["method"] == "paired"
    assert found["pairs"][0]["delta"]["verdict"] == "better"
    assert found["metric"]["unit"] == "s"
    assert len(found["pairs"][0]["a"]["dots"]) == 5
    assert found["conf_a"] != found["conf_b"]


def test_runs_of_different_experiments_warn(session: Session, client: TestClient) -> None:
    _, first = builders.article_c(session)
    other = builders.a_testbed(session, "other", kernel="6.6.0", machine="m2")
    _, second = builders.article_c(session, bed=other)
    cell = ("16", "none", "off")
    found = client.get(f"/api/v1/compare?a={first[cell].id}&b={second[cell].id}").json()
    assert found["paired"] is False
    assert found["pairs"][0]["delta"]["method"] == "welch"
    assert any(w.startswith("The hosts differ: ") and "kernel" in w for w in found["warnings"])
    assert any("different experiments" in w for w in found["warnings"])
    assert ("fact", "kernel") in {(d["kind"], d["name"]) for d in found["differs"]}


def test_unequal_sides_pair_what_they_can(session: Session, client: TestClient) -> None:
    _, runs = builders.article_c(session)
    a, b, c = (runs[cell].id for cell in list(runs)[:3])
    found = client.get(f"/api/v1/compare?a={a}&a={b}&b={c}").json()
    assert len(found["pairs"]) == 1
    assert found["warnings"][0] == "workers 16 · pin none · log memory has no partner on side B"


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("", 422, "side A is empty"),
        ("a={run}", 422, "side B is empty"),
        ("a={run}&b=nothing", 404, "no run nothing"),
        ("a={run}&b=%00", 404, "There is no run"),
        ("experiment=%00", 404, "no experiment"),
        ("experiment=nothing", 404, "no experiment nothing"),
        ("experiment={experiment}&factor=colour", 422, "no factor “colour”; there is: workers, pin, log"),
        ("experiment={experiment}&factor=pin&level_b=half", 422, "“half” is not a level of pin"),
        ("experiment={experiment}&factor=pin&level_a=none&level_b=none", 422, "two different levels"),
        ("experiment={experiment}&a={run}", 422, "not both"),
        ("experiment={experiment}&metric=speed", 422, "no metric “speed”"),
    ],
)
def test_a_wrong_selection_is_explained(
    session: Session, client: TestClient, query: str, status: int, said: str
) -> None:
    made, runs = builders.article_c(session)
    url = "/api/v1/compare?" + query.format(experiment=made.id, run=runs["16", "none", "off"].id)
    answer = client.get(url)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


def test_a_run_beside_itself_is_nothing_to_compare(session: Session, client: TestClient) -> None:
    _, runs = builders.article_c(session)
    run = runs["16", "none", "off"]
    found = client.get(f"/api/v1/compare?a={run.id}&b={run.id}").json()
    assert [c["code"] for c in found["caveats"]] == ["itself"]
    assert found["pairs"][0]["delta"]["change"] == 0


def test_a_deleted_run_is_gone(session: Session, client: TestClient) -> None:
    _, runs = builders.article_c(session)
    a, b = runs["16", "none", "off"], runs["22", "cores", "off"]
    client.delete(f"/api/v1/runs/{b.id}")
    answer = client.get(f"/api/v1/compare?a={a.id}&b={b.id}")
    assert answer.status_code == 410
    assert b.name in answer.json()["detail"]


def test_a_list_of_variants_has_nothing_to_split(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    builders.run(session, made, 0, "default", is_baseline=True)
    session.commit()
    answer = client.get(f"/api/v1/compare?experiment={made.id}")
    assert answer.status_code == 422
    assert "not a grid" in answer.json()["detail"]


def test_runs_without_trials_compare_to_nothing_yet(session: Session, client: TestClient) -> None:
    made = builders.experiment(session, definition={"factors": {}})
    a = builders.run(session, made, 0, "a", is_baseline=True)
    b = builders.run(session, made, 1, "b")
    session.commit()
    found = client.get(f"/api/v1/compare?a={a.id}&b={b.id}").json()
    assert found["pairs"][0]["delta"]["change"] is None
    assert found["warnings"] == ["a has no valid trial yet", "b has no valid trial yet"]
