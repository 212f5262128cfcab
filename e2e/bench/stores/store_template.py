"""One experiment as it is when it has been measured: made by a launch, then filled in."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Engine, insert, select, text
from sqlalchemy.orm import Session

from agents.contract.reports import PreparedSetup, Window
from agents.contract.states import ExperimentState, JobState, RunState, TrialState
from backend.analysis import stored_headlines
from backend.definition.placeholders import placeholder_conf
from backend.execution.launching.launch import launch
from backend.execution.launching.schemas import ExperimentIn
from backend.identity.principal import Way, owner
from backend.records import experiments_queries, runs_queries
from backend.records.experiments import Experiment, JobRow
from backend.records.runs import Run, Trial
from backend.records.samples import SampleSeries

TRIAL_S = 10.0
SAMPLED = 3  # trials that keep their series: lists do not read them
SERIES = 40


class Size(NamedTuple):
    runs: int
    rounds: int

    @property
    def trials(self) -> int:
        return self.runs * self.rounds


def make_template(engine: Engine, size: Size) -> str:
    """The id of an experiment of this size, as it is when it has been measured."""
    with Session(engine, expire_on_commit=False) as session:
        body = ExperimentIn.model_validate({"definition": _definition(size), "seed": 1})
        experiment_id = launch(session, body, owner(Way.DASHBOARD_TOKEN))
        experiment = experiments_queries.existing(session, experiment_id)
        chance = random.Random(size.runs)
        runs = runs_queries.runs_of(session, [experiment_id])
        speed = {run.id: 40_000.0 * (1 + 0.02 * (run.position % 7)) for run in runs}
        began = datetime.now(UTC) - timedelta(hours=1)
        for run in runs:
            run.state = RunState.READY
            run.prepared = {"proxy": _setup(run).model_dump(mode="json")}
            run.probe = {"status": 200, "bytes": 612, "sha256": "0" * 64, "server": "nginx", "steady": True}
        windows = {found["host_id"]: _window(role) for role, found in experiment.facts.items()}
        trials = session.scalars(
            select(Trial).where(Trial.experiment_id == experiment_id).order_by(Trial.position)
        ).all()
        for trial in trials:
            _measured(trial, speed[trial.run_id] * chance.gauss(1, 0.01), windows, began)
        experiment.state = ExperimentState.FINISHED
        experiment.started_at = experiment.measuring_at = began
        experiment.finished_at = began + timedelta(seconds=TRIAL_S * len(trials))
        session.flush()
        session.execute(insert(JobRow), [_job(trial, experiment) for trial in trials])
        session.execute(insert(SampleSeries), [*_series(trials[:SAMPLED], list(windows))])
        session.execute(text("SET LOCAL session_replication_role = replica"))
        for statement in _RENAMED:
            session.execute(text(statement), {"id": experiment_id})
        session.expire_all()
        stored_headlines.keep(session, experiment)
        session.commit()
    return experiment_id


# Ids that begin with their experiment's, so that a copy's ids are the template's with another beginning.
_RUN_ID = "r.experiment_id || 'r' || lpad(r.position::text, 3, '0')"
_TRIAL_ID = "t.experiment_id || 't' || lpad(t.position::text, 4, '0')"
_RENAMED = (
    f"UPDATE jobs j SET id = {_TRIAL_ID}, trial_id = {_TRIAL_ID}, run_id = {_RUN_ID} "  # noqa: S608
    "FROM trials t JOIN runs r ON r.id = t.run_id WHERE t.id = j.trial_id AND t.experiment_id = :id",
    f"UPDATE sample_series s SET trial_id = {_TRIAL_ID} "  # noqa: S608
    "FROM trials t WHERE t.id = s.trial_id AND t.experiment_id = :id",
    f"UPDATE trials t SET id = {_TRIAL_ID}, run_id = {_RUN_ID} "  # noqa: S608
    "FROM runs r WHERE r.id = t.run_id AND t.experiment_id = :id",
    f"UPDATE runs r SET id = {_RUN_ID} WHERE experiment_id = :id",  # noqa: S608
)


def _definition(size: Size) -> dict[str, Any]:
    return {
        "name": f"workers and buffers, {size.trials} trials",
        "description": "How many workers, and which buffers, on a machine that also runs the load.",
        "topology": "proxied",
        "workloads": [{"tool": "wrk", "connections": 100, "threads": 2, "duration": f"{TRIAL_S:.0f}s"}],
        "trials": size.rounds,
        "baseline": "workers 1 · buffers 1k",
        "control": True,
        "variants": [
            {
                "name": f"workers {1 + n % 8} · buffers {1 + n // 8}k",
                "set": {
                    "nginx.worker_processes": 1 + n % 8,
                    "nginx.client_body_buffer_size": f"{1 + n // 8}k",
                },
            }
            for n in range(size.runs - 1)
        ],
    }


def _setup(run: Run) -> PreparedSetup:
    return PreparedSetup(
        key=f"proxy-{run.position}",
        urls=["http://127.0.0.1:20001"],
        conf=placeholder_conf(run.knobs, "proxied"),
        argv=[["nginx", "-c", "/tmp/nginx.conf"]],
        version="1.22.1",
    )


def _window(role: str) -> dict[str, Any]:
    cores = [0.97, 0.93, 0.41, 0.12]
    return Window(
        seconds=TRIAL_S,
        cores=cores,
        own_cpu_s={role: 7.5},
        other_cpu_s=0.3,
        rx_bytes=4e8,
        tx_bytes=4e8,
        context_switches=81_000,
        interrupts=[1e4, 1e4, 1e4, 1e4],
        kernel=[0.1, 0.1, 0.1, 0.1],
        reschedules=[1e3, 1e3, 1e3, 1e3],
        sockets={"estab": 100, "time_wait": 12},
        boot_id="0a1b2c3d-0000-4000-8000-000000000000",
    ).model_dump(mode="json")


def _measured(trial: Trial, rate: float, windows: dict[str, Any], began: datetime) -> None:
    latency = 100 / rate
    percentiles = {"p50": 0.9, "p75": 1.2, "p90": 1.6, "p99": 3.1}
    trial.state = TrialState.DONE
    trial.figures = {
        "requests_per_s": rate,
        "requests": rate * TRIAL_S,
        "bytes_per_s": rate * 850,
        "latency_mean": latency,
        "latency_max": latency * 20,
        "failed_requests": 0.0,
        "cpu_s_per_request": 7.5 / (rate * TRIAL_S),
        **{f"latency_{name}": latency * times for name, times in percentiles.items()},
    }
    trial.errors = {"connect": 0, "read": 0, "write": 0, "timeout": 0, "status": 0}
    trial.windows = windows
    trial.argv = ["wrk", "-t2", "-c100", f"-d{TRIAL_S:.0f}s", "--latency", "http://127.0.0.1:20001/"]
    trial.tool_version, trial.exit_code = "4.1.0", 0
    trial.stdout, trial.stderr = f"Running 10s test\n  Requests/sec: {rate:.2f}\n" + "  99%  3.1ms\n" * 20, ""
    begun = began + timedelta(seconds=TRIAL_S * trial.position)
    trial.started_at, trial.ended_at = begun, begun + timedelta(seconds=TRIAL_S)


def _job(trial: Trial, experiment: Experiment) -> dict[str, Any]:
    return {
        "id": trial.id,
        "experiment_id": experiment.id,
        "host_id": experiment.facts["load"]["host_id"],
        "trial_id": trial.id,
        "run_id": trial.run_id,
        "kind": "measure",
        "purpose": "measure",
        "work": {"argv": trial.argv, "watch": ["proxy"]},
        "timeout_s": 40.0,
        "state": JobState.DONE,
        "report": {"load": {"figures": trial.figures, "stdout": trial.stdout}},
        "created_at": trial.started_at,
        "sent_at": trial.started_at,
        "reported_at": trial.ended_at,
    }


def _series(trials: Sequence[Trial], hosts: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "trial_id": t.id,
            "host_id": host,
            "series": f"cpu.{n}",
            "seq": 1,
            "times": times,
            "values": [0.5] * len(times),
        }
        for t in trials
        if t.started_at is not None
        for times in [[t.started_at.timestamp() + i for i in range(int(TRIAL_S))]]
        for host in dict.fromkeys(hosts)
        for n in range(SERIES)
    ]
