"""`dyno enrol-token` prints a line that works as it is; `dyno rotate-job-key` makes another key sign."""

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from agents.runner.options import parse_options
from backend.certificates import fingerprint
from backend.cli.embedded.authority import authority
from backend.cli.enrol_token import install_line
from backend.database import transaction
from backend.execution.jobs.signing import public_keys
from backend.settings import get_settings
from backend.tests.db.commands import dyno


def run(line: str, monkeypatch: pytest.MonkeyPatch):
    """The agent's options, as a shell would give them to it."""
    variable, program, agent, *arguments = shlex.split(line)
    assert (program, agent) == ("dyno", "agent")
    monkeypatch.setenv(*variable.split("="))
    return parse_options(arguments)


def test_the_line_has_what_the_agent_wants(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = dyno("enrol-token", "--roles", "load,proxy", "--name", "box").stdout.splitlines()
    assert "--ca-sha256" not in made[1]
    fetch, installs = made[1].strip().split(" | ")
    assert fetch == f"(curl -fsS {server}/agent/install.sh || echo exit 1)"
    assert shlex.split(installs)[1:4] == ["sh", "-s", "--"]
    options = run(made[3], monkeypatch)
    assert shlex.split(installs)[4:] == shlex.split(made[3])[3:]
    assert (options.server, options.name, options.roles) == (server, "box", ("load", "proxy"))
    assert re.fullmatch(r"Valid until \d{4}-\d\d-\d\d \d\d:\d\d", made[4])
    assert made[5].endswith("for their agents:")
    assert made[6].startswith("  dyno up --bind ")
    assert dyno("enrol-token", "--quiet").stdout.strip().isascii()


HALF = "set -eu\nmain() {\n  echo it runs\n"
WHOLE = HALF + "}\nmain\n"


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize(("sent", "status"), [("", 22), (HALF, 18), (WHOLE, 0)])
def test_the_line_fails_where_the_script_cannot_be_fetched_whole(
    tmp_path: Path, shell: str, sent: str, status: int
) -> None:
    (tmp_path / "script").write_text(sent)
    curl = tmp_path / "curl"
    curl.write_text(f"#!/bin/sh\ncat {tmp_path}/script\nexit {status}\n")
    curl.chmod(0o755)
    token = {"token": "secret", "ca_sha256": "", "host_name": None, "roles": ["load"]}
    line = install_line("http://127.0.0.1:1", token, "")
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    process = subprocess.run([shell, "-c", line], env=path, capture_output=True, text=True, check=False)
    assert (process.returncode == 0, "it runs" in process.stdout) == (status == 0, status == 0)


def test_the_line_names_the_ca_of_the_dashboard(
    server: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ca = authority(tmp_path / "tls").certificate
    monkeypatch.setattr(get_settings(), "tls_ca", ca)
    pin = fingerprint(ca.read_text())
    assert run(dyno("enrol-token").stdout.splitlines()[3], monkeypatch).ca_sha256 == pin
    assert json.loads(dyno("enrol-token", "--json").stdout)["ca_sha256"] == pin


@pytest.mark.usefixtures("session")
def test_after_a_rotation_another_key_signs_and_the_old_one_still_counts() -> None:
    with transaction() as session:
        before = public_keys(session)
    said = dyno("rotate-job-key")
    assert said.exit_code == 0, said.output
    with transaction() as session:
        after = public_keys(session)
    (new,) = after.keys() - before.keys()
    assert before.items() <= after.items()
    assert new in said.stdout
