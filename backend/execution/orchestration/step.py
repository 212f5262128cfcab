"""The whole orchestration: (state, now) → next effects. Pure, level-triggered, table-tested.

`step` looks at what is and says what to do next. Called twice it says the same; called after a crash it
continues from the rows. The caller applies the effects and calls again until nothing is left to do.
"""

from collections.abc import Iterator

from agents.catalog.roles import Role
from agents.contract.reports import TOOL_FAILED, UNREACHABLE, Failure
from agents.contract.states import ExperimentState, JobState, RunState, TrialState
from backend.definition.fresh_servers import start_of
from backend.definition.workloads.rate_shares import CEILING_TRIALS
from backend.execution.orchestration import host_readiness, trial_steps
from backend.execution.orchestration.effects import (
    AnalyseRounds,
    BeginDiagnostics,
    DropRest,
    Effect,
    End,
    FailRun,
    FailTrial,
    FreshServers,
    Interrupt,
    LeaseHosts,
    Measure,
    MeasureCeiling,
    NewGeneration,
    Prepare,
    StartCancelling,
    TakeCeiling,
    TakeHostsAgain,
    TakePrepared,
    Warm,
    Warmed,
    WarmTrial,
)
from backend.execution.orchestration.ending import (
    call_off,
    cancel,
    cancelling,
    hand_back,
    hosts_held_elsewhere,
    pause,
    restore,
    stale_jobs,
    superseded_jobs,
)
from backend.execution.orchestration.view import PREPARING, JobView, RunView, TrialView, View
from backend.records.job_purpose import PREPARE, JobPurpose

HOST_OFFLINE = "host_offline"
MAX_LOST_PREPARATIONS = 2
"""How often preparation starts again after lost contact: it may itself be what kills the agent."""


def step(view: View) -> list[Effect]:
    """The next effects; an empty list means: wait for a report, a heartbeat or the clock."""
    if view.state.is_final:
        return []
    if view.state is ExperimentState.QUEUED:
        return _decide_queued(view)
    if view.cancel_requested and view.state is ExperimentState.RUNNING:
        return [StartCancelling()]
    if view.state is ExperimentState.CANCELLING:
        return list(cancelling(view))
    if view.is_interrupted:
        return list(pause(view))
    if held_elsewhere := hosts_held_elsewhere(view):
        return list(hand_back(view, held_elsewhere))
    return list(_running(view))


def _decide_queued(view: View) -> list[Effect]:
    if view.cancel_requested:
        return [DropRest(), End(ExperimentState.CANCELLED)]
    if removed_host := next((h for h in view.hosts if h.is_removed), None):
        text = f"{removed_host.name} was removed"
        failure = Failure(code="host_removed", message=text, host=removed_host.name)
        return [DropRest(failure), End(ExperimentState.FAILED, failure)]
    ready = all(h.free and h.online and h.clean and not h.unavailable for h in view.hosts)
    if not ready or view.space_shortage:
        return []
    return [TakeHostsAgain()] if view.was_measured else [LeaseHosts()]


def _running(view: View) -> Iterator[Effect]:
    active = next((t for t in view.trials if t.state is not TrialState.QUEUED), None)
    if active is not None:
        yield from trial_steps.next_of(view, active)
    elif view.trials and (reason := _reason_to_stop(view)):
        yield Interrupt(reason) if reason.code == HOST_OFFLINE and view.can_pause else DropRest(reason)
    elif view.rounds_to_analyse and not view.failure:
        yield AnalyseRounds(view.rounds_to_analyse)
    elif not view.trials:
        yield from [BeginDiagnostics()] if view.diagnostics_due else restore(view)
    elif any(not h.online for h in view.hosts):
        return  # wait for it to come back, or for the clock
    elif old_jobs := superseded_jobs(view):
        yield from cancel(view, old_jobs)
    elif stale := stale_jobs(view):
        yield from call_off(view, stale)
    elif any(not h.same_agent for h in view.hosts):
        yield NewGeneration()
    elif renewals := list(host_readiness.renew(view)):
        yield from renewals
    elif not view.space_shortage and _is_another_start_due(view):
        yield FreshServers()
    elif not view.space_shortage:
        yield from _next_piece(view)


def _reason_to_stop(view: View) -> Failure | None:
    offline_host = next(
        (h for h in view.hosts if not h.online and h.offline_for_s > view.host_return_s), None
    )
    if offline_host:
        text = f"{offline_host.name} has been offline for {view.host_return_s:.0f} s"
        return Failure(code=HOST_OFFLINE, message=text, host=offline_host.name)
    if unavailable := next((h for h in view.hosts if h.unavailable), None):
        return Failure(code="agent_version", message=unavailable.unavailable, host=unavailable.name)
    lost_jobs = [j for j in _of_this_start(view) if j.state is JobState.LOST and j.purpose in PREPARING]
    if len(lost_jobs) > MAX_LOST_PREPARATIONS:
        return lost_jobs[-1].failure or Failure(code="host_lost", message="lost contact while preparing")
    failed_runs = [r for r in view.runs if r.state is RunState.FAILED]
    if baseline := next((r for r in failed_runs if r.is_baseline), None):
        failure = baseline.failure
        text = f"the baseline cannot be measured: {failure.message if failure else 'it failed'}"
        return Failure(
            code="baseline_failed",
            message=text,
            host=failure.host if failure else None,
            log=failure.log if failure else "",
        )
    if view.stop_on_failure and (failed_runs or view.trials_failed):
        of_run = next((r.failure for r in failed_runs if r.failure), None)
        stop_failure = Failure(code="stopped", message="a trial failed, and the definition says to stop")
        return view.main_failure or of_run or stop_failure
    return None


# ---- before and between trials -------------------------------------------------------------------


def _is_another_start_due(view: View) -> bool:
    """Between rounds, when nothing is measured: preparing beside a trial would disturb it."""
    trial = view.trials[0]
    run = next(r for r in view.runs if r.id == trial.run_id)
    return run.state is not RunState.FAILED and run.start != start_of(trial.round, view.rounds_per_start)


def _of_this_start(view: View) -> list[JobView]:
    """Jobs since servers were last started for a round: what went wrong before is over."""
    return [j for j in view.jobs if j.generation >= view.start_generation]


def _next_piece(view: View) -> Iterator[Effect]:
    for role, purpose in PREPARE.items():
        effects = list(_prepare(view, role, purpose))
        if effects or view.is_open(purpose):
            yield from effects
            return
    if baseline := next(
        (r for r in view.runs if r.is_baseline and r.needs_servers and r.needs_ceiling), None
    ):
        yield from _find_ceiling(view, baseline)
        return
    if unready := _to_warm(view):
        if not host_readiness.is_cool(view, view.trials[0]):
            yield from host_readiness.cool(view, view.trials[0])
            return
        yield from _warm(view, min(unready, key=lambda r: (not host_readiness.holds(view, r), r.position)))
        return
    yield from _begin(view, view.trials[0])


def _find_ceiling(view: View, run: RunView) -> Iterator[Effect]:
    """Several trials of a run of the baseline, in one generation; they are no results."""
    jobs = [
        j
        for j in view.jobs
        if j.purpose is JobPurpose.CEILING and j.run_id == run.id and j.generation == view.generation
    ]
    if not jobs and not host_readiness.holds(view, run):
        yield from host_readiness.settle(view, run)
    elif any(not j.state.is_final for j in jobs):
        return
    elif any(j.is_to_be_repeated for j in jobs):
        yield NewGeneration()
    elif failure := next((j.failure for j in jobs if j.failure), None):
        yield FailRun(run.id, failure)
    elif len(jobs) < CEILING_TRIALS:
        yield MeasureCeiling(run.id)
    else:
        yield TakeCeiling(run.id, tuple(j.id for j in jobs))


def _to_warm(view: View) -> list[RunView]:
    """All runs before the first trial, so that one that cannot answer is found early and each page is known.

    A later start is warmed when its trial comes: its host has to be changed for that anyway.
    """
    unready = [r for r in view.runs if r.needs_servers and not r.is_warmed_up]
    if not view.rounds_per_start:
        return unready
    return [r for r in unready if not r.was_warmed or r.id == view.trials[0].run_id]


def _prepare(view: View, role: Role, purpose: JobPurpose) -> Iterator[Effect]:
    lacking = [r for r in view.runs if role in r.roles - r.prepared and r.needs_servers]
    if not lacking:
        return
    host = next(h for h in view.hosts if role in h.roles)
    job = view.job(purpose, host_id=host.id)
    if job is None:
        yield Prepare(role, host.id)
    elif job.state is JobState.DONE:
        yield TakePrepared(role, job.id)
    elif job.is_to_be_repeated:
        yield NewGeneration()
    elif job.state.is_final:
        failure = job.failure or Failure(code="prepare_failed", message=f"{host.name} could not be prepared")
        yield from (FailRun(r.id, failure) for r in lacking)


def _warm(view: View, run: RunView) -> Iterator[Effect]:
    job = view.job(JobPurpose.WARM, run_id=run.id)
    if job is None and not host_readiness.holds(view, run):
        yield from host_readiness.settle(view, run)
    elif not view.warm_prepared:
        yield Warmed(run.id, None)
    elif job is None:
        yield Warm(run.id)
    elif job.state is JobState.DONE:
        yield Warmed(run.id, job.id)
    elif job.is_to_be_repeated or _may_answer_yet(view, job):
        yield NewGeneration()
    elif _tool_died_once(view, job):
        yield Warm(run.id)
    elif job.state.is_final:
        yield FailRun(run.id, job.failure or Failure(code="warm_up_failed", message="the warm-up failed"))


def _may_answer_yet(view: View, warm_up: JobView) -> bool:
    """Nothing listened: a link that just came back, or a server on another host that has ended."""
    warm_ups = [
        j for j in _of_this_start(view) if j.purpose is JobPurpose.WARM and j.run_id == warm_up.run_id
    ]
    refusals = [j for j in warm_ups if j.failure and j.failure.code == UNREACHABLE]
    return warm_up in refusals and len(refusals) <= MAX_LOST_PREPARATIONS


def _tool_died_once(view: View, warm_up: JobView) -> bool:
    """A load tool that ended in a warm-up measured nothing yet: one that dies again fails its run."""
    warm_ups = (
        j for j in _of_this_start(view) if j.purpose is JobPurpose.WARM and j.run_id == warm_up.run_id
    )
    deaths = [j for j in warm_ups if j.failure and j.failure.code == TOOL_FAILED]
    return deaths == [warm_up]


def _begin(view: View, trial: TrialView) -> Iterator[Effect]:
    run = next(r for r in view.runs if r.id == trial.run_id)
    if run.state is RunState.FAILED:
        failure = run.failure or Failure(code="run_failed", message="its run could not be prepared")
        yield FailTrial(trial.id, failure)
    elif not host_readiness.holds(view, run):
        yield from host_readiness.settle(view, run, trial)
    elif not host_readiness.is_cool(view, trial):
        yield from host_readiness.cool(view, trial)
    elif view.warm_trial:
        yield WarmTrial(trial.id)
    else:
        yield Measure(trial.id)
