"""Experiments look again."""

from sqlalchemy.orm import Session

from backend.queue import advance_after_commit
from backend.records import experiments_queries


def wake_all(session: Session) -> None:
    """A host changed, or time passed: every unfinished experiment looks again."""
    for experiment_id in experiments_queries.unfinished(session):
        advance_after_commit(session, experiment_id)
