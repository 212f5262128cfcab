"""From the last release to this version by the commands of the docs: the code changes, no figure does.

`releases` has both wheels of each release; that of `dynoboard` without the built UI.
"""

import math
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agents import __version__
from agents.catalog.roles import ROLES
from agents.tests.ports import free_port
from backend.cli.access import find_access
from backend.cli.client import Api
from backend.cli.embedded.process import wait_until
from e2e.packages.environment import CHECKOUT, Environment, make_environment, wheel
from e2e.packages.test_wheels import DEFINITION, OURS, PYTHONS, running

pytestmark = pytest.mark.timeout(400)
RELEASES = CHECKOUT / "e2e/packages/releases"
RELEASE = sorted(RELEASES.glob("dynoboard-*.whl"))[-1].name.split("-")[1]
"""The last release."""
NAMES = {"matters": "min_effect", "has_looks": "has_diagnostics", "left_out_after": "eliminated_after"}
"""Fields as the last release names them → their names now."""


@dataclass
class Team:
    """A dashboard that was installed by pip, and a host that was added by the line of its Hosts page."""

    environment: Environment
    data: Path
    host: Path  # home of the user that installed the agent
    url: str
    stack: ExitStack

    def start(self, log: str) -> None:
        words = ("dyno", "up", "--data", str(self.data), "--port", self.url.rpartition(":")[2])
        file = self.data.parent / log
        lock = str(self.data.parent / "lock")
        self.stack.enter_context(running(self.environment, *words, log=file, DYNO_AGENT_LOCK=lock))
        wait_until(lambda: "Dynoboard is at" in file.read_text(), "dyno up", 200)

    def stop(self) -> None:
        self.stack.close()

    def get(self, path: str) -> Any:
        return Api(self.url, find_access(self.url).token).get(path)

    def post(self, path: str, body: Any) -> Any:
        return Api(self.url, find_access(self.url).token).post(path, body)

    def install_agent(self, *options: str, **variables: str) -> str:
        """Run the script that the dashboard serves as an ordinary user would; its output."""
        fetch = '(curl -fsS $0/agent/install.sh || echo exit 1) | sh -s -- "$@"'
        done = subprocess.run(
            ["sh", "-c", fetch, self.url, *options],
            check=False,
            env={
                "HOME": str(self.host),
                "PATH": f"{self.host}/bin:{Path(sys.base_prefix) / 'bin'}:{os.environ['PATH']}",
                "DYNO_AGENT_LOCK": str(self.data.parent / "lock"),
                **variables,
            },
            cwd=self.host,
            capture_output=True,
            text=True,
            timeout=180,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def agent(self) -> dict[str, Any]:
        (host,) = [host for host in self.get("/hosts") if host["name"] == "added"]
        return host

    def measure(self) -> str:
        """Run an experiment on the added host; its id."""
        wait_until(lambda: self.agent()["online"], "the added host", 60)
        file = self.data.parent / "definition.yaml"
        file.write_text(DEFINITION)
        words = (str(file), "--testbed", "added", "--server", self.url, "--wait")
        done = self.environment.run("dyno", "launch", *words)
        assert done.returncode == 0, done.stdout + done.stderr
        newest = self.get("/experiments")[0]
        assert newest["state"] == "finished"
        return newest["id"]


@pytest.fixture(scope="module")
def team(place: Path, programs: Path) -> Iterator[Team]:
    """A team on the last release."""
    environment = make_environment(place / "team", PYTHONS[OURS], programs)
    lock = ("--constraint", str(CHECKOUT / "requirements/dev.lock"))
    environment.uv("install", "pip", str(RELEASES / f"dynoboard-{RELEASE}-py3-none-any.whl"), *lock)
    home = place / "added"
    (home / "bin").mkdir(parents=True)
    (home / "bin/id").write_text("#!/bin/sh\necho 1000\n")  # tests may run as root
    (home / "bin/id").chmod(0o755)
    with ExitStack() as stack:
        first_team = Team(environment, place / "t", home, f"http://127.0.0.1:{free_port()}", stack)
        try:
            yield first_team
        finally:
            if (pid := home / ".dyno/agent-program/pid").exists():
                with suppress(ProcessLookupError):
                    os.kill(int(pid.read_text()), signal.SIGTERM)


@pytest.fixture(scope="module")
def answers(team: Team) -> dict[str, Any]:
    """What the last release says of an experiment that it ran on the added host."""
    fetch = team.environment.run("dyno", "wheels", "--python", OURS, "--machine", os.uname().machine)
    assert fetch.returncode == 0, fetch.stderr
    team.start("before.log")
    token = team.post("/enrolment-tokens", {"host_name": "added"})["token"]
    roles = ",".join(ROLES)
    team.install_agent("--server", team.url, "--roles", roles, "--name", "added", DYNO_AGENT_TOKEN=token)
    team.post("/testbeds", {"name": "added", "roles": dict.fromkeys(ROLES, team.agent()["id"])})
    results = results_of(team, team.measure())
    team.stop()
    return results


def results_of(team: Team, experiment: str) -> dict[str, Any]:
    path = f"/experiments/{experiment}"
    whole = team.get(path)
    runs = {f"/runs/{run['id']}": team.get(f"/runs/{run['id']}") for run in whole["run_list"]}
    deltas = f"{path}/deltas?metric=requests_per_s"
    return {path: whole, deltas: team.get(deltas), f"{path}/trials": team.get(f"{path}/trials"), **runs}


def figures(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every number and verdict, with its place by today's names; sentences may be better ones since."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from figures(inner, f"{place}.{NAMES.get(name, name)}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from figures(inner, f"{place}[{index}]")
    elif isinstance(value, int | float) or place.endswith(("verdict", "state", "hash")):
        yield place, value


def test_pip_changes_the_code_and_no_figure(team: Team, answers: dict[str, Any]) -> None:
    assert team.environment.run("dyno", "--version").stdout == f"Dynoboard {RELEASE}\n"
    upgrade = ("python", "-m", "pip", "install", "--quiet", "--upgrade", str(wheel("dynoboard")))
    done = team.environment.run(*upgrade)
    assert done.returncode == 0, done.stderr
    assert team.environment.run("dyno", "--version").stdout == f"Dynoboard {__version__}\n"
    team.start("after.log")
    (experiment,) = team.get("/experiments")
    before, after = (dict(figures(results)) for results in (answers, results_of(team, experiment["id"])))
    assert len(before) > 500
    changes = {place: (value, after.get(place)) for place, value in before.items()}
    assert {place: change for place, change in changes.items() if not is_equal(*change)} == {}


def is_equal(before: Any, after: Any) -> bool:
    """Whether two figures are one, but for how their last digits are rounded."""
    if isinstance(before, float) and isinstance(after, float):
        return math.isclose(before, after, rel_tol=1e-12)
    return before == after


def test_an_agent_of_the_last_release_measures_for_this_version(team: Team) -> None:
    assert team.agent()["version"] == RELEASE
    team.measure()


def test_the_line_of_the_docs_upgrades_an_agent_of_the_last_release(team: Team) -> None:
    assert f"It is Dynoboard {__version__} now" in team.install_agent("--upgrade")
    wait_until(lambda: team.agent()["version"] == __version__, "the new agent", 60)
    team.measure()
