"""A definition for weighttp from its plan to its stored trials, with a simulated load host that has it."""

from typing import Any

from agents.contract.jobs import MeasureJob
from backend.tests.db.agents import DEFINITION, Farm, rows

WORKLOAD: dict[str, Any] = {
    "name": "w",
    "tool": "weighttp",
    "threads": 2,
    "connections": 8,
    "requests": 50_000,
    "headers": {"X-Test": "a"},
    "host": "example.org",
}
FIGURES = {"requests": 50_000.0, "requests_per_s": 72_842.0, "failed_requests": 0.0, "latency_p99": None}


def with_weighttp(farm: Farm) -> None:
    """The load host says that it has weighttp, and reports as 0.4 does: without latency."""
    farm.enrol("load", tools={"weighttp": "0.4"})
    farm.answers["measure"] = lambda report: report | {"load": report["load"] | {"figures": FIGURES}}


def test_tools_are_told_with_their_limits(farm: Farm) -> None:
    tools = {tool["name"]: tool for tool in farm.client.get("/api/v1/tools").json()}
    assert list(tools) == ["wrk", "ab", "weighttp", "h2load", "vegeta"]
    assert [tool["ends_by"] for tool in tools.values()][:3] == [
        ["duration"],
        ["requests", "duration"],
        ["requests"],
    ]
    assert (tools["weighttp"]["tls"], tools["ab"]["http"]) == (False, "HTTP/1.0")
    assert tools["ab"]["threads"] == {"minimum": 1, "maximum": 1}
    assert all(tool["notes"] and tool["text"] and tool["percentiles"] for tool in tools.values())


def test_weighttp_plans_launches_and_is_stored(farm: Farm) -> None:
    with_weighttp(farm)
    warmup = {"prepared": "2s", "trial": "1s"}
    definition = DEFINITION | {"workloads": [WORKLOAD], "warmup": warmup}
    plan = farm.client.post("/api/v1/plans", json={"definition": definition}).json()
    assert plan["errors"] == []
    argv = plan["runs"][0]["load_argv"]
    assert argv[:8] == ["weighttp", "-n", "50000", "-c", "8", "-t", "2", "-k"]
    assert argv[8:12] == ["-H", "Host: example.org", "-H", "X-Test: a"]

    made = farm.launch(workloads=[WORKLOAD], warmup=warmup)
    farm.work(made)
    found = farm.experiment(made)
    assert found["state"] == "finished"
    assert [t["state"] for t in farm.trials(made)] == ["done"] * 4
    run = farm.client.get(f"/api/v1/runs/{found['run_list'][0]['id']}").json()
    assert (run["workload"]["tool"], run["workload"]["headers"]) == ("weighttp", {"X-Test": "a"})

    _, jobs = rows(made)
    work = {j.purpose: MeasureJob.model_validate(j.work) for j in jobs if j.kind == "measure"}
    assert (work["warm"].stop_after_s, work["warm_trial"].stop_after_s) == (2, 1)
    assert (work["measure"].stop_after_s, work["measure"].workload.requests) == (None, 50_000)
    assert all(w.workload.duration_s is None for w in work.values())


def test_a_host_without_it_is_named_before_the_launch(farm: Farm) -> None:
    body = {"definition": DEFINITION | {"workloads": [WORKLOAD]}}
    (error,) = farm.client.post("/api/v1/plans", json=body).json()["errors"]
    assert error["place"] == "workloads[0].tool"
    assert "weighttp is not installed" in error["message"]
