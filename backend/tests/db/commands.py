"""`dyno` in tests: called in this process, and experiments that end without agents."""

import threading
import time
from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.orm import Session
from typer.testing import CliRunner, Result

from agents.contract.states import ExperimentState, TrialState
from backend import database
from backend.cli.main import app
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial
from backend.tests.db import builders

WORKERS = """
name: Workers
topology: proxy_only
workloads: [{name: short, tool: wrk, threads: 1, connections: 4, duration: 1s}]
trials: 2
control: false
variants:
  - {name: default}
  - {name: workers 2, set: {nginx.worker_processes: 2}}
"""


def until(reached: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def dyno(*arguments: str, given: str | None = None) -> Result:
    """`given`: on standard input."""
    return CliRunner().invoke(app, list(arguments), input=given)


def end_next(state: ExperimentState, fast: str = "workers 2") -> threading.Thread:
    """End the next experiment as an agent's work would, once launched; the run `fast` is twice as fast."""

    def end() -> None:
        with Session(database.get_engine()) as session:

            def launched() -> Experiment | None:
                session.rollback()
                return session.scalar(select(Experiment).where(Experiment.state == "queued"))

            until(launched)
            made = launched()
            assert made is not None
            for trial in session.scalars(select(Trial)).all():
                run = session.get_one(Run, trial.run_id)
                quick = fast in (run.name, run.parent if run.is_control else None)
                trial.figures = {"requests_per_s": (2000.0 if quick else 1000.0) + trial.round}
                trial.state = TrialState.DONE
            made.state, made.finished_at = state, builders.START
            if state is ExperimentState.FAILED:
                made.failure = {"code": "host_offline", "message": "proxy has been offline for 60 s"}
            session.commit()

    thread = threading.Thread(target=end)
    thread.start()
    return thread
