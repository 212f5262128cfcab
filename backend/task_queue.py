"""The control side's Celery application, and waking experiments through it, without importing the worker."""

import logging
import ssl
from functools import lru_cache, partial
from typing import Any

import redis
from celery import Celery
from kombu.entity import Queue
from kombu.exceptions import OperationalError
from sqlalchemy.orm import Session

from agents.contract.logs import ids
from backend.database import after_commit
from backend.settings import get_settings

CONTROL_QUEUE = "control"
NOTICES = "notices.send"
VISIBILITY_TIMEOUT_S = 4 * 3600  # longer than the longest job, so that none is delivered twice while it runs
BROKER_ERRORS = (OperationalError, OSError, redis.RedisError)
"""What sending raises: nobody answers, or Redis refuses, as it does when its memory is full."""
log = logging.getLogger(__name__)


@lru_cache
def get_celery() -> Celery:
    """The control side's Celery application: JSON only, late ack, no results, queues named explicitly."""
    settings = get_settings()
    app = Celery("dynoboard", broker=settings.broker_url)
    if settings.broker_url.startswith("rediss://"):
        app.conf.broker_use_ssl = {"ssl_cert_reqs": ssl.CERT_REQUIRED, **settings.redis_tls}
    app.conf.update(
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        task_default_queue=CONTROL_QUEUE,
        # nothing is declared: a queue in Redis is a list, and its messages go there by its name
        task_queues=[Queue(CONTROL_QUEUE, no_declare=True)],
        task_create_missing_queues=False,
        broker_connection_retry_on_startup=True,
        broker_transport_options={
            "visibility_timeout": VISIBILITY_TIMEOUT_S,
            "priority_steps": [0],  # one list for each queue
            "unacked_restore_interval": 60,  # a look for messages that were taken so many hours ago
            "socket_timeout": 5,
            "socket_connect_timeout": 3,
            # for those who send: by default they would wait forever for a broker that is away
            "max_retries": 1,
            "interval_start": 0,
            "interval_step": 0.1,
        },
        worker_hijack_root_logger=False,
        worker_enable_remote_control=False,  # nobody can stop or redirect the worker through the broker
        worker_send_task_events=False,
    )
    return app


def advance_after_commit(session: Session, experiment_id: str) -> None:
    """Wake an experiment, once per transaction; with the broker away the next sweep does it."""
    experiment_ids = session.info.setdefault("advance", set())
    if experiment_id not in experiment_ids:
        experiment_ids.add(experiment_id)
        after_commit(session, partial(_advance, session, experiment_id))


def _advance(session: Session, experiment_id: str) -> None:
    session.info["advance"].discard(experiment_id)
    _send("experiments.advance", experiment_id)


def send_notices() -> None:
    """Have the worker send what is due; with the broker away the next sweep does it."""
    _send(NOTICES)


def _send(task: str, *arguments: str) -> None:
    try:
        options: dict[str, Any] = {"queue": CONTROL_QUEUE, "headers": dict(ids()), "retry": False}
        get_celery().send_task(task, list(arguments), **options)
    except BROKER_ERRORS as error:
        log.warning(
            "the broker takes nothing, %s %s waits for the sweep: %s", task, " ".join(arguments), error
        )
