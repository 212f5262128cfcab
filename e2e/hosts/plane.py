"""The control plane for hosts elsewhere: `dyno up` without agents, its broker open at the same address."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from agents.tests.ports import free_port
from backend.cli.embedded.process import tether
from backend.tests.cli.stack import await_ready

STOP_WITHIN_S = 60


@contextmanager
def control_plane(
    address: str, port: int | None, data: Path, environment: Mapping[str, str]
) -> Iterator[str]:
    """Its URL, once it is ready; `environment` carries the tokens. RuntimeError when it does not start."""
    port = port or free_port(address)
    words = ["--data", str(data), "--bind", address, "--port", str(port)]
    broker = ["--no-agents", "--broker-port", str(free_port(address))]
    process = subprocess.Popen(
        tether([sys.executable, "-m", "backend.cli.main", "up", *words, *broker], signal.SIGTERM),
        env={**os.environ, **environment},
        cwd=data.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # Ctrl-C is for the one who started the hosts: agents leave first
    )
    try:
        await_ready(process)
        yield f"https://{address}:{port}"
    finally:
        process.terminate()
        process.wait(STOP_WITHIN_S)
