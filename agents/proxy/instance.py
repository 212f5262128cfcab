"""One nginx: validated, started, checked to run what was asked, stopped."""

import errno
import os
import re
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from agents import procfs
from agents.catalog.cpulist import format_cpu_list
from agents.contract.jobs import NginxSetup
from agents.contract.reports import Worker
from agents.contract.space import Disk
from agents.failure import JobFailed, no_space, says_full
from agents.files import end_of
from agents.limits import ProcessLimits, differing_limits, may_go_down_to
from agents.observe.workers import is_worker
from agents.policy import Directive
from agents.processes import Child, Processes, online_cpus
from agents.proxy import conf
from agents.proxy.folders import Place
from agents.proxy.ports import Lease
from agents.proxy.status import StatusSocket
from agents.walls.account import Account
from agents.walls.room import Room

START_S = 5.0
_POLL_S = 0.004
_FIRST_FREE_PORT = 1024
# what a child calls itself once it is set up; until then it bears the name of its master
_CACHE_PROCESS = "nginx: cache "
_BIND_TAKEN = re.compile(rf"bind\(\) to \S+ failed \({errno.EADDRINUSE}: ")


class PortTaken(JobFailed):
    """Another program listens at the address meant for nginx."""


class NotThere(JobFailed):
    """nginx says nothing wrong, and was not there in time, or somebody ended it."""


@dataclass
class Instance:
    """A running nginx of a setup."""

    setup: NginxSetup
    place: Place
    lease: Lease
    child: Child
    status: StatusSocket
    effective: str
    workers: list[Worker] = field(default_factory=list)
    limits: list[procfs.Limits] = field(default_factory=list)  # of the workers

    @property
    def is_alive(self) -> bool:
        return self.child.wait(0) is None

    @property
    def last_words(self) -> str:
        """The end of what it logged."""
        texts = [self.place.folder / "stderr", self.place.logs / "error.log"]
        return "\n".join(filter(None, (end_of(path, 4000) for path in texts)))

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
    place: Place,
    lease: Lease,
    socket: Path,
    room: Room,
    procs: Processes,
    within_s: float,
) -> Instance:
    """Validate and start one instance; JobFailed has nginx's message. On failure nothing is left running.

    NotThere where it is worth another try: a busy host, or a signal, and not what was asked of it.
    """
    command = command_of(binary, place, procs.walls.account)
    effective = written(setup, tree, place, lease, socket, room, command, procs)
    limits = _limits(setup, tree)
    # appended to, so that it can be emptied while it grows
    with (place.folder / "stderr").open("ab") as stderr:
        child = procs.start(
            command,
            stdout=stderr,
            stderr=stderr,
            cwd=place.prefix,
            room=room,
            cpus=setup.cpus,
            limits=limits,
            on_agent_death="TERM",
        )
    instance = Instance(setup, place, lease, child, StatusSocket(socket), effective)
    try:
        _await_generation(instance, within_s)
        if missing := procs.walls.missing(child.pid, room):
            raise JobFailed("walls", f"nginx of {setup.key} lacks a wall that stood before: {missing}")
        _read_back(instance, tree, within_s)
    except BaseException:
        child.stop()
        raise
    return instance


def written(
    setup: NginxSetup,
    tree: list[Directive],
    place: Place,
    lease: Lease,
    socket: Path,
    room: Room,
    command: list[str],
    procs: Processes,
) -> str:
    """Write nginx.conf and have nginx read it: these bytes and no other file; else JobFailed."""
    text = conf.final_conf(setup, tree, lease.host_port, str(socket))
    file = place.folder / "nginx.conf"
    file.write_bytes(text.encode())
    procs.walls.account.lend(file)
    effective = validate(command, setup.key, room, procs)
    if effective != conf.read_by_nginx(file, text).encode():
        raise JobFailed("conf_differs", f"nginx reads something else for {setup.key} than what was checked")
    return effective.decode()


def command_of(binary: str, place: Place, account: Account) -> list[str]:
    """The command that starts nginx with the nginx.conf of its place."""
    as_root = os.geteuid() == 0 and not account.own
    ours = conf.main_arguments(str(place.prefix), as_root)
    file = str(place.folder / "nginx.conf")
    return [binary, "-e", "stderr", "-p", f"{place.prefix}/", "-c", file, "-g", ours]


def validate(command: list[str], key: str, room: Room, procs: Processes) -> bytes:
    """`nginx -T`: what nginx has read, or JobFailed with nginx's own message."""
    try:
        done = procs.run([*command, "-T"], room, timeout=20)
    except OSError as error:
        raise JobFailed("tool_missing", f"nginx cannot be started: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise JobFailed("nginx_test", f"`nginx -t` of {key} did not end within 20 s") from error
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode != 0:
        raise _refused("nginx_test", f"`nginx -t` of {key}", said)
    return done.stdout


def version_of(said: str) -> str:
    """From what `nginx -v` says, for example `nginx/1.22.1`; empty when it said nothing."""
    return said.strip().partition("\n")[0].partition("version: ")[2]


def capabilities(setup: NginxSetup, tree: list[Directive], port: int) -> tuple[str, ...]:
    """What this nginx cannot do without."""
    given = os.getpriority(os.PRIO_PROCESS, 0) if setup.nice is None else setup.nice
    nice = conf.worker_limits(setup, tree)[1]
    low_port = ("net_bind_service",) if port < _FIRST_FREE_PORT else ()
    if nice is None or nice >= given or may_go_down_to(nice):
        return low_port
    return (*low_port, "sys_nice")


def _limits(setup: NginxSetup, tree: list[Directive]) -> ProcessLimits:
    """Those of the setup; workers may go as far as the text lets them, which takes privileges otherwise."""
    files, nice = conf.worker_limits(setup, tree)
    return ProcessLimits(setup.nofile, setup.nice, hard_nofile=files, lowest_nice=nice)


def _refused(code: str, what: str, said: str) -> JobFailed:
    """Why nginx ended, by its own words: the fault of its configuration, of its port, or of a full disk."""
    if line := says_full(said):
        return no_space(f"{what}: {_first_complaint(line)}")
    failure = PortTaken if _BIND_TAKEN.search(said) else JobFailed
    return failure(code, f"{what}: {_first_complaint(said)}", said)


def _first_complaint(said: str) -> str:
    for line in said.splitlines():
        if "[emerg]" in line or "[crit]" in line:
            return re.sub(r"^.*?\[(emerg|crit)\]\s*(\d+#\d+: )?", "", line).strip()
    return said.splitlines()[-1] if said else "it failed and printed nothing"


def _await_generation(instance: Instance, within_s: float) -> None:
    """Wait until the configuration that was asked for answers."""
    wanted, deadline = conf.generation_of(instance.setup), time.monotonic() + within_s
    while time.monotonic() < deadline:
        if instance.status.get("/generation") == wanted:
            return
        _poll(instance)
    text = f"nginx of {instance.setup.key} did not answer in time"
    raise NotThere("nginx_start", text, instance.last_words)


def _poll(instance: Instance) -> None:
    """A moment later; JobFailed where nginx has ended, though a worker of it may still have answered."""
    if (ended := instance.child.wait(_POLL_S)) is None:
        return
    what, said = f"nginx of {instance.setup.key} ended", instance.last_words
    if ended.signal:
        raise NotThere("nginx_start", f"{what} by signal {ended.signal}", said)
    if not said and not Disk.of(os.statvfs(instance.place.folder)).free:
        raise no_space(f"{what}, and had no room to say why")
    raise _refused("nginx_start", what, said)


def _read_back(instance: Instance, tree: list[Directive], within_s: float) -> None:
    """Workers and their CPUs as the kernel has them, against what was asked."""
    setup, online = instance.setup, online_cpus()
    asked, master = conf.expected_workers(setup, tree), instance.child.pid
    allowed = frozenset(os.sched_getaffinity(master))
    deadline = time.monotonic() + within_s
    while True:
        wanted = _workers_made(master) if asked is None else asked
        affinity = _workers_of(master)
        expected = conf.expected_affinity(setup, tree, len(affinity), allowed, online)
        problem = _problem(setup, wanted, list(affinity.values()), expected)
        problem = problem or _differing_limits(instance, tree, list(affinity))
        instance.workers = [Worker(pid=p, cpus=format_cpu_list(c)) for p, c in affinity.items()]
        instance.limits = [limits for pid in affinity if (limits := procfs.limits_of(pid))]
        if problem is None:
            return
        if time.monotonic() > deadline:
            break
        _poll(instance)
    failure = NotThere if _workers_made(master) is None else JobFailed
    raise failure("effective_differs", f"nginx of {setup.key} runs, but {problem}", instance.last_words)


def _workers_made(master: int) -> int | None:
    """How many workers nginx makes of `auto`; None while its master may start more.

    From before its first worker until after its last child, the master of nginx blocks signals: only
    then does it wait for them, in sigsuspend(2) with an empty mask.
    """
    if procfs.blocked_signals(master) != 0:
        return None
    children = [pid for pid in procfs.children(master) if procfs.is_running(pid)]
    return sum(not procfs.command_line(pid).startswith(_CACHE_PROCESS) for pid in children)


def _workers_of(master: int) -> dict[int, frozenset[int]]:
    """Worker pids in the order they started → their CPUs."""
    workers: dict[int, frozenset[int]] = {}
    for pid in sorted(procfs.children(master)):
        if is_worker(pid):
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
    if wanted is None:
        return "its master is still starting workers"
    if not seen or len(seen) != wanted:
        return f"it has {len(seen)} workers instead of {wanted or 'some'}"
    if conf.difference_in_affinity(expected, seen):
        return f"its workers may use CPUs {_show(seen)} instead of {_show(expected)}"
    if setup.cpus and (stray := frozenset().union(*seen) - conf.parse_cpu_list(setup.cpus)):
        return f"worker_cpu_affinity puts workers on CPUs {format_cpu_list(stray)}, outside {setup.cpus}"
    return None


def _differing_limits(instance: Instance, tree: list[Directive], workers: list[int]) -> str | None:
    """Open files and nice value of the master as they were given, of the workers as nginx changes them."""
    setup = instance.setup
    if differs := differing_limits(instance.child.pid, _limits(setup, tree)):
        return f"of its master, {differs}"
    wanted = ProcessLimits(*conf.worker_limits(setup, tree))
    found = (differing_limits(pid, wanted) for pid in workers)
    return next((f"of a worker, {differs}" for differs in found if differs), None)


def _show(sets: list[frozenset[int]]) -> str:
    return " · ".join(format_cpu_list(s) for s in sets)
