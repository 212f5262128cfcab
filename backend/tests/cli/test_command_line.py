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


def test_the_docs_name_every_command() -> None:
    from backend.cli.main import COMMANDS

    text = Path("docs/command-line.md").read_text("utf-8")
    assert [name for name in COMMANDS if f"`dyno {name}" not in text] == []


def test_a_wrong_command_is_told_the_right_one(tmp_path: Path) -> None:
    done = _dyno("lanch", cwd=tmp_path)
    assert (done.returncode, "did you mean “launch”?" in done.stderr) == (2, True)


@pytest.mark.parametrize("words", [["--help"], ["lint", "stepwise"], ["parse", "--help"]])
def test_output_that_has_no_room_is_one_line(words: list[str], tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "backend.cli.main", *words],
            check=False,
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1
    assert done.stderr == "dyno: cannot write the output: No space left on device\n"


def test_shells_complete_commands_and_options(tmp_path: Path) -> None:
    for words, completed in (("dyno lau", "launch\n"), ("dyno launch --dry", "--dry-run\n")):
        variables = {
            "_DYNO_COMPLETE": "complete_bash",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        }
        program = Path(sys.executable).with_name("dyno")
        done = subprocess.run(
            program, check=True, cwd=tmp_path, env=variables, capture_output=True, text=True
        )
        assert done.stdout == completed


@pytest.mark.parametrize(
    ("server", "environment", "status", "words"),
    [
        ("nonsense", {}, 2, "“nonsense” is no address of a dashboard, such as http://127.0.0.1:8080"),
        ("http://[::1", {}, 2, "“http://[::1” is no address of a dashboard"),
        ("https://127.0.0.1:9", {"DYNO_TLS_CA": "/nowhere"}, 1, "cannot read DYNO_TLS_CA, /nowhere: No such"),
        ("https://127.0.0.1:9", {"DYNO_TLS_CA": "/dev/null"}, 1, "/dev/null: it holds no certificate"),
        ("http://127.0.0.1:9", {"DYNO_TOKEN": "a\nb"}, 2, "DYNO_TOKEN has spaces or characters"),
        ("http://127.0.0.1:9", {"DYNO_TOKEN": "dyno_x "}, 2, "DYNO_TOKEN has spaces or characters"),
        (
            "http://127.0.0.1:9",
            {},
            1,
            ": Connection refused; start it there, or name another one",
        ),
    ],
)
def test_a_dashboard_that_cannot_be_asked_is_one_line(
    server: str, environment: dict[str, str], status: int, words: str, tmp_path: Path
) -> None:
    done = _dyno("list", "--server", server, cwd=tmp_path, **environment)
    assert (done.returncode, done.stderr.count("\n")) == (status, 1), done.stderr
    assert words in done.stderr


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
