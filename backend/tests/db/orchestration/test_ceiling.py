"""A search for the ceiling on a real PostgreSQL, with simulated agents whose server fails beyond a limit."""

from collections.abc import Callable
from typing import Any

import pytest

from agents.contract.states import JobState
from backend.execution.orchestration.advance import advance
from backend.tests.db.agents import Farm

CEILING = {"from": 16, "to": 1024, "resolution": 8, "confirm": True}
SEARCH: dict[str, Any] = {"kind": "ceiling", "ceiling": CEILING}
COARSE: dict[str, Any] = {"kind": "ceiling", "ceiling": CEILING | {"to": 128, "resolution": 32}}


def limited(farm: Farm, limits: Callable[[str, int], int], fail: str = "failed_requests") -> None:
    """Measurements fail beyond a limit; it gets the target's address and the number of the measurement."""
    count = 0

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        nonlocal count
        work = next(j.work for j in farm.open_jobs() if j.id == report["job_id"])
        count += 1
        if work["workload"]["connections"] <= limits(work["target"], count):
            return report
        if fail == "tool_failed":
            why = {"code": "tool_failed", "message": "ab ended with exit status 104"}
            return {"job_id": report["job_id"], "failure": why}
        report["load"]["figures"]["failed_requests"] = 17.0
        return report

    farm.answers["measure"] = answer


def probes(farm: Farm, made: str, run: int = 0) -> list[tuple[int, str]]:
    run_id = farm.experiment(made)["run_list"][run]["id"]
    return [(t["connections"], t["state"]) for t in farm.trials(made) if t["run_id"] == run_id]


@pytest.mark.parametrize(
    "fail", ["failed_requests", pytest.param("tool_failed", marks=pytest.mark.exhaustive)]
)
def test_the_ceiling_is_found(farm: Farm, fail: str) -> None:
    limited(farm, lambda target, _: 300 if target.endswith("0") else 5000, fail)
    made = farm.launch(**SEARCH)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    first = [n for n, _ in probes(farm, made)]
    assert first == [16, 32, 64, 128, 256, 512, 384, 320, 288, 304, 296, 296, 304]
    assert [n for n, _ in probes(farm, made, 1)] == [16, 32, 64, 128, 256, 512, 1024, 1024]
    assert {t["attempt"] for t in farm.trials(made)} == {1}, "a failing probe is an answer"


def test_the_largest_rate_within_a_latency_limit_is_found(farm: Farm) -> None:
    def answer(report: dict[str, Any]) -> dict[str, Any]:
        work = next(j.work for j in farm.open_jobs() if j.id == report["job_id"])
        rate, connections = work["workload"]["rate"], work["workload"]["connections"]
        assert connections == 16, "only the rate grows"
        report["load"]["figures"] |= {"latency_p99": 0.004 if rate <= 3100 else 0.006}
        lag = {"lag_p50_s": 0, "lag_p99_s": 0.001, "lag_max_s": 0.001, "backlog": [0] * 20}
        report["load"]["pace"] = {"rate": rate, "planned_requests": 2 * rate, "sent_requests": 2 * rate} | lag
        return report

    farm.answers["measure"] = answer
    ceiling = {"of": "rate", "latency": {"p99": "5ms"}, "from": 500, "to": 8000, "resolution": 250}
    load = {"tool": "vegeta", "connections": 16, "duration": "2s"}
    farm.enrol("load", tools={"vegeta": "12.13.0"})
    made = farm.launch(kind="ceiling", ceiling=ceiling | {"confirm": False}, workloads=[load])
    farm.work(made)
    experiment = farm.experiment(made)
    run = experiment["ceiling"]["runs"][0]
    assert [p["rate"] for p in run["probes"]] == [500, 1000, 2000, 4000, 3000, 3500, 3250]
    assert run["sentence"] == "largest with p99 ≤ 5 ms: 3,000 requests/s (fails at 3,250)"
    assert run["probes"][3]["reason"] == "p99 was 6.00 ms, above the limit of 5.00 ms"
    assert experiment["headline"]["sentence"].endswith(f"{run['sentence']}.")
    assert experiment["question"] == "What is the largest rate that each variant carries with p99 ≤ 5 ms?"
    figures = farm.client.get(f"/api/v1/runs/{run['run_id']}").json()["figures"]
    assert {f["n"] for f in figures} == {1}, "only those at the largest rate that passed"


def test_probes_of_several_runs_take_turns(farm: Farm) -> None:
    limited(farm, lambda *_: 40)
    made = farm.launch(**COARSE)
    farm.work(made)
    trials = farm.trials(made)
    assert len({t["run_id"] for t in trials[:2]}) == 2
    order = [t["run_id"] for t in trials]
    assert order[::2] == [order[0]] * (len(order) // 2)
    assert [t["round"] for t in trials] == sorted(t["round"] for t in trials)


@pytest.mark.exhaustive
def test_run_after_run_in_sequential_order(farm: Farm) -> None:
    limited(farm, lambda *_: 40)
    made = farm.launch(**COARSE, order="sequential")
    farm.work(made)
    order = [t["run_id"] for t in farm.trials(made)]
    assert order == sorted(order, key=order.index)
    assert len(set(order)) == 2


def test_already_failing_at_the_first_probe_is_an_answer(farm: Farm) -> None:
    limited(farm, lambda *_: 3)
    made = farm.launch(**SEARCH)
    farm.work(made)
    assert probes(farm, made) == [(16, "invalid")] * 2
    assert farm.experiment(made)["state"] == "finished"


def test_lost_contact_repeats_the_probe_with_its_connections(farm: Farm) -> None:
    limited(farm, lambda *_: 40)
    made = farm.launch(**COARSE)
    farm.work(made, until="measure")
    for _ in range(2):
        job = farm.open("measure")
        farm.report("load", farm.outcome(job))
        advance(made)
        farm.work(made, until="measure")
    job = farm.open("measure")
    assert (job.work["workload"]["connections"], job.state) == (32, JobState.SENT)
    lost = {"code": "agent_restarted", "message": "its agent was restarted"}
    farm.report("load", {"job_id": job.id, "failure": lost})
    advance(made)
    farm.work(made)
    again = [t for t in farm.trials(made) if t["attempt"] == 2]
    assert [t["connections"] for t in again] == [32]
    assert farm.experiment(made)["state"] == "finished"


@pytest.mark.exhaustive
def test_a_probe_that_something_else_spoils_three_times_ends_the_search_of_its_run(farm: Farm) -> None:
    def broken(report: dict[str, Any]) -> dict[str, Any]:
        return {"job_id": report["job_id"], "failure": {"code": "effective_differs", "message": "other CPUs"}}

    farm.answers["measure"] = broken
    made = farm.launch(**SEARCH)
    farm.work(made)
    assert probes(farm, made) == [(16, "failed")] * 3
    assert farm.experiment(made)["state"] == "failed"


def test_cancel_ends_a_search(farm: Farm) -> None:
    limited(farm, lambda *_: 300)
    made = farm.launch(**SEARCH)
    farm.work(made, until="measure")
    farm.client.post(f"/api/v1/experiments/{made}/cancel")
    farm.work(made)
    assert farm.experiment(made)["state"] == "cancelled"
    assert not [t for t in farm.trials(made) if t["state"] == "queued"]
