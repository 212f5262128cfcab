"""What another user of the machine finds of an agent: nothing."""

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.contract.jobs import MeasureJob, PrepareJob
from agents.contract.workload import Workload
from agents.files import end_of, keep_private
from agents.proxy.folders import Folders
from agents.sandbox.account import Account
from agents.tests.agent_process import AgentProcess
from agents.tests.confs import setup


def open_to_others(folder: Path) -> list[str]:
    open_ones = []
    for path in (folder, *folder.rglob("*")):
        with contextlib.suppress(FileNotFoundError):  # a report that was delivered
            mode = path.lstat().st_mode
            if mode & 0o077 and not stat.S_ISLNK(mode):
                open_ones.append(str(path))
    return open_ones


def test_folders_of_an_agent_are_its_own(start_agent: Callable[..., AgentProcess], state: Path) -> None:
    old = state / "jobs" / "0123456789.json"
    old.parent.mkdir(parents=True)
    old.write_text("{}")
    for path in (state, old.parent, old):
        path.chmod(0o777)
    agent = start_agent()
    (done,) = agent.do(PrepareJob(setups=[setup(tls="ecdsa256")])).setups
    assert done.failure is None
    workload = Workload.model_validate({"connections": 2, "duration_s": 1})
    agent.do(MeasureJob(trial_id=None, target=done.urls[0], workload=workload))
    assert old.exists()
    assert open_to_others(state) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="a second user takes root")
def test_what_a_server_needs_is_open_to_its_user_alone(folders: Folders, state: Path) -> None:
    folders.clear()
    folders.make_setup(setup(pages={"a.html": 100}))
    place = folders.make_place(setup(tls="ecdsa256"), 0)
    account = Account(*(place.prefix.stat()[4:6]), is_separate=True)
    assert account.uid >= 61184
    paths = [folders.root, *folders.root.rglob("*")]
    for path in paths:
        found = path.lstat()
        if not stat.S_ISLNK(found.st_mode):
            assert found.st_mode & 0o007 == 0, path
            assert found.st_uid == account.uid or not found.st_mode & 0o020, path
    key = place.folder / "tls" / "key.pem"
    assert (key.stat().st_uid, stat.S_IMODE(key.stat().st_mode)) == (0, 0o640)
    folders.remove()
    assert not folders.root.exists()


def test_tightening_follows_no_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("x")
    outside.chmod(0o644)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "link").symlink_to(outside)
    keep_private(tmp_path / "own")
    assert stat.S_IMODE(outside.stat().st_mode) == 0o644


def test_tightening_leaves_the_programs_of_declared_servers_to_their_user(tmp_path: Path) -> None:
    for name in ("spool", "servers.d"):
        (tmp_path / name).mkdir(mode=0o755)
        (tmp_path / name / "nginx").touch(mode=0o755)
    keep_private(tmp_path, tmp_path / "servers.d")
    modes = [stat.S_IMODE((tmp_path / n / "nginx").stat().st_mode) for n in ("spool", "servers.d")]
    assert modes == [0o700, 0o755]


def test_the_end_of_a_file_is_not_that_of_another(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("0123456789")
    assert end_of(tmp_path / "log", 4) == "6789"
    (tmp_path / "link").symlink_to(tmp_path / "log")
    assert end_of(tmp_path / "link", 4) == ""
    (tmp_path / "second").hardlink_to(tmp_path / "log")
    assert end_of(tmp_path / "second", 4) == ""
    os.mkfifo(tmp_path / "pipe")
    assert end_of(tmp_path / "pipe", 4) == ""
