"""Tasks: `experiments.advance(experiment_id)` and the sweep. `celery -A worker.app worker|beat`."""

from backend.experiments.orchestration.advance import advance
from backend.experiments.orchestration.sweep import sweep
from backend.queue import CONTROL_QUEUE, get_celery

SWEEP_EVERY_S = 2.0

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
