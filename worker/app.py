"""Tasks: `advance(experiment_id)`, the sweep, notices, what is old. `celery -A worker.app worker|beat`."""

import logging
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.schedules import schedule
from celery.signals import after_task_publish, setup_logging, task_prerun, task_success, worker_shutting_down
from kombu.transport import TRANSPORT_ALIASES

from agents.blocking_redis_transport import Transport, bell
from agents.contract import logs
from backend import liveness
from backend.bisects.service import advance_due
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.notifications.delivering import send_due
from backend.operations.retention.service import tend
from backend.presentation.exports.card_files import card_of_experiment
from backend.samples.service import thin_old
from backend.task_queue import CONTROL_QUEUE, NOTICES, get_celery

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
    task_soft_time_limit=60,
    task_time_limit=90,
)


@setup_logging.connect
def _log(**_: Any) -> None:
    logs.configure("beat" if "beat" in sys.argv else "worker")


@worker_shutting_down.connect
def _wake(**_: Any) -> None:
    bell.ring()


@task_prerun.connect
def _begin(task: Any, **_: Any) -> None:
    """Lines about a task name the request or the job that it came from."""
    headers = task.request.headers or {}
    logs.begin_anew({name: str(headers[name])[:64] for name in logs.IDS if headers.get(name)})


def send_notices() -> None:
    send_due(card_of_experiment)


def sweep_all() -> None:
    """Sweep experiments, then carry bisects on whose step has ended."""
    sweep()
    advance_due()


app.task(advance, name="experiments.advance")
app.task(send_notices, name=NOTICES)
app.task(thin_old, name=THIN)
app.task(tend, name=RETAIN)
sweep_task = app.task(sweep_all, name=SWEEP)


# The sweep shows who lives: nobody but beat sends it, and a worker has come to the end of one.
@after_task_publish.connect(sender=SWEEP)
def _beat_lives(**_: Any) -> None:
    liveness.say("beat")


@task_success.connect(sender=sweep_task)
def _worker_lives(**_: Any) -> None:
    liveness.say("worker")
