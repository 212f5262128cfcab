"""`dyno parse` as a user calls it."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from backend.cli.results.parse import parse_command

FIXTURES = Path(__file__).parents[3] / "agents" / "tests" / "fixtures" / "loadtools"
app = typer.Typer()
app.command("parse")(parse_command)


def dyno_parse(*arguments: str | Path, given: bytes = b""):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=given)


@pytest.mark.parametrize(
    "path", sorted(FIXTURES.glob("*/*.txt")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_figures_for_a_report_and_an_error_for_anything_else(path):
    truth_path = path.with_suffix(".json")
    is_report = truth_path.exists() and json.loads(truth_path.read_text())["report"]
    result = dyno_parse(path)
    assert result.exit_code == (0 if is_report else 1)
    if is_report:
        truth, found = json.loads(truth_path.read_text()), json.loads(result.stdout)
        assert found["requests_per_s"] == truth["requests_per_s"]
        assert found["tool"] == truth["tool"]
    else:
        assert result.stdout == ""
        assert result.stderr.startswith("dyno parse: ")
        assert result.stderr.count("\n") == 1


def test_standard_input_and_a_told_tool():
    text = (FIXTURES / "ab" / "basic_small.txt").read_bytes()
    result = dyno_parse("--tool", "ab", "-", given=text)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["requests"] == 100
    assert result.stderr == ""


def test_failed_requests_are_shown():
    result = dyno_parse(FIXTURES / "ab" / "length_failures.txt")
    assert json.loads(result.stdout)["failed_requests"] == 51
    assert result.stderr == "warning: failures: 51 failed by ab's count, 51 wrong lengths\n"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("empty", b"", "the text is empty"),
        ("binary", bytes(range(256)), "not text"),
        ("nul", b"a\0b", "control character"),
        ("foreign", b"Lifting the server siege...\nTransactions:\t100 hits\n", "output of siege"),
        ("huge", b" " * (16 * 1024 * 1024 + 1), "larger than 16 MB"),
    ],
)
def test_what_is_no_report_gets_one_clear_line(tmp_path, name, data, message):
    path = tmp_path / name
    path.write_bytes(data)
    result = dyno_parse(path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert message in result.stderr
    assert result.stderr.startswith(f"dyno parse: {path}: ")
    assert result.stderr.count("\n") == 1


def test_a_wrong_tool_says_the_right_one():
    result = dyno_parse("--tool", "ab", FIXTURES / "wrk" / "tls.txt")
    assert result.exit_code == 1
    assert "starts one of wrk" in result.stderr


def test_an_unknown_tool_is_a_usage_error():
    assert dyno_parse("--tool", "siege", FIXTURES / "wrk" / "tls.txt").exit_code == 2


def test_a_missing_file_and_a_directory(tmp_path):
    missing = dyno_parse(tmp_path / "none.txt")
    assert missing.exit_code == 1
    assert missing.stderr == f"dyno parse: cannot read {tmp_path / 'none.txt'}: No such file or directory\n"
    folder = dyno_parse(tmp_path)
    assert folder.exit_code == 1
    assert "Is a directory" in folder.stderr


def test_an_endless_file_ends():
    assert "larger than 16 MB" in dyno_parse("/dev/zero").stderr
