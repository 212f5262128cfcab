"""What every stack under test has in common: it is launched on, asked, and looked into from outside."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import psycopg

from agents.catalog.tools import LOAD_TOOLS
from agents.contract.states import ExperimentState, HostCondition
from backend.cli.client import Api, ApiProblem
from backend.cli.embedded.postgres import Postgres
from backend.cli.embedded.process import socket_directory
from backend.cli.embedded.servers import DATABASE
from e2e.faults.judge import Host

ACCEPT = "net.core.somaxconn"
TUNED = 1234  # what one of the two variants sets it to
LOAD = ("nginx", *LOAD_TOOLS)
REST_WITHIN_S = 100.0  # an offline host is waited for for a minute
LOOK_S = 0.1


class NotInTime(Exception):
    """Something that had to come did not; the text says what."""


class Lab(ABC):
    """A stack that runs."""

    api: Api
    data: Path  # of its `dyno up`
    has_settings = False  # whether the experiment may change a kernel setting here
    testbed_id: str | None = None
    _database: psycopg.Connection[Any] | None = None

    @abstractmethod
    def processes(self, target: str) -> list[psutil.Process]:
        """What a fault is done to: a part, `load tool`, `one load tool` of several, or `holder`."""

    @abstractmethod
    def settings(self) -> dict[str, str]:
        """The settings of its hosts that an experiment may change."""

    @abstractmethod
    def running(self) -> list[psutil.Process]:
        """Every nginx and load tool on its hosts."""

    @abstractmethod
    def ensure_up(self) -> bool:
        """Start again what has ended and nobody else starts, as a person would; whether that was needed."""

    def agent_state(self, host: str) -> Path:
        """The directory of one agent."""
        return self.data / "agents" / host

    def launch(
        self,
        *,
        trials: int = 2,
        seconds: int = 2,
        only_one: bool = False,
        servers: str = "once",
        load: Mapping[str, Any] | None = None,
    ) -> str:
        """A small experiment: two variants, or one trial of one."""
        asked = definition(trials, seconds, only_one, self.has_settings, load or {})
        body: dict[str, Any] = {"definition": asked | {"servers": {"fresh": servers}}}
        body |= {"testbed_id": self.testbed_id} if self.testbed_id else {}
        return self.api.post("/experiments", body)["id"]

    def cancel(self, experiment_id: str) -> None:
        self.api.post(f"/experiments/{experiment_id}/cancel", {})

    def query(self, text: str, *values: object) -> list[tuple[Any, ...]]:
        """Rows straight from the database; psycopg.Error while it is away."""
        if self._database is None:
            sockets = socket_directory(self.data, "postgres")
            url = Postgres(self.data / "postgres", sockets, {}).url(DATABASE).replace("+psycopg", "")
            self._database = psycopg.connect(url, autocommit=True, connect_timeout=5)
        try:
            return self._database.execute(text.encode(), values).fetchall()
        except psycopg.Error:
            self.hang_up()
            raise

    def hang_up(self) -> None:
        if self._database is not None:
            self._database.close()
            self._database = None

    def state(self, experiment_id: str) -> ExperimentState:
        return ExperimentState(self.query("select state from experiments where id = %s", experiment_id)[0][0])

    def hosts(self) -> list[Host]:
        return [
            Host(
                name=host["name"],
                online=host["online"],
                condition=HostCondition(host["condition"]),
                undo=[left["command"] for left in host["unrestored_settings"]],
            )
            for host in self.api.get("/hosts")
        ]

    def wait(self, holds: Callable[[], bool], what: str, within_s: float, look_s: float = LOOK_S) -> None:
        """Return as soon as it holds; a database or an API that is away is asked again. NotInTime."""
        deadline = time.monotonic() + within_s
        while True:
            with suppress(psycopg.Error, ApiProblem, psutil.Error):
                if holds():
                    return
            if time.monotonic() > deadline:
                raise NotInTime(f"{what} did not come within {within_s:.0f} s")
            time.sleep(look_s)

    def wait_rest(self) -> None:
        """Until all hosts are online and clean, nobody holds them and nothing runs there."""

        def rests() -> bool:
            self.ensure_up()
            # leases first: hosts may change until nobody holds them any more
            return (
                not self.query("select 1 from leases")
                and all(host.online and host.condition is HostCondition.CLEAN for host in self.hosts())
                and not self.running()
            )

        self.wait(rests, "rest", REST_WITHIN_S)


def definition(
    trials: int, seconds: int, only_one: bool, with_setting: bool, load: Mapping[str, Any]
) -> dict[str, Any]:
    """wrk → nginx → origin; one of the variants changes a kernel setting of the proxy, where it may."""
    tuned = {"nginx.access_log": "off"} | ({f"sysctl.{ACCEPT}": TUNED} if with_setting else {})
    variants: Sequence[dict[str, Any]] = [{"name": "tuned", "set": tuned}, {"name": "plain"}]
    return {
        "name": "fault",
        "topology": "proxied",
        "workloads": [
            {"name": "w", "tool": "wrk", "threads": 1, "connections": 2, "duration": f"{seconds}s", **load}
        ],
        "trials": 1 if only_one else trials,
        "warmup": {"prepared": "0s" if only_one else "1s", "trial": "0s"},
        "control": False,
        "baseline": "tuned",
        "variants": variants[:1] if only_one else variants,
    }


def named(processes: Sequence[psutil.Process], *names: str) -> list[psutil.Process]:
    """Those of these programs that live."""
    found = []
    for process in processes:
        with suppress(psutil.Error):
            if process.name() in names and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found
