"""Rates in percent, on a real PostgreSQL: simulated agents whose baseline has a ceiling."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from agents.contract.states import JobState
from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.records.experiments import JobRow
from backend.tests.db.agents import Farm

LOAD = {"tool": "vegeta", "connections": 16, "duration": "2s", "rates": ["50%", "90%"]}
RATES = [41_000.0, 41_200.0, 50_000.0]


@pytest.fixture(autouse=True)
def _vegeta(farm: Farm) -> None:
    farm.enrol("load", tools={"vegeta": "12.13.0", "wrk": "4.2.0"})


def answer_ceiling(farm: Farm, rates: list[float], **figures: float) -> list[dict[str, Any]]:
    """Answer each trial of the ceiling with the next of the rates; the loads that were sent."""
    loads: list[dict[str, Any]] = []

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        loads.append(next(j.work for j in farm.open_jobs() if j.id == report["job_id"])["workload"])
        report["load"]["figures"] |= {"requests_per_s": rates[len(loads) % len(rates) - 1]} | figures
        return report

    def keep_rate(report: dict[str, Any]) -> dict[str, Any]:
        rate = next(j.work for j in farm.open_jobs() if j.id == report["job_id"])["workload"]["rate"]
        lag = {"lag_p50_s": 0, "lag_p99_s": 0.001, "lag_max_s": 0.001, "backlog": [0] * 20}
        report["load"]["pace"] = {"rate": rate, "planned_requests": 2 * rate, "sent_requests": 2 * rate} | lag
        return report

    farm.answers |= {"ceiling": answer, "measure": keep_rate}
    return loads


def rates_of(farm: Farm, experiment_id: str) -> list[int | None]:
    return [run["workload"].get("rate") for run in farm.experiment(experiment_id)["run_list"]]


def test_all_variants_are_measured_at_shares_of_one_ceiling(farm: Farm) -> None:
    loads = answer_ceiling(farm, RATES)
    experiment_id = farm.launch(workloads=[LOAD])
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert experiment["state"] == "finished"
    assert [load["tool"] for load in loads] == ["wrk"] * 3
    assert all("rate" not in load and "rate_share" not in load for load in loads)
    assert rates_of(farm, experiment_id) == [20_600, 20_600, 37_080, 37_080], (
        "of the median, for every variant"
    )
    assert experiment["run_list"][0]["workload"]["rate_share"] == {
        "share": 0.5,
        "ceiling": 41_200,
        "is_tool_limit": False,
    }
    with Session(get_engine()) as session:
        works = [job.work["workload"] for job in session.query(JobRow).filter_by(purpose="measure")]
    assert {work["rate"] for work in works} == {20_600, 37_080}
    assert not any("rate_share" in work for work in works), "an agent one release older forbids it"


@pytest.mark.exhaustive
def test_a_resumed_experiment_goes_on_at_the_same_rates(farm: Farm) -> None:
    loads = answer_ceiling(farm, RATES)
    experiment_id = farm.launch(workloads=[LOAD])
    farm.work(experiment_id, until="measure")
    farm.step(experiment_id)
    farm.client.post(f"/api/v1/experiments/{experiment_id}/cancel")
    advance(experiment_id)
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "cancelled"
    assert farm.client.post(f"/api/v1/experiments/{experiment_id}/resume").status_code < 300
    advance(experiment_id)
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "finished"
    assert len(loads) == 3, "it is measured once"
    assert rates_of(farm, experiment_id) == [20_600, 20_600, 37_080, 37_080]


@pytest.mark.exhaustive
def test_it_can_be_cancelled_while_the_ceiling_is_measured(farm: Farm) -> None:
    answer_ceiling(farm, RATES)
    experiment_id = farm.launch(workloads=[LOAD])
    farm.work(experiment_id, until="ceiling")
    step = farm.experiment(experiment_id)["progress"]["step"]
    assert step.endswith("; measuring the baseline's ceiling from load")
    farm.client.post(f"/api/v1/experiments/{experiment_id}/cancel")
    advance(experiment_id)
    assert any(job.purpose == "cancel" for job in farm.open_jobs())
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "cancelled"
    answer = farm.client.post(f"/api/v1/experiments/{experiment_id}/resume")
    assert answer.status_code == 409
    assert "nothing was measured yet" in answer.json()["detail"]


def test_a_restarted_agent_has_the_ceiling_measured_anew(farm: Farm) -> None:
    loads = answer_ceiling(farm, RATES)
    experiment_id = farm.launch(workloads=[LOAD])
    farm.work(experiment_id, until="ceiling")
    farm.step(experiment_id)
    farm.restart("load")
    advance(experiment_id)
    farm.work(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "finished"
    assert len(loads) == 1 + 3
    assert None not in rates_of(farm, experiment_id)


def test_a_baseline_that_fails_requests_has_no_ceiling(farm: Farm) -> None:
    answer_ceiling(farm, RATES, failed_requests=100.0)
    experiment_id = farm.launch(workloads=[LOAD])
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert experiment["state"] == "failed"
    assert experiment["failure"]["message"].startswith(
        "the baseline cannot be measured: its ceiling, of which the rates are shares, is not known: "
    )
    assert rates_of(farm, experiment_id) == [None] * 4


def test_a_rate_that_cannot_be_recorded_ends_it_with_the_sum(farm: Farm) -> None:
    answer_ceiling(farm, [400_000.0])
    experiment_id = farm.launch(workloads=[LOAD | {"duration": "60s"}])
    farm.work(experiment_id)
    failure = farm.experiment(experiment_id)["failure"]["message"]
    assert "90% of 400,000 requests/s: 360000 requests/s for 60 s are more than the 20,000,000" in failure
    assert not [job for job in farm.open_jobs() if job.state == JobState.SENT]


def test_the_plan_says_what_finds_the_ceiling_and_how_long_it_takes(farm: Farm) -> None:
    def plan(load: dict[str, Any]) -> dict[str, Any]:
        body = {"definition": {"name": "x", "variants": [{"name": "a"}], "workloads": [load], "trials": 2}}
        return farm.client.post("/api/v1/plans", json=body).json()

    in_percent = plan(LOAD | {"rates": ["50%"]})
    assert in_percent["ceiling"] == "Before the first trial wrk finds the ceiling of the baseline in 3 × 2 s."
    absolute = plan(LOAD | {"rates": [1000]})
    assert in_percent["seconds"] - absolute["seconds"] == pytest.approx(3 * 2.2)
    assert absolute["ceiling"] is None
    farm.enrol("load", tools={"vegeta": "12.13.0"})
    assert "needs wrk on the load host" in plan(LOAD)["errors"][0]["message"]


@pytest.mark.parametrize(
    ("rate", "reason"),
    [
        (0.0, "it answered no request"),
        pytest.param(
            1e-300,
            "50% of 0 requests/s is less than one for each of 1 processes",
            marks=pytest.mark.exhaustive,
        ),
        (
            1e16,
            "50% of 10,000,000,000,000,000 requests/s is more than the 1,000,000 requests/s that are sent",
        ),
    ],
)
def test_a_ceiling_that_cannot_be_ends_it_with_the_reason(farm: Farm, rate: float, reason: str) -> None:
    """Reports with a negative, an endless or a larger one are refused before."""
    answer_ceiling(farm, [rate])
    experiment_id = farm.launch(workloads=[LOAD])
    farm.work(experiment_id)
    assert reason in farm.experiment(experiment_id)["failure"]["message"]
    assert rates_of(farm, experiment_id) == [None] * 4
