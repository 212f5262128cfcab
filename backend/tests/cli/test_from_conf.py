"""`dyno from-conf` on files and standard input, without a dashboard."""

from pathlib import Path

from typer.testing import CliRunner, Result

from backend.cli.main import app
from backend.definition.parse import parse_definition

FIXTURES = Path(__file__).parents[1] / "fixtures" / "own_conf"


def from_conf(*words: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(app, ["from-conf", *map(str, words)], input=text)


def test_the_definition_is_printed_and_the_list_stands_beside_it():
    result = from_conf(FIXTURES / "node-proxy.conf")
    assert result.exit_code == 0
    assert parse_definition(result.stdout).variants[0].knobs["upstream.keepalive"] == 64
    assert "11 directives are knobs" in result.stderr
    assert "nginx.conf:29: listen 80 reuseport" in result.stderr


def test_standard_input_goes_to_a_file(tmp_path):
    file = tmp_path / "experiment.yaml"
    result = from_conf("-", "-o", file, text=(FIXTURES / "debian.txt").read_text("utf-8"))
    assert result.exit_code == 0
    assert result.stdout == ""
    assert parse_definition(file.read_text("utf-8")).topology == "proxy_only"


def test_a_file_that_is_there_is_overwritten_only_when_forced(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("name: mine\n")
    conf = FIXTURES / "node-proxy.conf"
    refused = from_conf(conf, "-o", file)
    assert (refused.exit_code, file.read_text()) == (1, "name: mine\n")
    assert "already exists; --force overwrites it" in refused.stderr
    assert from_conf(conf, "-o", file, "--force").exit_code == 0
    assert parse_definition(file.read_text("utf-8")).topology == "proxied"


def test_another_server_block_is_chosen():
    result = from_conf(FIXTURES / "mozilla-intermediate.conf", "--block", "1")
    assert "Measures server block 1 of 2" in result.stderr


def test_what_cannot_be_read_is_one_line_with_its_place(tmp_path):
    result = from_conf("-", text="http {\n  server {\n")
    assert result.exit_code == 1
    assert result.stderr.startswith("dyno from-conf: nginx.conf:3: ")
    assert result.stderr.count("\n") == 1
    file = tmp_path / "binary"
    file.write_bytes(b"listen\n\xff;")
    assert from_conf(file).stderr.endswith(
        "nginx.conf:2: a character here is not UTF-8; save the file as UTF-8\n"
    )
    assert from_conf(tmp_path / "missing").exit_code == 1
    file.write_bytes("é".encode() * 600_000)
    assert "KiB" in from_conf(file).stderr


def test_a_file_without_its_includes_is_told_the_command_that_has_them():
    result = from_conf("-", text="http { include sites-enabled/*; }")
    assert result.exit_code == 1
    assert result.stderr.rstrip().endswith(": nginx -T | dyno from-conf -")


def test_comments_may_be_in_another_encoding(tmp_path):
    file = tmp_path / "nginx.conf"
    file.write_bytes("server { # é\n listen 80; }".encode("latin-1"))
    assert from_conf(file).exit_code == 0
