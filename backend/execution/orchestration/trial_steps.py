"""Steps of a trial: load tools are warmed up, made ready, fired, watched and judged. A part of `step`."""

from collections.abc import Iterator

from agents.contract.reports import NOT_READY, Failure
from agents.contract.states import JobState, RunState, TrialState
from backend.execution.orchestration import host_readiness
from backend.execution.orchestration.effects import (
    Effect,
    FailRun,
    Finish,
    Fire,
    GiveUpJob,
    Judge,
    Measure,
    Requeue,
)
from backend.execution.orchestration.ending import cancel
from backend.execution.orchestration.view import JobView, TrialView, View
from backend.records.job_purpose import JobPurpose

READY_WITHIN_S = 35.0
"""Agents give up after 30 s; this is for those that say nothing."""


def next_of(view: View, trial: TrialView) -> Iterator[Effect]:
    """The next effects on a trial that has begun."""
    jobs = [j for j in view.jobs if j.trial_id == trial.id]
    if trial.state is TrialState.WARMING:
        yield from _warming(view, trial, [j for j in jobs if j.generation == view.generation])
        return
    measures = [j for j in jobs if j.purpose is JobPurpose.MEASURE]
    watches = [j for j in jobs if j.purpose is JobPurpose.WATCH]
    if not measures:
        yield from _judge(view, trial)
    elif any(not m.state.is_final for m in measures):
        yield from _measuring(view, trial, measures, watches)
    else:
        yield from _close(view, trial, watches)


def _warming(view: View, trial: TrialView, jobs: list[JobView]) -> Iterator[Effect]:
    warm_ups = [j for j in jobs if j.purpose is JobPurpose.WARM_TRIAL]
    running = [j for j in warm_ups if not j.state.is_final]
    if any(not h.same_agent for h in view.hosts):
        yield Requeue(trial.id)  # what it was warmed on is gone
    elif any(j.state in (JobState.FAILED, JobState.LOST) for j in warm_ups):
        yield from cancel(view, running) if running else _judge(view, trial)
    elif not running:
        yield Measure(trial.id)


def _measuring(
    view: View, trial: TrialView, measures: list[JobView], watches: list[JobView]
) -> Iterator[Effect]:
    """One load tool or host that is lost ends the trial: the others have nothing left to measure."""
    running = [m for m in measures if not m.state.is_final]
    has_failed = any(m.state in (JobState.FAILED, JobState.LOST) for m in measures)
    if has_failed or any(w.state is JobState.LOST for w in watches):
        yield from cancel(view, running)
    elif len(measures) > 1 and view.job(JobPurpose.FIRE, trial_id=trial.id) is None:
        late = [m for m in running if not m.is_ready and m.age_s > READY_WITHIN_S]
        if all(m.is_ready for m in measures):
            yield Fire(trial.id)
        for job in late:
            name = next((h.name for h in view.hosts if h.id == job.host_id), "a load host")
            text = f"{name} did not say within {READY_WITHIN_S:g} s that its load tool is ready"
            yield GiveUpJob(job.id, Failure(code=NOT_READY, message=text, host=name))


def _close(view: View, trial: TrialView, watches: list[JobView]) -> Iterator[Effect]:
    covered_ids = {id for j in view.jobs if j.purpose is JobPurpose.FINISH for id in j.covers}
    open_watches = [w for w in watches if not w.state.is_final]
    if not open_watches:
        yield from _judge(view, trial)
        return
    for watch in open_watches:
        if watch.id not in covered_ids:
            yield Finish(watch.id, watch.host_id)


def _judge(view: View, trial: TrialView) -> Iterator[Effect]:
    """A run whose server ended once more is given up first: its trial is not repeated."""
    run = next(r for r in view.runs if r.id == trial.run_id)
    death = host_readiness.died_again(view, run)
    if death and run.state is not RunState.FAILED:
        yield FailRun(run.id, death)
    yield Judge(trial.id)
