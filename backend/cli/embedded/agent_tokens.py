"""Each agent of an embedded stack gets an enrolment token of its own, until the database knows the agent."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from backend.cli.embedded.layout import Layout


def hand_out(layout: Layout, database_url: str, agents: Sequence[str]) -> None:
    """Write a token, for one host and one role, for each agent that needs one; remove the others."""
    from sqlalchemy import create_engine
    from sqlalchemy.orm import Session

    from backend.hosts.enrolment import tokens
    from backend.records import hosts_queries
    from backend.security import token_hash

    engine = create_engine(database_url)
    with Session(engine) as session, session.begin():
        for name in agents:
            credential = _credential(layout.agent_state(name))
            host = hosts_queries.by_token_hash(session, token_hash(credential)) if credential else None
            path = layout.enrolment_token(name)
            path.unlink(missing_ok=True)
            if host is None:
                with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                    file.write(tokens.make(session, tokens.for_host(name, name)).token)
    engine.dispose()


def _credential(state: Path) -> str:
    """What an agent is known by; empty when it has nothing yet."""
    try:
        return str(json.loads((state / "credentials.json").read_text())["token"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
