"""One nginx: validated, started, checked to run what was asked, stopped."""

import errno
import os
import re
import subprocess
import time
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from agents import procfs
from agents.catalog.cpulist import format_cpu_list
from agents.contract.jobs import NginxSetup
from agents.contract.reports import Worker
from agents.contract.space import Disk
from agents.failure import JobFailed, no_space, says_full
from agents.files import end_of
from agents.limits import ProcessLimits, differing_limits, differing_session, may_go_down_to
from agents.observe.workers import is_worker
from agents.policy import Directive
from agents.processes import Processes, online_cpus
from agents.proxy import conf
from agents.proxy.folders import Place
from agents.proxy.status import StatusSocket
from agents.sandbox.account import Account
from agents.sandbox.spec import SandboxSpec
from agents.servers.protocol import Instance, Launch, NotThere, PortTaken

START_S = 5.0
_POLL_S = 0.004
_FIRST_FREE_PORT = 1024
# what a child calls itself once it is set up; until then it bears the name of its master
_CACHE_PROCESS = "nginx: cache "
_BIND_TAKEN = re.compile(rf"bind\(\) to \S+ failed \({errno.EADDRINUSE}: ")


class NginxAnswer(NamedTuple):
    """Text that nginx has read, and its version; empty when it says none."""

    conf: str
    version: str


class NginxInstance(Instance):
    """A running nginx of a setup."""

    version = ""

    @cached_property
    def status(self) -> StatusSocket:
        return StatusSocket(self.socket)

    @property
    def last_words(self) -> str:
        texts = [self.place.folder / "stderr", self.place.logs / "error.log"]
        return "\n".join(filter(None, (end_of(path, 4000) for path in texts)))

    @property
    def counted_workers(self) -> list[Worker]:
        return self.workers

    def pids(self) -> list[int]:
        return [self.child.pid, *procfs.children(self.child.pid)]

    def cpu_s(self) -> float:
        return procfs.cpu_seconds(self.child.pid)

    def counters(self) -> dict[str, int]:
        return self.status.counters()


def start(
    program: list[str], launch: Launch, socket: Path, spec: SandboxSpec, procs: Processes, within_s: float
) -> NginxInstance:
    """Validate and start one instance; JobFailed has nginx's message. On failure nothing is left running.

    NotThere where it is worth another try: a busy host, or a signal, and not what was asked of it.
    """
    setup, place = launch.setup, launch.place
    answer = write_instance(program, launch, socket, spec, procs)
    # appended to, so that it can be emptied while it grows
    with (place.folder / "stderr").open("ab") as stderr:
        child = procs.start(
            command_of(program, place, procs.sandbox.account),
            stdout=stderr,
            stderr=stderr,
            cwd=place.prefix,
            spec=spec,
            cpus=setup.cpus,
            limits=_limits(setup, launch.tree),
            on_agent_death="TERM",
        )
    instance = NginxInstance(setup, place, launch.lease, child, answer.conf, socket)
    instance.version = answer.version
    try:
        _await_generation(instance, within_s)
        if missing := procs.sandbox.missing(child.pid, spec):
            raise NotThere("sandbox", f"nginx of {setup.key} lacks a part of its sandbox: {missing}")
        _read_back(instance, launch.tree, within_s)
    except BaseException:
        child.stop()
        raise
    return instance


def write_instance(
    program: list[str], launch: Launch, socket: Path, spec: SandboxSpec, procs: Processes
) -> NginxAnswer:
    """Write nginx.conf and have nginx read it: these bytes and no other file; else JobFailed."""
    setup, lease = launch.setup, launch.lease
    more_addresses = [each_lease.host_port for each_lease in lease.more]
    text = conf.final_conf(setup, launch.tree, lease.host_port, str(socket), more_addresses)
    file = launch.place.folder / "nginx.conf"
    file.write_bytes(text.encode())
    procs.sandbox.account.lend(file)
    answer = validate(command_of(program, launch.place, procs.sandbox.account), setup.key, spec, procs)
    if answer.conf != conf.read_by_nginx(file, text):
        raise JobFailed("conf_differs", f"nginx reads something else for {setup.key} than what was checked")
    return answer


def command_of(program: list[str], place: Place, account: Account) -> list[str]:
    """The command that starts nginx with the nginx.conf of its place; `program` is how it begins."""
    as_root = os.geteuid() == 0 and not account.is_separate
    main_arguments = conf.main_arguments(str(place.prefix), as_root)
    file = str(place.folder / "nginx.conf")
    return [*program, "-e", "stderr", "-p", f"{place.prefix}/", "-c", file, "-g", main_arguments]


def validate(command: list[str], key: str, spec: SandboxSpec, procs: Processes) -> NginxAnswer:
    """`nginx -v -T`, or JobFailed with nginx's own message."""
    try:
        process = procs.run([*command, "-v", "-T"], spec, timeout=20)
    except OSError as error:
        raise JobFailed("tool_missing", f"nginx cannot be started: {error}") from error
    except subprocess.TimeoutExpired as error:
        raise JobFailed("nginx_test", f"`nginx -t` of {key} did not end within 20 s") from error
    output = process.stderr.decode(errors="replace").strip()
    version = version_of(output)
    if process.returncode != 0 and not version and "nginx: [" not in output:
        words = output.splitlines()[-1] if output else "it printed nothing"
        raise JobFailed("tool_missing", f"nginx does not run: {words}; install nginx again", output)
    if process.returncode != 0:
        complaints = output.partition("\n")[2] if version else output
        raise _refusal("nginx_test", f"`nginx -t` of {key}", complaints)
    return NginxAnswer(process.stdout.decode(errors="surrogateescape"), version)


def version_of(output: str) -> str:
    """From what `nginx -v` says, for example `nginx/1.22.1`; empty when it said nothing."""
    return output.partition("\n")[0].partition("version: ")[2]


def capabilities(setup: NginxSetup, tree: list[Directive], port: int) -> tuple[str, ...]:
    """Capabilities that this nginx cannot do without."""
    current_nice = os.getpriority(os.PRIO_PROCESS, 0) if setup.nice is None else setup.nice
    nice = conf.worker_limits(setup, tree)[1]
    low_port = ("net_bind_service",) if port < _FIRST_FREE_PORT else ()
    if nice is None or nice >= current_nice or may_go_down_to(nice):
        return low_port
    return (*low_port, "sys_nice")


def _limits(setup: NginxSetup, tree: list[Directive]) -> ProcessLimits:
    """Those of the setup; workers may go as far as the text lets them, which takes privileges otherwise."""
    files, nice = conf.worker_limits(setup, tree)
    return ProcessLimits(setup.nofile, setup.nice, hard_nofile=files, lowest_nice=nice)


def _refusal(code: str, step: str, output: str) -> JobFailed:
    """Find why nginx ended, by its own words: its configuration, its port, or a full disk."""
    if line := says_full(output):
        return no_space(f"{step}: {_first_complaint(line)}")
    failure = PortTaken if _BIND_TAKEN.search(output) else JobFailed
    return failure(code, f"{step}: {_first_complaint(output)}", output)


def _first_complaint(output: str) -> str:
    for line in output.splitlines():
        if "[emerg]" in line or "[crit]" in line:
            return re.sub(r"^.*?\[(emerg|crit)\]\s*(\d+#\d+: )?", "", line).strip()
    return output.splitlines()[-1] if output else "it failed and printed nothing"


def _await_generation(instance: NginxInstance, within_s: float) -> None:
    """Wait until the configuration that was asked for answers."""
    generation, deadline = conf.generation_of(instance.setup), time.monotonic() + within_s
    while time.monotonic() < deadline:
        if instance.status.get("/generation") == generation:
            return
        _poll(instance)
    subject, output = f"nginx of {instance.setup.key}", instance.last_words
    raise NotThere("nginx_start", f"{subject} did not answer in time", output)


def _poll(instance: NginxInstance) -> None:
    """A moment later; JobFailed where nginx has ended, though a worker of it may still have answered."""
    if (exit_status := instance.child.wait(_POLL_S)) is None:
        return
    subject, output = f"nginx of {instance.setup.key} ended", instance.last_words
    if exit_status.signal:
        raise NotThere("nginx_start", f"{subject} by signal {exit_status.signal}", output)
    if not output and not Disk.of(os.statvfs(instance.place.folder)).free:
        raise no_space(f"{subject}, and had no room to say why")
    raise _refusal("nginx_start", subject, output)


def _read_back(instance: NginxInstance, tree: list[Directive], within_s: float) -> None:
    """Workers and their CPUs as the kernel has them, against what was asked."""
    setup, online = instance.setup, online_cpus()
    worker_count, master = conf.expected_workers(setup, tree), instance.child.pid
    allowed_cpus = frozenset(os.sched_getaffinity(master))
    deadline = time.monotonic() + within_s
    while True:
        expected_count = _workers_made(master) if worker_count is None else worker_count
        affinity = _workers_of(master)
        expected_cpus = conf.expected_affinity(setup, tree, len(affinity), allowed_cpus, online)
        problem = _problem(setup, expected_count, list(affinity.values()), expected_cpus)
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
    """Count the workers that nginx makes of `auto`; None while its master may start more.

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
    expected_count: int | None,
    actual_cpus: list[frozenset[int]],
    expected_cpus: list[frozenset[int]],
) -> str | None:
    if expected_count is None:
        return "its master is still starting workers"
    if not actual_cpus or len(actual_cpus) != expected_count:
        return f"it has {len(actual_cpus)} workers instead of {expected_count or 'some'}"
    if conf.difference_in_affinity(expected_cpus, actual_cpus):
        return f"its workers may use CPUs {_show(actual_cpus)} instead of {_show(expected_cpus)}"
    if setup.cpus and (stray := frozenset().union(*actual_cpus) - conf.parse_cpu_list(setup.cpus)):
        return f"worker_cpu_affinity puts workers on CPUs {format_cpu_list(stray)}, outside {setup.cpus}"
    return None


def _differing_limits(instance: NginxInstance, tree: list[Directive], workers: list[int]) -> str | None:
    """Open files and nice value of the master as they were given, of the workers as nginx changes them."""
    setup = instance.setup
    master, master_limits = instance.child.pid, _limits(setup, tree)
    if differs := differing_limits(master, master_limits) or differing_session(master, master_limits.nice):
        return f"of its master, {differs}"
    limits = ProcessLimits(*conf.worker_limits(setup, tree))
    differences = (differing_limits(pid, limits) for pid in workers)
    return next((f"of a worker, {differs}" for differs in differences if differs), None)


def _show(sets: list[frozenset[int]]) -> str:
    return " · ".join(format_cpu_list(s) for s in sets)
