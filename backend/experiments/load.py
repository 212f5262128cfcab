"""Rows → View: everything that `step` needs, in a fixed number of queries."""

from collections.abc import Sequence
from datetime import UTC, datetime

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from agents.contract.states import (
    ROLES_OF_TOPOLOGY,
    ExperimentState,
    HostCondition,
    JobState,
    Role,
    RunState,
    TrialState,
)
from backend.experiments.models import Experiment, JobRow, Lease
from backend.experiments.view import HostView, JobView, RunView, TrialView, View
from backend.hosts.models import Host
from backend.runs.models import Run, Trial
from backend.testbeds.models import TestbedRole

ENDED = (TrialState.DONE, TrialState.INVALID, TrialState.FAILED, TrialState.CANCELLED)
UNFINISHED = (ExperimentState.QUEUED, ExperimentState.RUNNING, ExperimentState.CANCELLING)


def load_view(session: Session, experiment: Experiment) -> View:
    warmup = experiment.definition.get("warmup", {})
    runs = session.scalars(select(Run).where(Run.experiment_id == experiment.id).order_by(Run.position)).all()
    counts = _counts(session, experiment.id)
    return View(
        state=ExperimentState(experiment.state),
        hosts=_hosts(session, experiment),
        runs=tuple(_run(r, experiment.generation) for r in runs),
        trials=_open_trials(session, experiment.id),
        jobs=_jobs(session, experiment),
        generation=experiment.generation,
        cancel_requested=experiment.cancel_requested,
        warm_prepared=_seconds(warmup.get("prepared", 0)) > 0,
        warm_trial=_seconds(warmup.get("trial", 0)) > 0,
        stop_on_failure=experiment.definition.get("on_failure") == "stop",
        trials_done=counts.get(TrialState.DONE, 0),
        trials_failed=counts.get(TrialState.FAILED, 0),
        first_failure=_first_failure(session, experiment.id, runs),
        failure=_failure(experiment.failure),
    )


def _seconds(value: float | int | str) -> float:
    return float(str(value).removesuffix("s") or 0)


def _failure(raw: dict | None) -> Failure | None:
    return Failure.model_validate(raw) if raw else None


def _run(run: Run, generation: int) -> RunView:
    roles: frozenset[Role] = frozenset(ROLES_OF_TOPOLOGY[run.topology]) - {"load"}  # pyright: ignore[reportArgumentType]
    prepared = {r for r in roles if r in run.prepared} if run.generation == generation else set()
    return RunView(
        id=run.id,
        position=run.position,
        roles=roles,
        state=RunState(run.state),
        prepared=frozenset(prepared),
        warmed=run.warmed_generation == generation,
        is_baseline=run.is_baseline,
        failure=_failure(run.failure),
    )


def _hosts(session: Session, experiment: Experiment) -> tuple[HostView, ...]:
    roles: dict[str, set[Role]] = {}
    for row in session.scalars(select(TestbedRole).where(TestbedRole.testbed_id == experiment.testbed_id)):
        roles.setdefault(row.host_id, set()).add(row.role)  # pyright: ignore[reportArgumentType]
    hosts = session.scalars(select(Host).where(Host.id.in_(roles)).order_by(Host.id)).all()
    leases = {le.host_id: le for le in session.scalars(select(Lease).where(Lease.host_id.in_(roles)))}
    wanted = _wanted_before(session, experiment)
    now = datetime.now(UTC)
    return tuple(
        HostView(
            id=h.id,
            name=h.name,
            roles=frozenset(roles[h.id]),
            online=h.online,
            clean=h.condition != HostCondition.DIRTY,
            free=h.id not in leases and h.id not in wanted,
            held=h.id in leases and leases[h.id].experiment_id == experiment.id,
            same_agent=h.id not in leases or leases[h.id].instance == h.instance,
            offline_for_s=0.0 if h.online else (now - h.last_seen).total_seconds(),
        )
        for h in hosts
    )


def _wanted_before(session: Session, experiment: Experiment) -> set[str]:
    """Hosts that an experiment launched earlier holds or waits for."""
    earlier = and_(Experiment.id < experiment.id, Experiment.state.in_(UNFINISHED))
    return set(
        session.scalars(
            select(TestbedRole.host_id)
            .join(Experiment, Experiment.testbed_id == TestbedRole.testbed_id)
            .where(earlier)
        )
    )


def _open_trials(session: Session, experiment_id: str) -> tuple[TrialView, ...]:
    rows = session.execute(
        select(Trial.id, Trial.run_id, Trial.round, Trial.position, Trial.attempt, Trial.state)
        .where(Trial.experiment_id == experiment_id, Trial.state.not_in(ENDED))
        .order_by(Trial.position, Trial.attempt)
    )
    return tuple(TrialView(*row[:5], TrialState(row.state)) for row in rows)


def _jobs(session: Session, experiment: Experiment) -> tuple[JobView, ...]:
    """Jobs that can still matter: open ones, those of open trials, and the preparation of this generation."""
    open_trials = select(Trial.id).where(Trial.experiment_id == experiment.id, Trial.state.not_in(ENDED))
    matters = or_(
        JobRow.state.in_((JobState.PENDING, JobState.SENT)),
        JobRow.trial_id.in_(open_trials),
        and_(JobRow.trial_id.is_(None), JobRow.generation == experiment.generation),
        JobRow.purpose == "restore",
    )
    columns = (
        JobRow.id,
        JobRow.purpose,
        JobRow.host_id,
        JobRow.state,
        JobRow.run_id,
        JobRow.trial_id,
        JobRow.generation,
        JobRow.covers,
        JobRow.created_at,
        JobRow.failure,
    )
    rows = session.execute(
        select(*columns)
        .where(JobRow.experiment_id == experiment.id, matters)
        .order_by(JobRow.created_at, JobRow.id)
    )
    now = datetime.now(UTC)
    return tuple(
        JobView(
            id=r.id,
            purpose=r.purpose,
            host_id=r.host_id,
            state=JobState(r.state),
            run_id=r.run_id,
            trial_id=r.trial_id,
            generation=r.generation,
            covers=frozenset(r.covers),
            age_s=(now - r.created_at).total_seconds(),
            failure=_failure(r.failure),
        )
        for r in rows
    )


def _counts(session: Session, experiment_id: str) -> dict[str, int]:
    rows = session.execute(
        select(Trial.state, func.count()).where(Trial.experiment_id == experiment_id).group_by(Trial.state)
    )
    return {row[0]: row[1] for row in rows}


def _first_failure(session: Session, experiment_id: str, runs: Sequence[Run]) -> Failure | None:
    raw = session.scalar(
        select(Trial.failure)
        .where(Trial.experiment_id == experiment_id, Trial.state == TrialState.FAILED)
        .order_by(Trial.round, Trial.position)
        .limit(1)
    )
    return _failure(raw or next((r.failure for r in runs if r.failure), None))
