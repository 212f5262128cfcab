"""Rows → View: everything that `step` needs, in a few queries."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Boolean, and_, bindparam, case, exists, literal, or_, select, tuple_
from sqlalchemy.orm import Session

from agents.catalog.knobs import roles_of
from agents.catalog.roles import Role
from agents.contract.jobs import Setting
from agents.contract.reports import NGINX_DIED, Failure
from agents.contract.states import ExperimentState, HostCondition, JobState, RunState, TrialState
from backend import disk_space
from backend.analysis.decision import last_analysis
from backend.definition import explain
from backend.definition.ceiling_rules import is_search
from backend.definition.duration import warms_trials, warmup_seconds
from backend.definition.fresh_servers import rounds_per_start
from backend.definition.halving import is_halving, stages_of_stored
from backend.definition.stopping_rule import rule_of
from backend.execution.orchestration.rows import Testbed
from backend.execution.orchestration.view import HostView, JobView, RunView, TrialView, View
from backend.records import runs_queries
from backend.records.experiments import IN_LINE, IN_THE_WAY, USES_HOST, Experiment, JobRow, Lease
from backend.records.host_availability import why_unavailable
from backend.records.job_purpose import JobPurpose
from backend.records.runs import FINAL_TRIALS, AnyTrial, Run
from backend.records.testbeds import TestbedRole
from backend.settings import get_settings

ENDING = (JobPurpose.CANCEL, JobPurpose.RESTORE, JobPurpose.FACTS)
NEXT_TRIALS = 4  # more than `step` looks at

# Statements are put together once: they run several times a trial, beside what is measured.
_OPEN = (AnyTrial.experiment_id == bindparam("experiment_id"), AnyTrial.state.not_in(FINAL_TRIALS))
_OPEN_TRIALS = (
    select(AnyTrial.id, AnyTrial.run_id, AnyTrial.round, AnyTrial.position, AnyTrial.attempt, AnyTrial.state)
    .where(*_OPEN)
    .order_by(case((AnyTrial.state == TrialState.QUEUED, 1), else_=0), AnyTrial.position, AnyTrial.attempt)
    .limit(NEXT_TRIALS)
)
_IN_VAIN = or_(JobRow.purpose == JobPurpose.WARM, JobRow.failure["code"].as_string() == NGINX_DIED)
_JOBS = (
    select(
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
        JobRow.ready_at,
    )
    .where(
        JobRow.experiment_id == bindparam("experiment_id"),
        or_(
            JobRow.state.in_((JobState.PENDING, JobState.SENT, JobState.LOST)),
            JobRow.trial_id.in_(select(AnyTrial.id).where(*_OPEN)),
            and_(JobRow.trial_id.is_(None), JobRow.generation == bindparam("generation")),
            JobRow.purpose.in_(ENDING),
            and_(JobRow.state == JobState.FAILED, _IN_VAIN),
        ),
    )
    .order_by(JobRow.created_at, JobRow.id)
)
_GENERATION = bindparam("generation", type_=Run.generation.type)
_HAS_OPEN_TRIALS = exists().where(AnyTrial.run_id == Run.id, AnyTrial.state.not_in(FINAL_TRIALS))
# Without the large columns: what is prepared holds whole nginx.conf texts.
_RUNS = (
    select(
        Run.id,
        Run.position,
        Run.topology,
        Run.knobs["origin.address"].as_string().label("external"),
        Run.state,
        Run.failure,
        Run.is_baseline,
        case(
            (bindparam("is_diagnosing", type_=Boolean), ~_HAS_OPEN_TRIALS),
            else_=Run.eliminated_after.is_not(None),
        ).label("left_out"),
        (Run.workload.has_key("rate_share") & ~Run.workload.has_key("rate")).label("needs_ceiling"),
        (Run.generation == _GENERATION).label("is_current"),
        (Run.warmed_generation == _GENERATION).label("warmed"),
        (Run.warmed_generation >= 0).label("was_warmed"),
        Run.start,
        (Run.settled_generation == _GENERATION).label("settled"),
        Run.settings,
        Run.prepared.has_key("proxy").label("proxy"),
        Run.prepared.has_key("backend").label("backend"),
    )
    .where(Run.experiment_id == bindparam("experiment_id"))
    .order_by(Run.position)
)


def load_view(session: Session, experiment: Experiment, testbed: Testbed) -> View:
    warmup = experiment.definition.get("warmup", {})
    stop_on_failure = experiment.definition.get("on_failure") == "stop"
    trials = _open_trials(session, experiment.id)
    # only when needed: this runs several times a trial, beside what is measured
    needs_counts = stop_on_failure or not trials
    counts = runs_queries.counts_by_state(session, experiment.id) if needs_counts else {}
    failed_count = counts.get(TrialState.FAILED, 0)
    failing = [TrialState.FAILED] if trials else [TrialState.FAILED, TrialState.INVALID]
    hosts = _hosts(session, experiment, testbed)
    is_between = all(t.state is TrialState.QUEUED for t in trials)  # before a trial, when space is asked for
    shortage = disk_space.shortage([h.id for h in hosts]) if is_between else None
    return View(
        state=ExperimentState(experiment.state),
        hosts=hosts,
        runs=_runs(session, experiment),
        trials=trials,
        jobs=_jobs(session, experiment),
        generation=experiment.generation,
        cancel_requested=experiment.cancel_requested,
        warm_prepared=warmup_seconds(warmup.get("prepared", 0)) > 0,
        warm_trial=warms_trials(experiment.definition),
        rounds_per_start=rounds_per_start(experiment.definition),
        start_generation=experiment.start_generation,
        stop_on_failure=stop_on_failure,
        space_shortage=shortage.waiting((h.id, h.name) for h in hosts) if shortage else "",
        host_return_s=experiment.definition.get("wait_for_hosts") or get_settings().host_return_s,
        was_measured=experiment.measuring_at is not None,
        is_interrupted=any(gap["ended_at"] is None for gap in experiment.interruptions),
        rounds_to_analyse=_rounds_to_analyse(session, experiment, trials),
        diagnostics_due=not trials and not experiment.failure and _wants_diagnostics(experiment, counts),
        is_diagnosing=experiment.diagnosing_since is not None,
        trials_done=_count_answered(experiment, counts),
        trials_failed=failed_count,
        main_failure=_failure(
            runs_queries.main_failure(session, experiment.id, failing) if failed_count or not trials else None
        ),
        failure=_failure(experiment.failure),
    )


def _wants_diagnostics(experiment: Experiment, counts: dict[str, int]) -> bool:
    not_begun = experiment.diagnosing_since is None and counts.get(TrialState.DONE, 0) > 0
    return not_begun and explain.of_stored(experiment.definition) is not None


def _failure(raw: dict | None) -> Failure | None:
    return Failure.model_validate(raw) if raw else None


def _runs(session: Session, experiment: Experiment) -> tuple[RunView, ...]:
    values = {
        "experiment_id": experiment.id,
        "generation": experiment.generation,
        "is_diagnosing": experiment.diagnosing_since is not None,
    }
    rows = session.execute(_RUNS, values)
    return tuple(
        RunView(
            id=r.id,
            position=r.position,
            roles=frozenset(roles_of({"origin.address": r.external} if r.external else {}, r.topology))
            - {"load"},
            state=RunState(r.state),
            prepared=_prepared_roles(r.proxy, r.backend) if r.is_current else frozenset(),
            is_warmed_up=r.warmed,
            was_warmed=r.was_warmed,
            start=r.start,
            settings={role: _settings(raw) for role, raw in r.settings.items()},
            has_settled=r.settled,
            is_baseline=r.is_baseline,
            needs_ceiling=r.needs_ceiling,
            failure=_failure(r.failure),
            left_out=r.left_out,
        )
        for r in rows
    )


def _settings(raw: Iterable[dict]) -> frozenset[Setting]:
    return frozenset(Setting.model_validate(setting) for setting in raw)


def _prepared_roles(proxy: bool, backend: bool) -> frozenset[Role]:
    roles: set[Role] = set()
    if proxy:
        roles.add("proxy")
    if backend:
        roles.add("backend")
    return frozenset(roles)


def _hosts(session: Session, experiment: Experiment, testbed: Testbed) -> tuple[HostView, ...]:
    hosts = {host.id: host for _, host, _ in testbed}
    leases = {lease.host_id: lease for _, _, lease in testbed if lease}
    is_queued = experiment.state == ExperimentState.QUEUED
    earlier_hosts = _wanted_before(session, experiment) if is_queued else set()
    now = datetime.now(UTC)
    return tuple(
        HostView(
            **_lease(leases.get(h.id), experiment),
            id=h.id,
            name=h.name,
            roles=frozenset(place.role for place, host, _ in testbed if host is h),  # pyright: ignore[reportArgumentType]
            online=h.online,
            clean=h.condition != HostCondition.NEEDS_RESTORE,
            unavailable=why_unavailable(h),
            is_removed=h.removed_at is not None,
            free=h.id not in leases
            and h.id not in earlier_hosts
            and h.claimed is None
            and h.drained_at is None,
            same_agent=h.id not in leases or leases[h.id].instance == h.instance,
            offline_for_s=0.0 if h.online else (now - h.last_seen).total_seconds(),
        )
        for _, h in sorted(hosts.items())
    )


def _lease(lease: Lease | None, experiment: Experiment) -> dict[str, Any]:
    """Fields of the view for a host that this experiment holds."""
    if lease is None or lease.experiment_id != experiment.id:
        return {"is_held": False}
    return {
        "is_held": True,
        "settings": None if lease.settings is None else _settings(lease.settings),
        "is_crowded": lease.crowded,
    }


def _wanted_before(session: Session, experiment: Experiment) -> set[str]:
    """Hosts that an experiment before it in line holds or waits for."""
    place = tuple_(literal(experiment.queued_at), literal(experiment.id))
    earlier = and_(tuple_(*IN_LINE) < place, IN_THE_WAY)
    return set(session.scalars(select(TestbedRole.host_id).join(Experiment, USES_HOST).where(earlier)))


def _open_trials(session: Session, experiment_id: str) -> tuple[TrialView, ...]:
    rows = session.execute(_OPEN_TRIALS, {"experiment_id": experiment_id})
    return tuple(TrialView(*row[:5], TrialState(row.state)) for row in rows)


def _rounds_to_analyse(session: Session, experiment: Experiment, trials: tuple[TrialView, ...]) -> int:
    """Whole rounds that nobody has looked at yet and that are due; 0 where there is nothing to decide.

    Open trials come in the order of their rounds, an invalid one's repeat before the next round.
    """
    if experiment.diagnosing_since is not None:
        return 0
    if is_halving(experiment.definition):
        return _stage_to_end(session, experiment, trials)
    rule = rule_of(experiment.definition)
    if rule is None or experiment.rounds_ended:
        return 0
    whole = min(t.round for t in trials) - 1 if trials else rule.max
    due = last_analysis(rule, whole)
    return due if due >= max(rule.min, experiment.rounds_analysed + 1) else 0


def _stage_to_end(session: Session, experiment: Experiment, trials: tuple[TrialView, ...]) -> int:
    """The last round of a stage of halving whose trials have all ended, and after which another one comes."""
    if trials:
        return 0
    stages = stages_of_stored(experiment.definition, runs_queries.count(session, experiment.id))
    whole = runs_queries.last_round(session, experiment.id)
    due = next((s.last for s in stages[:-1] if s.last > experiment.rounds_analysed), 0)
    return due if due == whole else 0


def _jobs(session: Session, experiment: Experiment) -> tuple[JobView, ...]:
    """Jobs that can still matter: open, lost, of open trials, or of this generation's preparation.

    Of earlier ones those that say how often a server ended or did not answer.
    """
    rows = session.execute(_JOBS, {"experiment_id": experiment.id, "generation": experiment.generation})
    now = datetime.now(UTC)
    return tuple(
        JobView(
            id=r.id,
            purpose=JobPurpose(r.purpose),
            host_id=r.host_id,
            state=JobState(r.state),
            run_id=r.run_id,
            trial_id=r.trial_id,
            generation=r.generation,
            covers=frozenset(r.covers),
            age_s=(now - r.created_at).total_seconds(),
            failure=_failure(r.failure),
            is_ready=r.ready_at is not None,
        )
        for r in rows
    )


def _count_answered(experiment: Experiment, counts: dict[str, int]) -> int:
    """Trials that gave a result; to a search for the ceiling a failing probe is one."""
    failing = counts.get(TrialState.INVALID, 0) if is_search(experiment.definition) else 0
    return counts.get(TrialState.DONE, 0) + failing
