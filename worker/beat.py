"""Schedule of beat, without the code of the tasks. `celery -A worker.beat beat`."""

import logging
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.schedules import schedule
from celery.signals import after_task_publish, setup_logging
from kombu.transport import TRANSPORT_ALIASES

from agents.blocking_redis_transport import Transport
from agents.contract import logs
from backend import liveness
from backend.task_queue import CONTROL_QUEUE, get_celery

SWEEP, SWEEP_EVERY_S = "experiments.sweep", 4.0
RETAIN = "operations.retain"
THIN, THIN_EVERY_S = "samples.thin", 3600.0
_STARTED, _STARTED_AT = datetime.now(UTC), time.monotonic()
TRANSPORT_ALIASES |= dict.fromkeys(("redis", "rediss"), f"{Transport.__module__}:{Transport.__name__}")
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
        },
        "retain": {
            "task": RETAIN,
            "schedule": schedule(THIN_EVERY_S, nowfun=steady_now),
            "options": {"expires": THIN_EVERY_S, "queue": CONTROL_QUEUE},
        },
        "thin": {
            "task": THIN,
            "schedule": schedule(THIN_EVERY_S, nowfun=steady_now),
            "options": {"expires": THIN_EVERY_S, "queue": CONTROL_QUEUE},
        },
    },
    beat_scheduler="celery.beat:Scheduler",  # keeps no file: times of an earlier start mean nothing
)


@setup_logging.connect
def _log(**_: Any) -> None:
    logs.configure("beat" if "beat" in sys.argv else "worker")


@after_task_publish.connect(sender=SWEEP)
def _beat_lives(**_: Any) -> None:
    """The sweep shows who lives: nobody but beat sends it."""
    liveness.say("beat")
