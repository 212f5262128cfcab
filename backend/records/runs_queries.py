"""SQL of runs and trials."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Float, Select, bindparam, cast, exists, func, select
from sqlalchemy.orm import Session, aliased

from agents.contract.states import TrialState
from backend.records.runs import FINAL_TRIALS, Run, Trial
from backend.records.trial_rows import TrialRow, ValueRow

_Later = aliased(Trial)
_IS_REPEATED = exists().where(
    _Later.run_id == Trial.run_id,
    _Later.round == Trial.round,
    _Later.repeat == Trial.repeat,
    _Later.attempt > Trial.attempt,
)


def run(session: Session, run_id: str) -> Run | None:
    return session.get(Run, run_id)


_PREPARED_SETUPS = select(Run.prepared).where(Run.id == bindparam("run_id"))


def prepared_setups(session: Session, run_id: str) -> dict[str, Any]:
    """The setups prepared for a run, by role; none where there is no such run."""
    return session.scalar(_PREPARED_SETUPS, {"run_id": run_id}) or {}


def runs_of(session: Session, experiment_ids: Collection[str]) -> Sequence[Run]:
    """The runs of experiments in the order of their plans, deleted ones included."""
    query = select(Run).where(Run.experiment_id.in_(experiment_ids))
    return session.scalars(query.order_by(Run.experiment_id, Run.position)).all()


def runs_by_id(session: Session, run_ids: Collection[str]) -> dict[str, Run]:
    return {r.id: r for r in session.scalars(select(Run).where(Run.id.in_(run_ids)))}


class ProbedRun(NamedTuple):
    """A run and the answer of its warm-up."""

    name: str
    knobs: dict[str, Any]
    workload: dict[str, Any]
    probe: dict[str, Any] | None


_PROBED_RUNS = (
    select(Run.name, Run.knobs, Run.workload, Run.probe)
    .where(Run.experiment_id == bindparam("experiment_id"), Run.probe.is_not(None))
    .order_by(Run.is_baseline.desc(), Run.position)
)


def probed_runs(session: Session, experiment_id: str) -> list[ProbedRun]:
    """Runs of which an answer is known, the baseline first."""
    rows = session.execute(_PROBED_RUNS, {"experiment_id": experiment_id})
    return [ProbedRun(*row) for row in rows]


def count(session: Session, experiment_id: str) -> int:
    """How many runs an experiment has."""
    return (
        session.scalar(select(func.count()).select_from(Run).where(Run.experiment_id == experiment_id)) or 0
    )


def last_round(session: Session, experiment_id: str) -> int:
    """The last round that has trials, measured or not."""
    query = select(func.max(Trial.round)).where(Trial.experiment_id == experiment_id)
    return session.scalar(query) or 0


def _rows() -> Select[*tuple[Any, ...]]:
    columns = (getattr(Trial, name) for name in TrialRow._fields)
    return select(*columns).order_by(Trial.experiment_id, Trial.position, Trial.attempt)


def trial_rows(session: Session, experiment_id: str) -> list[TrialRow]:
    """All trials of an experiment in the order of the plan."""
    rows = session.execute(_rows().where(Trial.experiment_id == experiment_id))
    return [TrialRow(*row) for row in rows]


def trial_rows_of(session: Session, experiment_ids: Collection[str]) -> list[TrialRow]:
    return [TrialRow(*row) for row in session.execute(_rows().where(Trial.experiment_id.in_(experiment_ids)))]


def trial_rows_of_runs(session: Session, run_ids: Collection[str]) -> list[TrialRow]:
    return [TrialRow(*row) for row in session.execute(_rows().where(Trial.run_id.in_(run_ids)))]


def trials_of_run(session: Session, run_id: str) -> Sequence[Trial]:
    """The whole trials of one run, without what the tool printed."""
    query = select(Trial).where(Trial.run_id == run_id)
    return session.scalars(query.order_by(Trial.round, Trial.repeat, Trial.attempt)).all()


def counts_by_state(session: Session, experiment_id: str) -> dict[str, int]:
    """State → ended trials; an attempt that another one follows does not count."""
    rows = session.execute(
        select(Trial.state, func.count())
        .where(Trial.experiment_id == experiment_id, Trial.state.in_(FINAL_TRIALS), ~_IS_REPEATED)
        .group_by(Trial.state)
    )
    return {row[0]: row[1] for row in rows}


_LOST_TRIALS = (
    select(Run.name, Trial.failure, Trial.findings)
    .join(Run, Run.id == Trial.run_id)
    .where(
        Trial.experiment_id == bindparam("experiment_id"),
        Trial.state.in_(bindparam("states", expanding=True)),
        ~_IS_REPEATED,
    )
    .order_by(Trial.position)
)


class Beforehand(NamedTuple):
    """An attempt in an earlier round."""

    round: int
    state: str
    failure: dict[str, Any] | None
    findings: list[dict[str, Any]]


def lost_trials(session: Session, experiment_id: str) -> list[tuple[str, dict[str, Any]]]:
    """Name of the run and failure of each trial that failed or is invalid for good, in the order of the plan.

    An invalid trial has the finding that made it so.
    """
    values = {"experiment_id": experiment_id, "states": [TrialState.FAILED, TrialState.INVALID]}
    return [
        (name, failure or next(finding for finding in findings if finding["level"] == "invalid"))
        for name, failure, findings in session.execute(_LOST_TRIALS, values)
    ]


def none_answered(session: Session, experiment_id: str, last_round: int) -> bool:
    """Whether no request of a trial up to a round was answered well; False while one of them is open."""
    error_statuses = func.coalesce(cast(Trial.errors["status"].astext, Float), 0.0)
    requests = cast(Trial.figures["requests"].astext, Float)
    query = select(Trial.id).where(
        Trial.experiment_id == experiment_id,
        Trial.round <= last_round,
        (Trial.state != TrialState.INVALID) | func.coalesce(error_statuses < requests, True),
    )
    return session.scalar(query.limit(1)) is None


def main_failure(
    session: Session, experiment_id: str, states: Collection[TrialState]
) -> dict[str, Any] | None:
    """The failure that most trials share that ended in these states for good; the first of equals.

    An invalid trial has the finding that made it so.
    """
    values = {"experiment_id": experiment_id, "states": states}
    failures = [
        failure or next(finding for finding in findings if finding["level"] == "invalid")
        for _, failure, findings in session.execute(_LOST_TRIALS, values)
    ]
    for code, trials in Counter(failure["code"] for failure in failures).most_common(1):
        failure = next(failure for failure in failures if failure["code"] == code)
        if "level" not in failure:
            return failure
        text = f"no trial counts: {trials} of {len(failures)} are invalid ({code}): {failure['message']}"
        return {"code": "no_trial", "message": text}
    return None


def ended_before(session: Session, trial: Trial) -> list[Beforehand]:
    """Attempts of the same run in earlier rounds."""
    query = select(Trial.round, Trial.state, Trial.failure, Trial.findings).where(
        Trial.run_id == trial.run_id, Trial.round < trial.round
    )
    return [Beforehand(*row) for row in session.execute(query)]


def measured_ids(session: Session, experiment_id: str) -> set[str]:
    """Ids of the runs that have a valid trial."""
    query = select(Trial.run_id).where(Trial.experiment_id == experiment_id, Trial.state == TrialState.DONE)
    return set(session.scalars(query.distinct()))


def trial(session: Session, trial_id: str) -> Trial | None:
    return session.get(Trial, trial_id)


def valid_values(session: Session, experiment_ids: Collection[str], metric: str) -> list[ValueRow]:
    """One metric of every valid trial of several experiments, by run and in the order of the plan."""
    return _valid_values(session, Trial.experiment_id.in_(experiment_ids), metric)


def valid_values_of_runs(session: Session, run_ids: Collection[str], metric: str) -> list[ValueRow]:
    """One metric of every valid trial of several runs, in the order of the plan."""
    return _valid_values(session, Trial.run_id.in_(run_ids), metric)


def _valid_values(session: Session, condition: ColumnElement[bool], metric: str) -> list[ValueRow]:
    value = cast(Trial.figures[metric].astext, Float)
    rows = session.execute(
        select(Trial.run_id, Trial.round, value, Trial.position, Trial.findings, Trial.start)
        .where(condition, Trial.state == TrialState.DONE)
        .order_by(Trial.run_id, Trial.position, Trial.attempt)
    )
    return [ValueRow(*row) for row in rows]


class FindingsRow(NamedTuple):
    """A measured trial, valid or not, with what was found about it."""

    state: str
    findings: list[dict[str, Any]]
    failure: dict[str, Any] | None
    start: int | None
    run_failure: dict[str, Any] | None


def findings_of(session: Session, experiment_id: str) -> list[FindingsRow]:
    """State, findings and failure of every trial of an experiment."""
    rows = session.execute(
        select(Trial.state, Trial.findings, Trial.failure, Trial.start, Run.failure)
        .join(Run, Run.id == Trial.run_id)
        .where(Trial.experiment_id == experiment_id)
    )
    return [FindingsRow(*row) for row in rows]


class WindowsRow(NamedTuple):
    """A valid trial with what its hosts counted meanwhile."""

    run_id: str
    state: str
    connections: int | None
    figures: dict[str, float | None]
    windows: dict[str, Any]
    start: int | None
    errors: dict[str, int | None]
    rate: int | None


def windows_of(session: Session, experiment_id: str) -> list[WindowsRow]:
    """The windows of every valid trial of an experiment, by run."""
    rows = session.execute(
        select(*(getattr(Trial, name) for name in WindowsRow._fields))
        .where(Trial.experiment_id == experiment_id, Trial.state == TrialState.DONE)
        .order_by(Trial.run_id, Trial.position, Trial.attempt)
    )
    return [WindowsRow(*row) for row in rows]


class WatchedRow(NamedTuple):
    """A valid trial with what its hosts did meanwhile."""

    id: str
    run_id: str
    round: int
    position: int
    start: int | None
    value: float | None
    started_at: datetime | None
    windows: dict[str, Any]


def watched_values(session: Session, experiment_id: str, metric: str) -> list[WatchedRow]:
    """One metric of every valid trial of an experiment, with its windows, in the order of the plan."""
    value = cast(Trial.figures[metric].astext, Float)
    columns = (Trial.id, Trial.run_id, Trial.round, Trial.position, Trial.start, value, Trial.started_at)
    rows = session.execute(
        select(*columns, Trial.windows)
        .where(Trial.experiment_id == experiment_id, Trial.state == TrialState.DONE)
        .order_by(Trial.position, Trial.attempt)
    )
    return [WatchedRow(*row) for row in rows]


def argv_of_runs(session: Session, run_ids: Collection[str]) -> dict[str, list[str]]:
    """Run id → argument list of its newest trial that has one."""
    rows = session.execute(
        select(Trial.run_id, Trial.argv)
        .where(Trial.run_id.in_(run_ids))
        .order_by(Trial.started_at.nulls_first(), Trial.position)
    )
    return {run_id: argv for run_id, argv in rows if argv}
