"""Tasks: `experiments.advance(experiment_id)` and the sweep. `celery -A worker.app worker|beat`."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.schedules import schedule
from celery.signals import after_task_publish, task_success

from backend import alive
from backend.experiments.orchestration.advance import advance
from backend.experiments.orchestration.sweep import sweep
from backend.queue import CONTROL_QUEUE, get_celery

SWEEP, SWEEP_EVERY_S = "experiments.sweep", 2.0
_STARTED, _STARTED_AT = datetime.now(UTC), time.monotonic()


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
