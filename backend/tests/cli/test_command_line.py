"""`dyno` from outside: quick commands, one-line problems."""

import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from backend.cli.client import problem_text


def _dyno(*words: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "backend.cli.main", *words],
        check=False,
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_quick_command_does_not_load_the_control_plane(tmp_path: Path) -> None:
    code = (
        "import sys; import backend.cli.main as m; "
        "m.LazyGroup.get_command(None, None, 'parse'); "
        "print([n for n in ('sqlalchemy', 'fastapi', 'celery', 'scipy') if n in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    assert done.stdout == "[]\n"


def test_help_names_every_command() -> None:
    from typer.testing import CliRunner

    from backend.cli.main import COMMANDS, app

    lines = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "100"}).stdout.splitlines()
    names = {line.split()[1] for line in lines if line.startswith("│ ") and line[2] != " "}
    assert names >= COMMANDS.keys()


@pytest.mark.parametrize("command", ["migrate", "rotate-job-key"])
def test_a_command_on_a_database_says_that_it_needs_one(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from typer.testing import CliRunner

    from backend import settings
    from backend.cli.main import app

    monkeypatch.setattr(settings, "get_settings", lambda: settings.Settings.model_construct(database_url=""))
    result = CliRunner().invoke(app, [command])
    assert (result.exit_code, "set it to the server's" in result.stderr) == (2, True)


def test_a_token_that_can_be_guessed_is_one_line(tmp_path: Path) -> None:
    done = _dyno("up", cwd=tmp_path, DYNO_TOKEN="secret-of-the-lab")
    assert done.returncode == 1
    assert done.stderr.startswith("dyno up: DYNO_TOKEN has 17 characters, 32 are the least. Make one with:")
    assert done.stderr.count("\n") == 1
    assert "secret-of-the-lab" not in done.stderr


def test_an_unwritable_directory_is_one_line(tmp_path: Path) -> None:
    done = _dyno("up", "--data", "/proc/dyno", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("dyno up: cannot write to /proc/dyno")
    assert done.stderr.count("\n") == 1


def test_problem_details_become_lines_with_their_places() -> None:
    problem = {
        "detail": "2 values are invalid",
        "errors": [
            {"place": "trials", "message": "must be at least 1", "line": 3, "column": 9},
            {"place": "baseline", "message": "is not in the grid", "line": None, "column": None},
        ],
    }
    assert problem_text(httpx.Response(422, json=problem)).splitlines() == [
        "2 values are invalid",
        "  Rounds (line 3, column 9): must be at least 1",
        "  Baseline: is not in the grid",
    ]


def test_an_answer_that_is_no_problem_details_is_named_by_its_status() -> None:
    answer = httpx.Response(502, text="<html>", request=httpx.Request("GET", "http://x/api"))
    assert problem_text(answer) == "http://x/api answered 502 Bad Gateway"
