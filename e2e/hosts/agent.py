"""The agent of one of the three hosts, in its namespace, with a state folder and a lock of its own."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.catalog.roles import ROLES
from backend.cli.embedded.process import tether
from e2e.hosts.network import Network, Place

_STOP_WITHIN_S = 20


@dataclass
class Agent:
    """Started with `start`; `kill` is SIGKILL, `stop` the orderly end."""

    network: Network
    role: Place
    server: str
    ca_sha256: str
    state: Path
    options: Sequence[str] = ()
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        return f"{self.role}-host"

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    def start(self, token: str = "") -> None:
        """`token` is for the first start only."""
        self.state.parent.mkdir(exist_ok=True)
        with self.state.with_suffix(".log").open("ab") as log:
            self._process = subprocess.Popen(
                tether([*self.network.enter(self.role), *self._argv()], signal.SIGTERM),
                env={**os.environ, "DYNO_AGENT_TOKEN": token},
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        assert self._process
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_STOP_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _argv(self) -> Sequence[str]:
        # three hosts, three locks: what runs on one of them does not keep the others busy
        own = ["--state", str(self.state), "--lock", str(self.state.with_suffix(".lock"))]
        return [
            *(sys.executable, "-m", "agents.runner", "--server", self.server, "--ca-sha256", self.ca_sha256),
            # any of them may play any role: a testbed can have roles share a host
            *("--roles", ",".join(ROLES), "--name", self.name, *own),
            *self.options,
        ]
