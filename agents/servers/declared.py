"""A server that is no nginx: checked, started, proved to be what answers, counted, stopped."""

import http.client
import os
import re
import shutil
import subprocess
import time
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from agents import procfs
from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.contract.jobs import NginxSetup
from agents.contract.reports import Worker
from agents.contract.servers import ServerFacts
from agents.failure import JobFailed
from agents.files import failure_words
from agents.limits import ProcessLimits, differing_limits, differing_session
from agents.policy import Directive
from agents.processes import Ended, Processes
from agents.proxy.certificates import CERTIFICATE, KEY
from agents.proxy.folders import Folders
from agents.proxy.ports import can_bind
from agents.sandbox.spec import SandboxSpec
from agents.servers.declared_facts import DeclaredEntry
from agents.servers.declared_launch import FilledLaunch, Paths, fill_in_launch
from agents.servers.declared_text import DeclaredServer, Ready
from agents.servers.digests import FileDigests, check_unchanged
from agents.servers.escaped import Mounts, end_members, members_of
from agents.servers.haproxy_counters import read_counters
from agents.servers.listeners import own_listeners, problem_of
from agents.servers.protocol import Instance, Launch, MayTalk, NotThere, PortTaken
from agents.tls import connection_to

CHECK_S = 20.0
_POLL_S = 0.01
_ANSWER_S = 2.0
_COMPLAINT = re.compile(r"\b(alert|emerg|error|failed|fatal|panic)", re.IGNORECASE)
_FIRST_FREE_PORT = 1024


@dataclass(kw_only=True)
class DeclaredInstance(Instance):
    """A running server of a setup: all processes in the session of its child."""

    has_counters: bool
    mounts: Mounts

    def counters(self) -> dict[str, int]:
        return read_counters(self.socket) if self.has_counters else {}

    def end(self) -> None:
        """TERM, then KILL after 0.5 s, and KILL to all that it has started."""
        self.child.stop()
        end_members(self.child, self.mounts)
        self.socket.unlink(missing_ok=True)


@dataclass(frozen=True)
class DeclaredProgram:
    """A server of this host that is no nginx."""

    entry: DeclaredEntry
    facts: ServerFacts
    folders: Folders
    processes: Processes
    digests: FileDigests

    @property
    def version(self) -> str:
        return self.facts.version

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def declaration(self) -> DeclaredServer:
        return self.entry.declaration

    def check_unchanged(self, digest: str) -> None:
        check_unchanged(self.facts, self.entry.program.path, self.digests, digest)

    def read_text(self, setup: NginxSetup, may_talk: MayTalk) -> list[Directive]:
        """Refuse backends that this host may not talk to; a text of its own is not read."""
        for address in setup.backends or []:
            host, _, port = address.rpartition(":")
            if not may_talk(host, int(port)):
                raise JobFailed("policy", f"{setup.key}: {self.name} may not talk to {address}")
        return []

    def validate(self, launch: Launch) -> str:
        """Write its text and have the server's own check read it, where it has one."""
        texts, spec, _ = self._write(launch)
        if texts.check:
            self._check(texts.check, launch, spec)
        return texts.text

    def start(self, launch: Launch, within_s: float) -> DeclaredInstance:
        texts, spec, socket = self._write(launch)
        if texts.check:
            self._check(texts.check, launch, spec)
        setup, place = launch.setup, launch.place
        with (place.folder / "stderr").open("ab") as stderr:
            child = self.processes.start(
                texts.command,
                stdout=stderr,
                stderr=stderr,
                cwd=place.prefix,
                spec=spec,
                cpus=setup.cpus,
                limits=ProcessLimits(setup.nofile, setup.nice),
                on_agent_death="TERM",
            )
        instance = DeclaredInstance(
            setup,
            place,
            launch.lease,
            child,
            texts.text,
            socket,
            has_counters=self.declaration.counters is not None,
            mounts=Mounts(child.pid),
        )
        try:
            self._await(instance, within_s)
            if missing := self.processes.sandbox.missing(child.pid, spec):
                text = f"{self.name} of {setup.key} lacks a part of its sandbox: {missing}"
                raise NotThere("sandbox", text)
            self._read_back(instance)
        except BaseException:
            instance.end()
            raise
        return instance

    # ---- before it starts ------------------------------------------------------------------------

    def _write(self, launch: Launch) -> tuple[FilledLaunch, SandboxSpec, Path]:
        """Write the text of this start; the agent's own folder has it, where the server cannot change it."""
        place, port = launch.place, launch.lease.port
        socket = self.folders.socket(port)
        tls = place.folder / "tls"
        conf = place.folder / (self.declaration.conf_file or "server.conf")
        paths = Paths(conf, place.prefix, socket, tls / CERTIFICATE, tls / KEY)
        texts = fill_in_launch(
            self.name, self.declaration, self.entry.conf, launch.setup, launch.lease.host_port, paths
        )
        account = self.processes.sandbox.account
        if self.declaration.conf is not None:
            conf.write_bytes(texts.text.encode())
            account.lend(conf)
        if launch.setup.tls:  # where HAProxy looks for it
            account.lend(Path(shutil.copyfile(tls / KEY, tls / f"{CERTIFICATE}.key")))
        capabilities = ("net_bind_service",) if port < _FIRST_FREE_PORT else ()
        visible = (*texts.program.visible, *map(Path, self.declaration.files))
        spec = self.folders.sandbox_spec_of(place, socket, capabilities)
        environment = tuple(texts.program.environment)
        spec = replace(spec, readable=(*spec.readable, *visible), environment=environment)
        return texts, spec, socket

    def _check(self, command: list[str], launch: Launch, spec: SandboxSpec) -> None:
        subject = f"the check of {self.name} for {launch.setup.key}"
        try:
            process = self.processes.run(command, spec, timeout=CHECK_S)
        except OSError as error:
            raise JobFailed(
                "tool_missing", f"{command[0]} cannot be started: {failure_words(error)}"
            ) from error
        except subprocess.TimeoutExpired as error:
            raise JobFailed("server_check", f"{subject} did not end within {CHECK_S:.0f} s") from error
        if process.returncode != 0:
            output = (process.stdout + process.stderr).decode(errors="replace").strip()
            output = output.replace(f"{launch.place.folder}/", "")
            raise JobFailed("server_check", f"{subject}: {complaint_of(output)}", output)

    # ---- once it runs ----------------------------------------------------------------------------

    def _await(self, instance: DeclaredInstance, within_s: float) -> None:
        """Wait until it listens where it was told to, and nowhere else, and answers as declared."""
        subject, address = f"{self.name} of {instance.setup.key}", instance.lease.address
        deadline = time.monotonic() + within_s
        problem = ""
        while time.monotonic() < deadline:
            listeners = own_listeners(instance.child.pid)
            if stray := problem_of(listeners, address, [instance.lease.port]):
                raise JobFailed("server_start", f"{subject}: {stray}", instance.last_words)
            if stray is None and not (problem := wrong_answer(self.declaration.ready, instance)):
                return
            if end := instance.child.wait(_POLL_S):
                raise self._why_ended(instance, subject, end)
        if problem:
            raise JobFailed("server_start", f"{subject}: {problem}", instance.last_words)
        text = f"{subject} did not listen on {instance.lease.host_port} within {within_s:.0f} s"
        raise NotThere("server_start", text, instance.last_words)

    def _why_ended(self, instance: DeclaredInstance, subject: str, end: Ended) -> JobFailed:
        output = instance.last_words
        if end.signal:
            return NotThere("server_start", f"{subject} ended by signal {end.signal}", output)
        if end.exit_code == 0 and members_of(instance.child, instance.mounts):
            text = f"{subject} went into the background: its argv must keep it in the foreground"
            return JobFailed("server_start", text, output)
        if not can_bind(instance.lease.address, instance.lease.port):
            return PortTaken("server_start", f"{subject}: another program took its port", output)
        return JobFailed(
            "server_start", f"{subject} ended with {end.exit_code}: {complaint_of(output)}", output
        )

    def _read_back(self, instance: DeclaredInstance) -> None:
        """CPUs of all its processes and threads and its nice value, as the kernel has them."""
        setup, pid, members = instance.setup, instance.child.pid, instance.pids()
        cpus_of = {member: cpus for member in members if (cpus := cpus_of_threads(member))}
        instance.workers = [
            Worker(pid=member, cpus=format_cpu_list(cpus)) for member, cpus in cpus_of.items()
        ]
        instance.limits = [limits for member in members if (limits := procfs.limits_of(member))]
        allowed_cpus = parse_cpu_list(setup.cpus) if setup.cpus else None
        stray = frozenset().union(*cpus_of.values()) - allowed_cpus if allowed_cpus else frozenset[int]()
        problem = f"it may use CPUs {format_cpu_list(stray)}, outside {setup.cpus}" if stray else None
        problem = problem or differing_limits(pid, ProcessLimits(nice=setup.nice))
        if problem := problem or differing_session(pid, setup.nice):
            text = f"{self.name} of {setup.key} runs, but {problem}"
            raise JobFailed("effective_differs", text, instance.last_words)


def complaint_of(output: str) -> str:
    """The line of a program's output that says what is wrong. Pure."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    sentences = [line for line in lines if not line.endswith(":")] or lines
    return next(filter(_COMPLAINT.search, sentences), sentences[-1] if lines else "it printed nothing")


def wrong_answer(ready: Ready, instance: DeclaredInstance) -> str:
    """Explain how it does not answer as declared; empty: it does, or only has to listen."""
    if ready.path is None:
        return ""
    lease, with_tls = instance.lease, instance.setup.tls is not None
    try:
        with closing(connection_to(lease.address, lease.port, with_tls, _ANSWER_S)) as connection:
            connection.request("GET", ready.path, headers={"Connection": "close"})
            status = connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        return f"it does not answer {ready.path}: {error or type(error).__name__}"
    return (
        "" if status == ready.status else f"it answers {ready.path} with {status} instead of {ready.status}"
    )


def cpus_of_threads(pid: int) -> frozenset[int]:
    """The CPUs that any thread of a process may use; none where it is gone."""
    cpus: frozenset[int] = frozenset()
    for thread in procfs.threads(pid):
        with suppress(OSError):
            cpus |= os.sched_getaffinity(thread)
    return cpus
