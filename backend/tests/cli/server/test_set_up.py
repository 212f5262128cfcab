"""`dyno set-up-server`: what it leaves on a machine is what nginx and systemd take."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from backend.cli.main import app

DASHBOARD = ("set-up-server", "--name", "dyno.example.com")
PATH = f"{os.environ['PATH']}:/usr/sbin:/sbin"


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    """The command sets it for its process, which ends; that of the tests goes on."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def set_up(root: Path, *words: str) -> Path:
    done = CliRunner().invoke(app, [*DASHBOARD, "--root", str(root), *words])
    assert done.exit_code == 0, done.output
    return root / "etc"


def test_secrets_are_made_once_and_settings_of_an_operator_stay(tmp_path: Path) -> None:
    etc = set_up(tmp_path)
    token = (etc / "dynoboard/server/dyno_token").read_text()
    (etc / "dynoboard/server.env").write_text("DYNO_OIDC_NAME=Team\n")
    set_up(tmp_path)
    assert (etc / "dynoboard/server/dyno_token").read_text() == token
    assert (etc / "dynoboard/server.env").read_text() == "DYNO_OIDC_NAME=Team\n"
    assert (etc / "dynoboard/server.env").stat().st_mode & 0o77 == 0  # it may have secrets
    for name in ("server", "redis", "proxy", "authority"):
        folder = etc / "dynoboard" / name
        assert {file.stat().st_mode & 0o77 for file in (folder, *folder.iterdir())} == {0}
    assert not list((etc / "dynoboard/server").glob("*.key"))


def test_another_name_counts_when_it_is_set_up_again(tmp_path: Path) -> None:
    etc = set_up(tmp_path) / "dynoboard"
    assert "https://dyno.example.com\n" in (etc / "place.env").read_text()
    set_up(tmp_path, "--name", "lab.example.com", "--port", "8443")
    assert (etc / "place.env").read_text().splitlines()[1:] == [
        "DYNO_PORT=8443",
        "DYNO_HTTP_PORT=80",
        "DYNO_BROKER_PORT=6380",
        "DYNO_OWN_NAME=lab.example.com",
        "DYNO_SERVER=https://lab.example.com:8443",
    ]


def test_name_and_ports_stay_when_it_is_set_up_again_after_an_upgrade(tmp_path: Path) -> None:
    etc = set_up(tmp_path, "--port", "8443", "--http-port", "8080", "--broker-port", "6390") / "dynoboard"
    files = [etc / "place.env", etc / "proxy/nginx.conf"]
    before = [file.read_text() for file in files]
    done = CliRunner().invoke(app, ["set-up-server", "--root", str(tmp_path)])
    assert done.exit_code == 0, done.output
    assert [file.read_text() for file in files] == before
    assert "listen 6390 ssl" in before[1]


def test_a_name_is_needed_the_first_time(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["set-up-server", "--root", str(tmp_path)])
    assert (done.exit_code, "--name dyno.example.com" in done.output) == (1, True)
    assert not (tmp_path / "etc").exists()


def test_nginx_takes_what_it_writes(tmp_path: Path) -> None:
    etc = set_up(tmp_path)
    text = (etc / "dynoboard/proxy/nginx.conf").read_text()
    assert "unix:/run/dynoboard-api/2/api.sock" in text
    assert "listen 6380 ssl" in text
    # the module for TCP is a package of its own, and the folder is this test's
    here = text[: text.index("stream {")].replace("/etc/dynoboard", str(etc / "dynoboard"))
    (tmp_path / "nginx.conf").write_text(here.replace("/run/dynoboard-proxy", str(tmp_path)))
    nginx = shutil.which("nginx", path=PATH)
    assert nginx
    done = subprocess.run(
        [nginx, "-t", "-c", str(tmp_path / "nginx.conf")], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd here")
def test_systemd_takes_the_units_and_finds_them_walled(tmp_path: Path) -> None:
    etc, programs = set_up(tmp_path), tmp_path / "programs"
    programs.mkdir()
    for name in ("dyno", "redis-server", "nginx"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    units = sorted((etc / "systemd/system").iterdir())
    for unit in units:
        text = unit.read_text().replace("/opt/dynoboard/bin/", f"{programs}/")
        for name in ("redis-server", "nginx"):
            text = text.replace(f"ExecStart={name}", f"ExecStart={programs}/{name}")
        unit.write_text(text)
    words = ["systemd-analyze", "verify", "--man=no", *map(str, units)]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    # 0 is walled in wholly, 10 not at all
    rated = ["systemd-analyze", "security", "--offline=yes", "--threshold=25"]
    for unit in units:
        if unit.suffix == ".service" and "@" not in unit.name:
            done = subprocess.run([*rated, str(unit)], check=False, capture_output=True, text=True)
            assert done.returncode == 0, done.stdout[-300:]
