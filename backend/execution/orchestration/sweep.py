"""Sweep for what time brings: hosts that went silent, lost jobs, experiments that wait for a moment."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import redis
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from backend.analysis import stored_headlines
from backend.broker import access
from backend.database import autocommit, is_held_up, transaction
from backend.events import publish_after_commit
from backend.execution.jobs import lost_hosts, sending
from backend.execution.jobs.wakeups import wake_by_time
from backend.execution.orchestration import set_clock, sweep_queries
from backend.execution.orchestration.sweep_queries import Due
from backend.liveness import api_hears_since
from backend.records import hosts_queries
from backend.settings import get_settings
from backend.task_queue import send_notices

log = logging.getLogger(__name__)


def sweep() -> None:
    """One look at everything, then what is due; runs every few seconds, also beside what is measured."""
    if set_clock.clock.was_set():
        log.warning("the clock of this machine was set: hosts and jobs are counted anew")
        _alone(set_clock.count_anew)
    due = _look()
    parts = (
        (due.silent_hosts, _notice_silence),
        (due.overdue_jobs, lost_hosts.lose_overdue),
        (due.waiting_experiments, wake_by_time),
        (due.unheard_jobs, _send_again),
    )
    for is_due, part in parts:
        if is_due:
            _alone(part)
    _restore_users(due)
    if due.notices:
        send_notices()
    if due.stale_headlines:
        stored_headlines.keep_stale()


def _look() -> Due:
    now, settings = datetime.now(UTC), get_settings()
    with autocommit() as session:
        return sweep_queries.due(
            session,
            now,
            silent_after_s=settings.host_silent_after_s,
            start_within_s=sending.START_WITHIN_S,
            unheard_since=now - timedelta(seconds=settings.job_resend_after_s),
            max_sends=sending.MAX_SENDS,
            kept_version=stored_headlines.VERSION,
        )


def _alone(part: Callable[[Session], None]) -> None:
    """A row that somebody keeps holds up what needs it, and nothing else; the next sweep tries again."""
    try:
        with transaction() as session:
            part(session)
    except OperationalError as error:
        if not is_held_up(error):
            raise
        log.warning("the sweep leaves out what is held by somebody else: %s", error.orig)


def _send_again(session: Session) -> None:
    sending.send_again(session, get_settings().job_resend_after_s)


def _restore_users(due: Due) -> None:
    try:
        access.bring_about(due.digests)
    except redis.RedisError as error:
        log.error("agents' Redis users cannot be kept in step, see /readyz: %s", error)


def _notice_silence(session: Session) -> None:
    """A host is lost when it was silent while the API would have heard it; a deaf API proves nothing."""
    since = api_hears_since()
    if since is None:
        return
    now, listening_since = datetime.now(UTC), datetime.fromtimestamp(since, UTC)
    usual_s = get_settings().host_silent_after_s
    for host in hosts_queries.set_silent_offline(session, now, listening_since, usual_s):
        text = f"{host.name} has not been heard from for {(now - host.last_seen).total_seconds():.0f} s"
        lost_hosts.lose_open(session, host, "host_lost", text)
        publish_after_commit(session, {"type": "host", "host_id": host.id})
