"""`dyno` sends its token to the `dyno up` of the same user, and to nobody else."""

import json
import os
import stat
from pathlib import Path

import pytest

from backend.cli import access
from backend.cli.access import Access, find_access, note_access

URL = "http://127.0.0.1:8080"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("DYNO_TOKEN", raising=False)
    monkeypatch.delenv("DYNO_SECRETS", raising=False)
    return tmp_path / "dynoboard"


def test_only_exactly_this_server_while_it_runs(state: Path) -> None:
    with note_access(URL, "t", "http://own:8080"):
        assert find_access(URL) == find_access(URL + "/") == Access("t", "http://own:8080")
        for other in ("http://127.0.0.1:8081", "http://localhost:8080", "https://127.0.0.1:8080", URL + "@e"):
            assert find_access(other) == Access()
        (file,) = state.iterdir()
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(state.stat().st_mode) == 0o700
    assert find_access(URL) == Access()
    assert list(state.iterdir()) == []


def test_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    with note_access(URL, "t", "http://own:8080"):
        monkeypatch.setenv("DYNO_TOKEN", "given")
        assert find_access(URL) == Access("given")


def test_a_killed_stack_leaves_no_token_for_who_listens_there_next(state: Path) -> None:
    with note_access(URL, "t", "s"):
        (file,) = state.iterdir()
        note = json.loads(file.read_text())
        for change in ({"process": 2**22 + 1}, {"started": note["started"] - 60}, {"server": "http://x"}):
            file.write_text(json.dumps(note | change))
            assert find_access(URL) == Access()
        for broken in ("", "[]", '{"token": "t"}', "\x00"):
            file.write_text(broken)
            assert find_access(URL) == Access()


def test_a_note_that_others_may_read_or_have_written_is_not_taken(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with note_access(URL, "t", "s"):
        (file,) = state.iterdir()
        file.chmod(0o644)
        assert find_access(URL) == Access()
        file.chmod(0o600)
        monkeypatch.setattr(access.os, "geteuid", lambda: os.getuid() + 1)
        assert find_access(URL) == Access()


def test_without_a_place_to_write_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/proc/nowhere")
    with note_access(URL, "t", "s"):
        assert find_access(URL) == Access()


def test_a_container_has_its_token_beside_the_other_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dyno_token").write_text("made\n")
    monkeypatch.setenv("DYNO_SECRETS", str(tmp_path))
    assert find_access(URL) == Access("made")
    assert find_access("http://127.0.0.1:9000") == Access()
