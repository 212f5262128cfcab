"""Servers beside a host's own nginx, on a real stack: declared, measured in one experiment, each proved."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
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
LOAD = {"name": "w", "tool": "wrk", "threads": 1, "connections": 8, "duration": "1s"}
METRICS = ["requests_per_s", "cpu_s_per_request", "server_memory"]
BUILT = "nginx-1.28.3"
"""As .ci/setup builds it; it also fetches the package of a second nginx."""
PLACES = [Path("/usr/local/lib"), Path.home() / ".local/lib"]


def options_of_servers() -> Iterator[tuple[str, list[str] | None]]:
    """Name of each server, and where it is; None: it is missing on this machine."""
    program = next(
        (p for place in PLACES if (p := place / "dynoboard-nginx" / BUILT / "sbin/nginx").exists()), None
    )
    yield BUILT, ["--file", str(program)] if program else None
    package = next(
        (p for place in PLACES for p in (place / "dynoboard-nginx-package").glob("nginx_*.deb")), None
    )
    yield "nginx-package", ["--deb", str(package)] if package else None
    for name in ("haproxy", "caddy"):
        path = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
        yield name, ["--file", path] if path else None


def test_builds_and_other_servers_are_measured_in_one_table(on_one_machine: Work) -> None:
    servers = dict(options_of_servers())
    missing = [name for name, options in servers.items() if options is None]
    if missing:
        assert not os.environ.get("CI"), f"{missing} are missing: .ci/setup test brings them"
        pytest.skip(f"{missing} are missing: .ci/setup test, with cargo")
    runs, changes = on_one_machine(lambda lab: _measure(lab, servers))
    assert {run["name"]: run["failure"] for run in runs} == dict.fromkeys(["own", *servers])
    versions = {run["name"]: run["setups"][0]["version"] for run in runs}
    assert versions[BUILT] == "nginx/1.28.3"
    assert versions["own"] not in ("", versions[BUILT])
    assert versions["nginx-package"].startswith("nginx/")
    assert "HAProxy" in versions["haproxy"]
    assert versions["caddy"].startswith("caddy")
    for metric in METRICS:
        assert {name: change is not None for name, change in changes[metric].items()} == dict.fromkeys(
            servers, True
        ), metric


def _measure(lab: OneMachine, servers: dict[str, Any]) -> tuple[list[Any], dict[str, dict[str, Any]]]:
    folder = lab.agent_state("proxy") / "servers.d"
    for name, options in servers.items():
        words = ["server", "add", name, *options, "--servers", str(folder)]
        subprocess.run([sys.executable, "-m", "agents.runner", *words], check=True)
    lab.wait(lambda: servers.keys() <= _servers(lab), "the agent reads its servers", within_s=60)
    definition = {
        "name": "servers",
        "topology": "proxied",
        "workloads": [LOAD],
        "trials": 2,
        "variants": [{"name": "own"}, *({"name": name, "set": {"server.name": name}} for name in servers)],
        "warmup": {"prepared": "0s", "trial": "0s"},
        "control": False,
        "baseline": "own",
    }
    id = lab.api.post("/experiments", {"definition": definition})["id"]
    lab.wait(lambda: lab.state(id).is_final, "the end of the experiment", within_s=180)
    experiment = lab.api.get(f"/experiments/{id}")
    assert lab.state(id) == ExperimentState.FINISHED, experiment["failure"]
    lab.wait_rest()
    names = {run["id"]: run["name"] for run in experiment["run_list"]}
    changes = {
        metric: {
            names[row["run_id"]]: row["change"]
            for row in lab.api.get(f"/experiments/{id}/deltas?metric={metric}")
            if names[row["run_id"]] != "own"
        }
        for metric in METRICS
    }
    return [lab.api.get(f"/runs/{run_id}") for run_id in names], changes


def _servers(lab: OneMachine) -> set[str]:
    hosts = lab.api.get("/hosts")
    return {s["name"] for host in hosts if host["name"] == "proxy" for s in host["facts"].get("servers", [])}
