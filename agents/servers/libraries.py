"""Libraries that a program loads, as the system's loader lists them.

ldd(1) starts the loader that the program itself names, which may be any program. This asks the system's
own loader, which maps the files and runs nothing of theirs, and it does so in the sandbox.
"""

import platform
import re
from pathlib import Path

from agents.processes import Processes
from agents.servers.digests import NoProgram
from agents.servers.program import Program, ask

_FOLDERS = ("/lib64", "/lib", "/usr/lib64", "/usr/lib")
_LOADERS = ("ld-linux-*.so.*", "ld-linux.so.*", "ld64.so.*", "ld-musl-*.so.1")
_LINE = re.compile(r"^\s+(?:(?P<name>\S+) => )?(?P<path>/\S+) \(0x[0-9a-f]+\)$", re.MULTILINE)
_MISSING = re.compile(
    r"^.*(?:=> not found|error while loading shared|cannot be preloaded|version `.*' not found).*$",
    re.MULTILINE,
)
_STATIC = ("statically linked", "not a dynamic executable", "Not a valid dynamic program")


def libraries_of(program: Program, processes: Processes) -> list[str]:
    """Paths of its libraries, with the loader and what LD_PRELOAD names; NoProgram: what is missing."""
    loader = find_loader()
    if loader is None:
        raise NoProgram("this host has no ld.so that could list its libraries")
    listing = Program(loader, program.environment)
    answer = ask(processes, [*listing.command, "--list", program.path], program.visible)
    if "error while loading shared" in answer.text and Path(loader).name.startswith("ld-linux"):
        # --list ends at the first library that is missing; traced, the loader names them all
        tracing = Program(loader, {**program.environment, "LD_TRACE_LOADED_OBJECTS": "1"})
        answer = ask(processes, [*tracing.command, program.path], program.visible)
    return read_listing(answer.exit_code, answer.text)


def read_listing(exit_code: int | None, text: str) -> list[str]:
    """The paths in the output of `ld.so --list`. Pure."""
    if any(word in text for word in _STATIC):
        return []
    if missing := [line.strip() for line in _MISSING.findall(text)]:
        raise NoProgram("; ".join(dict.fromkeys(missing))[:500])
    if exit_code != 0:
        raise NoProgram(f"ld.so does not read it: {text.strip()[:500] or 'no output'}")
    return sorted({match["path"] for match in _LINE.finditer(text)})


def find_loader() -> str | None:
    """The loader of this machine's own programs."""
    machine = platform.machine()
    paths = [path for folder in _FOLDERS for name in _LOADERS for path in sorted(Path(folder).glob(name))]
    native = [p for p in paths if machine in p.name or machine.replace("_", "-") in p.name]
    return str((native or paths or [None])[0]) if paths else None
