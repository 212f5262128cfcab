"""Makes the secrets of the containers on the first start: `python -m backend.cli.container_secrets`.

Each volume gets only what its readers need: the servers the passwords and the hashes of the enrolment tokens,
each agent its own token. Redis has the control plane's user and nobody else, until that gives each agent one.
"""

import argparse
import json
import secrets
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from agents.contract.states import ROLES
from backend.broker.acl import CONTROL_USER, control_rules, digest
from backend.cli.embedded.login import own_name


def server_files(password: str, broker_password: str) -> dict[str, str]:
    """File name → text for PostgreSQL, Redis and the API; names in lower case as the settings read them."""
    return {
        "postgres_password": password,
        "redis.conf": (
            f"user default off\nuser {CONTROL_USER} {' '.join(control_rules(digest(broker_password)))}\n"
            'dir /data\nappendonly yes\nsave ""\nmaxmemory-policy noeviction\nbind *\nprotected-mode yes\n'
        ),
        "dyno_database_url": f"postgresql://dynoboard:{password}@postgres/dynoboard",
        "dyno_redis_url": f"redis://{CONTROL_USER}:{broker_password}@redis:6379/0",
    }


def write_login(server: Path) -> None:
    """The dashboard's token and its own name; also where an older version made the rest."""
    for name, make in {"dyno_token": lambda: secrets.token_urlsafe(32), "dyno_own_name": own_name}.items():
        if not (server / name).exists():
            (server / name).write_text(make())


def write_secrets(server: Path, agents: Mapping[str, Path]) -> bool:
    """Write every file unless it is there; True when some were written. `agents`: role → folder."""
    done = server / "made"
    is_new = not done.exists()
    if is_new:
        for name, text in server_files(secrets.token_urlsafe(32), secrets.token_urlsafe(32)).items():
            (server / name).write_text(text)
        done.touch()
    tokens = {role: folder / "token" for role, folder in agents.items()}
    new = [path for path in tokens.values() if not path.exists()]
    for path in new:
        path.write_text(secrets.token_urlsafe(32))
    hashes = {role: sha256(path.read_bytes()).hexdigest() for role, path in tokens.items()}
    (server / "dyno_agent_token_hashes").write_text(json.dumps(hashes))
    return is_new or bool(new)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make the secrets of the containers on the first start.")
    parser.add_argument("--server", type=Path, required=True, help="folder for PostgreSQL, Redis and API")
    parser.add_argument("--agents", type=Path, required=True, help="folder with a folder for each agent")
    given = parser.parse_args()
    write_login(given.server)
    made = write_secrets(given.server, {role: given.agents / role for role in ROLES})
    print("secrets made" if made else "secrets are there")


if __name__ == "__main__":
    main()
