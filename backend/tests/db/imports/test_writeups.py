"""Five write-ups in the form in which they were published: every table, with at most one question each."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from backend.tests.db.commands import dyno
from backend.tests.db.imports.test_import_articles import TABLES

PUBLISHED = TABLES / "published"
RUNS = {"stepwise": 24, "guide": 2, "pinning": 10, "reuseport": 3, "one-core": 5}
"""Write-up → runs of all its tables, or of its outputs."""


def preview_of(client: TestClient, name: str) -> tuple[dict[str, Any], list[dict[str, str]]]:
    texts = [{"name": f"{name}.md", "text": (PUBLISHED / f"{name}.md").read_text()}]
    answer = client.post("/api/v1/imports/preview", json={"texts": texts})
    assert answer.status_code == 200, answer.text
    return answer.json(), texts


def imported(client: TestClient, name: str) -> dict[str, Any]:
    """As the page posts what a preview suggests; only a load that the write-up does not say is typed."""
    found, texts = preview_of(client, name)
    typed = {"tool": "wrk", "unknown": ["connections", "length"]}
    loads = [{k: v for k, v in load.items() if v is not None} for load in found["workloads"]]
    body = {
        "name": name,
        "workloads": [load if "tool" in load else load | typed for load in loads],
        "factors": found["factors"],
        "baseline": found["baseline"],
        "runs": [{k: v for k, v in run.items() if k != "place"} for run in found["runs"]],
        "texts": texts,
    }
    answer = client.post("/api/v1/imports", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.parametrize("name", RUNS)
def test_nothing_is_left_out_and_one_thing_is_asked_at_most(client: TestClient, name: str) -> None:
    found, _ = preview_of(client, name)
    assert found["problems"] == []
    assert len(found["runs"]) == RUNS[name]
    unknown_loads = [load for load in found["workloads"] if load["tool"] is None]
    assert bool(found["question"]) + bool(unknown_loads) <= 1
    assert len(imported(client, name)["run_list"]) == RUNS[name]


@pytest.mark.parametrize("name", RUNS)
def test_the_terminal_imports_the_same(server: str, name: str) -> None:
    load = ["--load", "wrk -t4 -c100 -d60s http://h/"] if name == "reuseport" else []
    found = dyno("import", str(PUBLISHED / f"{name}.md"), *load, "--format", "json")
    assert found.exit_code == 0, found.output


def test_each_table_of_the_stepwise_write_up_is_compared_within_itself(client: TestClient) -> None:
    made = imported(client, "stepwise")
    assert [run["name"] for run in made["run_list"] if run["is_baseline"]] == [
        "default configuration · Steps",
        "default · Nginx alone",
        "load, proxy, backend on three hosts · Placement",
    ]
    of_first_table = [run for run in made["run_list"] if run["name"].endswith(" · Steps")]
    assert len(of_first_table) == 17
    assert made["question"] == "Which of 15 variants are better than default configuration?"
    deltas = client.get(f"/api/v1/experiments/{made['id']}/deltas").json()
    assert [d["name"] for d in deltas if d["verdict"] == "context"] == ["direct · Steps"]
    assert "largest: direct" not in made["headline"]["sentence"]
    changes = {d["name"]: round(100 * d["change"], 2) for d in deltas}
    assert changes["worker_processes auto · Nginx alone"] == 218.74
    assert changes["all three on one host · Placement"] == -24.81
    remarks = made["published"]["remarks"]
    assert any(remark.startswith("Nginx alone: ") for remark in remarks)


def test_steps_of_the_stepwise_write_up_follow_the_rows_that_they_name(client: TestClient) -> None:
    made = imported(client, "stepwise")
    steps = client.get(f"/api/v1/experiments/{made['id']}/steps").json()
    before = {step["name"].rpartition(" · ")[0]: step["before"] for step in steps}
    assert before["5 and accept_mutex on"] == "4 and worker_connections 65535"
    assert before["worker_processes 2"] == "default configuration"
    assert before["3.1 and keepalive"] == "worker_processes 2"
    assert "direct" not in before
    step = next(s for s in steps if s["name"].startswith("5 and accept_mutex"))
    assert step["change"] == pytest.approx(7088.39 / 8874.85 - 1)


def test_means_of_trials_are_published_figures_and_no_trials(client: TestClient) -> None:
    made = imported(client, "pinning")
    assert {run["trials_done"] for run in made["run_list"]} == {5}
    (run,) = [r for r in made["run_list"] if r["name"] == "unpinned · access_log off · 22 workers"]
    assert run["means"]["requests_per_s"] == 276899.4
    assert any("274687.4" in remark for remark in made["published"]["remarks"])


def test_outputs_with_failures_are_what_they_mean(client: TestClient) -> None:
    made = imported(client, "one-core")
    counts = {run["name"]: (run["trials_done"], run["trials_invalid"]) for run in made["run_list"]}
    assert counts == {
        "Tuned · Small page": (3, 0),
        "Default · Small page": (0, 3),
        "Tuned · 35 KB page · 3000 connections": (3, 0),
        "Default · 35 KB page · 3000 connections": (0, 1),
        "Default · 35 KB page · 1897 connections": (1, 0),
    }
