"""Builds of nginx on a real stack: declared beside a running agent, measured against its own, each proved."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agents.contract.states import ExperimentState
from e2e.conftest import Work
from e2e.faults.one_machine import OneMachine

pytestmark = [
    pytest.mark.timeout(300),  # a stack on a busy machine
    pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("wrk")), reason="needs nginx and wrk"),
]
NAME = "nginx-1.28.3"  # as .ci/setup builds it
PLACES = [Path("/usr/local/lib"), Path.home() / ".local/lib"]
LOAD = {"name": "w", "tool": "wrk", "threads": 1, "connections": 8, "duration": "1s"}


def test_a_newer_build_is_declared_measured_and_proved(on_one_machine: Work) -> None:
    programs = [place / "dynoboard-nginx" / NAME / "sbin/nginx" for place in PLACES]
    program = next((path for path in programs if path.exists()), None)
    if program is None:
        assert not os.environ.get("CI"), (
            f"{NAME} is missing: .ci/setup test builds it where cargo is installed"
        )
        pytest.skip(f"{NAME} is not built: .ci/setup test, with cargo")
    runs = on_one_machine(lambda lab: _measure(lab, program))
    assert [run["failure"] for run in runs] == [None, None]
    versions = {run["name"]: run["setups"][0]["version"] for run in runs}
    assert versions["newer"] == "nginx/1.28.3"
    assert versions["own"] not in ("", versions["newer"])


def _measure(lab: OneMachine, program: Path) -> list[dict[str, Any]]:
    folder = lab.agent_state("proxy") / "servers.d"
    words = ["add", NAME, "--file", str(program), "--servers", str(folder)]
    subprocess.run([sys.executable, "-m", "agents.runner", "server", *words], check=True)
    lab.wait(lambda: NAME in _servers(lab), "the agent reads its servers", within_s=60)
    variants = [{"name": "own"}, {"name": "newer", "set": {"server.name": NAME}}]
    definition = {
        "name": "builds",
        "topology": "proxy_only",
        "workloads": [LOAD],
        "trials": 2,
        "variants": variants,
    }
    definition |= {"warmup": {"prepared": "0s", "trial": "0s"}, "control": False, "baseline": "own"}
    id = lab.api.post("/experiments", {"definition": definition})["id"]
    lab.wait(lambda: lab.state(id).is_final, "the end of the experiment", within_s=120)
    experiment = lab.api.get(f"/experiments/{id}")
    assert lab.state(id) == ExperimentState.FINISHED, experiment["failure"]
    lab.wait_rest()
    return [lab.api.get(f"/runs/{run['id']}") for run in experiment["run_list"]]


def _servers(lab: OneMachine) -> list[str]:
    hosts = lab.api.get("/hosts")
    return [s["name"] for host in hosts if host["name"] == "proxy" for s in host["facts"].get("servers", [])]
