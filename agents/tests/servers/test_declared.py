"""Servers that are no nginx, for real: what runs is what was declared, and what misbehaves is refused."""

import os
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents import procfs
from agents.contract.addresses import parse_networks
from agents.contract.jobs import NginxSetup
from agents.contract.reports import PreparedSetup
from agents.failure import JobFailed
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.ports import lease_port
from agents.proxy.setups import Setups
from agents.servers.protocol import Launch
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.agent_process import wait_until
from agents.tests.servers.declared_server import EXAMPLES, PYTHON, declare

SHORT_S = 1.0


class Bench:
    """Setups of a host with servers.d in a folder."""

    def __init__(self, folder: Path, folders: Folders, processes: Processes) -> None:
        self.folder, self.folders = folder, folders
        self.servers = Servers("/nowhere/nginx", folders, processes, [folder])
        targets = Targets(parse_networks("127.0.0.1/32"), ((1, 65535),))
        self.setups = Setups(self.servers, folders, "127.0.0.1", (22000, 22999), targets)
        self.setups.stop_all()

    def problem(self, name: str = "own") -> str:
        self.servers.load()
        return next(facts.problem for facts in self.servers.facts if facts.name == name)

    def prepare(self, server: str = "own", **fields: Any) -> PreparedSetup:
        self.servers.load()
        setup = setup_of(server, **fields)
        return self.setups.prepare([setup], lambda: False)[0]

    def start_briefly(self, server: str = "own") -> None:
        """One start that may take a second; whatever comes of it is stopped."""
        self.servers.load()
        setup = setup_of(server)
        program = self.servers.server_for(setup)
        self.folders.make_setup(setup)
        lease = lease_port("127.0.0.1", 22000, 22999)
        try:
            place = self.folders.make_place(setup, 0)
            program.start(Launch(setup, [], place, lease), SHORT_S).stop()
        finally:
            lease.release()
            self.folders.remove_setup(setup.key)


def setup_of(server: str, **fields: Any) -> NginxSetup:
    plain = {"key": "a", "role": "proxy", "conf": "", "server": server, "backends": []}
    return NginxSetup.model_validate({**plain, **fields})


@pytest.fixture
def bench(state: Path, folders: Folders, processes: Processes) -> Iterator[Bench]:
    bench = Bench(state.parent / "servers.d", folders, processes)
    yield bench
    bench.setups.close()


def test_it_runs_pinned_and_is_counted_with_all_that_it_starts(bench: Bench) -> None:
    child = "import subprocess\nsubprocess.Popen(['sleep', '60'])\n"
    declare(bench.folder, child + "serve(address, port)\n")
    report = bench.prepare(cpus="0", nice=1)
    assert report.failure is None
    assert {worker.cpus for worker in report.workers} == {"0"}
    assert report.effective["nice"] == "1"
    (running,) = bench.setups.running_setups(["a"])
    pids = running.pids()
    assert len(pids) == 2
    assert running.idle_bytes
    bench.setups.stop_all()
    assert not any(map(procfs.is_running, pids))


def test_each_start_is_a_new_one(bench: Bench) -> None:
    declare(bench.folder)
    first = bench.prepare(key="first").workers
    second = bench.prepare(key="second").workers
    assert {worker.pid for worker in first}.isdisjoint(worker.pid for worker in second)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("", "ended with 0: it printed nothing"),
        ("sys.exit('fatal: no licence')", "ended with 1: fatal: no licence"),
        ("os.kill(os.getpid(), 9)", "ended by signal 9"),
        ("serve('0.0.0.0', port)", "listens on all addresses"),
        ("serve('127.0.0.2', port)", "listens on 127.0.0.2"),
        ("serve(address, int(port) + 1)", "instead: its text must name {address} and {port}"),
        (
            "import socket\nother = socket.create_server((address, int(port) + 1))\nserve(address, port)",
            "its text must name {address} and {port} alone",
        ),
        ("STATUS = 500\nserve(address, port)", "it answers / with 500 instead of 200"),
        ("import time\ntime.sleep(60)", "did not listen on 127.0.0.1:"),
        ("if os.fork():\n    os._exit(0)\nos.setsid()\nserve(address, port)", "went into the background"),
    ],
)
def test_what_is_no_such_server_is_refused_with_the_reason(bench: Bench, end: str, words: str) -> None:
    declare(bench.folder, end)
    before = set(procfs.all_pids())
    with pytest.raises(JobFailed) as failure:
        bench.start_briefly()
    assert words in failure.value.message
    script = str(bench.folder / "own.py")
    wait_until(lambda: not any(script in procfs.command_line(p) for p in set(procfs.all_pids()) - before))


def test_a_text_that_its_check_refuses_is_shown_with_the_line(bench: Bench) -> None:
    check = f'check = ["{PYTHON}", "-c", "print(\'starting\\\\nerror in line 3: no such word\'); exit(1)"]'
    declare(bench.folder, more=check)
    failure = bench.prepare().failure
    assert failure
    assert failure.message == "the check of own for a: error in line 3: no such word"


def test_another_architecture_is_a_problem_of_the_host(bench: Bench) -> None:
    bench.folder.mkdir(parents=True)
    program = bench.folder / "server"
    arm = 183 if os.uname().machine != "aarch64" else 62
    program.write_bytes(b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHI", 2, arm, 1) + bytes(40))
    program.chmod(0o755)
    (bench.folder / "own.toml").write_text(f'kind = "declared"\nargv = ["{program}"]\n')
    assert bench.problem()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('kind = "declared"\nargv = ["/nowhere/server"]', "/nowhere/server"),
        ('kind = "declared"\nargv = ["/etc/passwd"]', "is not executable"),
        ('kind = "declared"\nargv = ["/bin/true"]\nconf = "absent.cfg"', "absent.cfg"),
        ('kind = "declared"\nargv = ["/bin/true"]\nfiles = ["/absent.js"]', "/absent.js"),
        ('kind = "declared"\nargv = ["/bin/true"]\nversion = ["/bin/false"]', "does not say its version"),
        ('kind = "declared"\nargv = ["/bin/true", "{prot}"]', "{prot} is no placeholder"),
        ('kind = "declared', "it is no TOML"),
    ],
)
def test_a_declaration_that_cannot_be_used_says_why(bench: Bench, text: str, words: str) -> None:
    bench.folder.mkdir(parents=True)
    (bench.folder / "own.toml").write_text(text)
    assert words in bench.problem()
    failure = bench.prepare().failure
    assert failure
    assert words in failure.message


def test_parameters_and_backends_are_checked_again_on_the_host(bench: Bench) -> None:
    declare(bench.folder, more="[params]\nthreads = {min = 1, max = 4}")
    cases: list[tuple[dict[str, Any], str]] = [
        ({"params": {"threads": 5}}, "threads of own is 5, not from 1 to 4"),
        ({"params": {"other": 1}}, "own has no parameter other"),
        ({"backends": ["192.0.2.1:80"]}, "own may not talk to 192.0.2.1:80"),
    ]
    for fields, words in cases:
        failure = bench.prepare(**fields).failure
        assert failure
        assert words in failure.message


def test_a_changed_text_is_another_server(bench: Bench) -> None:
    declare(bench.folder)
    assert bench.prepare().failure is None
    (bench.folder / "own.py").write_text("another")
    failure = bench.setups.prepare([setup_of("own", key="b")], lambda: False)[0].failure
    assert failure
    assert failure.code == "server_changed"


@pytest.mark.parametrize("name", ["haproxy", "caddy"])
def test_the_shipped_declarations_run_what_a_distribution_has(bench: Bench, name: str) -> None:
    if not shutil.which(name):
        pytest.skip(f"{name} is not installed")
    declare(bench.folder)
    for file in EXAMPLES.iterdir():
        shutil.copy(file, bench.folder)
        (bench.folder / file.name).chmod(0o644)
    bench.servers.load()
    backend = setup_of("own")
    (prepared,) = bench.setups.prepare([backend], lambda: False)
    address = prepared.urls[0].removeprefix("http://")
    proxy = setup_of(name, key="b", backends=[address], params={"threads": 2})
    _, report = bench.setups.prepare([backend, proxy], lambda: False)
    assert report.failure is None, report.failure
    assert name in report.version.lower()
    (running,) = bench.setups.running_setups(["b"])
    assert running.idle.get("requests") == (1 if name == "haproxy" else None)
