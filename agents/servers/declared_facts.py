"""Facts of a server that is no nginx: its files, its parameters, its version."""

import os
from dataclasses import dataclass
from pathlib import Path

from agents.contract.servers import DeclaredFacts, ServerFacts
from agents.files import failure_words
from agents.processes import Processes
from agents.servers.declared_text import DeclaredServer
from agents.servers.digests import FileDigests, NoProgram, check_program
from agents.servers.libraries import libraries_of
from agents.servers.program import Program, ask

MAX_VERSION = 120


@dataclass(frozen=True)
class DeclaredEntry:
    """A declaration and the text that lies beside it; `files` are hashed beside the program."""

    declaration: DeclaredServer
    conf: str
    files: tuple[str, ...]

    @property
    def program(self) -> Program:
        """Its program, as far as it is known before a start: without what only a start has."""
        return Program(os.path.realpath(self.declaration.argv[0]), self.declaration.plain_environment)


def declared_facts(
    name: str, entry: DeclaredEntry, processes: Processes, digests: FileDigests
) -> ServerFacts:
    """`problem` where it cannot be used."""
    declaration, program = entry.declaration, entry.program
    facts = ServerFacts(name=name, kind="declared", environment=declaration.environment)
    try:
        check_program(program.path)
        facts.sha256, facts.size_bytes = digests.of(program.path), os.stat(program.path).st_size
        facts.libraries = {path: digests.of(path) for path in libraries_of(program, processes)}
        facts.declaration = DeclaredFacts(
            params=declaration.params_of(entry.conf),
            has_free_conf=declaration.conf_is_free,
            has_tls=declaration.has_tls(entry.conf),
            counts_requests=declaration.counters is not None,
            files={path: digests.of(path) for path in entry.files},
        )
        facts.version = _version(name, entry, processes)
    except (OSError, NoProgram) as error:
        facts.problem = failure_words(error)[:2000]
    return facts


def _version(name: str, entry: DeclaredEntry, processes: Processes) -> str:
    words = entry.declaration.version
    if words is None:
        return name
    program = Program(os.path.realpath(words[0]), entry.program.environment)
    visible = (*program.visible, *map(Path, entry.declaration.files))
    answer = ask(processes, [*program.command, *words[1:]], visible)
    lines = [line.strip() for line in answer.text.splitlines() if line.strip().isprintable()]
    line = next(filter(None, lines), "")
    if answer.exit_code is None:
        raise NoProgram(f"{' '.join(words)} does not end by itself: it must print its version and end")
    if answer.exit_code != 0 or not line:
        raise NoProgram(f"{' '.join(words)} does not say its version: {line[:300] or 'no output'}")
    return (line if line[0].isalpha() and " " in line else f"{name} {line}")[:MAX_VERSION]
