"""Carrying a policy out, or saying what it would do.

What is starred, shared, in a saved comparison, at work, its testbed's newest calibration, or what something
kept was made from stays whatever its age.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from backend.database import transaction
from backend.operations.retention import queries
from backend.operations.retention.policy import Going, Policy, What, policy_of
from backend.records import testbeds_queries
from backend.records.access import share_links_queries
from backend.settings import get_settings

Begin = Callable[[], AbstractContextManager[Session]]
AT_ONCE = 200
"""Experiments of one go: the next hour goes on."""


def look(session: Session, policy: Policy) -> list[Going]:
    """What would go now, and how many bytes that is."""
    now, kept_experiments = datetime.now(UTC), kept_ids(session)
    expiries = []
    for subject in What:
        if before := policy.before(subject, now):
            ids = queries.old_ones(session, subject, before, kept_experiments)
            size = queries.bytes_of(session, subject, ids) if ids else 0
            expiries.append(Going(what=subject, experiments=len(ids), bytes=size))
    return expiries


def kept_ids(session: Session) -> set[str]:
    """Experiments that stay because somebody or something uses them."""
    links = share_links_queries.subjects(session, datetime.now(UTC))
    words = {
        word
        for state in (*queries.states_of_comparisons(session), *links)
        for value in state.values()
        for word in str(value).split(",")
    }
    return queries.named_by(session, words) | queries.newest_calibrations(session)


def carry_out(policy: Policy, begin: Begin = transaction, most: int = AT_ONCE) -> list[Going]:
    """Let it go, one experiment in each transaction that `begin` makes; what went."""
    now, expiries = datetime.now(UTC), []
    for subject in What:
        if before := policy.before(subject, now):
            with begin() as session:
                ids = queries.old_ones(session, subject, before, kept_ids(session))[:most]
            went = [size for id in ids if (size := _take(begin, subject, before, id)) is not None]
            expiries.append(Going(what=subject, experiments=len(went), bytes=sum(went)))
    return expiries


def _take(begin: Begin, subject: What, before: datetime, id: str) -> int | None:
    """Its bytes; None where it stays after all."""
    with begin() as session:
        size = queries.bytes_of(session, subject, [id])
        return size if queries.remove(session, subject, before, kept_ids(session), id) else None


def tend() -> None:
    """By the settings, while no host is held: nothing measured is disturbed."""
    with transaction() as session:
        is_held = bool(testbeds_queries.holders(session))
    if not is_held:
        carry_out(policy_of(get_settings()))
