"""Tasks: `experiments.advance(experiment_id)` and the sweep. `celery -A worker.app worker|beat`."""

import logging

from kombu.transport.redis import Transport
from redis import ResponseError

from backend.experiments.orchestration.advance import advance
from backend.experiments.orchestration.sweep import sweep
from backend.queue import CONTROL_QUEUE, get_celery

SWEEP_EVERY_S = 2.0
# A Redis that refuses, for want of disk (MISCONF) or memory (OOM), is waited for like one that is away: by
# default it would end the worker.
Transport.connection_errors = (*Transport.connection_errors, ResponseError)
# A line for each task and its end fills logs, day and night; a task that fails says so.
for chatty in ("celery.worker.strategy", "celery.app.trace", "celery.beat"):
    logging.getLogger(chatty).setLevel(logging.WARNING)

app = get_celery()
app.conf.update(
    beat_schedule={
        "sweep": {
            "task": "experiments.sweep",
            "schedule": SWEEP_EVERY_S,
            "options": {"expires": SWEEP_EVERY_S * 2, "queue": CONTROL_QUEUE},
        }
    },
    task_soft_time_limit=60,
    task_time_limit=90,
)


app.task(advance, name="experiments.advance")
app.task(sweep, name="experiments.sweep")
