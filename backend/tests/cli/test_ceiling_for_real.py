"""A search on a real stack finds a limit that is known: an nginx of 64 connections, asked by ab."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from backend.tests.cli.stack import Up, environment_with, start_up

# nginx keeps 64 connections: three are its own (two listening sockets, its master), one is our look at
# its status, and it closes idle ones when fewer than 1/16 are free: some 57 are left for clients.
TRUE_CEILING = 57
SEARCH = """
name: Small ceiling
topology: proxy_only
kind: ceiling
ceiling: {from: 20, to: 80, resolution: 10}
workloads: [{name: short, tool: ab, requests: 3000}]
warmup: {prepared: 0s, trial: 0s}
set: {nginx.worker_processes: 1}
variants: [{name: small, set: {nginx.worker_connections: 64}}]
"""

# waits for closed connections to be forgotten where other tests left many
pytestmark = [pytest.mark.db, pytest.mark.timeout(400)]


def _dyno(up: Up, *arguments: str) -> str:
    argv = [sys.executable, "-m", "backend.cli.main", *arguments, "--server", f"http://127.0.0.1:{up.port}"]
    done = subprocess.run(
        argv, capture_output=True, text=True, timeout=300, env=environment_with({"COLUMNS": "120"})
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_known_limit_is_found_within_the_resolution() -> None:
    with tempfile.TemporaryDirectory(prefix="dyno-ceiling-") as name:
        directory = Path(name)
        directory.chmod(0o711)
        definition = directory / "search.yaml"
        definition.write_text(SEARCH)
        with start_up(directory / "data") as up:
            told = json.loads(_dyno(up, "launch", str(definition), "--wait", "--json"))
            found: dict[str, Any] = told["experiment"]
            (run,) = found["ceiling"]["runs"]
            assert run["clean"] <= TRUE_CEILING < run["failing"], run["probes"]
            assert (run["state"], run["failing"] - run["clean"]) == ("found", 10)
            assert found["headline"]["sentence"] == "small: largest clean: 50 connections (fails at 60)."
            shown = _dyno(up, "show", found["id"])
            assert "small: largest clean: 50 connections (fails at 60)" in shown
            assert "Probes of small" in shown
