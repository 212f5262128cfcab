"""Three hosts in network namespaces, whose cables can be pulled. Needs root."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

from agents.catalog.roles import ROLES
from agents.catalog.tools import LOAD_TOOLS
from e2e.faults.lab import ACCEPT, LOAD, Lab, named
from e2e.faults.table import PUT_BACK_S
from e2e.hosts.three import ThreeHosts, three_hosts


class ThreeMachines(Lab):
    has_settings = True

    def __init__(self, hosts: ThreeHosts, data: Path) -> None:
        self.network, self.api, self.data, self.testbed_id = hosts.network, hosts.api, data, hosts.testbed_id
        self.before = self.settings()

    def processes(self, target: str) -> list[psutil.Process]:
        return named(self._inside(), *(LOAD_TOOLS if target == "load tool" else (target,)))

    def running(self) -> list[psutil.Process]:
        return named(self._inside(), *LOAD)

    def settings(self) -> dict[str, str]:
        return {f"{ACCEPT} of {role}": self.network.sysctl(role, ACCEPT) for role in ROLES}

    def ensure_up(self) -> bool:
        return False

    def _inside(self) -> list[psutil.Process]:
        found: list[Any] = []
        for role in ROLES:
            for pid in self.network.pids(role):
                with suppress(psutil.NoSuchProcess):
                    found.append(psutil.Process(pid))
        return found


@contextmanager
def three_machines() -> Iterator[ThreeMachines]:
    with tempfile.TemporaryDirectory(prefix="dyno-f-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o711)
        (folder / "plane").mkdir(mode=0o711)
        options = ("--put-back-after", str(PUT_BACK_S))
        with three_hosts(data=folder, agent_options=options) as hosts:
            yield ThreeMachines(hosts, folder / "plane")
