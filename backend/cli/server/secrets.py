"""Makes what the parts of a server in containers need to start: `python -m backend.cli.server.secrets`.

It runs before each start. Secrets are made on the first one, unless the operator gave them as files; each
volume gets only what its reader needs: PostgreSQL its password, Redis its users, the proxy its certificate,
the servers both addresses and the hashes of the enrolment tokens, each agent its own token. The key of the CA
is in a volume that nothing else has. Each file is its reader's alone. Redis has the control plane's user and
nobody else, until that gives each agent one.
"""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import unquote, urlsplit

from agents.catalog.roles import ROLES
from backend.broker.acl import CONTROL_USER, control_rules, digest
from backend.cli.embedded.login import own_name
from backend.cli.server import certificate
from backend.cli.server.home import CONTAINERS, Home
from backend.cli.server.proxy import Proxy, nginx_conf
from backend.settings import weakness_of

OWNER = 999
"""The user of our images. The files of PostgreSQL and Redis are for the root that starts them."""
INSIDE = "dynoboard"
"""What the proxy is called among the containers; and outside, where DYNO_NAME says nothing else."""
TOKEN, METRICS_TOKEN = "dyno_token", "dyno_metrics_token"
GIVEN = {TOKEN: "dashboard-token", METRICS_TOKEN: "metrics-token"}
"""Files of an operator, by what they become."""
AT, API_SOCKETS, BROKER_SOCKETS = (
    Path("/run/dynoboard"),
    Path("/run/dynoboard-api"),
    Path("/run/dynoboard-broker"),
)


@dataclass(frozen=True)
class Volumes:
    """A folder for each that reads secrets. `agents`: by role. `operator_files`: files of the operator."""

    server: Path
    postgres: Path | None  # None: it knows its users without a password
    redis: Path
    proxy: Path
    authority: Path
    operator_files: Path
    agents: Mapping[str, Path]


@dataclass(frozen=True)
class Place:
    """Where people and agents reach the server. `bind`: the address at which it is published."""

    name: str = INSIDE
    bind: str = "127.0.0.1"
    port: int = 8443
    http_port: int = 8080
    broker_port: int = 6380

    def names(self, own_name: str) -> list[str]:
        """What its certificate is for."""
        bound = [self.bind] if certificate.is_address(self.bind) else []
        local_names = (INSIDE, own_name, "localhost", "127.0.0.1", "::1")
        return list(dict.fromkeys([self.name, *local_names, *bound]))

    def proxy(self, home: Home) -> Proxy:
        """Its settings."""
        name, certificate_path = self.name if self.name != INSIDE else "$host", home.front / "cert.pem"
        ports = (self.port, self.http_port, self.broker_port)
        return Proxy(name, *ports, certificate_path, home.apis, home.broker, home.scratch)


class BadSecret(Exception):
    """A file of the operator that cannot be used."""


def _redis_conf(broker_password: str, home: Home) -> str:
    return (
        f"user default off\nuser {CONTROL_USER} {' '.join(control_rules(digest(broker_password)))}\n"
        f'appendonly yes\nsave ""\nmaxmemory-policy noeviction\n{home.redis_conf}'
    )


def write_login(volumes: Volumes) -> None:
    """The dashboard's token and its own name; also where an older version made the rest. BadSecret."""
    server = volumes.server
    for name, file in GIVEN.items():
        if text := _given_text(volumes.operator_files / file):
            if weakness := weakness_of(text):
                raise BadSecret(f"{file} {weakness}")
            _write(server / name, text)
    for name, make in {TOKEN: lambda: secrets.token_urlsafe(32), "dyno_own_name": own_name}.items():
        if not (server / name).exists():
            _write(server / name, make())


def write_secrets(volumes: Volumes, home: Home = CONTAINERS) -> bool:
    """Write every file unless it is there; True when some were written."""
    server = volumes.server
    marker = server / "made"
    is_new = not marker.exists()
    if is_new:
        names = ("postgres-password", "redis-password")
        password, broker_password = (
            _given_text(volumes.operator_files / name) or secrets.token_urlsafe(32) for name in names
        )
        for name, text in home.urls(password, broker_password).items():
            _write(server / name, text)
        marker.touch()
    # each time, as this version wants them; an older one kept them beside the others
    database, broker = (urlsplit((server / f"dyno_{name}_url").read_text()) for name in ("database", "redis"))
    if volumes.postgres:
        _write(volumes.postgres / "postgres_password", unquote(database.password or ""))
    _write(volumes.redis / "redis.conf", _redis_conf(unquote(broker.password or ""), home))
    for name in ("postgres_password", "redis.conf"):
        (server / name).unlink(missing_ok=True)
    tokens = {role: folder / "token" for role, folder in volumes.agents.items()}
    new = [path for path in tokens.values() if not path.exists()]
    for path in new:
        _write(path, secrets.token_urlsafe(32))
    hashes = {role: sha256(path.read_bytes()).hexdigest() for role, path in tokens.items()}
    _write(server / "dyno_agent_token_hashes", json.dumps(hashes))
    return is_new or bool(new)


def write_front(volumes: Volumes, place: Place, home: Home = CONTAINERS) -> bool:
    """The proxy's certificate and configuration, and by what agents and commands believe it; True when the
    certificate is the operator's. BadCertificate for one that is none."""
    server, certificate_path = volumes.server, volumes.proxy / "cert.pem"
    pem, ca = certificate.operator_certificate(volumes.operator_files)
    is_given = bool(pem)
    if not is_given:
        names = place.names((server / "dyno_own_name").read_text())
        pem, ca = certificate.own_certificate(volumes.authority, names, certificate_path)
    _write(certificate_path, pem)
    _write(volumes.proxy / "nginx.conf", nginx_conf(place.proxy(home)))
    _write(server / "dyno_agent_broker_url", f"rediss://{place.name}:{place.broker_port}/0")
    _write(server / "cert.pem", certificate.without_key(pem))
    _write(server / "dyno_tls_cert", str(home.secrets / "cert.pem"))
    for folder in (server, *volumes.agents.values()):
        _write_or_remove(folder / "ca.pem", ca)
    for name in ("dyno_tls_ca", "dyno_broker_ca"):
        _write_or_remove(server / name, ca and str(home.secrets / "ca.pem"))
    return is_given


def give(volumes: Volumes, chown: Callable[[Path, int, int], None] = os.chown) -> None:
    """Each file to its reader, and to nobody else."""
    owners = {volumes.redis: 0, volumes.server: OWNER, volumes.proxy: OWNER}
    owners |= {volumes.postgres: 0} if volumes.postgres else {}
    owners |= dict.fromkeys(volumes.agents.values(), OWNER)
    for folder, owner in owners.items():
        for file in folder.iterdir():
            file.chmod(0o600)
            chown(file, owner, owner)


def _given_text(path: Path) -> str:
    return path.read_text().strip() if path.exists() else ""


def _write(path: Path, text: str) -> None:
    """Whole or not at all: its reader may start meanwhile."""
    new = path.with_name(f".{path.name}.new")
    new.touch(mode=0o600)
    new.write_text(text)
    new.replace(path)


def _write_or_remove(path: Path, text: str) -> None:
    if text:
        _write(path, text)
    else:
        path.unlink(missing_ok=True)


def _place_of(environment: Mapping[str, str]) -> Place:
    return Place(
        environment.get("DYNO_NAME") or INSIDE,
        environment["DYNO_BIND"],
        *(int(environment[name]) for name in ("DYNO_PORT", "DYNO_HTTP_PORT", "DYNO_BROKER_PORT")),
    )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make what the containers need to start.")
    parser.add_argument("root", type=Path, help="folder with a folder for each reader; agents/ has several")
    parser.add_argument("operator_files", type=Path, help="folder with files of the operator")
    options = parser.parse_args()
    root = options.root
    agents = {role: root / "agents" / role for role in ROLES}
    readers = (root / name for name in ("server", "postgres", "redis", "proxy", "authority"))
    volumes = Volumes(*readers, operator_files=options.operator_files, agents=agents)
    os.umask(0o077)
    try:
        write_login(volumes)
        is_new = write_secrets(volumes)
        is_given = write_front(volumes, _place_of(os.environ))
    except (BadSecret, certificate.BadCertificate, OSError) as problem:
        sys.exit(f"Dynoboard cannot start: {problem}")
    give(volumes)
    print("secrets made" if is_new else "secrets are there")
    print("certificate given" if is_given else "certificate by a CA of this server's own")


if __name__ == "__main__":
    main()
