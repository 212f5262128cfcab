"""One experiment at a time on a host, whoever asks."""

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.failure import JobFailed
from agents.runner.host_lock import HostLock

ROOT = Path(__file__).parents[2]
STRANGER = 54321
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="a second user takes root")


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder open to all users, as root's agent makes it."""
    with tempfile.TemporaryDirectory(prefix="dyno") as folder:
        Path(folder).chmod(0o755)
        made = Path(folder) / "lock"
        made.mkdir()
        made.chmod(0o1777)
        yield made


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


def test_a_link_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "lock").symlink_to(tmp_path / "theirs")
    with pytest.raises(JobFailed, match="The lock folder") as failed:
        HostLock(tmp_path / "lock", "a").take("e1")
    assert failed.value.code == "host_lock"
    assert list((tmp_path / "theirs").iterdir()) == []


def test_links_and_pipes_in_place_of_claims_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text('{"experiment": "e9"}')
    folder = tmp_path / "lock"
    folder.mkdir()
    (folder / "claim-1").symlink_to(tmp_path / "victim")
    (folder / "claim-2").hardlink_to(tmp_path / "victim")
    os.mkfifo(folder / "claim-3")
    HostLock(folder, "a").take("e1")
    assert (tmp_path / "victim").read_text() == '{"experiment": "e9"}'


@as_root
def test_a_folder_of_a_stranger_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    os.chown(tmp_path / "lock", STRANGER, STRANGER)
    with pytest.raises(JobFailed, match=f"belongs to user {STRANGER}"):
        HostLock(tmp_path / "lock", "a").take("e1")


@as_root
def test_a_folder_where_strangers_may_rename_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lock").mkdir()
    (tmp_path / "lock").chmod(0o777)
    with pytest.raises(JobFailed, match="open to others"):
        HostLock(tmp_path / "lock", "a").take("e1")


@as_root
def test_a_stranger_is_named_and_waited_for_but_not_for_ever(
    shared: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with stranger(
        f"from agents.runner.host_lock import HostLock; HostLock({shared_in(shared)}).take('e1')"
    ) as pid:
        lock = HostLock(shared, "mine", patience_s=0.3)
        begin = time.monotonic()
        lock.take("e2")
        assert 0.3 <= time.monotonic() - begin < 8
    assert f"experiment e1, through agent theirs, process {pid} of user {STRANGER}" in caplog.text


@as_root
def test_a_stranger_cannot_keep_up_the_claim_of_an_agent_that_ended(
    shared: Path, caplog: pytest.LogCaptureFixture
) -> None:
    left = shared / "claim-left"
    left.write_text('{"experiment": "e1", "agent": "gone"}')
    left.chmod(0o644)
    with stranger(f"import fcntl; f = open({str(left)!r}); fcntl.flock(f, fcntl.LOCK_EX)") as pid:
        begin = time.monotonic()
        HostLock(shared, "mine", patience_s=60).take("e2")
        assert time.monotonic() - begin < 30, "it was not waited for"
    assert f"process {pid} of user {STRANGER} holds {left}" in caplog.text


@as_root
def test_an_ordinary_agent_yields_to_root(shared: Path) -> None:
    HostLock(shared, "roots").take("e1")
    tries = (
        "from agents.runner.host_lock import HostLock\n"
        "from agents.failure import JobFailed\n"
        f"lock = HostLock({shared_in(shared)})\n"
        "try: lock.take('e2')\n"
        "except JobFailed as failed: print(failed.message)\n"
        "lock.take('e1')"
    )
    said = subprocess.check_output(as_stranger(tries), text=True, timeout=20, cwd=ROOT)
    assert f"experiment e1, through agent roots, process {os.getpid()} of user root (0)" in said


def shared_in(folder: Path) -> str:
    return f"__import__('pathlib').Path({str(folder)!r}), 'theirs'"


def as_stranger(program: str) -> list[str]:
    rights = [f"--{kind}=-all,+dac_read_search" for kind in ("inh-caps", "ambient-caps", "bounding-set")]
    user = ["setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups", *rights]
    return [*user, sys.executable, "-c", program]  # it may read this checkout, wherever that lies


@contextlib.contextmanager
def stranger(program: str) -> Iterator[int]:
    """Another user's process that has run a program and stays; its pid."""
    waits = f"{program}\nimport signal; print('held', flush=True); signal.pause()"
    with subprocess.Popen(as_stranger(waits), stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout
        try:
            assert process.stdout.readline() == b"held\n"
            yield process.pid
        finally:
            process.kill()


def test_who_waits_can_say_who_holds_the_host(tmp_path: Path) -> None:
    """Asked with every heartbeat: an experiment of another control plane is known before a launch."""
    ours, theirs = (
        HostLock(tmp_path / "lock", name, control_plane=f"http://{name}:8080") for name in ("ours", "theirs")
    )
    assert ours.foreign_claim() is None
    theirs.take("e1")
    told = ours.foreign_claim()
    assert told is not None
    assert (told.experiment, told.control_plane, told.agent) == ("e1", "http://theirs:8080", "theirs")
    assert theirs.foreign_claim() is None  # it holds the host itself
    theirs.release()
    assert ours.foreign_claim() is None


def test_a_claim_is_never_seen_free_by_those_who_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A claim that nobody holds is taken away: one that is just being made must not be."""
    ours, theirs = (HostLock(tmp_path / "lock", name) for name in ("ours", "theirs"))
    (tmp_path / "lock").mkdir(mode=0o700)
    lock, seen = fcntl.flock, list[object]()

    def look_first(file: int, how: int) -> None:
        if how & fcntl.LOCK_EX:
            seen.append(ours.foreign_claim())
        lock(file, how)

    monkeypatch.setattr(fcntl, "flock", look_first)
    theirs.take("e1")
    assert seen == [None]
    assert ours.foreign_claim() is not None
