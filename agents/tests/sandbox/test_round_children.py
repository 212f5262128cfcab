"""The sandbox round a real nginx and a real load tool, as the kernel has them, and what says so."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest

from agents import procfs
from agents.contract.addresses import parse_networks
from agents.contract.jobs import CancelJob, FactsJob, MeasureJob, NginxSetup, PrepareJob
from agents.contract.workload import Workload
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.instance import NginxInstance
from agents.proxy.setups import Setups
from agents.sandbox import proof
from agents.sandbox import sandbox as module
from agents.sandbox.sandbox import Sandbox
from agents.sandbox.spec import SandboxSpec
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.agent_process import AgentProcess, wait_until
from agents.tests.confs import conf, setup
from agents.tests.conftest import ANY_PORT, NGINX

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="the sandbox of a root agent")
ORDINARY = {"no_new_privileges", "capabilities", "environment", "limits", "first_to_go", "system_calls"}


@as_root
def test_master_and_workers_stand_behind_all_of_them(setups: Setups, processes: Processes) -> None:
    (done,) = setups.prepare([setup(text=conf("worker_processes 2;"))], lambda: False)
    assert done.failure is None
    (one,) = setups.running_setups(["a"])[0].instances
    assert isinstance(one, NginxInstance)
    place, account = one.place, processes.sandbox.account
    spec = SandboxSpec((place.prefix, place.logs, one.status.path.parent))
    for pid in (one.child.pid, *(worker.pid for worker in done.workers)):
        seen = proof.look(pid)
        assert seen
        missing = proof.missing(seen, spec, account)
        assert missing.keys() <= processes.sandbox.why_not.keys(), missing
        assert procfs.user_of(pid) == account.uid


def test_a_child_that_ends_before_its_sandbox_is_complete_is_told_with_its_end(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Waiting:
        def take_thread(self) -> None: ...

        def take(self, pid: int) -> None:
            wait_until(lambda: not Path(f"/proc/{pid}/fd/0").exists())

    monkeypatch.setattr(sandbox, "_groups", Waiting())
    monkeypatch.setattr(module, "gate_command", lambda _: ["sh", "-c", "exec <&-; sleep 60"])
    with pytest.raises(ChildProcessError, match="ended with signal 9 before its sandbox was complete"):
        sandbox.start(["true"], SandboxSpec())


@as_root
def test_a_part_of_the_sandbox_that_does_not_hold_fails_the_setup(
    setups: Setups, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = module.privileges

    def without(*args: object) -> list[str]:
        return [word for word in real(*args) if word != "--no-new-privs"]  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(module, "privileges", without)
    monkeypatch.setattr("agents.sandbox.seccomp.enter", lambda: None)
    (done,) = setups.prepare([setup()], lambda: False)
    assert done.failure is not None
    assert done.failure.code == "sandbox"
    assert "no_new_privileges: it may gain privileges" in done.failure.message
    assert "system_calls: it has no filter of system calls" in done.failure.message


def test_what_is_ending_lacks_no_part_of_the_sandbox(processes: Processes) -> None:
    """The kernel takes a process's memory, and what can be read of it, a while before it is a zombie."""
    command = "keep = bytearray(60_000_000); print(flush=True); import time; time.sleep(9)"
    for _ in range(5):
        with subprocess.Popen([sys.executable, "-c", command], stdout=subprocess.PIPE) as child:
            assert child.stdout
            child.stdout.readline()
            assert processes.sandbox.missing(child.pid, SandboxSpec())
            child.kill()
            said = set()
            while procfs.is_running(child.pid):
                if procfs.is_ending(child.pid):
                    said.add(processes.sandbox.missing(child.pid, SandboxSpec()))
        assert said <= {None}


@as_root
def test_a_low_port_is_the_only_capability(folders: Folders, processes: Processes) -> None:
    servers = Servers(NGINX, folders, processes)
    setups = Setups(
        servers, folders, "127.0.0.1", (990, 999), Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
    )
    setups.stop_all()
    try:
        (done,) = setups.prepare([setup()], lambda: False)
        assert done.failure is None
        assert urlopen(done.urls[0], timeout=60).read() == b"hello\n"
        seen = proof.look(done.workers[0].pid)
        assert seen
        assert int(seen.status["CapEff"], 16) == int(seen.status["CapBnd"], 16) == 1 << 10
    finally:
        setups.close()


@as_root
@pytest.mark.parametrize(
    "wanted",
    [
        {"text": conf("worker_rlimit_nofile 9000;"), "nofile": 4000},
        {"text": conf("worker_priority -5;")},
        {"text": conf("worker_priority -5;"), "nice": 5},
        {"nice": -10, "nofile": 5000},
        {"text": conf("thread_pool p threads=4;", "aio threads=p;"), "log_target": "memory"},
        {"text": conf(listen=" reuseport deferred fastopen=16 backlog=1024")},
    ],
)
def test_what_took_privileges_works_without_them(setups: Setups, wanted: dict) -> None:
    (done,) = setups.prepare([setup(**wanted)], lambda: False)
    assert done.failure is None, done.failure
    assert urlopen(done.urls[0], timeout=60).read() == b"hello\n"


@as_root
def test_what_a_server_leaves_in_its_folder_leads_nowhere(setups: Setups, tmp_path: Path) -> None:
    """It may put links where its logs were: the agent neither empties nor reads what they lead to."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    setups.prepare([NginxSetup.model_validate(setup().model_dump() | {"log_target": "disk"})], lambda: False)
    (one,) = setups.running_setups(["a"])[0].instances
    assert isinstance(one, NginxInstance)
    (one.place.logs / "access.log").symlink_to(victim)
    (one.place.prefix / "logs").unlink()
    (one.place.prefix / "logs").symlink_to(tmp_path)
    setups.empty_logs()
    setups.limit_logs()
    assert victim.read_text() == "precious"


def test_a_start_costs_few_milliseconds(sandbox: Sandbox) -> None:
    """Of CPU time, bounded loosely: the figure itself is a row of the benchmarks."""

    def took(start: Callable[[], subprocess.Popen[bytes]]) -> float:
        begin = time.thread_time()
        child = start()
        _, child.returncode, used = os.wait4(child.pid, 0)
        return time.thread_time() - begin + used.ru_utime + used.ru_stime

    pairs = [
        (
            took(lambda: sandbox.start(["true"], SandboxSpec(), cwd="/")),
            took(lambda: subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--", "true"])),
        )
        for _ in range(15)
    ]
    assert statistics.median(inside - bare for inside, bare in pairs) < 0.1


def facts_of(agent: AgentProcess) -> dict:
    report = agent.do(FactsJob())
    assert report.facts is not None
    return dict(report.facts.sandbox_parts)


@as_root
def test_an_agent_says_which_parts_of_its_sandbox_hold(start_agent: Callable[..., AgentProcess]) -> None:
    agent = start_agent("--sandbox", "strict")
    sandbox = facts_of(agent)
    sealed = {"read_only", "private_tmp", "hidden_files", "hidden_processes"}
    assert sandbox.keys() >= ORDINARY | sealed | {"user", "memory"}
    assert {name for name in sandbox if sandbox[name]} <= sealed | {"memory"}
    (done,) = agent.do(PrepareJob(setups=[setup()])).setups
    workload = Workload.model_validate({"tool": "wrk", "connections": 2, "duration_s": 60})
    job = agent.send(MeasureJob(trial_id="t", target=done.urls[0], workload=workload))

    environments: dict[str, bytes] = {}

    def both_were_read() -> bool:
        """A process may end between being seen and being read, as `wrk -v` does before the load."""
        for pid in procfs.all_pids():
            name = procfs.command_line(pid).partition(" ")[0].rstrip(":")
            with suppress(OSError):
                if procfs.user_of(pid) == account and name in {"nginx", "wrk"}:
                    environments[name] = Path(f"/proc/{pid}/environ").read_bytes()
        return environments.keys() == {"nginx", "wrk"}

    account = procfs.user_of(done.workers[0].pid)
    wait_until(both_were_read)
    assert not any(b"DYNO_AGENT_TOKEN" in environment for environment in environments.values())
    agent.send(CancelJob(job_ids=[job]))
    failure = agent.plane.report_of(job).failure
    assert failure is not None
    assert failure.code == "cancelled"


def test_an_ordinary_agent_has_what_takes_no_privileges(
    start_agent: Callable[..., AgentProcess], state: Path
) -> None:
    if os.geteuid() == 0:
        os.chown(state.parent, 65534, -1)
    agent = start_agent("--sandbox", "strict", user="nobody" if os.geteuid() == 0 else None)
    sandbox = facts_of(agent)
    assert {name for name in ORDINARY if sandbox[name]} == set()
    assert "ordinary user" in sandbox["user"]
    assert "ordinary user" in sandbox["read_only"]
    assert "ordinary user" in sandbox["hidden_files"]
    (done,) = agent.do(PrepareJob(setups=[setup()])).setups
    assert done.failure is None
    assert b"DYNO_AGENT_TOKEN" not in Path(f"/proc/{done.workers[0].pid}/environ").read_bytes()


def test_an_agent_can_be_told_to_refuse_to_run_without_them(state: Path) -> None:
    told = "--server http://127.0.0.1:9 --token x --roles load --sandbox required --state"
    argv = ["agents.runner", *told.split()]
    command = [sys.executable, "-m", *argv, str(state)]
    if os.geteuid() == 0:
        rights = [f"--{kind}=-all,+dac_read_search" for kind in ("inh-caps", "ambient-caps", "bounding-set")]
        command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *rights, *command]
        state.parent.chmod(0o777)
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "--sandbox required" in done.stderr
    assert "user: the agent runs as an ordinary user" in done.stderr
