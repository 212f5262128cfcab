"""Experiments look again: those that may have something to do, never the whole queue.

To look costs some milliseconds beside what is being measured, so a queue of any length must not cost more.
"""

from collections.abc import Iterable

from sqlalchemy.orm import Session

from backend.execution.jobs import wakeups_queries
from backend.scheduling.assignment import testbed_choice
from backend.task_queue import advance_after_commit


def wake_next_in_line(session: Session) -> None:
    """Hosts became free: the queued experiments that can begin now."""
    testbed_choice.settle(session)
    _wake(session, wakeups_queries.next_in_line(session))


def wake_by_host(session: Session, host_id: str) -> None:
    """A host changed: those that use it, and those that waited for it."""
    _wake(session, wakeups_queries.at_work_on(session, host_id))
    wake_next_in_line(session)


def wake_by_time(session: Session) -> None:
    """Time passed, or a message was lost."""
    _wake(session, wakeups_queries.at_work(session))
    wake_next_in_line(session)


def _wake(session: Session, experiment_ids: Iterable[str]) -> None:
    for experiment_id in experiment_ids:
        advance_after_commit(session, experiment_id)
