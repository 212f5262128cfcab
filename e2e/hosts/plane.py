"""The control plane for hosts elsewhere: `dyno up` without agents, its broker open at the same address."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from backend.cli.embedded.process import tethered

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
        tethered([sys.executable, "-m", "backend.cli.main", "up", *words, *broker], signal.SIGTERM),
        env={**os.environ, **environment},
        cwd=data.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,  # Ctrl-C is for the one who started the hosts: agents leave first
    )
    try:
        _await_ready(process)
        yield f"http://{address}:{port}"
    finally:
        process.terminate()
        process.wait(STOP_WITHIN_S)


def _await_ready(process: subprocess.Popen[str]) -> None:
    assert process.stdout is not None
    told = []
    while not any("Dynoboard is at" in line for line in told):
        line = process.stdout.readline()
        if not line:
            raise RuntimeError(f"dyno up did not start: {''.join(told)}")
        told.append(line)
    threading.Thread(target=process.stdout.read, daemon=True).start()  # it must never wait for a reader


def free_port(address: str) -> int:
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]
