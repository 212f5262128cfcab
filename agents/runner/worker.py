"""The Celery worker inside the agent: one queue, JSON only, nothing that answers to others."""

import logging
from collections.abc import Callable
from typing import Any

from celery import Celery
from celery.worker import state as celery_state
from celery.worker.consumer import Consumer
from kombu.entity import Queue

from agents.blocking_redis_transport import bell
from agents.contract.enrolment import Enrolled
from agents.contract.jobs import TASK_NAME, queue_of
from agents.runner.broker import connection_settings

_RECONNECT_S = 1.0
_AT_ONCE = 3  # one works, one may watch, and one is always free to cancel
log = logging.getLogger(__name__)


class _QuickReconnect(Consumer):
    """Redis is looked for every second; Celery's own pause grows to half a minute."""

    def ensure_connected(self, conn: Any) -> Any:
        def on_error(error: Exception, _interval: float) -> None:
            if not self._silent:
                log.warning("Redis does not answer, looking for it every second: %s", error)
            self._silent = True

        self._silent = False
        return conn.ensure_connection(
            on_error, None, _RECONNECT_S, 0, _RECONNECT_S, callback=celery_state.maybe_shutdown
        )


class JobWorker:
    """`run` blocks in the calling thread until `stop`, which is safe to call from a signal handler."""

    def __init__(self, credentials: Enrolled, take: Callable[[object], None]) -> None:
        app = celery_app(credentials)
        app.set_default()  # Celery's threads look tasks up in the default app

        @app.task(name=TASK_NAME, shared=False)  # this app's: a later one has its own
        def job(payload: object = None, *_: object, **__: object) -> None:
            take(payload)

        celery_state.should_stop = None
        self._controller = app.WorkController(
            app=app,
            pool="threads",
            concurrency=_AT_ONCE,
            hostname=f"agent@{credentials.host_id}",
            consumer_cls=_QuickReconnect,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            task_events=False,
        )

    def run(self) -> None:
        self._controller.start()

    def stop(self) -> None:
        celery_state.should_stop = 0
        bell.ring()


def celery_app(credentials: Enrolled) -> Celery:
    app = Celery("dynoboard-agent", set_as_current=False)
    app.conf.update(
        **connection_settings(credentials.broker_url, credentials.ca),
        task_queues=[Queue(queue_of(credentials.host_id), no_declare=True)],
        task_serializer="json",
        accept_content=["json"],
        task_ignore_result=True,
        task_acks_late=True,  # no more messages are taken than can be worked on
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=1,
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
        broker_connection_retry=True,
        broker_connection_retry_on_startup=True,
        broker_connection_max_retries=None,
    )
    return app
