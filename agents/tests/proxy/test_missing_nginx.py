"""An nginx that is gone or broken is named as such, and not taken for a refused text."""

from pathlib import Path

import pytest

from agents.contract.addresses import parse_networks
from agents.processes import Processes
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.confs import setup
from agents.tests.conftest import ANY_PORT


@pytest.mark.parametrize(
    ("content", "mode", "words"),
    [
        (None, 0, "nginx is missing: {} is not there"),
        (b"#!/bin/true", 0o644, "nginx is missing: {} may not be executed"),
        (b"\x7fELF cut", 0o755, "nginx does not run: "),
        (b"#!/bin/sh\necho 'nginx: error while loading shared libraries: x' >&2; exit 127", 0o755, "loading"),
    ],
    ids=["uninstalled", "without permission", "cut", "without its libraries"],
)
def test_nginx_that_cannot_run(
    folders: Folders, processes: Processes, tmp_path: Path, content: bytes | None, mode: int, words: str
) -> None:
    program = tmp_path / "nginx"
    tmp_path.chmod(0o755)
    if content is not None:
        program.write_bytes(content)
        program.chmod(mode)
    targets = Targets(parse_networks("127.0.0.1/32"), ANY_PORT)
    setups = Setups(Servers(str(program), folders, processes), folders, "127.0.0.1", (22000, 22999), targets)
    setups.stop_all()
    (report,) = setups.prepare([setup("a")], lambda: False)
    setups.close()
    assert report.failure
    assert report.failure.code == "tool_missing", report.failure
    assert words.format(program) in report.failure.message
    assert report.failure.message.endswith("; install nginx again")
