"""Staged causes on a real stack: the sentence that is expected was written first, and the page has to say it.

All on one machine with two CPUs, nginx, wrk and three agents, a few seconds each.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest

from agents.contract.states import ExperimentState
from e2e.causes.slow_disk import place_of
from e2e.conftest import Work
from e2e.faults.one_machine import OneMachine

pytestmark = [
    pytest.mark.quiet,
    pytest.mark.timeout(600),  # a stack on a busy machine
    pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="load tool and proxy need a CPU each"),
    pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("wrk")), reason="needs nginx and wrk"),
]

SECONDS = 2
HEAVY = {  # each answer takes a worker milliseconds, and the load tool next to nothing
    "nginx.gzip": True,
    "nginx.gzip_comp_level": 9,
    "nginx.gzip_types": "*",
    "origin.body_bytes": "1m",
    "origin.kind": "static",
}
# On a machine that others use as well a worker that is never idle waits for its CPU.
BUSY = r"busy \d+% of the time(, and ready without a CPU for \d+%)?"
COMPRESSED = {"headers": {"Accept-Encoding": "gzip"}}


@dataclass(frozen=True)
class Stage:
    """A cause that is there, and what has to be said of it; BUSY stands for how busy a worker was."""

    code: str
    sentence: str
    knobs: dict[str, Any]
    workload: dict[str, Any] = field(default_factory=dict)
    topology: str = "proxy_only"
    around: Callable[[OneMachine], AbstractContextManager[None]] = lambda lab: nullcontext()


@contextmanager
def _busy(cpu: int, count: int) -> Iterator[None]:
    """Other programs that want a CPU all the time."""
    loop = f"import os; os.sched_setaffinity(0, {{{cpu}}})\nwhile True: pass"
    running = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(count)]
    try:
        yield
    finally:
        for one in running:
            one.kill()
            one.wait()


def _needs_slow_disk(lab: OneMachine) -> AbstractContextManager[None]:
    if not place_of(lab.agent_state("proxy")).is_mount():
        pytest.skip("a slow disk takes root, and the right to mount a file system")
    return nullcontext()


STAGES: dict[str, Stage] = {
    "load tool on a slow share of one CPU": Stage(
        "generator",
        r"All 2 threads of the load tool were busy \d+( to \d+)?% of the time, "
        r"and ready without a CPU for \d+% on CPU 0\.",
        # whatever else runs on the machine, the proxy has its CPU and is not what the load tool waits for
        {"pin.load": "0", "pin.proxy": "1", "nginx.worker_connections": 1024}
        | ({"limits.nice": -15} if os.geteuid() == 0 else {}),
        # so many that answers are there whenever it gets its CPU; long enough to be looked at more than once
        {"threads": 2, "connections": 512, "duration": "4s"},
        around=lambda lab: _busy(0, 4),
    ),
    "one worker on a proxy with two CPUs": Stage(
        "all_workers",
        r"The only worker of the proxy was BUSY, of \d+ CPUs that it may use\.",
        HEAVY | {"nginx.worker_processes": 1},
        COMPRESSED,
    ),
    "uneven workers": Stage(
        "uneven_workers",
        r"One worker of the proxy was BUSY, another \d+%: they held 1 and 0 connections\.",
        HEAVY | {"nginx.worker_processes": 2, "nginx.accept_mutex": False},
        COMPRESSED | {"connections": 1},
    ),
    "slow backend": Stage(
        "backend",
        r"1[3-6] of 16 requests were in the backend at any moment: it answers after \d[\d.]+ ms "
        r"of the \d[\d.]+ ms that a request takes, and used \d% of its CPUs\.",
        {"origin.delay": "50ms"},
        {"connections": 16},
        topology="proxied",
    ),
    "backlog of 1 and short connections": Stage(
        "accept_queue",
        r"The accept queue of the proxy, which holds 1 connection, overflowed [\d\u202f]+ times a trial: "
        r"these were asked for again\.",
        {"listen.backlog": 1},
        {"connections": 64, "keepalive": False},
    ),
    "access log to a slow disk": Stage(
        "disk",
        r"The disk \S+ of .*proxy.* was busy \d+% of the time, .*, "
        r"and something waited for it \d+% of the time\.",
        {"nginx.access_log": "disk"},
        {"connections": 16},
        around=_needs_slow_disk,
    ),
}


@pytest.fixture(scope="module")
def staged(on_one_machine: Work) -> Callable[[str], dict[str, Any]]:
    """What the run's page gets of a stage, which is measured once."""
    return cache(lambda name: on_one_machine(lambda lab: _staged(lab, name)))


def _staged(lab: OneMachine, name: str) -> dict[str, Any]:
    """Three times at most: what else runs on this machine may take a CPU for a while."""
    for _ in range(2):
        found = _measured(lab, name)
        if _is_said(STAGES[name], found["bottlenecks"]):
            return found
    return _measured(lab, name)


def _measured(lab: OneMachine, name: str) -> dict[str, Any]:
    stage = STAGES[name]
    load = {"name": "w", "tool": "wrk", "threads": 1, "connections": 4, "duration": f"{SECONDS}s"}
    definition = {
        "name": name,
        "topology": stage.topology,
        "workloads": [load | stage.workload],
        "trials": 1,
        "warmup": {"prepared": "0s", "trial": "0s"},
        "control": False,
        "baseline": "staged",
        "variants": [{"name": "staged", "set": {"nginx.access_log": "off"} | stage.knobs}],
    }
    with stage.around(lab):
        id = lab.api.post("/experiments", {"definition": definition})["id"]
        lab.wait(lambda: lab.state(id).is_final, f"the end of “{name}”", within_s=120)
        assert lab.state(id) == ExperimentState.FINISHED, lab.api.get(f"/experiments/{id}")["failure"]
        lab.wait_rest()
    run = lab.api.get(f"/experiments/{id}")["run_list"][0]
    found = lab.api.get(f"/runs/{run['id']}")
    found["series"] = lab.api.get(f"/runs/{run['id']}/samples")["hosts"]
    assert run["bottlenecks"] == found["bottlenecks"], "stored as the page works them out"
    return found


def _said(limits: Sequence[dict[str, Any]]) -> list[str]:
    return [f"{one['code']}: {one['sentence']}" for one in limits]


def _is_said(stage: Stage, limits: Sequence[dict[str, Any]]) -> bool:
    expected = f"{stage.code}: {stage.sentence.replace('BUSY', BUSY)}"
    return any(re.fullmatch(expected, one) for one in _said(limits))


@pytest.mark.parametrize("name", STAGES)
def test_a_staged_cause_is_named(name: str, staged: Callable[[str], dict[str, Any]]) -> None:
    stage, limits = STAGES[name], staged(name)["bottlenecks"]
    assert _is_said(stage, limits), (stage.sentence, _said(limits))


def test_workers_are_shown_with_their_connections(staged: Callable[[str], dict[str, Any]]) -> None:
    """On every run, whatever limited it: who held how many, and how many were accepted by all of them."""
    run = staged("one worker on a proxy with two CPUs")
    trial = run["trials"][0]
    (server,) = [s for w in trial["windows"].values() for s in w["servers"].values()]
    assert [w["connections"] for w in server["workers"]] == [4]
    assert server["accepted"] >= 4
    (accepted,) = [
        values
        for host in run["series"]
        for name, values in host["series"].items()
        if name.endswith(".accepted_per_s") and name.startswith("nginx.")
    ]
    assert accepted, "and the charts have what the sentences link to"
