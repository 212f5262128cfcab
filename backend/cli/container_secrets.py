"""Makes the secrets of the containers on the first start: `python -m backend.cli.container_secrets`.

Each volume gets only what its reader needs: PostgreSQL its password, Redis its users, the servers both and
the hashes of the enrolment tokens, each agent its own token. Each file is its reader's alone. Redis has the
control plane's user and nobody else, until that gives each agent one.
"""

import argparse
import json
import os
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

from agents.contract.states import ROLES
from backend.broker.acl import CONTROL_USER, control_rules, digest
from backend.cli.embedded.login import own_name

OWNER = 999
"""The user of both our images. The files of PostgreSQL and Redis are for the root that starts them."""


@dataclass(frozen=True)
class Volumes:
    """A folder for each that reads secrets. `agents`: by role."""

    server: Path
    postgres: Path
    redis: Path
    agents: Mapping[str, Path]


def _server_files(password: str, broker_password: str) -> dict[str, str]:
    """File name → text for API, worker and beat; names in lower case as the settings read them."""
    return {
        "dyno_database_url": f"postgresql://dynoboard:{password}@postgres/dynoboard",
        "dyno_redis_url": f"redis://{CONTROL_USER}:{broker_password}@redis:6379/0",
    }


def _redis_conf(broker_password: str) -> str:
    return (
        f"user default off\nuser {CONTROL_USER} {' '.join(control_rules(digest(broker_password)))}\n"
        'dir /data\nappendonly yes\nsave ""\nmaxmemory-policy noeviction\nbind *\nprotected-mode yes\n'
    )


def write_login(server: Path) -> None:
    """The dashboard's token and its own name; also where an older version made the rest."""
    for name, make in {"dyno_token": lambda: secrets.token_urlsafe(32), "dyno_own_name": own_name}.items():
        if not (server / name).exists():
            _write(server / name, make())


def write_secrets(volumes: Volumes) -> bool:
    """Write every file unless it is there; True when some were written."""
    server = volumes.server
    done = server / "made"
    is_new = not done.exists()
    if is_new:
        for name, text in _server_files(secrets.token_urlsafe(32), secrets.token_urlsafe(32)).items():
            _write(server / name, text)
        done.touch()
    # each time, as this version wants them; an older one kept them beside the others
    database, broker = (urlsplit((server / f"dyno_{name}_url").read_text()) for name in ("database", "redis"))
    _write(volumes.postgres / "postgres_password", database.password or "")
    _write(volumes.redis / "redis.conf", _redis_conf(broker.password or ""))
    for name in ("postgres_password", "redis.conf"):
        (server / name).unlink(missing_ok=True)
    tokens = {role: folder / "token" for role, folder in volumes.agents.items()}
    new = [path for path in tokens.values() if not path.exists()]
    for path in new:
        _write(path, secrets.token_urlsafe(32))
    hashes = {role: sha256(path.read_bytes()).hexdigest() for role, path in tokens.items()}
    _write(server / "dyno_agent_token_hashes", json.dumps(hashes))
    return is_new or bool(new)


def give(volumes: Volumes, chown: Callable[[Path, int, int], None] = os.chown) -> None:
    """Each file to its reader, and to nobody else."""
    owners = {volumes.postgres: 0, volumes.redis: 0, volumes.server: OWNER}
    owners |= dict.fromkeys(volumes.agents.values(), OWNER)
    for folder, owner in owners.items():
        for file in folder.iterdir():
            file.chmod(0o600)
            chown(file, owner, owner)


def _write(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make the secrets of the containers on the first start.")
    parser.add_argument("root", type=Path, help="folder with a folder for each reader; agents/ has several")
    root = parser.parse_args().root
    agents = {role: root / "agents" / role for role in ROLES}
    volumes = Volumes(root / "server", root / "postgres", root / "redis", agents)
    os.umask(0o077)
    write_login(volumes.server)
    made = write_secrets(volumes)
    give(volumes)
    print("secrets made" if made else "secrets are there")


if __name__ == "__main__":
    main()
