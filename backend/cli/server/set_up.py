"""`dyno set-up-server`: a server as units of systemd, without containers. Run again it renews."""

import os
import pwd
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated, NoReturn

import typer

USER = "dynoboard"
PLACE = """\
# Made by `dyno set-up-server` each time. Settings of your own belong into server.env.
DYNO_PORT={port}
DYNO_HTTP_PORT={http_port}
DYNO_BROKER_PORT={broker_port}
DYNO_OWN_NAME={name}
DYNO_SERVER=https://{at}
"""
SETTINGS = """\
# Settings of API, worker and beat, one a line; after a change: systemctl restart dynoboard.target
# What has blanks or quotes in it stands between single quotes. Secrets are in /etc/dynoboard/server.
"""
COMMAND = f"""\
#!/bin/sh
# `dyno` as the user of the server, with its settings; for root.
set -a
DYNO_SECRETS=/etc/dynoboard/server DYNO_DATA=/var/lib/dynoboard DYNO_WHEELS=/var/lib/dynoboard/wheels
HOME=/var/lib/dynoboard
. /etc/dynoboard/place.env
. /etc/dynoboard/server.env
set +a
cd /
exec setpriv --reuid {USER} --regid {USER} --init-groups /opt/dynoboard/bin/dyno "$@"
"""


def set_up_server_command(
    name: Annotated[
        str, typer.Option(help="what people and agents call this server, such as dyno.example.com")
    ] = "",
    port: Annotated[int, typer.Option(help="for https  \\[default: 443]")] = 0,
    http_port: Annotated[int, typer.Option(help="redirects to https  \\[default: 80]")] = 0,
    broker_port: Annotated[int, typer.Option(help="TLS for agents on other hosts  \\[default: 6380]")] = 0,
    root: Annotated[
        Path, typer.Option(help="write below this folder, and start nothing", hidden=True)
    ] = Path("/"),
) -> None:
    """Write secrets, certificate, proxy and units of a server for systemd; says what to do next. For root.

    Run again, it keeps name and ports that are not given.
    """
    from backend.cli.server.certificate import BadCertificate
    from backend.cli.server.home import UNITS
    from backend.cli.server.secrets import BadSecret, Place, Volumes, write_front, write_login, write_secrets

    is_here = root == Path("/")
    if is_here and os.geteuid() != 0:
        _end("only root can do this: sudo …")
    etc = root / "etc/dynoboard"
    before = _settings_of(etc / "place.env")
    name = name or before.get("DYNO_OWN_NAME", "")
    port, http_port, broker_port = (
        given_port or int(before.get(variable, default))
        for given_port, variable, default in (
            (port, "DYNO_PORT", 443),
            (http_port, "DYNO_HTTP_PORT", 80),
            (broker_port, "DYNO_BROKER_PORT", 6380),
        )
    )
    if not name:
        _end("name this server, as people and agents call it: --name dyno.example.com")
    folders = {part: etc / part for part in ("server", "redis", "proxy", "authority")}
    operator_files = etc / "given"
    os.umask(0o077)
    for folder in (etc, *folders.values(), operator_files):
        folder.mkdir(parents=True, exist_ok=True)
    etc.chmod(0o755)
    volumes = Volumes(postgres=None, operator_files=operator_files, agents={}, **folders)
    place = Place(name, "0.0.0.0", port, http_port, broker_port)
    try:
        write_login(volumes)
        write_secrets(volumes, UNITS)
        write_front(volumes, place, UNITS)
    except (BadSecret, BadCertificate, OSError) as problem:
        _end(str(problem))
    at = name if port == 443 else f"{name}:{port}"
    ports = {"port": port, "http_port": http_port, "broker_port": broker_port}
    _write(etc / "place.env", PLACE.format(name=name, at=at, **ports))
    if not (etc / "server.env").exists():
        _write(etc / "server.env", SETTINGS)
    (etc / "server.env").chmod(0o600)  # passwords and client secrets are set there
    _write(root / "usr/local/sbin/dyno-server", COMMAND, mode=0o755)
    for unit in files("backend.cli.server").joinpath("systemd").iterdir():
        _write(root / "etc/systemd/system" / unit.name, unit.read_text())
    if is_here:
        _give(folders)
        subprocess.run(["systemctl", "daemon-reload"], check=True)
    print(f"Settings, secrets and certificate are in {etc}")
    print("Start it now and with the machine: systemctl enable --now dynoboard.target")
    print("Then sign in: dyno-server login")


def _settings_of(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines() if path.exists() else []
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def _give(folders: dict[str, Path]) -> None:
    """To the user of the units; the key of the CA stays root's."""
    try:
        pwd.getpwnam(USER)
    except KeyError:
        nowhere = ["--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin"]
        subprocess.run(["useradd", "--system", "--user-group", *nowhere, USER], check=True)
    for name in ("server", "redis", "proxy"):
        for path in (folders[name], *folders[name].iterdir()):
            shutil.chown(path, USER, USER)


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def _end(text: str) -> NoReturn:
    print(f"dyno set-up-server: {text}", file=sys.stderr)
    raise typer.Exit(1)
