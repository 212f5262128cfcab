"""The control side's Celery application, and waking experiments through it, without importing the worker."""

import logging
from functools import lru_cache, partial

from celery import Celery
from kombu.exceptions import OperationalError
from sqlalchemy.orm import Session

from backend.database import after_commit
from backend.settings import get_settings

CONTROL_QUEUE = "control"
VISIBILITY_TIMEOUT_S = 4 * 3600  # longer than the longest job, so that none is delivered twice while it runs
log = logging.getLogger(__name__)


@lru_cache
def get_celery() -> Celery:
    """The control side's Celery application: JSON only, late ack, no results, queues named explicitly."""
    app = Celery("dynoboard", broker=get_settings().broker_url)
    app.conf.update(
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        task_default_queue=CONTROL_QUEUE,
        task_create_missing_queues=True,  # host queues are made by name when an agent enrols
        broker_connection_retry_on_startup=True,
        broker_transport_options={
            "visibility_timeout": VISIBILITY_TIMEOUT_S,
            "socket_timeout": 5,
            "socket_connect_timeout": 3,
            # for those who send: by default they would wait forever for a broker that is away
            "max_retries": 1,
            "interval_start": 0,
            "interval_step": 0.1,
        },
        worker_hijack_root_logger=False,
        worker_send_task_events=False,
    )
    return app


def advance_after_commit(session: Session, experiment_id: str) -> None:
    """Wake an experiment, once per transaction; with the broker away the next sweep does it."""
    wanted = session.info.setdefault("advance", set())
    if experiment_id not in wanted:
        wanted.add(experiment_id)
        after_commit(session, partial(_advance, session, experiment_id))


def _advance(session: Session, experiment_id: str) -> None:
    session.info["advance"].discard(experiment_id)
    try:
        get_celery().send_task("experiments.advance", [experiment_id], queue=CONTROL_QUEUE, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("the broker is away, experiment %s waits for the sweep: %s", experiment_id, error)
