"""One machine for all tests in here, set up as docs/install-server.md says."""

import os
import platform
import shutil
import ssl
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from backend.cli.client import Api
from backend.hosts.installing.fetching import fetch
from backend.hosts.installing.locked import Target
from e2e.hosts.network import Network, three_namespaces
from e2e.packages.environment import CHECKOUT, wheel
from e2e.systemd.machine import PROGRAMS, Machine, build_root, has_control_groups, python_of

READY_WITHIN_S = 120


@dataclass(frozen=True)
class Server:
    """The server on the machine; `api` may do what a person may."""

    machine: Machine
    network: Network
    url: str
    trust: ssl.SSLContext
    api: Api

    def dyno(self, *words: str) -> str:
        """What `dyno-server` prints on the machine."""
        return self.machine.run("dyno-server", *words)

    def sysctl(self, key: str, value: str | None = None) -> str:
        """A kernel setting of the machine's network, after setting it when a value is given."""
        return self.network.sysctl("guest", key, value)

    def await_ready(self) -> None:
        self.machine.until(self._is_ready, "the server is ready", READY_WITHIN_S)

    def _is_ready(self) -> bool:
        try:
            return httpx.get(f"{self.url}/readyz", verify=self.trust, trust_env=False).is_success
        except httpx.TransportError:
            return False


@pytest.fixture(scope="session")
def machine_and_network() -> Iterator[tuple[Machine, Network]]:
    if os.geteuid() != 0:
        pytest.skip("containers need root")
    if not has_control_groups():
        pytest.skip("containers need control groups of version 2 that can be written")
    if missing := [name for name in (*PROGRAMS, "ip", "sysctl", "nsenter") if not shutil.which(name)]:
        pytest.fail(f"not installed: {', '.join(missing)}; .ci/setup test installs them")
    folder = Path(tempfile.mkdtemp(prefix="dyno-systemd-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        machine_root = folder / "root"
        build_root(machine_root, wheel("dynoboard"), CHECKOUT / "requirements/dev.lock")
        network = stack.enter_context(three_namespaces())
        machine = Machine(machine_root, network.namespace("guest"))
        stack.callback(machine.cut_power)
        machine.start()
        yield machine, network


@pytest.fixture(scope="session")
def server(machine_and_network: tuple[Machine, Network]) -> Server:
    """What docs/install-server.md says, line by line; hosts' packages come from here, which has a network."""
    machine, network = machine_and_network
    name = network.address("guest")
    machine.run("systemctl", "disable", "--now", "redis-server", "nginx")
    machine.run("/opt/dynoboard/bin/dyno", "set-up-server", "--name", name)
    machine.run("createuser", "dynoboard", user="postgres")
    machine.run("createdb", "--owner", "dynoboard", "dynoboard", user="postgres")
    machine.run("systemctl", "enable", "--now", "dynoboard.target")
    target = Target(python_of(machine.root), platform.machine())
    assert list(fetch(machine.root / "var/lib/dynoboard/wheels", [target])) == []
    machine.run("chown", "-R", "dynoboard:", "/var/lib/dynoboard/wheels")
    etc = machine.root / "etc/dynoboard/server"
    trust = ssl.create_default_context(cafile=etc / "ca.pem")
    api = Api(f"https://{name}", (etc / "dyno_token").read_text().strip(), verify=trust)
    made = Server(machine, network, f"https://{name}", trust, api)
    made.await_ready()
    return made
