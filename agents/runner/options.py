"""The agent's command line."""

import argparse
import errno
import ipaddress
import os
import re
import shutil
import socket
import sys
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from agents import __version__
from agents.catalog.roles import ROLES, Role
from agents.contract.addresses import AGENT_PORTS, DEFAULT_ALLOWED, Network, parse_networks
from agents.contract.enrolment import HOST_NAME
from agents.runner.host_lock import default_folder
from agents.runner.trust import fingerprint_of, is_overheard
from agents.servers.declarations import FOLDER, SHARED_SERVERS
from agents.settings.sysctl import SAFE
from agents.targets import addresses_of, parse_origins

_PATTERN = re.compile(r"[a-z]+\.[A-Za-z0-9_.*?-]+")


@dataclass(frozen=True)
class Options:
    server: str
    ca_sha256: str
    insecure_network: bool
    token: str  # for enrolment; only needed while there are no credentials
    roles: tuple[Role, ...]
    name: str
    address: str  # empty: the one that faces the server
    state: Path
    ports: tuple[int, int]
    allow_targets: tuple[Network, ...]
    origins: tuple[str, ...]
    nginx: str
    servers: tuple[Path, ...]  # folders of declarations
    lock: Path
    allow_sysctls: tuple[str, ...]
    put_back_after_s: float
    sandbox: str  # best, strict or required


def parse_options(argv: list[str] | None = None) -> Options:
    """Options from the command line; argparse ends the program with one clear line when one is wrong."""
    parser = _parser()
    options = parser.parse_args(argv)
    insecure = options.insecure_network or os.environ.get("DYNO_INSECURE_NETWORK", "") not in ("", "0")
    if is_overheard(options.server) and not insecure:
        parser.error(
            f"{options.server} is not encrypted, so the network could read this agent's credentials: use "
            f"https:// (see dyno up --bind), or --insecure-network in a network that you trust"
        )
    if options.ca_file and options.ca_file.exists():
        options.ca_sha256 = fingerprint_of(options.ca_file.read_text())
        if not options.ca_sha256:
            parser.error(f"--ca-file: {options.ca_file} is no certificate (PEM)")
    state = options.state.expanduser().resolve()
    token = options.token or os.environ.get("DYNO_AGENT_TOKEN", "")
    is_known = os.path.exists(state / "credentials.json")
    if options.token_file:
        try:
            token = options.token_file.read_text().strip()
        except OSError as error:
            if not is_known:
                parser.error(f"--token-file: {error}")
    if not token and not is_known:
        parser.error(
            "an enrolment token is needed at the first start: DYNO_AGENT_TOKEN, --token-file or --token; "
            "the Hosts page and `dyno enrol-token` make one"
        )
    return Options(
        server=options.server,
        ca_sha256=options.ca_sha256,
        insecure_network=insecure,
        token=token,
        roles=options.roles,
        name=options.name,
        address=options.address or "",
        state=state,
        ports=options.ports,
        allow_targets=options.allow_targets,
        origins=options.origins,
        lock=Path(options.lock or os.environ.get("DYNO_AGENT_LOCK") or default_folder()).absolute(),
        allow_sysctls=options.allow_sysctl,
        put_back_after_s=options.put_back_after,
        sandbox=options.sandbox,
        nginx=options.nginx or shutil.which("nginx") or "/usr/sbin/nginx",
        servers=(options.servers,) if options.servers else (*SHARED_SERVERS, state / FOLDER),
    )


def _parser() -> argparse.ArgumentParser:
    is_agent_wheel = Path(sys.argv[0]).name == "dyno-agent"
    prog = "dyno-agent" if is_agent_wheel else "dyno agent"
    parser = argparse.ArgumentParser(prog=prog, description="The agent of one host.")
    add = parser.add_argument
    add("--version", action="version", version=f"Dynoboard {__version__}")
    add("--server", required=True, type=_server, metavar="URL", help="where the control plane answers")
    add(
        "--ca-sha256",
        default=os.environ.get("DYNO_CA_SHA256", ""),
        type=_fingerprint,
        metavar="HEX",
        help="fingerprint of the CA of an https server (default: any CA that this system trusts)",
    )
    add(
        "--ca-file",
        type=Path,
        metavar="FILE",
        help="that CA as PEM, in place of its fingerprint; a file that is not there: any CA of this system",
    )
    add(
        "--insecure-network",
        action="store_true",
        help="accept a server and a broker without TLS on other machines (DYNO_INSECURE_NETWORK=1)",
    )
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
    add(
        "--address",
        type=_address,
        help="address where others reach this host (default: the one that faces the server)",
    )
    add(
        "--state",
        default=Path("~/.dyno/agent"),
        type=Path,
        metavar="DIR",
        help="folder for the agent's state (default: ~/.dyno/agent)",
    )
    add(
        "--ports",
        default=AGENT_PORTS,
        type=_ports,
        metavar="FIRST-LAST",
        help="ports that nginx may take (default: {}-{})".format(*AGENT_PORTS),
    )
    add(
        "--allow-targets",
        default=parse_networks(DEFAULT_ALLOWED),
        type=parse_networks,
        metavar="CIDR,…",
        help="where load and proxy_pass may go (default: loopback and private ranges)",
    )
    add(
        "--origins",
        default=(),
        type=_origins,
        metavar="HOST:PORT,…",
        help="servers of yours that experiments may use as backends (knob origin.address)",
    )
    add(
        "--allow-sysctl",
        default=(SAFE,),
        type=_patterns,
        metavar="PATTERN,…",
        help=f"kernel settings that may be changed: `{SAFE}` (the default) are those of docs/knobs.md in "
        f"their ranges; `{SAFE},net.ipv4.ip_forward` adds one in any value; '' for none",
    )
    add(
        "--put-back-after",
        default=600.0,
        type=_seconds,
        metavar="SECONDS",
        help="seconds without the control plane after which a changed host is restored (default: 600)",
    )
    add(
        "--lock",
        metavar="DIR",
        help=f"lock folder that a host's agents share (default: DYNO_AGENT_LOCK, else {default_folder()})",
    )
    add(
        "--sandbox",
        "--walls",  # its name until 0.2.0
        choices=("best", "strict", "required"),
        default="best",
        help="the sandbox of nginx and load tools: as much of it as this host can have without a cost for "
        "what is measured (best, the default); with system calls refused, too (strict); or all of that, "
        "else the agent does not start (required)",
    )
    add("--nginx", metavar="PATH", help="nginx to run (default: the one on PATH)")
    add(
        "--servers",
        type=Path,
        metavar="DIR",
        help="folder of declared servers, NAME.toml each; read at the start and on HUP (default: "
        f"{', '.join(map(str, SHARED_SERVERS))} and {FOLDER} in the state folder)",
    )
    return parser


def _server(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise argparse.ArgumentTypeError(f"“{text}” is not an http address, such as http://10.0.0.1:8080")
    return text.rstrip("/")


def _fingerprint(text: str) -> str:
    digits = text.replace(":", "").lower()
    if digits and not re.fullmatch(r"[0-9a-f]{64}", digits):
        raise argparse.ArgumentTypeError(f"“{text}” is not a SHA-256 fingerprint: 64 hexadecimal digits")
    return digits


def _roles(text: str) -> tuple[Role, ...]:
    names = {part.strip() for part in text.split(",") if part.strip()}
    if not names or names - set(ROLES):
        wrong = ", ".join(sorted(names - set(ROLES))) or "nothing"
        raise argparse.ArgumentTypeError(f"{wrong} is not a role; roles are {', '.join(ROLES)}")
    return tuple(role for role in ROLES if role in names)


def _name(text: str) -> str:
    if not re.fullmatch(HOST_NAME, text):
        raise argparse.ArgumentTypeError(f"“{text}”: use up to 63 letters, digits, dots, dashes")
    return text


def _address(text: str) -> str:
    """An IP address; a name becomes the first one that it stands for here."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        addresses = addresses_of(text)
    if not addresses:
        raise argparse.ArgumentTypeError(f"“{text}” is no address, and no name that is known here")
    return addresses[0]


def _ports(text: str) -> tuple[int, int]:
    first, _, last = text.partition("-")
    if not (first.isdigit() and last.isdigit() and 0 < int(first) <= int(last) < 65536):
        raise argparse.ArgumentTypeError(f"“{text}” is not a range of ports, such as 21000-21999")
    return int(first), int(last)


def _seconds(text: str) -> float:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 86400:
        raise argparse.ArgumentTypeError(f"“{text}” is not a number of seconds from 1 to 86400")
    return float(text)


def _origins(text: str) -> tuple[str, ...]:
    try:
        return parse_origins(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _patterns(text: str) -> tuple[str, ...]:
    patterns = tuple(part.strip() for part in text.split(",") if part.strip())
    for pattern in patterns:
        if pattern != SAFE and not _PATTERN.fullmatch(pattern):
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


def is_own_address(address: str) -> bool:
    """Whether this host has the address now."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.bind((address, 0))
    except OSError as error:
        return error.errno != errno.EADDRNOTAVAIL
    return True
