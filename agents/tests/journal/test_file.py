"""The journal on disk: synced before it counts, whole after a power loss, gone when nothing is changed."""

import os
from pathlib import Path

import pytest

from agents.journal.journal import Journal
from agents.tests.journal.test_entries import entry

A, B = entry("1"), entry("2", name="vm.swappiness")


def changes(state: Path) -> Path:
    return state / "journal" / "changes"


def test_it_is_read_back_by_the_next_start(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.note(A)
    journal.note(B)
    journal.forget([A.key])
    assert list(Journal(tmp_path).entries.values()) == [B]
    journal.forget([B.key])
    assert not changes(tmp_path).exists()
    assert Journal(tmp_path).entries == {}


def test_a_note_is_synced_with_its_folder_before_it_returns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    journal = Journal(tmp_path)
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.readlink(f"/proc/self/fd/{handle}")))
    journal.note(A)
    assert synced == [str(changes(tmp_path)), str(changes(tmp_path).parent)]


def test_a_torn_last_line_is_left_out_and_does_not_spoil_the_next(tmp_path: Path) -> None:
    Journal(tmp_path).note(A)
    with changes(tmp_path).open("ab") as file:
        file.write(b'{"changed": {"kind": "sysc')
    journal = Journal(tmp_path)
    assert list(journal.entries.values()) == [A]
    journal.note(B)
    assert list(Journal(tmp_path).entries.values()) == [A, B]


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    journal.note(A)
    real = os.write
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda handle, line: real(handle, line[:9]))
        with pytest.raises(OSError, match="only 9 of"):
            journal.note(B)
    assert list(journal.entries.values()) == [A]
    journal.note(B)
    assert list(Journal(tmp_path).entries.values()) == [A, B]
