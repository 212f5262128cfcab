"""One nginx of an agent, and wrk against it, without a control plane."""

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents import procfs
from agents.catalog.tool import LoadTool
from agents.contract.addresses import parse_networks
from agents.contract.jobs import NginxSetup
from agents.contract.workload import Workload
from agents.load import driver, execution
from agents.observe.host_text import output_of
from agents.processes import Child, Processes
from agents.proxy.folders import Folders
from agents.proxy.running_setup import RunningSetup
from agents.proxy.setups import Setups
from agents.render import setups as render
from agents.sandbox.account import own_account
from agents.sandbox.sandbox import Sandbox, set_up_sandbox
from agents.sandbox.spawn import spawn
from agents.sandbox.spec import SandboxSpec
from agents.servers.registry import Servers
from agents.targets import Targets

PORTS = (23000, 23099)


class NoSandbox(Sandbox):
    """Children as they were before there were any: the tie to the agent and nothing else."""

    def __init__(self) -> None:
        super().__init__(own_account(), None, {})

    def start(self, argv: Sequence[str], spec: SandboxSpec, **options: Any) -> subprocess.Popen[bytes]:
        death, around = options.pop("on_agent_death", "KILL"), options.pop("around", list)
        shim = ["setpriv", "--pdeathsig", death, "--", *around(list(argv))]
        return spawn(lambda: None, shim, stdin=subprocess.DEVNULL, **options)

    def missing(self, pid: int, spec: SandboxSpec) -> str | None:
        return None


@dataclass
class Side:
    processes: Processes
    folders: Folders
    setups: Setups
    url: str

    @property
    def server(self) -> RunningSetup:
        (server,) = self.setups.running_setups(["proxy"])
        return server

    @contextmanager
    def loaded(self, workload: Workload) -> Iterator[tuple[RunningSetup, Child]]:
        """wrk runs from the start of the block and is stopped at its end."""
        _, _, child = self._started(workload)
        try:
            yield self.server, child
        finally:
            child.stop()

    def run(
        self, workload: Workload, cpus: str | None = None, sequence: Sequence[int] = ()
    ) -> tuple[float, float]:
        """Requests per second, CPU seconds per request; `sequence` of a mix, `cpus` of the tool."""
        server = self.server
        before = _cpu_seconds(server)
        tool, task, child = self._started(workload, cpus, sequence)
        (ended,), _ = execution.wait(tool, [task], [child], self.processes.sandbox, lambda: None)
        child.stop()
        cpu_s = _cpu_seconds(server) - before + ended.cpu_s
        figures = driver.read_outcome(
            tool, (task.folder / "stdout").read_text(), "", task.folder, workload
        ).figures
        rate, requests = figures["requests_per_s"], figures["requests"]
        if not rate or not requests or figures.get("failed_requests"):
            raise RuntimeError(f"wrk against {self.url} gave {figures}")
        return rate, cpu_s / requests

    def _started(
        self, workload: Workload, cpus: str | None = None, sequence: Sequence[int] = ()
    ) -> tuple[LoadTool, execution.LoadTask, Child]:
        folder = self.folders.make_work("run")
        task = execution.LoadTask(workload, self.url, cpus, folder, sequence=sequence)
        tool = execution.check_tool(task, output_of)
        return tool, task, execution.start(tool, task, self.processes)


def _cpu_seconds(server: RunningSetup) -> float:
    return sum(map(procfs.cpu_seconds, [*server.masters, *server.workers]))


@contextmanager
def a_side(name: str) -> Iterator[Side]:
    """A new nginx: "behind" the walls of an agent, or without any."""
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        state = Path(folder) / "s"
        sandbox = (
            set_up_sandbox(f"bench-{os.getpid()}", refuses_calls=False) if name == "behind" else NoSandbox()
        )
        processes, folders = Processes(state / "processes", sandbox), Folders(state, sandbox.account)
        targets = Targets(parse_networks("127.0.0.1/32"), (PORTS,))
        setups = Setups(Servers("nginx", folders, processes), folders, "127.0.0.1", PORTS, targets)
        setups.stop_all()
        try:
            asked = render({"nginx.access_log": "off"}, "proxy_only")["proxy"]
            setup = NginxSetup.model_validate(asked.model_dump() | {"key": "proxy"})
            (done,) = setups.prepare([setup], lambda: False)
            if done.failure:
                raise RuntimeError(done.failure.message)
            yield Side(processes, folders, setups, done.urls[0])
        finally:
            setups.close()
            sandbox.close()
