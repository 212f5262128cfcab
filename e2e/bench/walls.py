"""What the walls round nginx and the load tool cost: the same pair with and without them, in turns.

Both nginx run all the time; wrk runs behind the walls against the one and without any against the other.
A pair is one run of each, the first one alternating. CPU time per request of nginx and wrk is less noisy
than req/s.
"""

import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.contract.addresses import parse_networks
from agents.contract.jobs import NginxSetup
from agents.contract.workload import Workload
from agents.load import execution
from agents.load.wrk import Wrk
from agents.observe.host_text import output_of
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.render import setups as render
from agents.targets import Targets
from agents.walls.account import own_account
from agents.walls.room import Room
from agents.walls.spawn import spawn
from agents.walls.walls import Walls, raise_walls
from e2e.bench.ratios import interval, summary
from e2e.bench.row import Row, at_least, at_most, ms, spread

PAIRS, SECONDS, STARTS = 24, 1, 40
PORTS = (23000, 23099)
GOAL, MOST_START_S = 0.995, 0.030
WORKLOADS = {"walls": {"connections": 32}, "walls-close": {"connections": 32, "keepalive": False}}


class NoWalls(Walls):
    """Children as they were before there were any: the tie to the agent and nothing else."""

    def __init__(self) -> None:
        super().__init__(own_account(), None, {})

    def start(self, argv: Sequence[str], room: Room, **options: Any) -> subprocess.Popen[bytes]:
        death, around = options.pop("on_agent_death", "KILL"), options.pop("around", list)
        shim = ["setpriv", "--pdeathsig", death, "--", *around(list(argv))]
        return spawn(lambda: None, shim, stdin=subprocess.DEVNULL, **options)

    def missing(self, pid: int, room: Room) -> str | None:
        return None


@dataclass
class Side:
    """One nginx, and wrk against it."""

    processes: Processes
    folders: Folders
    setups: Setups
    url: str

    def run(self, workload: Workload) -> tuple[float, float]:
        """Requests per second, CPU seconds per request."""
        folder = self.folders.make_work("run")
        task = execution.LoadTask(workload, self.url, None, folder)
        tool = execution.check_tool(task, output_of)
        (server,) = self.setups.watched(["proxy"])
        before = server.cpu_seconds()
        child = execution.start(tool, task, self.processes)
        ended, _ = execution.wait(tool, task, child, self.processes.walls, lambda: None)
        child.stop()
        cpu_s = server.cpu_seconds() - before + ended.cpu_s
        figures = tool.outcome((folder / "stdout").read_text(), "", folder).figures
        rate, requests = figures["requests_per_s"], figures["requests"]
        if not rate or not requests or figures.get("failed_requests"):
            raise RuntimeError(f"wrk against {self.url} gave {figures}")
        return rate, cpu_s / requests


def measure() -> list[Row]:
    if Wrk().version(output_of) is None:
        raise RuntimeError("wrk is not installed")
    with ExitStack() as stack:
        behind, bare = (stack.enter_context(_side(name)) for name in ("behind", "bare"))
        rows = [_row(name, *_pairs(behind, bare, asked)) for name, asked in WORKLOADS.items()]
        return [*rows, _start_row(behind.processes.walls, bare.processes.walls)]


@contextmanager
def _side(name: str) -> Iterator[Side]:
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        state = Path(folder) / "s"
        walls = raise_walls(f"bench-{os.getpid()}") if name == "behind" else NoWalls()
        processes, folders = Processes(state / "processes", walls), Folders(state, walls.account)
        targets = Targets(parse_networks("127.0.0.1/32"), (PORTS,))
        setups = Setups("nginx", folders, processes, "127.0.0.1", PORTS, targets)
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
            walls.close()


def _pairs(behind: Side, bare: Side, asked: dict[str, Any]) -> tuple[list[float], list[float], Walls]:
    """Behind ÷ bare of each pair, as logarithms: req/s, and requests per CPU second."""
    workload = Workload.model_validate({"tool": "wrk", "threads": 1, "duration_s": SECONDS} | asked)
    for side in (behind, bare):
        side.run(workload)  # warm
    rates, costs = [], []
    for n in range(PAIRS):
        order = (behind, bare) if n % 2 else (bare, behind)
        found = {id(side): side.run(workload) for side in order}
        (rate, cost), (bare_rate, bare_cost) = found[id(behind)], found[id(bare)]
        rates.append(float(np.log(rate / bare_rate)))
        costs.append(float(np.log(bare_cost / cost)))
    return rates, costs, behind.processes.walls


def _row(name: str, rates: list[float], costs: list[float], walls: Walls) -> Row:
    ratio, per_cpu = summary(rates), summary(costs)
    settled = ratio["low"] >= GOAL or ratio["high"] < GOAL
    lacking = f" Without {', '.join(walls.why_not)}." if walls.why_not else " All walls stand."
    kind = "a connection each" if name.endswith("close") else "kept alive"
    return Row(
        name=name,
        what=f"req/s behind the walls ÷ without them, {kind}, {len(rates)} pairs in turns",
        text=interval(ratio),
        goal="median ≥ 0.995",
        verdict=at_least(ratio["median"], GOAL),
        reference=f"requests per CPU second of nginx and wrk: {interval(per_cpu)}",
        note=("" if settled else "The interval holds the goal: the noise of this machine decides.") + lacking,
        figures={"ratio": ratio, "per_cpu": per_cpu, "pairs": [float(np.exp(rate)) for rate in rates]},
    )


def _start_row(walls: Walls, none: Walls) -> Row:
    pairs = [(_took(walls), _took(none)) for _ in range(STARTS)]
    extra = spread([behind - bare for behind, bare in pairs])
    return Row(
        name="walls-start",
        what=f"What the walls add to one start of a child, median of {STARTS}",
        text=f"{ms(extra['median'])} (without: {ms(statistics.median(bare for _, bare in pairs))})",
        goal="≤ 30 ms",
        verdict=at_most(extra["median"], MOST_START_S),
        figures=extra,
    )


def _took(walls: Walls) -> float:
    begin = time.perf_counter()
    walls.start(["true"], Room(), cwd="/").wait()
    return time.perf_counter() - begin
