"""A program of the tests in place of nginx or a load tool: what it can do from inside."""

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.contract.sandbox_parts import SandboxPart
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.sandbox.sandbox import Sandbox
from agents.sandbox.spec import SandboxSpec

PYTHON = shutil.which("python3", path="/usr/bin:/usr/local/bin") or ""
Inside = Callable[..., Any]


def skip_without_means(sandbox: Sandbox, part: SandboxPart) -> None:
    """Skip where the kernel refuses to make a part; one that is made and does not hold fails."""
    reason = sandbox.why_not.get(part, "")
    if reason.startswith(tuple(f"[Errno {number}]" for number in (errno.EPERM, errno.EACCES, errno.ENOSYS))):
        pytest.skip(f"{part}: {reason}")
    assert not reason


@pytest.fixture
def work(folders: Folders) -> Iterator[Path]:
    folders.clear()
    yield folders.make_work("job")
    folders.remove()


@pytest.fixture
def inside(processes: Processes, work: Path) -> Inside:
    """Run Python statements in the sandbox; what they leave in `found` comes back, or the error's name."""
    if not PYTHON:
        pytest.skip("no Python that every user may run")

    def run(statements: str, **values: object) -> Any:
        program = (
            "import ctypes, json, os, resource, signal, sys\n"
            f"values = {values!r}\nglobals().update(values)\nfound = 'done'\n"
            "try:\n"
            + "".join(f"    {line}\n" for line in statements.splitlines())
            + "except BaseException as error: found = type(error).__name__\n"
            "print(json.dumps(found))"
        )
        spec = SandboxSpec(writable=(work / "out",), readable=(work,))
        done = processes.run([PYTHON, "-I", "-c", program], spec, timeout=30)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    return run
