"""The wheels: they install into an empty environment, and measure from there."""

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import pytest

from agents import __version__
from agents.catalog.roles import ROLES
from agents.tests.ports import free_port
from agents.version import RELEASE
from backend.cli.access import find_access
from backend.cli.client import Api
from backend.cli.embedded.process import wait_until
from backend.hosts.installing.own_wheel import own_wheel
from e2e.packages.environment import CHECKOUT, Environment, make_environment, programs_without, pythons, wheel

PYTHONS = pythons()
OURS = f"3.{sys.version_info.minor}"
pytestmark = pytest.mark.timeout(300)

DEFINITION = """
name: From two wheels
topology: proxied
workloads: [{name: w, tool: wrk, threads: 1, connections: 8, duration: 1s}]
trials: 2
warmup: {prepared: 0s, trial: 0s}
control: false
baseline: one
variants:
  - {name: one, set: {nginx.worker_processes: 1}}
  - {name: two, set: {nginx.worker_processes: 2}}
"""


@pytest.fixture(scope="module")
def dynoboard(place: Path, programs: Path) -> Callable[[str], Environment]:
    """Version of Python → dynoboard installed under it, once."""

    @cache
    def installed(version: str) -> Environment:
        environment = make_environment(place / version, PYTHONS[version], programs)
        environment.install("dynoboard")
        return environment

    return installed


@pytest.fixture(scope="module")
def agent(place: Path, programs: Path) -> Environment:
    """dynoboard-agent alone, under the newest Python that is here."""
    environment = make_environment(place / "agent", list(PYTHONS.values())[-1], programs)
    environment.install("dynoboard-agent")
    return environment


@pytest.mark.parametrize("version", PYTHONS)
def test_it_is_complete_without_the_checkout(version: str, dynoboard: Callable[[str], Environment]) -> None:
    installed = dynoboard(version)
    said = installed.run("dyno", "--version")
    assert said.stdout == f"Dynoboard {__version__}\n", said.stderr
    code = (
        "import backend.main, worker.app\n"
        "from backend.resources import CHECKOUT, MIGRATIONS, UI\n"
        "folders = (MIGRATIONS / 'versions', UI / 'docs', UI / 'assets')\n"
        "print(CHECKOUT, *(len(list(folder.iterdir())) for folder in folders))"
    )
    folder, *counts = installed.run("python", "-c", code).stdout.split()
    assert Path(folder).is_relative_to(installed.folder)
    assert all(int(count) > 1 for count in counts)


def test_an_agent_comes_without_the_control_plane(agent: Environment) -> None:
    assert agent.run("dyno-agent", "--version").stdout == f"Dynoboard {__version__}\n"
    assert agent.run("dyno", "agent", "--version").stdout == f"Dynoboard {__version__}\n"
    assert "the rest comes with dynoboard" in agent.run("dyno", "up").stderr
    needless = ("backend", "fastapi", "sqlalchemy", "scipy", "typer")
    code = f"from importlib.util import find_spec; print(*map(find_spec, {needless}))"
    assert agent.run("python", "-c", code).stdout.split() == ["None"] * len(needless)


@pytest.mark.parametrize("name", ["dynoboard", "dynoboard-agent"])
def test_an_older_python_is_refused_and_no_tests_are_shipped(name: str) -> None:
    with zipfile.ZipFile(wheel(name)) as archive:
        names = archive.namelist()
        (metadata,) = [archive.read(name).decode() for name in names if name.endswith(".dist-info/METADATA")]
    assert "Requires-Python: <3.15,>=3.11" in metadata
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist: ")]
    assert len(needed) >= 4
    assert [line for line in needed if ">=" not in line or "<" not in line.partition(";")[0]] == []
    assert f"Version: {__version__}\n" in metadata
    assert not [name for name in names if "/tests/" in name or name.endswith((".pyc", "Dockerfile"))]


@contextmanager
def running(environment: Environment, *words: str, log: Path, **variables: str) -> Iterator[None]:
    """A program of an environment until the end of the block; its output is in `log`."""
    with log.open("w") as output:
        process = subprocess.Popen(
            environment.command(*words),
            cwd=log.parent,
            env=environment.variables(**variables),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            yield
        finally:
            process.terminate()
            assert process.wait(60) == 0, log.read_text()


@pytest.fixture(scope="module")
def up(place: Path, dynoboard: Callable[[str], Environment]) -> Iterator[tuple[Environment, str]]:
    """A `dyno up` out of the wheel, with three agents of its own, and its address."""
    environment = dynoboard(OURS)
    log, port = place / "up.log", free_port()
    words = ("dyno", "up", "--data", str(place / "d"), "--port", str(port))
    with running(environment, *words, log=log, DYNO_AGENT_LOCK=str(place / "lock")):
        wait_until(lambda: "Dynoboard is at" in log.read_text(), "dyno up", 200)
        yield environment, f"http://127.0.0.1:{port}"


def test_the_dashboard_is_complete(up: tuple[Environment, str]) -> None:
    _, url = up
    page = httpx.get(url, trust_env=False).text
    (script,) = re.findall(r'<script type="module"[^>]* src="(/assets/[^"]+)"', page)
    assert httpx.get(url + script, trust_env=False).is_success
    assert f"Dynoboard {RELEASE}" in httpx.get(f"{url}/docs/install", trust_env=False).text
    assert httpx.get(f"{url}/docs/screenshots/statistics-same.png", trust_env=False).is_success
    assert ask(url, "/version") == {"version": __version__}
    assert len(ask(url, "/recipes")) == len(list((CHECKOUT / "backend/recipes/library").glob("*.yaml")))
    assert {host["version"] for host in ask(url, "/hosts")} == {__version__}


def test_an_agent_of_its_own_wheel_measures(
    up: tuple[Environment, str], agent: Environment, place: Path
) -> None:
    dyno, url = up
    with enrolled(agent, url, place, "small"):
        (host,) = [host["id"] for host in ask(url, "/hosts") if host["name"] == "small"]
        testbed = {"name": "small", "roles": dict.fromkeys(ROLES, host)}
        Api(url, find_access(url).token).post("/testbeds", testbed)
        (place / "definition.yaml").write_text(DEFINITION)
        words = ("definition.yaml", "--testbed", "small", "--server", url, "--wait")
        done = dyno.run("dyno", "launch", *words, cwd=place)
        assert done.returncode == 0, done.stdout + done.stderr
    (experiment,) = ask(url, "/experiments")
    assert experiment["state"] == "finished"


def test_a_host_says_what_it_lacks(up: tuple[Environment, str], agent: Environment, place: Path) -> None:
    bare = replace(agent, path=programs_without(place / "bare", "nginx", "wrk"))
    with enrolled(bare, up[1], place, "bare", "--nginx", "/nowhere/nginx"):
        (host,) = [host for host in ask(up[1], "/hosts") if host["name"] == "bare"]
    said = [text.partition(" is missing")[0] for text in host["missing"]]
    assert said == ["nginx", "wrk"]
    assert all("install" in text for text in host["missing"])


@contextmanager
def enrolled(agent: Environment, url: str, place: Path, name: str, *more: str) -> Iterator[None]:
    """An agent for all roles, until the end of the block."""
    made = Api(url, find_access(url).token).post("/enrolment-tokens", {"host_name": name})
    token = place / f"{name}.token"
    token.write_text(made["token"])
    options = ("--server", url, "--name", name, "--roles", "load,proxy,backend", "--token-file", str(token))
    words = ("dyno-agent", *options, "--state", str(place / name), *more)
    with running(agent, *words, log=place / f"{name}.log", DYNO_AGENT_LOCK=str(place / "lock")):
        wait_until(lambda: name in {host["name"] for host in ask(url, "/hosts")}, f"the agent {name}")
        yield


def ask(url: str, path: str) -> Any:
    """What the API says to the user who started it."""
    return Api(url, find_access(url).token).get(path)


def test_the_dashboard_makes_the_same_wheel_of_the_agent_as_the_build() -> None:
    """Hosts install the one, `make dist` builds the other: the same files, the same commands."""
    with zipfile.ZipFile(wheel("dynoboard-agent")) as built, zipfile.ZipFile(io.BytesIO(own_wheel())) as made:
        assert _shipped(made) == _shipped(built)


def _shipped(found: zipfile.ZipFile) -> dict[str, bytes]:
    names = [
        name for name in found.namelist() if ".dist-info/" not in name or name.endswith("entry_points.txt")
    ]
    return {name: b"\n".join(sorted(found.read(name).split(b"\n"))) for name in names}
