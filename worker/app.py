"""Tasks: `experiments.advance(experiment_id)` and the sweep. `celery -A worker.app worker|beat`."""

import time
from datetime import UTC, datetime, timedelta

from celery.schedules import schedule

from backend.experiments.orchestration.advance import advance
from backend.experiments.orchestration.sweep import sweep
from backend.queue import CONTROL_QUEUE, get_celery

SWEEP_EVERY_S = 2.0
_STARTED, _STARTED_AT = datetime.now(UTC), time.monotonic()


def steady_now() -> datetime:
    """A clock that nobody sets: the system's, set back by an hour, would stop the sweep for so long."""
    return _STARTED + timedelta(seconds=time.monotonic() - _STARTED_AT)


app = get_celery()
app.conf.update(
    beat_schedule={
        "sweep": {
            "task": "experiments.sweep",
            "schedule": schedule(SWEEP_EVERY_S, nowfun=steady_now),
            "options": {"expires": SWEEP_EVERY_S * 2, "queue": CONTROL_QUEUE},
        }
    },
    beat_scheduler="celery.beat:Scheduler",  # keeps no file: times of an earlier start mean nothing
    task_soft_time_limit=60,
    task_time_limit=90,
)


app.task(advance, name="experiments.advance")
app.task(sweep, name="experiments.sweep")
