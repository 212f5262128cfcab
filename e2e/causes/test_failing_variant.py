"""A variant that fails in some milliseconds, on a real stack: what failed is neither the same nor left out.

`split_clients` over `$msec` answers 503 to all requests of 0.12% of the milliseconds.
"""

import os
import shutil
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from agents.contract.states import ExperimentState
from e2e.conftest import Work
from e2e.faults.one_machine import OneMachine

pytestmark = [
    pytest.mark.timeout(600),  # a stack on a busy machine
    pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="load tool and proxy need a CPU each"),
    pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("wrk")), reason="needs nginx and wrk"),
]

ROUNDS = 12  # half to seven in ten attempts fail, of up to three each; five failed ones already tell
FAILING = {
    "nginx.access_log": "off",
    "nginx.http_extra": 'split_clients "$msec" $f { 0.12% 1; * 0; }',
    "nginx.server_extra": "if ($f) { return 503; }",
}
DEFINITION = {
    "name": "failing in some milliseconds",
    "topology": "proxy_only",
    "workloads": [{"name": "w", "tool": "wrk", "threads": 1, "connections": 8, "duration": "1s"}],
    "trials": ROUNDS,
    "warmup": {"prepared": "0s", "trial": "0s"},
    "control": False,
    "baseline": "fine",
    "variants": [{"name": "fine", "set": {"nginx.access_log": "off"}}, {"name": "fails", "set": FAILING}],
}


@pytest.fixture(scope="module")
def measured(on_one_machine: Work) -> Callable[[str], tuple[dict[str, Any], dict[str, Any]]]:
    """The experiment, and the delta of a metric; measured once."""
    experiment_of = cache(lambda: on_one_machine(_measure))
    return cache(
        lambda metric: (experiment_of(), on_one_machine(lambda lab: _delta(lab, experiment_of(), metric)))
    )


def _measure(lab: OneMachine) -> dict[str, Any]:
    id = lab.api.post("/experiments", {"definition": DEFINITION})["id"]
    lab.wait(lambda: lab.state(id).is_final, "the end of the experiment", within_s=300)
    assert lab.state(id) == ExperimentState.FINISHED, lab.api.get(f"/experiments/{id}")["failure"]
    lab.wait_rest()
    return lab.api.get(f"/experiments/{id}")


def _delta(lab: OneMachine, experiment: dict[str, Any], metric: str) -> dict[str, Any]:
    return lab.api.get(f"/experiments/{experiment['id']}/deltas", metric=metric)[0]


@pytest.mark.parametrize("metric", ["requests_per_s", "failed_requests"])
def test_what_fails_is_said_to_fail_more(
    metric: str, measured: Callable[[str], tuple[dict[str, Any], dict[str, Any]]]
) -> None:
    experiment, delta = measured(metric)
    failures = delta["failures"]
    assert failures["word"] == "fails more", failures
    assert delta["verdict"] not in ("better", "same")
    run, baseline = failures["run"], failures["baseline"]
    assert run["dropped_attempts"] > baseline["dropped_attempts"]
    assert 0.0002 < run["failed_requests"] / run["requests"] < 0.01
    assert baseline["failed_requests"] == 0
    assert failures["clause"].endswith("of requests, baseline 0%")
    assert f"; {failures['clause']}" in experiment["headline"]["sentence"]  # a busy host may follow
