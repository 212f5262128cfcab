"""Servers of this host: the agent's own nginx, and what its operator has declared in servers.d/."""

import contextlib
import logging
import os
import shutil
import stat
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

from agents.catalog.server_names import DEFAULT_SERVER
from agents.contract.jobs import NginxSetup
from agents.contract.servers import MAX_SERVERS, MAX_SERVERS_SIZE, ServerFacts
from agents.failure import JobFailed
from agents.files import failure_words
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.servers.declarations import (
    MAX_BYTES,
    SUFFIX,
    BadDeclaration,
    NginxDeclaration,
    read_declaration,
    why_no_name,
)
from agents.servers.declared import DeclaredProgram
from agents.servers.declared_facts import DeclaredEntry, declared_facts
from agents.servers.declared_text import DeclaredServer
from agents.servers.digests import FileDigests
from agents.servers.nginx import NginxServer, nginx_facts
from agents.servers.program import Program
from agents.servers.protocol import Server

MARGIN = 16 * 1024  # bytes for the agent's own nginx
log = logging.getLogger(__name__)
Entry = NginxDeclaration | DeclaredEntry


class Servers:
    """Servers by name. `load` reads the declarations; a wrong one is left out, and its facts say why."""

    def __init__(
        self, nginx: str, folders: Folders, processes: Processes, declared_in: Sequence[Path] = ()
    ) -> None:
        self.default = NginxServer(Program(nginx), folders, processes)
        self._folders, self._processes, self._declared_in = folders, processes, declared_in
        self._digests = FileDigests()
        self._servers: dict[str, Server] = {}
        self.facts: list[ServerFacts] = []

    def server_for(self, setup: NginxSetup) -> Server:
        """The server that a setup asks for; JobFailed where this host has none of that name."""
        name = setup.server or DEFAULT_SERVER
        if server := self._servers.get(name) or (self.default if name == DEFAULT_SERVER else None):
            return server
        facts = next((facts for facts in self.facts if facts.name == name), None)
        reason = facts.problem if facts else f"no {name}{SUFFIX} is in servers.d"
        raise JobFailed("no_server", f"{setup.key}: this host has no server “{name}”: {reason}")

    def load(self) -> None:
        """Read every declaration; what runs goes on with what it was started as."""
        entries = read_folders(self._declared_in)
        declarations = {name: entry for name, entry in entries.items() if not isinstance(entry, str)}
        facts = [
            ServerFacts(name=name[:100], problem=entry)
            if isinstance(entry, str)
            else self._read_server(name, declarations)
            for name, entry in list(entries.items())[: MAX_SERVERS - 1]
        ]
        if len(entries) >= MAX_SERVERS:
            log.error("%d servers are declared; the first %d are read", len(entries), MAX_SERVERS - 1)
        size = 0
        for server in facts:
            size += len(server.model_dump_json())
            if size > MAX_SERVERS_SIZE - MARGIN:
                server.libraries, server.environment, server.nginx = {}, {}, None
                server.problem = "all declared servers together have too many variables and libraries"
        for server in facts:
            if server.problem:
                log.warning("server %s cannot be used: %s", server.name, server.problem)
        self._servers = {
            server.name: self._server_of(server, declarations[server.name])
            for server in facts
            if server.is_usable
        }
        # The agent's own is known as well as those that it is compared with, and else as before.
        self.facts = [self._default_facts(), *facts] if facts else []

    def _read_server(self, name: str, declarations: Mapping[str, Entry]) -> ServerFacts:
        entry = declarations[name]
        if isinstance(entry, DeclaredEntry):
            return declared_facts(name, entry, self._processes, self._digests)
        facts = ServerFacts(name=name)
        try:
            program = program_of(name, declarations, self.default.program.path)
        except BadDeclaration as error:
            facts.problem = str(error)
            return facts
        facts.environment = dict(program.environment)
        return nginx_facts(facts, program, self._processes, self._digests)

    def _server_of(self, facts: ServerFacts, entry: Entry) -> Server:
        if isinstance(entry, DeclaredEntry):
            return DeclaredProgram(entry, facts, self._folders, self._processes, self._digests)
        path = facts.nginx.path if facts.nginx else ""
        program = Program(path, facts.environment)
        return NginxServer(program, self._folders, self._processes, facts, self._digests)

    def _default_facts(self) -> ServerFacts:
        facts = ServerFacts(name=DEFAULT_SERVER)
        path = shutil.which(self.default.program.path)
        if path is None:
            facts.problem = f"{self.default.program.path} is not here"
            return facts
        return nginx_facts(facts, Program(str(Path(path).resolve())), self._processes, self._digests)


def program_of(name: str, declarations: Mapping[str, Entry], default_path: str) -> Program:
    """The program that a declaration leads to, through those that it is `from`; its own variables win."""
    environment: dict[str, str] = {}
    passed_names: list[str] = []
    while name != DEFAULT_SERVER:
        if name in passed_names:
            raise BadDeclaration(f"from leads round in a circle: {' → '.join([*passed_names, name])}")
        passed_names.append(name)
        if name not in declarations:
            raise BadDeclaration(f"from: there is no server “{name}” that could be used")
        declaration = declarations[name]
        if isinstance(declaration, DeclaredEntry):
            raise BadDeclaration(f"from: “{name}” is no nginx")
        environment = {**declaration.environment, **environment}
        if declaration.path:
            return Program(os.path.realpath(declaration.path), environment)
        name = declaration.origin or DEFAULT_SERVER
    path = shutil.which(default_path)
    if path is None:
        raise BadDeclaration(f"from: {default_path} is not here")
    return Program(os.path.realpath(path), environment)


def read_folders(folders: Sequence[Path]) -> dict[str, Entry | str]:
    """Name → its declaration, or why there is none. Two files of one name are both refused."""
    files: dict[str, list[Path]] = defaultdict(list)
    for folder in folders:
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            for path in sorted(folder.iterdir()):
                if path.suffix == SUFFIX and not path.name.startswith("."):
                    files[path.stem.lower()].append(path)
    return {paths[0].stem: _read_files(paths) for _, paths in sorted(files.items())}


def _read_files(paths: Sequence[Path]) -> Entry | str:
    if len(paths) > 1:
        return f"several files have this name: {', '.join(map(str, paths))}; remove all but one"
    if reason := why_no_name(paths[0].stem):
        return f"{paths[0]}: {reason}"
    try:
        declaration = read_declaration(_text_of(paths[0]))
        is_nginx = isinstance(declaration, NginxDeclaration)
        return declaration if is_nginx else _with_conf(declaration, paths[0].parent)
    except OSError as error:
        return failure_words(error)
    except ValueError as error:
        return f"{paths[0]}: {error}"


def _with_conf(declaration: DeclaredServer, folder: Path) -> DeclaredEntry:
    if declaration.conf_file is None:
        return DeclaredEntry(declaration, "", tuple(declaration.files))
    path = folder / declaration.conf_file
    text = _text_of(path)
    if problem := declaration.find_problem_of(text):
        raise BadDeclaration(f"{path}: {problem}")
    return DeclaredEntry(declaration, text, (str(path), *declaration.files))


def _text_of(path: Path) -> str:
    with path.open("rb") as file:
        if (status := os.fstat(file.fileno())).st_mode & stat.S_IWOTH:
            raise BadDeclaration(f"anybody may write it: chmod o-w {path}")
        if not stat.S_ISREG(status.st_mode) or status.st_size > MAX_BYTES:
            raise BadDeclaration(f"it is no file of at most {MAX_BYTES // 1024} kB")
        try:
            return file.read(MAX_BYTES).decode()
        except UnicodeDecodeError:
            raise BadDeclaration("it is no text in UTF-8") from None
