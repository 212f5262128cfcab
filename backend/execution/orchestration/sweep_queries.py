"""SQL of the sweep: one statement says what there is to do, so that finding nothing costs little."""

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import DateTime, Select, bindparam, exists, func, or_, select
from sqlalchemy.orm import Session

from backend.execution.jobs import wakeups_queries
from backend.records import experiments_queries, hosts_queries, jobs_queries
from backend.records.hosts import Host
from backend.records.notifications import notices_queries


@dataclass(frozen=True)
class Due:
    """Work that is due now. `digests`: host id → digest of its Redis password, empty for none."""

    silent_hosts: bool
    overdue_jobs: bool
    waiting_experiments: bool
    unheard_jobs: bool
    stale_headlines: bool
    notices: bool
    digests: dict[str, str]


def due(
    session: Session,
    now: datetime,
    *,
    silent_after_s: float,
    start_within_s: float,
    unheard_since: datetime,
    max_sends: int,
    kept_version: int,
) -> Due:
    """Since when the API listens is not asked here: whoever marks hosts as silent does."""
    query = _question(silent_after_s, start_within_s, max_sends, kept_version)
    row = session.execute(query, {"now": now, "unheard_since": unheard_since}).one()
    return Due(*row[:6], digests=row[6] or {})


@lru_cache(maxsize=1)  # put together once: it is long, and asked every few seconds
def _question(
    silent_after_s: float, start_within_s: float, max_sends: int, kept_version: int
) -> Select[*tuple[Any, ...]]:
    moment = DateTime(timezone=True)
    now, unheard_since = bindparam("now", type_=moment), bindparam("unheard_since", type_=moment)
    digests = select(func.jsonb_object_agg(Host.id, Host.broker_password_digest)).scalar_subquery()
    waits = or_(
        exists(wakeups_queries.are_at_work().subquery().select()),
        exists(wakeups_queries.are_next_in_line().subquery().select()),
        wakeups_queries.are_stranded().exists(),
    )
    return select(
        hosts_queries.are_silent(now, datetime.min.replace(tzinfo=UTC), silent_after_s).exists(),
        jobs_queries.are_overdue(now, start_within_s).exists(),
        waits,
        jobs_queries.are_unheard(unheard_since, max_sends).exists(),
        experiments_queries.are_kept_before(kept_version).exists(),
        notices_queries.are_due(now).exists(),
        digests,
    )
