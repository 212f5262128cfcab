"""The trials of an experiment of equal runs, from its rows."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from agents.contract.reports import Window
from agents.contract.states import ExperimentState, TrialState
from backend.analysis.calibration.calibrate import Noise, Planned, build_calibration, noise_of
from backend.analysis.calibration.schemas import CalibrationOut
from backend.analysis.calibration.trials import Around, EqualTrial
from backend.analysis.hosts_at_launch import hosts_of
from backend.definition.model import Definition
from backend.errors import Conflict
from backend.records import experiments_queries, runs_queries, samples_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.sample_rows import SeriesRow
from backend.validity.evidence import Machine, machines
from backend.validity.hosts import others_s

METRIC = "requests_per_s"
WHOLE_S = (0.9, 1.1)
"""From one reading to the next."""
LEFT_OUT = (TrialState.INVALID, TrialState.FAILED)


def calibration(session: Session, experiment_id: str) -> CalibrationOut:
    """Calibrate a testbed by an experiment of equal runs; Conflict for any other experiment."""
    experiment = experiments_queries.existing(session, experiment_id)
    if not experiment.is_calibration:
        raise Conflict(
            f"“{experiment.name}” is no calibration: its runs are not equal. `dyno calibrate` makes one"
        )
    runs = [r for r in runs_queries.runs_of(session, [experiment_id]) if r.deleted_at is None]
    definition = Definition.model_validate(experiment.definition)
    counts = runs_queries.counts_by_state(session, experiment_id)
    plan = Planned(
        definition=definition,
        names={r.id: r.name for r in sorted(runs, key=lambda r: (not r.is_baseline, r.position))},
        rounds=definition.max_rounds,
        state=experiment.state,
        is_final=ExperimentState(experiment.state).is_final,
        left_out=sum(counts.get(state, 0) for state in LEFT_OUT),
        rules=experiment.rules_version,
    )
    return build_calibration(_trials(session, experiment, runs), plan)


def calibrated_noise(session: Session, experiment: Experiment) -> Noise:
    """The spreads alone."""
    runs = [r for r in runs_queries.runs_of(session, [experiment.id]) if r.deleted_at is None]
    length = Definition.model_validate(experiment.definition).workloads[0].duration_s
    return noise_of(_trials(session, experiment, runs, alone=True), length)


def _trials(
    session: Session, experiment: Experiment, runs: Sequence[Run], alone: bool = False
) -> list[EqualTrial]:
    """The valid ones; `alone`: without what their machines did."""
    run_ids = {run.id for run in runs}
    rows = [r for r in runs_queries.watched_values(session, experiment.id, METRIC) if r.run_id in run_ids]
    rates = _rates(session, [row.id for row in rows], runs[0].topology) if rows else {}
    hosts = hosts_of(experiment.facts)
    names, machine_of = {h.host_id: h.host for h in hosts}, {h.host: h.machine for h in hosts}
    trials = []
    for row in rows:
        if row.value is None or row.value <= 0 or row.started_at is None:
            continue
        row_windows = {} if alone else row.windows
        windows = {names.get(i, i): Window.model_validate(w) for i, w in row_windows.items()}
        trials.append(
            EqualTrial(
                id=row.id,
                run=row.run_id,
                round=row.round,
                position=row.position,
                start=row.start,
                value=row.value,
                at=row.started_at.timestamp(),
                rates=rates.get(row.id, ()),
                machines={m.name: _around(m) for m in machines(windows, machine_of)},
            )
        )
    return trials


def _around(machine: Machine) -> Around:
    capacity = machine.cpu_capacity_s or 1.0
    first = machine.windows[0]
    processes: dict[str, float] = {}
    for process in machine.other_processes:
        processes[process.name] = processes.get(process.name, 0.0) + process.cpu_s / capacity
    return Around(
        others=others_s(machine) / capacity,
        steal=machine.steal,
        interrupts=machine.kernel_s / capacity,
        interrupts_per_s=sum(first.interrupts) / first.seconds if first.seconds else 0.0,
        processes=processes,
    )


def _rates(session: Session, trial_ids: Sequence[str], topology: str) -> Mapping[str, Sequence[float]]:
    """Trial id → what the server under test served in each whole second."""
    server = "backend" if topology == "direct" else "proxy"
    rows = samples_queries.series_like(session, trial_ids, f"nginx.%-{server}-%.requests\\_per\\_s")
    return {trial_id: whole_seconds(series) for trial_id, series in rows}


def whole_seconds(series: SeriesRow) -> list[float]:
    """Without the first reading, which begins before the tool, up to the first that is missing or not a
    second after the one before it: the last is often of a part of a second, when the tool had ended."""
    values: list[float] = []
    for before, at, value in zip(series.times, series.times[1:], series.values[1:], strict=False):
        if value is None or not WHOLE_S[0] <= at - before <= WHOLE_S[1]:
            break
        values.append(value)
    return values
