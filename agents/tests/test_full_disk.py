"""A disk that fills while servers are prepared: said as such, and never as a fault of their configuration."""

import os
import subprocess
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from agents.contract.addresses import parse_networks
from agents.contract.space import NO_SPACE
from agents.failure import JobFailed, is_full, says_full
from agents.processes import Processes
from agents.proxy import instance
from agents.proxy.folders import Folders
from agents.proxy.setups import Setups
from agents.sandbox.spec import SandboxSpec
from agents.servers.registry import Servers
from agents.targets import Targets
from agents.tests.confs import setup
from agents.tests.conftest import ANY_PORT, NGINX

FULL = 'nginx: [emerg] mkdir() "/x/tmp/client_body" failed (28: No space left on device)'
QUOTA = '2026/11/22 10:00:00 [crit] 7#7: *1 pwrite() "/x/nginx.pid" failed (122: Disk quota exceeded)'


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (FULL, FULL),
        (f"nginx: [warn] something\n{QUOTA}\nnginx: configuration file test failed", QUOTA),
        ("nginx: [emerg] bind() to 127.0.0.1:80 failed (98: Address already in use)", ""),
        ('nginx: [emerg] unknown directive "failed (28: No space left on device)" in /x/nginx.conf:3', ""),
        ("", ""),
    ],
)
def test_nginx_says_that_the_disk_is_full(said: str, expected: str) -> None:
    assert says_full(said) == expected


def test_a_full_disk_is_no_fault_of_the_configuration() -> None:
    done = subprocess.CompletedProcess([], 1, b"", f"{FULL}\nnginx: test failed".encode())
    processes: Any = Mock(run=Mock(return_value=done))
    with pytest.raises(JobFailed) as failed:
        instance.validate(["nginx"], "tuned", SandboxSpec((), (), ()), processes)
    assert failed.value.code == NO_SPACE
    assert failed.value.message.startswith("No space left on this host: `nginx -t` of tuned: mkdir()")


@pytest.fixture
def tiny(state: Path) -> Iterator[Path]:
    """A disk of its own, with room for few files."""
    disk = state.parent / "tiny"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m,nr_inodes=200,mode=711", "tmpfs", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("nobody but root mounts a disk, and not everywhere")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk: Path) -> None:
    """Until there is no room for a byte, nor for a file."""
    try:
        with (disk / "filler").open("wb", buffering=0) as large:
            while large.write(bytes(4096)):
                pass
    except OSError as error:
        assert is_full(error), error  # noqa: PT017
    try:
        for number in count():
            (disk / f"filler-{number}").touch()
    except OSError as error:
        assert is_full(error), error  # noqa: PT017


@pytest.mark.parametrize("when", ["it reads", "it starts"])
def test_an_nginx_that_finds_no_room_names_the_disk(
    tiny: Path, processes: Processes, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    """The disk fills just before nginx reads its configuration, or just before it starts with it."""
    monkeypatch.setattr("agents.proxy.folders._OF_ROOT", tiny)
    folders = Folders(tiny, processes.sandbox.account)
    made = Setups(
        Servers(NGINX, folders, processes),
        folders,
        "127.0.0.1",
        (22000, 22999),
        Targets(parse_networks("127.0.0.1/32"), ANY_PORT),
    )
    made.stop_all()
    read = instance.validate

    def reads(*args: Any) -> instance.NginxAnswer:
        if when == "it reads":
            fill(tiny)
            return read(*args)
        found = read(*args)
        for folder in tiny.rglob("prefix/tmp/*"):
            folder.rmdir()  # it makes them again, and says on its stderr that it cannot
        for place in tiny.glob("*/nginx/*/0"):
            (place / "stderr").touch()
        fill(tiny)
        return found

    monkeypatch.setattr(instance, "validate", reads)
    try:
        (done,) = made.prepare([setup()], lambda: False)
        assert done.failure is not None
        assert (done.failure.code, done.failure.message[:27]) == (NO_SPACE, "No space left on this host:"), (
            done
        )
    finally:
        made.close()
