"""Rounds longer than two minutes, whose baseline is measured several times, on a machine that slows down."""

from typing import Any

import pytest
from typer.testing import CliRunner

from backend.tests.db.agents import Farm

VARIANTS = [{"name": f"v{i}", "set": {"nginx.worker_connections": 100 + i}} for i in range(8)]
LONG: dict[str, Any] = {
    "workloads": [{"name": "w", "threads": 2, "connections": 8, "duration": "60s"}],
    "variants": VARIANTS,
    "baseline": "v0",
    "trials": 3,
}


def slowing_down(farm: Farm, a_trial: float = 0.99) -> None:
    """Every trial is a percent slower than the one before it, whichever run it is of."""
    rate = 100_000.0

    def answer(report: dict[str, Any]) -> dict[str, Any]:
        nonlocal rate
        rate *= a_trial
        report["load"]["figures"]["requests_per_s"] = rate
        return report

    farm.answers["measure"] = answer


def test_the_plan_says_that_the_baseline_is_repeated_and_why(farm: Farm) -> None:
    body = {"definition": {"name": "long", **LONG}, "yaml": None}
    plan = farm.client.post("/api/v1/plans", json=body).json()
    assert plan["repeats"].startswith("A round takes about 11 minutes")
    assert "measured 3 times in each" in plan["repeats"]
    assert (plan["rounds"], plan["trials"]) == (3, 3 * (9 + 2))
    assert [row.count(0) for row in plan["order"]] == [3, 3, 3]
    assert plan["load_seconds"] == plan["trials"] * 60


@pytest.mark.exhaustive
def test_a_long_round_holds_against_drift(farm: Farm, server: str) -> None:
    slowing_down(farm)
    made = farm.launch(control=True, **LONG)
    before = farm.experiment(made)["progress"]
    assert (before["done"], before["total"], before["rounds"]) == (0, 33, 3)
    farm.work(made)
    found = farm.experiment(made)
    baseline = next(run for run in found["run_list"] if run["is_baseline"])
    trials = [t for t in farm.trials(made) if t["run_id"] == baseline["id"]]
    assert [(t["round"], t["repeat"]) for t in trials] == [(r, n) for r in (1, 2, 3) for n in (1, 2, 3)]
    assert found["rounds"] == 3
    assert baseline["trials_done"] == 9
    rates = [t["figures"]["requests_per_s"] for t in trials]
    assert baseline["means"]["requests_per_s"] == pytest.approx(sum(rates) / 9, rel=1e-12)
    for delta in farm.client.get(f"/api/v1/experiments/{made}/deltas").json():
        assert delta["n"] == 3
        # three candidates between two baselines, or two beside the first or the last
        assert all(abs(dot["change"]) < 0.025 for dot in delta["dots"])
        assert delta["verdict"] in ("same", "unclear")
    from backend.cli.main import app

    shown = CliRunner().invoke(app, ["show", made, "--server", server])
    assert shown.exit_code == 0, shown.output
    assert "v7" in shown.output
    one = CliRunner().invoke(app, ["show", baseline["id"], "--server", server])
    assert "9 trials" in one.output


@pytest.mark.exhaustive
def test_an_invalid_trial_of_a_repeated_baseline_is_tried_again_in_its_place(farm: Farm) -> None:
    count = second = 0

    def third_fails(report: dict[str, Any]) -> dict[str, Any]:
        nonlocal count
        count += 1
        if count == second:
            report["load"]["figures"]["failed_requests"] = 17.0
        return report

    farm.answers["measure"] = third_fails
    made = farm.launch(control=True, **LONG | {"trials": 1})
    baseline = next(r for r in farm.experiment(made)["run_list"] if r["is_baseline"])
    own = [i for i, t in enumerate(farm.trials(made), 1) if t["run_id"] == baseline["id"]]
    second = own[1]  # the baseline's second in the round
    farm.work(made)
    baseline = next(r for r in farm.experiment(made)["run_list"] if r["is_baseline"])
    trials = [t for t in farm.trials(made) if t["run_id"] == baseline["id"]]
    assert [(t["repeat"], t["attempt"], t["state"]) for t in trials] == [
        (1, 1, "done"),
        (2, 1, "invalid"),
        (2, 2, "done"),
        (3, 1, "done"),
    ]
    assert baseline["trials_done"] == 3
