"""`dyno wheels`: fetch what other hosts install, so that they need nothing but the dashboard."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from backend.cli.connection import FAILED

if TYPE_CHECKING:
    from backend.hosts.installing.locked import Target

COMMAND = "dyno wheels"
PIPS = ([sys.executable, "-m", "pip"], ["python3", "-m", "pip"], ["uv", "tool", "run", "pip"])
GLIBC = ("2_28", "2_17")


def wheels_command(
    to: Annotated[
        Path | None, typer.Option(envvar="DYNO_WHEELS", help="folder that the dashboard serves them from")
    ] = None,
    python: Annotated[
        list[str] | None,
        typer.Option(help="only for hosts with this Python, such as 3.12; several may be given"),
    ] = None,
    machine: Annotated[list[str] | None, typer.Option(help="only for x86_64 or aarch64")] = None,
) -> None:
    """Fetch the packages of the agent that other hosts install from this dashboard."""
    from backend.hosts.installing.locked import TARGETS
    from backend.hosts.installing.wheelhouse import complete_targets
    from backend.settings import get_settings

    folder = to or get_settings().wheels
    targets = [
        t for t in TARGETS if t.python in (python or [t.python]) and t.machine in (machine or [t.machine])
    ]
    if not targets:
        typer.echo(f"{COMMAND}: nothing is for that; there is {', '.join(t.tag for t in TARGETS)}", err=True)
        raise typer.Exit(FAILED)
    lacking = [target for target in targets if target not in complete_targets(folder)]
    for problem in fetch(folder, lacking) if lacking else ():
        typer.echo(f"{COMMAND}: {problem}", err=True)
    complete = complete_targets(folder)
    typer.echo(f"In {folder}: {', '.join(f'{t.python} {t.machine}' for t in complete) or 'nothing complete'}")
    if not set(targets) & set(complete):
        raise typer.Exit(FAILED)


def fetch(folder: Path, targets: Sequence["Target"]) -> Iterator[str]:
    """Download what the lock names for these hosts, with its hashes; yields what went wrong."""
    from backend import resources
    from backend.hosts.installing.locked import read_lock, requirements

    folder.mkdir(parents=True, exist_ok=True)
    pip = next((pip for pip in PIPS if _answers([*pip, "--version"])), None)
    if pip is None:
        yield "neither pip nor uv is here to fetch them; on Debian and Ubuntu: apt-get install python3-pip"
        return
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as lock:
        lock.write(requirements(read_lock(resources.AGENT_LOCK.read_text())))
        lock.flush()
        for target in targets:
            result = subprocess.run(
                [*pip, *_words(target, folder, lock.name)], check=False, capture_output=True, text=True
            )
            if result.returncode:
                lines = result.stderr.strip().splitlines() or ["pip failed"]
                yield f"nothing for {target.python} {target.machine}: {lines[-1]}"


def _words(target: "Target", folder: Path, lock: str) -> list[str]:
    platforms = [f"--platform=manylinux_{glibc}_{target.machine}" for glibc in GLIBC]
    abis = [f"--abi={abi}" for abi in (f"cp{target.python.replace('.', '')}", "abi3", "none")]
    return [
        *("download", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"),
        *("--require-hashes", "--implementation=cp", f"--python-version={target.python}", *abis, *platforms),
        *(f"--platform=manylinux2014_{target.machine}", "--dest", str(folder), "--requirement", lock),
    ]


def _answers(command: list[str]) -> bool:
    try:
        return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
