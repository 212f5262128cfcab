"""nginx as a server under test: what a build says of itself, and how a setup runs it."""

import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

from agents import policy, procfs
from agents.contract.jobs import NginxSetup
from agents.contract.servers import NginxFacts, ServerFacts
from agents.failure import JobFailed
from agents.files import failure_words
from agents.observe.nginx_build import build_of
from agents.policy import Directive
from agents.processes import Processes
from agents.proxy import instance
from agents.proxy.folders import Folders
from agents.sandbox.spec import SandboxSpec
from agents.servers.digests import FileDigests, NoProgram, check_program, check_unchanged
from agents.servers.libraries import libraries_of
from agents.servers.program import Program, ask
from agents.servers.protocol import Instance, Launch, MayTalk

MAX_PATH_LENGTH = 255
_BUILT = re.compile(r"^built (?:by|with) [^(\n]*[^(\s]", re.MULTILINE)
STATUS_MODULE = "http_stub_status"
TEXT_MODULES = ("http_rewrite", "http_proxy", "http_fastcgi", "http_uwsgi", "http_scgi")
"""Modules whose directives are in every text that is rendered."""


class NginxServer:
    """One build of nginx. `facts` are None for the agent's own, which says its version at each start."""

    def __init__(
        self,
        program: Program,
        folders: Folders,
        processes: Processes,
        facts: ServerFacts | None = None,
        digests: FileDigests | None = None,
    ) -> None:
        self.program, self._folders, self._processes = program, folders, processes
        self.facts, self._digests = facts, digests or FileDigests()
        self._version = ""

    @property
    def version(self) -> str:
        return self.facts.version if self.facts else self._version

    def check_unchanged(self, digest: str) -> None:
        """See Server. Files whose device, inode, size and times are those of their digest are not read."""
        if self.facts is not None:
            check_unchanged(self.facts, self.program.path, self._digests, digest)
        elif shutil.which(self.program.path) is None:
            reason = "may not be executed" if os.path.isfile(self.program.path) else "is not there"
            raise JobFailed(
                "tool_missing", f"nginx is missing: {self.program.path} {reason}; install nginx again"
            )

    def read_text(self, setup: NginxSetup, may_talk: MayTalk) -> list[Directive]:
        """The parsed text, unless the policy refuses it."""
        tree, problems = policy.check(setup.conf, may_talk)
        if problems:
            text = "\n".join(map(str, problems))
            code = "policy" if problems[0].directive else "nginx_test"
            raise JobFailed(code, f"{setup.key}, {text.splitlines()[0]}", text)
        return tree

    def validate(self, launch: Launch) -> str:
        socket, spec = self._sandbox_spec(launch)
        return instance.write_instance(self.program.command, launch, socket, spec, self._processes).conf

    def start(self, launch: Launch, within_s: float) -> Instance:
        socket, spec = self._sandbox_spec(launch)
        started_instance = instance.start(
            self.program.command, launch, socket, spec, self._processes, within_s
        )
        self._version = started_instance.version
        if missing := missing_preload(self.program, started_instance.child.pid):
            started_instance.end()
            text = f"nginx of {launch.setup.key} runs, but has not loaded {missing} of LD_PRELOAD"
            raise JobFailed("effective_differs", text, started_instance.last_words)
        return started_instance

    def _sandbox_spec(self, launch: Launch) -> tuple[Path, SandboxSpec]:
        socket = self._folders.socket(launch.lease.port)
        names = instance.capabilities(launch.setup, launch.tree, launch.lease.port)
        spec = self._folders.sandbox_spec_of(launch.place, socket, names)
        if self.facts is None:
            return socket, spec
        return socket, replace(spec, readable=(*spec.readable, *self.program.visible))


def missing_preload(program: Program, pid: int) -> str:
    """The first library of LD_PRELOAD that a process has not mapped; empty: it has them all."""
    if not program.preloads:
        return ""
    maps = procfs.mapped_files(pid)
    for path in program.preloads:
        status = os.stat(path)
        if (str(path) not in maps.values()) and (status.st_dev, status.st_ino) not in maps:
            return str(path)
    return ""


def nginx_facts(
    facts: ServerFacts, program: Program, processes: Processes, digests: FileDigests
) -> ServerFacts:
    """The facts of a build, by its files and by what it says; `problem` where it cannot be used."""
    try:
        check_program(program.path)
        facts.sha256, facts.size_bytes = digests.of(program.path), os.stat(program.path).st_size
        paths = libraries_of(program, processes)
        if too_long := next((path for path in paths if len(path) > MAX_PATH_LENGTH), None):
            raise NoProgram(f"{too_long[:80]}… has more than {MAX_PATH_LENGTH} characters")
        facts.libraries = {path: digests.of(path) for path in paths}
        facts.nginx, facts.compiler = _ask_build(program, processes)
        facts.version = facts.nginx.version
    except (OSError, NoProgram) as error:
        facts.problem = failure_words(error)[:2000]
    return facts


def _ask_build(program: Program, processes: Processes) -> tuple[NginxFacts, str]:
    """Facts of a build by its `-V`, and what it was built with."""
    answer = ask(processes, [*program.command, "-V"], program.visible)
    build = build_of(program.path, answer.text)
    if answer.exit_code != 0 or not build.version or not build.arguments:
        words = " ".join(answer.text.split())[:300]
        raise NoProgram(f"{program.path} -V does not answer as nginx does: {words or 'no output'}")
    if STATUS_MODULE not in build.modules:
        raise NoProgram(
            f"{program.path} was built without --with-http_stub_status_module, "
            "by which its agent proves what runs and counts requests"
        )
    if missing := [name for name in TEXT_MODULES if name not in build.modules]:
        raise NoProgram(
            f"{program.path} was built without {', '.join(missing)}, which every configuration here names"
        )
    return build, "; ".join(_BUILT.findall(answer.text))[:500]
