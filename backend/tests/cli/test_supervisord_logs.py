"""Logs on a disk that is full: what does not fit is lost, and nothing else."""

import io
from pathlib import Path

import pytest
from supervisor import loggers

from backend.cli.embedded.supervisord import LossyFile


class FullFile(io.FileIO):
    """Has room again once `room` is set."""

    room = False

    def write(self, line) -> int:
        if not FullFile.room:
            raise OSError(28, "No space left on device")
        return super().write(line)


@pytest.fixture
def log(tmp_path: Path) -> LossyFile:
    return LossyFile(str(tmp_path / "api.log"), maxBytes=40, backupCount=1)


def say(log: LossyFile, line: bytes) -> None:
    log.emit(loggers.LogRecord(loggers.LevelsByName.INFO, line))


def test_a_full_disk_loses_lines_and_ends_nothing(
    log: LossyFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(FullFile, "room", False)
    log.stream = FullFile(tmp_path / "api.log", "ab")  # type: ignore[assignment]
    say(log, b"lost\n")
    FullFile.room = True
    say(log, b"kept\n")
    log.close()
    assert (tmp_path / "api.log").read_text() == "kept\n"
    assert capsys.readouterr().err == ""  # which is a file on the same disk


def test_a_rotation_that_finds_no_room_is_made_up_for(
    log: LossyFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_from: str, _to: str) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(log, "removeAndRename", full)
        say(log, b"1" * 41 + b"\n")
    say(log, b"2\n")
    say(log, b"3\n")
    log.close()
    assert (tmp_path / "api.log.1").read_text() == "1" * 41 + "\n2\n"
    assert (tmp_path / "api.log").read_text() == "3\n"
