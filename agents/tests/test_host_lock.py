"""One experiment at a time on a host, whoever asks."""

import os
import signal
from pathlib import Path

import pytest

from agents.failure import JobFailed
from agents.runner.host_lock import HostLock


def test_agents_of_one_experiment_share_it_and_others_wait(tmp_path: Path) -> None:
    load, proxy, other = (HostLock(tmp_path / "lock", name) for name in ("load", "proxy", "other"))
    load.take("e1")
    load.take("e1")
    proxy.take("e1")
    with pytest.raises(JobFailed, match="held by experiment e1, through agent load") as failed:
        other.take("e2")
    assert failed.value.code == "host_busy"
    with pytest.raises(JobFailed, match="held by experiment e1"):
        load.take("e2")  # its own agent too: e1 was not put back
    load.release()
    with pytest.raises(JobFailed):
        other.take("e2")
    proxy.release()
    other.take("e2")
    with pytest.raises(JobFailed, match="experiment e2, through agent other"):
        load.take("e1")


def test_it_is_gone_with_the_process_that_held_it(tmp_path: Path) -> None:
    taken, told = os.pipe()
    pid = os.fork()
    if pid == 0:
        HostLock(tmp_path, "killed").take("e1")
        os.write(told, b".")
        signal.pause()
    os.read(taken, 1)
    lock = HostLock(tmp_path, "next")
    with pytest.raises(JobFailed):
        lock.take("e2")
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    lock.take("e2")


def test_agents_of_several_users_can_take_it(tmp_path: Path) -> None:
    HostLock(tmp_path / "lock", "a").take("e1")
    assert (tmp_path / "lock").stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "lock" / "host").stat().st_mode & 0o777 == 0o666


def test_a_link_in_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "gate").symlink_to(tmp_path / "victim")
    (tmp_path / "host").symlink_to(tmp_path / "victim")
    with pytest.raises(OSError, match="symbolic links"):
        HostLock(tmp_path, "a").take("e1")
    assert (tmp_path / "victim").read_text() == "precious"
