"""One nginx: validated, started, checked to run what was asked, stopped."""

import errno
import functools
import os
import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from agents import procfs
from agents.contract.cpulist import format_cpu_list
from agents.contract.jobs import NginxSetup
from agents.contract.reports import Worker
from agents.failure import JobFailed
from agents.limits import differing_limits
from agents.policy import Directive
from agents.processes import Child, Processes, online_cpus
from agents.proxy import conf
from agents.proxy.ports import Lease
from agents.proxy.status import StatusSocket

START_S = 5.0
_POLL_S = 0.004
_BIND_TAKEN = re.compile(rf"bind\(\) to \S+ failed \({errno.EADDRINUSE}: ")


class PortTaken(JobFailed):
    """Another program listens at the address meant for nginx."""


@dataclass
class Instance:
    """A running nginx of a setup."""

    setup: NginxSetup
    prefix: Path
    lease: Lease
    child: Child
    status: StatusSocket
    effective: str
    workers: list[Worker] = field(default_factory=list)
    limits: list[procfs.Limits] = field(default_factory=list)  # of the workers

    @property
    def is_alive(self) -> bool:
        return self.child.wait(0) is None

    def cpu_seconds(self) -> float:
        """CPU time of master and workers since they started."""
        return sum(procfs.cpu_seconds(pid) for pid in (self.child.pid, *(w.pid for w in self.workers)))

    def stop(self) -> None:
        self.end()
        self.lease.release()

    def end(self) -> None:
        """Stop nginx but keep the port, so that the next one can listen there."""
        self.child.stop()
        self.status.path.unlink(missing_ok=True)


def start(
    binary: str,
    setup: NginxSetup,
    tree: list[Directive],
    prefix: Path,
    lease: Lease,
    socket: Path,
    procs: Processes,
) -> Instance:
    """Validate and start one instance; JobFailed has nginx's message. On failure nothing is left running."""
    (prefix / "nginx.conf").write_text(conf.final_conf(setup, tree, lease.host_port, str(socket)))
    command = command_of(binary, prefix)
    effective = validate(command, setup.key)
    with (prefix / "stderr").open("wb") as stderr:
        child = procs.start(
            command,
            stdout=stderr,
            stderr=stderr,
            cwd=prefix,
            cpus=setup.cpus,
            nofile=setup.nofile,
            nice=setup.nice,
            on_agent_death="TERM",
        )
    instance = Instance(setup, prefix, lease, child, StatusSocket(socket), effective)
    try:
        _await_generation(instance)
        _read_back(instance, tree)
    except BaseException:
        child.stop()
        raise
    return instance


def command_of(binary: str, prefix: Path) -> list[str]:
    ours = conf.main_arguments(str(prefix), os.geteuid() == 0, conf.unprivileged_user())
    return [binary, "-e", "stderr", "-p", f"{prefix}/", "-c", f"{prefix}/nginx.conf", "-g", ours]


def validate(command: list[str], key: str) -> str:
    """`nginx -T`: the effective text, or JobFailed with nginx's own message."""
    try:
        done = subprocess.run([*command, "-T"], capture_output=True, timeout=20, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise JobFailed("tool_missing", f"nginx cannot be started: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise JobFailed("nginx_test", f"`nginx -t` of {key} did not end within 20 s") from error
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode != 0:
        raise JobFailed("nginx_test", f"`nginx -t` of {key}: {_first_complaint(said)}", log=said)
    return done.stdout.decode(errors="replace")


@functools.cache
def version_of(binary: str) -> str:
    """What `nginx -v` says, for example `nginx/1.22.1`; empty when it cannot be run."""
    try:
        done = subprocess.run([binary, "-v"], capture_output=True, timeout=10, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    first, _, _ = done.stderr.decode(errors="replace").strip().partition("\n")
    return first.partition("version: ")[2]


def _first_complaint(said: str) -> str:
    for line in said.splitlines():
        if "[emerg]" in line or "[crit]" in line:
            return re.sub(r"^.*?\[(emerg|crit)\]\s*(\d+#\d+: )?", "", line).strip()
    return said.splitlines()[-1] if said else "it failed and printed nothing"


def _await_generation(instance: Instance) -> None:
    """Wait until the configuration that was asked for answers."""
    wanted = conf.generation_of(instance.setup)
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        if instance.status.get("/generation") == wanted:
            return
        if instance.child.wait(_POLL_S) is not None:
            said = _log_of(instance)
            failure = PortTaken if _BIND_TAKEN.search(said) else JobFailed
            raise failure(
                "nginx_start", f"nginx of {instance.setup.key} ended: {_first_complaint(said)}", said
            )
    raise JobFailed(
        "nginx_start", f"nginx of {instance.setup.key} did not answer within {START_S:g} s", _log_of(instance)
    )


def _log_of(instance: Instance) -> str:
    texts = [instance.prefix / "stderr", instance.prefix / "logs" / "error.log"]
    return "\n".join(p.read_text(errors="replace")[-4000:] for p in texts if p.exists())


def _read_back(instance: Instance, tree: list[Directive]) -> None:
    """Workers and their CPUs as the kernel has them, against what was asked."""
    setup, online = instance.setup, online_cpus()
    wanted = conf.expected_workers(setup, tree)
    allowed = frozenset(os.sched_getaffinity(instance.child.pid))
    deadline = time.monotonic() + START_S
    problem, before = "it has no workers", None
    while time.monotonic() < deadline:
        affinity = _workers_of(instance.child.pid)
        expected = conf.expected_affinity(setup, tree, len(affinity), allowed, online)
        problem = _problem(setup, wanted, list(affinity.values()), expected)
        problem = problem or _differing_limits(instance, tree, list(affinity))
        instance.workers = [Worker(pid=p, cpus=format_cpu_list(c)) for p, c in affinity.items()]
        instance.limits = [limits for pid in affinity if (limits := procfs.limits_of(pid))]
        if problem is None and (wanted is not None or affinity == before):
            return  # with an open number of workers: once no more of them come
        before = affinity
        time.sleep(_POLL_S if wanted is not None else 5 * _POLL_S)
    raise JobFailed("effective_differs", f"nginx of {setup.key} runs, but {problem}", _log_of(instance))


def _workers_of(master: int) -> dict[int, frozenset[int]]:
    """Worker pids in the order they started → their CPUs."""
    workers: dict[int, frozenset[int]] = {}
    for pid in sorted(procfs.children(master)):
        if "worker process" in procfs.command_line(pid) and procfs.is_running(pid):
            try:
                workers[pid] = frozenset(os.sched_getaffinity(pid))
            except OSError:
                continue
    return workers


def _problem(
    setup: NginxSetup,
    wanted: int | None,
    seen: list[frozenset[int]],
    expected: list[frozenset[int]],
) -> str | None:
    if not seen or (wanted is not None and len(seen) != wanted):
        return f"it has {len(seen)} workers instead of {wanted or 'some'}"
    if conf.difference_in_affinity(expected, seen):
        return f"its workers may use CPUs {_show(seen)} instead of {_show(expected)}"
    if setup.cpus and (stray := frozenset().union(*seen) - conf.parse_cpu_list(setup.cpus)):
        return f"worker_cpu_affinity puts workers on CPUs {format_cpu_list(stray)}, outside {setup.cpus}"
    return None


def _differing_limits(instance: Instance, tree: list[Directive], workers: list[int]) -> str | None:
    """Open files and nice value of the master as they were given, of the workers as nginx changes them."""
    setup = instance.setup
    if differs := differing_limits(instance.child.pid, setup.nofile, setup.nice):
        return f"of its master, {differs}"
    wanted = conf.worker_limits(setup, tree)
    found = (differing_limits(pid, *wanted) for pid in workers)
    return next((f"of a worker, {differs}" for differs in found if differs), None)


def _show(sets: list[frozenset[int]]) -> str:
    return " · ".join(format_cpu_list(s) for s in sets)
