"""What time brings: hosts that went silent, jobs that got lost, experiments that wait for a moment."""

import logging
from datetime import UTC, datetime, timedelta

import redis
from sqlalchemy.orm import Session

from backend.alive import api_up_since
from backend.broker import access
from backend.database import transaction
from backend.events import publish_after_commit
from backend.experiments.jobs import losing, sending
from backend.experiments.jobs.waking import wake_by_time
from backend.experiments.orchestration import set_clock
from backend.experiments.results import kept
from backend.records import hosts_queries
from backend.settings import get_settings

log = logging.getLogger(__name__)


def sweep() -> None:
    """One look at everything; runs every few seconds."""
    settings = get_settings()
    with transaction() as session:
        if set_clock.clock.was_set():
            log.warning("the clock of this machine was set: hosts and jobs are counted anew")
            set_clock.count_anew(session)
        _notice_silence(session, settings.host_silent_after_s)
        losing.lose_overdue(session)
        wake_by_time(session)
        _restore_users(session)
    with transaction() as session:
        sending.send_again(session, settings.job_resend_after_s)
    kept.keep_stale()


def _restore_users(session: Session) -> None:
    try:
        access.restore(session)
    except redis.RedisError as error:
        log.error("agents' Redis users cannot be kept in step, see /readyz: %s", error)


def _notice_silence(session: Session, silent_after_s: float) -> None:
    """A host is lost when it was silent while the API could have heard it; a silent API proves nothing."""
    since = api_up_since()
    limit = datetime.now(UTC) - timedelta(seconds=silent_after_s)
    if since is None or datetime.fromtimestamp(since, UTC) > limit:
        return
    for host in hosts_queries.set_silent_offline(session, limit):
        text = f"{host.name} has not been heard from for {silent_after_s:.0f} s"
        losing.lose_open(session, host, "host_lost", text)
        publish_after_commit(session, {"type": "host", "host_id": host.id})
