"""Enrolment tokens of the agents of an embedded stack: one for each that the database does not know.

`python -m backend.cli.embedded.agent_tokens DATA NAME COMMAND…` comes before each start of an agent. One
whose state directory was lost gets a token of its own and is its host again; then it becomes the command.
"""

import json
import os
import sys
from pathlib import Path

from backend.cli.embedded.layout import Layout


def hand_out(layout: Layout, database_url: str, name: str) -> None:
    """Write a token, for one host and one role, for an agent that needs one; remove the one that it had.

    SQLAlchemyError while the database is away.
    """
    from sqlalchemy import create_engine
    from sqlalchemy.orm import Session

    from backend.hosts.enrolment import tokens
    from backend.records import hosts_queries
    from backend.security import token_hash

    engine = create_engine(database_url)
    with Session(engine) as session, session.begin():
        credential = credential_of(layout.agent_state(name))
        host = hosts_queries.by_token_hash(session, token_hash(credential)) if credential else None
        path = layout.enrolment_token(name)
        if host is None and path.exists() and tokens.is_unused(session, path.read_text()):
            return  # it did not come as far as to use it
        path.unlink(missing_ok=True)
        if host is None:
            token = tokens.make(session, tokens.for_host(name, name)).token
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(token)
    engine.dispose()


def credential_of(state: Path) -> str:
    """The credential in an agent's state directory; empty when it has none."""
    try:
        return str(json.loads((state / "credentials.json").read_text())["token"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _hand_out_or_end(layout: Layout, name: str) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    try:
        hand_out(layout, os.environ["DYNO_DATABASE_URL"], name)
    except SQLAlchemyError as error:
        sys.exit(f"No enrolment token for {name}: {str(error).splitlines()[0]}")


def main() -> None:
    """Start an agent. It reads neither the database's address nor anything else that `env` takes away."""
    data, name, *command = sys.argv[1:]
    layout = Layout(Path(data))
    if not credential_of(layout.agent_state(name)):
        _hand_out_or_end(layout, name)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
