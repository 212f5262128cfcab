"""Attempts at an agent's start: what the sandbox forbids is tried from inside, and has to fail."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from agents.contract.sandbox_parts import SandboxPart
from agents.sandbox import seccomp
from agents.sandbox.hidden import hidden_files
from agents.sandbox.spawn import spawn
from agents.sandbox.spec import SandboxSpec

_EXISTING = 'for path; do [ -e "$path" ] && echo "$path"; done; :'
_MAX_NAMED = 3


def passing_calls(enter: Callable[[], None], within_s: float) -> str:
    """Explain which calls pass in a thread that has entered, as in the child that it starts; empty: none."""
    passed_calls: list[str] = []

    def try_calls() -> None:
        enter()
        passed_calls.extend(seccomp.passed_calls())

    spawn(try_calls, ["true"], stdin=subprocess.DEVNULL).wait(within_s)
    return f"the kernel takes {', '.join(passed_calls[:_MAX_NAMED])}" if passed_calls else ""


def sights(
    start: Callable[..., subprocess.Popen[bytes]], spec: SandboxSpec, within_s: float
) -> dict[SandboxPart, str]:
    """Let a child look for the agent's process, and for one entry of each folder that is hidden from it."""
    process = Path(f"/proc/{os.getpid()}")
    paths = [process, *hidden_files((*spec.readable, *spec.writable))]
    with start(["sh", "-c", _EXISTING, "sh", *paths], spec, stdout=subprocess.PIPE, cwd="/") as child:
        try:
            output, _ = child.communicate(timeout=within_s)
        finally:
            child.kill()
    visible = output.decode(errors="replace").splitlines()
    files = [path for path in visible if path != str(process)]
    problems: dict[SandboxPart, str] = {}
    if str(process) in visible:
        problems["hidden_processes"] = "it sees the agent's process"
    if files or child.returncode != 0:
        problems["hidden_files"] = f"it sees {', '.join(files[:_MAX_NAMED])}"
    return problems
