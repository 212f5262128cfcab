"""The system account of the embedded servers."""

import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from backend.cli.embedded import account as module


def test_two_first_starts_at_once_create_one_account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`useradd` itself does not keep them apart: the second one changed the first one's user id."""
    made: list[str] = []
    both_asked = threading.Barrier(2, timeout=60)
    asked = threading.local()

    def getpwnam(name: str) -> Any:
        if not hasattr(asked, "once"):
            asked.once = True
            both_asked.wait()
            raise KeyError(name)
        if not made:
            raise KeyError(name)
        return SimpleNamespace(pw_name=name, pw_uid=900 + len(made))

    def useradd(command: list[str], **_: Any) -> Any:
        made.append(command[-1])
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(module, "CREATION_LOCK", tmp_path / "lock")
    monkeypatch.setattr(module.pwd, "getpwnam", getpwnam)
    monkeypatch.setattr(module.subprocess, "run", useradd)
    monkeypatch.setattr(module.shutil, "which", lambda _: "/usr/sbin/useradd")
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda _: module._account(), range(2)))  # pyright: ignore[reportPrivateUsage]
    assert made == ["dynoboard"]
    assert {one.pw_uid for one in found} == {901}
