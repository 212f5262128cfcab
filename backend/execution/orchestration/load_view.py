"""Rows → View: everything that `step` needs, in a few queries."""

from datetime import UTC, datetime

from pydantic import TypeAdapter
from sqlalchemy import Boolean, and_, bindparam, case, exists, or_, select, tuple_
from sqlalchemy.orm import Session

from agents.catalog.knobs import roles_of
from agents.catalog.roles import Role
from agents.contract.jobs import Setting
from agents.contract.reports import NGINX_DIED, Failure
from agents.contract.states import ExperimentState, HostCondition, JobState, RunState, TrialState
from backend import disk_space
from backend.definition.duration import warms_trials, warmup_seconds
from backend.definition.fresh_servers import rounds_per_start
from backend.definition.halving import is_halving
from backend.execution.orchestration import due
from backend.execution.orchestration.rows import Testbed
from backend.execution.orchestration.view import HostView, JobView, RunView, TrialView, View
from backend.records import runs_queries
from backend.records.experiments import IN_LINE, IN_THE_WAY, USES_HOST, Experiment, JobRow
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
        # while diagnostics are made, a run of which none is left needs no servers
        (Run.needs_servers & or_(~bindparam("is_diagnosing", type_=Boolean), _HAS_OPEN_TRIALS)).label(
            "needs_servers"
        ),
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
# Hosts that an experiment before it in line holds or waits for.
_PLACE_IN_LINE = tuple_(bindparam("queued_at", type_=Experiment.queued_at.type), bindparam("experiment_id"))
_WANTED_BEFORE = (
    select(TestbedRole.host_id)
    .join(Experiment, USES_HOST)
    .where(tuple_(*IN_LINE) < _PLACE_IN_LINE, IN_THE_WAY)
)

_SERVER_ROLES: tuple[Role, ...] = ("proxy", "backend")
_FAILURE = TypeAdapter[Failure | None](Failure | None)
_SETTINGS = TypeAdapter[frozenset[Setting] | None](frozenset[Setting] | None)
_SETTINGS_BY_ROLE = TypeAdapter(dict[Role, frozenset[Setting]])


def load_view(session: Session, experiment: Experiment, testbed: Testbed) -> View:
    warmup = experiment.definition.get("warmup", {})
    stop_on_failure = experiment.definition.get("on_failure") == "stop"
    open_trials = session.execute(_OPEN_TRIALS, {"experiment_id": experiment.id})
    trials = tuple(TrialView(*row[:5], TrialState(row.state)) for row in open_trials)
    # only when needed: this runs several times a trial, beside what is measured
    needs_counts = stop_on_failure or not trials
    counts = runs_queries.counts_by_state(session, experiment.id) if needs_counts else {}
    failed_count = counts.get(TrialState.FAILED, 0)
    failing = [TrialState.FAILED] if trials else [TrialState.FAILED, TrialState.INVALID]
    needs_failure = failed_count > 0 or not trials
    main_failure = runs_queries.main_failure(session, experiment.id, failing) if needs_failure else None
    stage_ends = is_halving(experiment.definition) and not trials
    last_round = runs_queries.last_round(session, experiment.id) if stage_ends else 0
    hosts = _hosts(session, experiment, testbed)
    runs = _runs(session, experiment)
    is_diagnosing = experiment.diagnosing_since is not None
    is_between = all(t.state is TrialState.QUEUED for t in trials)  # before a trial, when space is asked for
    shortage = disk_space.shortage([h.id for h in hosts]) if is_between else None
    return View(
        state=ExperimentState(experiment.state),
        hosts=hosts,
        runs=runs,
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
        rounds_to_analyse=0
        if is_diagnosing or experiment.rounds_ended
        else due.rounds_to_analyse(
            experiment.definition, trials, experiment.rounds_analysed, last_round, len(runs)
        ),
        diagnostics_due=not (trials or experiment.failure or is_diagnosing)
        and due.wants_diagnostics(experiment.definition, counts),
        is_diagnosing=is_diagnosing,
        trials_done=due.count_answered(experiment.definition, counts),
        trials_failed=failed_count,
        main_failure=_FAILURE.validate_python(main_failure),
        failure=_FAILURE.validate_python(experiment.failure),
    )


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
            prepared=frozenset(
                role
                for role, is_prepared in zip(_SERVER_ROLES, (r.proxy, r.backend), strict=True)
                if r.is_current and is_prepared
            ),
            is_warmed_up=r.warmed,
            was_warmed=r.was_warmed,
            start=r.start,
            settings=_SETTINGS_BY_ROLE.validate_python(r.settings),
            has_settled=r.settled,
            is_baseline=r.is_baseline,
            needs_ceiling=r.needs_ceiling,
            failure=_FAILURE.validate_python(r.failure),
            needs_servers=r.needs_servers,
        )
        for r in rows
    )


def _hosts(session: Session, experiment: Experiment, testbed: Testbed) -> tuple[HostView, ...]:
    hosts = {host.id: host for _, host, _ in testbed}
    leases = {lease.host_id: lease for _, _, lease in testbed if lease}
    own_leases = {i: lease for i, lease in leases.items() if lease.experiment_id == experiment.id}
    is_queued = experiment.state == ExperimentState.QUEUED
    place = {"queued_at": experiment.queued_at, "experiment_id": experiment.id}
    earlier_hosts = set(session.scalars(_WANTED_BEFORE, place)) if is_queued else set()
    now = datetime.now(UTC)
    return tuple(
        HostView(
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
            is_held=h.id in own_leases,
            settings=_SETTINGS.validate_python(own_leases[h.id].settings if h.id in own_leases else ()),
            is_crowded=h.id in own_leases and own_leases[h.id].crowded,
        )
        for _, h in sorted(hosts.items())
    )


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
            failure=_FAILURE.validate_python(r.failure),
            is_ready=r.ready_at is not None,
        )
        for r in rows
    )
