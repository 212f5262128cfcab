"""Tasks: `advance(experiment_id)`, the sweep, notices, what is old. `celery -A worker.app worker`."""

from typing import Any

from celery.signals import task_prerun, task_success, worker_shutting_down

from agents.blocking_redis_transport import bell
from agents.contract import logs
from backend import liveness
from backend.bisects.service import advance_due
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.notifications.delivering import send_due
from backend.operations.retention.service import tend
from backend.presentation.exports.card_files import card_of_experiment
from backend.samples.service import thin_old
from backend.task_queue import NOTICES
from worker.beat import RETAIN, SWEEP, THIN, app

app.conf.update(task_soft_time_limit=60, task_time_limit=90)


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


@task_success.connect(sender=sweep_task)
def _worker_lives(**_: Any) -> None:
    """The sweep shows who lives: a worker has come to the end of one."""
    liveness.say("worker")
