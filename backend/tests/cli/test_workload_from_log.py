"""`dyno workload from-log` on files and standard input, without a dashboard."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from backend.cli.main import app
from backend.definition.parse import parse_definition
from backend.tests.unit.access_logs.logs import combined_line

LOG = combined_line("/secret", size=5000) * 3 + combined_line(method="POST") + combined_line(status=404)


def from_log(*words: str | Path, data: str | bytes | None = None) -> Result:
    return CliRunner().invoke(app, ["workload", "from-log", *map(str, words)], input=data)


def test_the_workload_is_printed_and_the_table_stands_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "access.log"
    file.write_text(LOG)

    result = from_log(file)

    assert result.exit_code == 0
    definition = parse_definition(f"name: x\nvariants: [{{name: a}}, {{name: b}}]\n{result.stdout}")
    assert definition.workloads[0].site == [5000]
    assert "5 lines of the format combined" in result.stderr
    assert "Pages: 5.00 kB together" in result.stderr
    assert "The log has 5 req/s, 5 req/s in its busiest second" in result.stderr
    assert "1  left out: answers 4xx" in result.stderr
    assert "secret" not in result.output


def test_standard_input_goes_to_a_file(tmp_path: Path) -> None:
    file = tmp_path / "workload.yaml"

    result = from_log("-", "-o", file, "--keep-paths", data=LOG)

    assert result.exit_code == 0
    assert result.stdout == ""
    assert "/secret" in file.read_text("utf-8")


def test_a_file_that_is_there_is_overwritten_only_when_forced(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("name: mine\n")

    refused = from_log("-", "-o", file, data=LOG)

    assert (refused.exit_code, file.read_text()) == (1, "name: mine\n")
    assert f"{file} already exists; --force overwrites it" in refused.stderr
    assert from_log("-", "-o", file, "--force", data=LOG).exit_code == 0
    assert "workloads:" in file.read_text()


def test_json_has_workload_and_summary() -> None:
    answer = json.loads(from_log("-", "--json", "--format", "combined", data=LOG).stdout)

    assert answer["workload"]["mix"] == [{"path": "/0?xxxx", "weight": 3.0}]
    assert answer["summary"]["usable_requests"] == 3


@pytest.mark.parametrize(
    ("words", "data", "status", "message"),
    [
        (["-"], "", 1, "the log has no lines"),
        (["-"], b"\x00\x1b[31mred\x1b[0m\xe2\x80\xae\n" * 50, 1, r"\x00\x1b[31mred"),
        (["-", "--format", "$x"], LOG, 1, "needs $request"),
        (["-", "--mask"], LOG, 1, "keep_paths"),
        (["/no/such/file"], None, 1, "No such file"),
        (["/"], None, 1, "Is a directory"),
    ],
)
def test_what_cannot_be_read_is_one_line(
    words: list[str], data: str | bytes | None, status: int, message: str
) -> None:
    result = from_log(*words, data=data)

    assert result.exit_code == status
    assert message in result.stderr
    assert result.stderr.strip("\n").isprintable()
    assert result.stdout == ""
