"""Makes the secrets of the containers on the first start: `python -m backend.cli.container_secrets`.

Each volume gets only what its readers need: the servers the passwords, the agents the enrolment token.
"""

import argparse
import secrets
from pathlib import Path


def server_files(password: str, broker_password: str, agent_token: str) -> dict[str, str]:
    """File name → text for PostgreSQL, Redis and the API; names in lower case as the settings read them."""
    return {
        "postgres_password": password,
        "redis.conf": (
            f"requirepass {broker_password}\ndir /data\nappendonly yes\n"
            'save ""\nmaxmemory-policy noeviction\nbind *\nprotected-mode yes\n'
        ),
        "dyno_database_url": f"postgresql://dynoboard:{password}@postgres/dynoboard",
        "dyno_redis_url": f"redis://:{broker_password}@redis:6379/0",
        "dyno_agent_token": agent_token,
    }


def write_secrets(server: Path, agent: Path) -> bool:
    """Write every file unless they are there; True when they were written."""
    done = server / "made"
    if done.exists():
        return False
    agent_token = secrets.token_urlsafe(32)
    files = server_files(secrets.token_urlsafe(32), secrets.token_urlsafe(32), agent_token)
    for name, text in files.items():
        (server / name).write_text(text)
    (agent / "token").write_text(agent_token)
    done.touch()
    return True


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Make the secrets of the containers on the first start.")
    parser.add_argument("--server", type=Path, required=True, help="folder for PostgreSQL, Redis and API")
    parser.add_argument("--agent", type=Path, required=True, help="folder for agents")
    given = parser.parse_args()
    print("secrets made" if write_secrets(given.server, given.agent) else "secrets are there")


if __name__ == "__main__":
    main()
