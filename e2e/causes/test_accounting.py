"""Staged losses on a real stack: the accounting names where the time of a request went.

One experiment with a variant for each; parts are compared by sign and rank, because the machine may be busy.
"""

import os
import shutil
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from agents.contract.states import ExperimentState
from e2e.causes.hypervisor import taking_cpu
from e2e.conftest import Work
from e2e.faults.one_machine import OneMachine

pytestmark = [
    pytest.mark.quiet,
    pytest.mark.timeout(600),  # a stack on a busy machine
    pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="load tool and proxy need a CPU each"),
    pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("wrk")), reason="needs nginx and wrk"),
]

ROUNDS = 7
PLAIN = {"nginx.access_log": "off", "nginx.worker_processes": 1}
TIMER = {
    "nginx.http_extra": "limit_req_zone $binary_remote_addr zone=all:1m rate=1000r/s;",
    "nginx.server_extra": "limit_req zone=all burst=1000;",
}
VARIANTS = {
    "plain": {},
    "delay": {"origin.delay": "4ms"},
    "timer": TIMER,
    "steal": {"nginx.reset_timedout_connection": True},
}
DEFINITION = {
    "name": "where the time goes",
    "topology": "proxied",
    # so few that the delay is most of a request's time even where other programs have the CPU
    "workloads": [{"name": "w", "tool": "wrk", "threads": 1, "connections": 4, "duration": "2s"}],
    "trials": ROUNDS,
    "warmup": {"prepared": "0s", "trial": "0s"},
    "control": False,
    "baseline": "plain",
    "variants": [{"name": name, "set": PLAIN | knobs} for name, knobs in VARIANTS.items()],
}
Measure = Callable[[], tuple[dict[str, Any], dict[str, dict[str, Any]]]]


@pytest.fixture(scope="module")
def measured(on_one_machine: Work) -> Measure:
    """The experiment, and the accounting of each variant; measured once."""
    return cache(lambda: on_one_machine(_measure))


def _measure(lab: OneMachine) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    id = lab.api.post("/experiments", {"definition": DEFINITION})["id"]
    runs = {run["variant"]: run for run in lab.api.get(f"/experiments/{id}")["run_list"]}
    with taking_cpu(lab.clock, runs["steal"]["id"]):
        lab.wait(lambda: lab.state(id).is_final, "the end of the experiment", within_s=300)
    assert lab.state(id) == ExperimentState.FINISHED, lab.api.get(f"/experiments/{id}")["failure"]
    lab.wait_rest()
    experiment = lab.api.get(f"/experiments/{id}")
    accounts = {
        name: lab.api.get(f"/experiments/{id}/accounting", b=run["id"])
        for name, run in runs.items()
        if name != "plain"
    }
    return experiment, accounts


@pytest.mark.parametrize(
    ("variant", "place"),
    [
        ("delay", "waiting at the backend"),
        ("timer", "waiting in the proxy"),
    ],
)
def test_a_loss_is_where_the_requests_wait(variant: str, place: str, measured: Measure) -> None:
    _, accounts = measured()
    account = accounts[variant]
    rows = {row["name"]: row for row in account["rows"]}
    *parts, whole = account["rows"]
    most = max(parts, key=lambda row: row["change"])
    texts = [account["sentence"], *(row["texts"] for row in account["rows"]), *account["notes"]]
    assert most["label"] == place, texts
    assert rows["cpu"]["change"] < most["change"] / 2, "the delay explains it, not the CPU"
    assert account["sentence"].startswith("The loss is ")
    assert place in account["sentence"].split(" (")[0], account["sentence"]
    assert sum(row["change"] for row in parts) == pytest.approx(whole["change"])


def test_cpu_that_the_hypervisor_took_is_a_part_of_its_own(measured: Measure) -> None:
    _, accounts = measured()
    account = accounts["steal"]
    rows = {row["name"]: row for row in account["rows"]}
    texts = [account["sentence"], *(row["texts"] for row in account["rows"]), *account["notes"]]
    assert rows["steal"]["low"] > 0, texts
    assert rows["steal"]["change"] > abs(rows["cpu"]["change"]), texts
    calm = rows["others"]["baseline"] < rows["cpu"]["baseline"] / 10
    assert not calm or "CPU that the hypervisor took" in account["sentence"], texts


def test_no_limit_is_only_that_nothing_was_full(measured: Measure) -> None:
    experiment, _ = measured()
    for run in experiment["run_list"]:
        first = run["bottlenecks"][0]
        assert first["code"] != "latency" or "of the requests at any moment" in first["sentence"], first


def test_the_headline_has_the_same_words_everywhere(measured: Measure) -> None:
    experiment, accounts = measured()
    headline = experiment["headline"]
    run = next(run for run in experiment["run_list"] if run["id"] == headline["run_id"])
    assert headline["accounting"] == accounts[run["variant"]]
    is_distrusted = headline["trust"]["level"] == "red"  # on a busy machine
    assert is_distrusted or headline["cause"].startswith(headline["accounting"]["sentence"])
    assert any("load tool and servers share one host" in note for note in headline["accounting"]["notes"])
