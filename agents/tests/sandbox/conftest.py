"""A program of the tests in place of a load tool or a declared server: what it can do from inside."""

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.contract.addresses import parse_networks
from agents.contract.jobs import NginxSetup
from agents.contract.sandbox_parts import SandboxPart
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.sandbox.sandbox import Sandbox
from agents.sandbox.spec import SandboxSpec
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.conftest import ANY_PORT

PYTHON = shutil.which("python3", path="/usr/bin:/usr/local/bin") or ""
Inside = Callable[..., Any]
IMPORTS = "import ctypes, json, os, resource, signal, sys\n"
LISTEN = """
import socket
open(f"{folder}/found.json", "w").write(json.dumps(found))
socket.create_server((sys.argv[1], int(sys.argv[2]))).accept()
signal.pause()
"""
DECLARATION = """
kind = "declared"
argv = ["{python}", "-I", "{script}", "{{address}}", "{{port}}", "{{folder}}"]
files = ["{script}"]
ready = {{tcp = true}}
"""


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


@pytest.fixture(params=["program", "declared server"])
def inside(request: pytest.FixtureRequest, processes: Processes, folders: Folders, work: Path) -> Inside:
    """Run Python statements in the sandbox; what they leave in `found` comes back, or the error's name.

    `folder` is what they may write to. They run as a program in place of a load tool, and as a server that an
    operator declared.
    """
    if not PYTHON:
        pytest.skip("no Python that every user may run")

    def run_program(statements: str) -> str:
        spec = SandboxSpec(writable=(work / "out",), readable=(work,))
        program = f"folder = {str(work / 'out')!r}\n{statements}\nprint(json.dumps(found))"
        done = processes.run([PYTHON, "-I", "-c", f"{IMPORTS}{program}"], spec, timeout=30)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def run_server(statements: str) -> str:
        declared = request.getfixturevalue("state").parent / "servers.d"
        declared.mkdir(exist_ok=True)
        script, target = declared / "attack.py", Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
        script.write_text(f"{IMPORTS}folder = sys.argv[3]\n{statements}\n{LISTEN}")
        script.chmod(0o644)
        declared.chmod(0o755)
        (declared / "attack.toml").write_text(DECLARATION.format(python=PYTHON, script=script))
        servers = Servers("/nowhere/nginx", folders, processes, [declared])
        setups = Setups(servers, folders, "127.0.0.1", (22000, 22999), target)
        try:
            servers.load()
            order = {"key": "a", "role": "proxy", "conf": "", "server": "attack", "backends": []}
            (prepared,) = setups.prepare([NginxSetup.model_validate(order)], lambda: False)
            assert prepared.failure is None, prepared.failure
            (instance,) = setups.running_setups(["a"])[0].instances
            return (instance.place.prefix / "found.json").read_text()
        finally:
            setups.stop_all()

    run_statements = run_program if request.param == "program" else run_server

    def run(statements: str, **values: object) -> Any:
        lines = "".join(f"    {line}\n" for line in statements.splitlines())
        return json.loads(
            run_statements(
                f"values = {values!r}\nglobals().update(values)\nfound = 'done'\n"
                f"try:\n{lines}except BaseException as error: found = type(error).__name__"
            )
        )

    return run
