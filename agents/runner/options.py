"""The agent's command line."""

import argparse
import os
import re
import shutil
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from agents import __version__
from agents.contract.knobs.sysctl import ALLOWED_SYSCTLS
from agents.contract.reports import HOST_NAME
from agents.contract.states import ROLES, Role
from agents.load.target import DEFAULT_ALLOWED, Network, parse_networks
from agents.runner.host_lock import default_folder

_PATTERN = re.compile(r"[a-z]+\.[A-Za-z0-9_.*?-]+")


@dataclass(frozen=True)
class Options:
    server: str
    enrolment_token: str
    roles: tuple[Role, ...]
    name: str
    address: str
    state: Path
    ports: tuple[int, int]
    allow_targets: tuple[Network, ...]
    nginx: str
    lock: Path
    allow_sysctls: tuple[str, ...]


def parse_options(argv: list[str] | None = None) -> Options:
    """Options from the command line; argparse ends the program with one clear line when one is wrong."""
    parser = _parser()
    given = parser.parse_args(argv)
    token = given.token or os.environ.get("DYNO_AGENT_TOKEN", "")
    if given.token_file:
        try:
            token = given.token_file.read_text().strip()
        except OSError as error:
            parser.error(f"--token-file: {error}")
    if not token:
        parser.error("an enrolment token is needed: DYNO_AGENT_TOKEN, --token-file or --token")
    return Options(
        server=given.server,
        enrolment_token=token,
        roles=given.roles,
        name=given.name,
        address=given.address or local_address(given.server),
        state=given.state.expanduser().resolve(),
        ports=given.ports,
        allow_targets=given.allow_targets,
        lock=Path(given.lock or os.environ.get("DYNO_AGENT_LOCK") or default_folder()).absolute(),
        allow_sysctls=given.allow_sysctl,
        nginx=given.nginx or shutil.which("nginx") or "/usr/sbin/nginx",
    )


def _parser() -> argparse.ArgumentParser:
    own = Path(sys.argv[0]).name == "dyno-agent"
    prog = "dyno-agent" if own else "dyno agent"
    parser = argparse.ArgumentParser(prog=prog, description="The agent of one host.")
    add = parser.add_argument
    add("--version", action="version", version=f"Dynoboard {__version__}")
    add("--server", required=True, type=_server, metavar="URL", help="where the control plane answers")
    add("--token", help="enrolment token; better in DYNO_AGENT_TOKEN or --token-file, where ps cannot see it")
    add("--token-file", type=Path, metavar="FILE", help="file that holds the enrolment token")
    add(
        "--roles",
        required=True,
        type=_roles,
        metavar="ROLES",
        help=f"any of {','.join(ROLES)}, separated by commas",
    )
    add("--name", default=_default_name(), type=_name, help="name of this host (default: its hostname)")
    add("--address", help="address where others reach this host (default: the one that faces the server)")
    add(
        "--state",
        default=Path("~/.dyno/agent"),
        type=Path,
        metavar="DIR",
        help="folder for the agent's state",
    )
    add(
        "--ports", default=(21000, 21999), type=_ports, metavar="FIRST-LAST", help="ports that nginx may take"
    )
    add("--allow-targets", default=parse_networks(DEFAULT_ALLOWED), type=parse_networks, metavar="CIDR,…")
    add(
        "--allow-sysctl",
        default=ALLOWED_SYSCTLS,
        type=_patterns,
        metavar="PATTERN,…",
        help=f"kernel settings that may be changed (default: {','.join(ALLOWED_SYSCTLS)}; '' for none)",
    )
    add(
        "--lock",
        metavar="DIR",
        help=f"lock folder that a host's agents share (default: DYNO_AGENT_LOCK, else {default_folder()})",
    )
    add("--nginx", metavar="PATH", help="nginx to run (default: the one on PATH)")
    return parser


def _server(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise argparse.ArgumentTypeError(f"“{text}” is not an http address, such as http://10.0.0.1:8080")
    return text.rstrip("/")


def _roles(text: str) -> tuple[Role, ...]:
    asked = {part.strip() for part in text.split(",") if part.strip()}
    if not asked or asked - set(ROLES):
        wrong = ", ".join(sorted(asked - set(ROLES))) or "nothing"
        raise argparse.ArgumentTypeError(f"{wrong} is not a role; roles are {', '.join(ROLES)}")
    return tuple(role for role in ROLES if role in asked)


def _name(text: str) -> str:
    if not re.fullmatch(HOST_NAME, text):
        raise argparse.ArgumentTypeError(f"“{text}”: use up to 63 letters, digits, dots, dashes")
    return text


def _ports(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not (first.isdigit() and last.isdigit() and 0 < int(first) <= int(last) < 65536):
        raise argparse.ArgumentTypeError(f"“{text}” is not a range of ports, such as 21000-21999")
    return int(first), int(last)


def _patterns(text: str) -> tuple[str, ...]:
    patterns = tuple(part.strip() for part in text.split(",") if part.strip())
    for pattern in patterns:
        if not _PATTERN.fullmatch(pattern):
            raise argparse.ArgumentTypeError(
                f"“{pattern}” is not a pattern of kernel settings, such as net.ipv4.*"
            )
    return patterns


def _default_name() -> str:
    return re.sub(r"[^A-Za-z0-9._-]", "-", socket.gethostname()).strip("-.")[:63] or "host"


def local_address(server: str) -> str:
    """The address of this host on the way to the server (no packet is sent)."""
    host, port = urlsplit(server).hostname or "", urlsplit(server).port or 80
    try:
        family, kind, proto, _, target = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind, proto) as probe:
            probe.connect(target)
            return str(probe.getsockname()[0])
    except OSError:
        return "127.0.0.1"
