"""Tasks: `experiments.advance(experiment_id)` and the sweep. `celery -A worker.app worker|beat`."""

import logging
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.schedules import schedule
from celery.signals import after_task_publish, task_success
from kombu.transport.redis import Transport
from redis import ResponseError

from backend import alive
from backend.experiments.orchestration.advance import advance
from backend.experiments.orchestration.sweep import sweep
from backend.queue import CONTROL_QUEUE, get_celery

SWEEP, SWEEP_EVERY_S = "experiments.sweep", 2.0
_STARTED, _STARTED_AT = datetime.now(UTC), time.monotonic()
# A Redis that refuses, for want of disk (MISCONF) or memory (OOM), is waited for like one that is away: by
# default it would end the worker.
Transport.connection_errors = (*Transport.connection_errors, ResponseError)
# A line for each task and its end fills logs, day and night; a task that fails says so.
for chatty in ("celery.worker.strategy", "celery.app.trace", "celery.beat"):
    logging.getLogger(chatty).setLevel(logging.WARNING)


def steady_now() -> datetime:
    """A clock that nobody sets: the system's, set back by an hour, would stop the sweep for so long."""
    return _STARTED + timedelta(seconds=time.monotonic() - _STARTED_AT)


app = get_celery()
app.conf.update(
    beat_schedule={
        "sweep": {
            "task": SWEEP,
            "schedule": schedule(SWEEP_EVERY_S, nowfun=steady_now),
            "options": {"expires": SWEEP_EVERY_S * 2, "queue": CONTROL_QUEUE},
        }
    },
    beat_scheduler="celery.beat:Scheduler",  # keeps no file: times of an earlier start mean nothing
    task_soft_time_limit=60,
    task_time_limit=90,
)


app.task(advance, name="experiments.advance")
swept = app.task(sweep, name=SWEEP)


# The sweep shows who lives: nobody but beat sends it, and a worker has come to the end of one.
@after_task_publish.connect(sender=SWEEP)
def _beat_lives(**_: Any) -> None:
    alive.say("beat")


@task_success.connect(sender=swept)
def _worker_lives(**_: Any) -> None:
    alive.say("worker")
