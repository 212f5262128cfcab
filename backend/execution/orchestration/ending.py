"""End of an experiment, or its return into the line: jobs cancelled, hosts restored. A part of `step`."""

from collections.abc import Iterator

from agents.contract.reports import HOST_BUSY, Failure
from agents.contract.states import ExperimentState, JobState
from backend.execution.orchestration.effects import (
    BackInLine,
    Cancel,
    DropRest,
    Effect,
    End,
    GiveUpJob,
    HandBack,
    MarkNeedsRestore,
    ReadFacts,
    Restore,
)
from backend.execution.orchestration.view import PREPARING, WORKING, JobView, View
from backend.records.job_purpose import JobPurpose

CANCEL_GRACE_S = 6.0
"""After this long a job that was cancelled counts as ended, whatever its agent says."""


def cancelling(view: View) -> Iterator[Effect]:
    if open_work := _open_work(view):
        yield from cancel(view, open_work)
    elif view.trials:
        yield DropRest()
    else:
        yield from restore(view)


def cancel(view: View, jobs: list[JobView]) -> Iterator[Effect]:
    """End these jobs; after a grace period a job counts as ended although its agent stays silent."""
    yield from call_off(view, jobs)
    cancellations = _asked_to_end(view)
    for job in jobs:
        if job.id in cancellations and cancellations[job.id].age_s > CANCEL_GRACE_S:
            text = "its agent did not confirm the cancellation in time"
            yield GiveUpJob(job.id, Failure(code="cancelled", message=text))


def call_off(view: View, jobs: list[JobView]) -> Iterator[Effect]:
    """Ask each host once to end its part of these jobs."""
    cancellations = _asked_to_end(view)
    for host_id in dict.fromkeys(j.host_id for j in jobs):
        if fresh := tuple(j.id for j in jobs if j.host_id == host_id and j.id not in cancellations):
            yield Cancel(host_id, fresh)


def stale_jobs(view: View) -> list[JobView]:
    """Lost jobs whose host is back: it may still work on them, which would disturb what comes next."""
    online = {h.id for h in view.hosts if h.online}
    cancellations = _asked_to_end(view)
    return [
        j
        for j in view.jobs
        if j.state is JobState.LOST and j.purpose in WORKING and j.host_id in online
        if j.id not in cancellations
        or not (cancellations[j.id].state.is_final or cancellations[j.id].age_s > CANCEL_GRACE_S)
    ]


def superseded_jobs(view: View) -> list[JobView]:
    """Open work of an earlier generation: done late, it would undo what was prepared since."""
    return [j for j in _open_work(view) if j.generation < view.generation]


def _asked_to_end(view: View) -> dict[str, JobView]:
    """Job id → the newest cancel that names it."""
    return {id: j for j in view.jobs if j.purpose is JobPurpose.CANCEL for id in j.covers}


def _open_work(view: View) -> list[JobView]:
    return [j for j in view.jobs if not j.state.is_final and j.purpose in WORKING]


def hosts_held_elsewhere(view: View) -> tuple[str, ...]:
    """Ids of hosts that refused because another dashboard holds them, while nothing was measured yet.

    Who comes later than that loses its run: the results that there are belong to this order of rounds.
    """
    if any(run.was_warmed for run in view.runs):
        return ()
    now = (j for j in view.jobs if j.generation == view.generation and j.purpose in PREPARING)
    return tuple({j.host_id: None for j in now if j.failure and j.failure.code == HOST_BUSY})


def hand_back(view: View, held_elsewhere: tuple[str, ...]) -> Iterator[Effect]:
    """Put back what was prepared meanwhile: kept, it could be what the other dashboard waits for."""
    if open_work := _open_work(view):
        yield from cancel(view, open_work)
        return
    hand_backs = [
        (h, view.job(JobPurpose.HAND_BACK, host_id=h.id)) for h in view.hosts if h.is_held and h.online
    ]
    if hosts_to_ask := [h for h, job in hand_backs if job is None]:
        yield from (HandBack(h.id) for h in hosts_to_ask)
    elif all(job and job.state.is_final for _, job in hand_backs):
        yield BackInLine(held_elsewhere)


def restore(view: View) -> Iterator[Effect]:
    """Restore every host once nothing runs there any more; then the end."""
    if open_work := _open_work(view):
        yield from cancel(view, open_work)
        return
    if stale := stale_jobs(view):
        yield from call_off(view, stale)
        return
    effects, is_done = _put_back(view, JobPurpose.RESTORE, Restore)
    yield from effects
    if is_done:
        yield from _last_facts(view)


def pause(view: View) -> Iterator[Effect]:
    """Put back every host that can be reached, then wait in line for all of them."""
    if open_work := _open_work(view):
        yield from cancel(view, open_work)
        return
    effects, is_done = _put_back(view, JobPurpose.HAND_BACK, HandBack)
    yield from effects
    if is_done:
        yield BackInLine(())


def _put_back(
    view: View, purpose: JobPurpose, ask: type[Restore] | type[HandBack]
) -> tuple[list[Effect], bool]:
    """Ask each held host once to put itself back; whether nothing more is expected of any.

    A host that cannot be asked, or could not do it, needs a restore before anybody uses it again.
    """
    effects: list[Effect] = []
    is_done = True
    for host in (h for h in view.hosts if h.is_held):
        job = view.job(purpose, host_id=host.id)
        if job is None and host.online:
            effects.append(ask(host.id))
            is_done = False
        elif job is None or job.state in (JobState.FAILED, JobState.LOST):
            effects += [MarkNeedsRestore(host.id)] if host.clean else []
        elif not job.state.is_final:
            is_done = False
    return effects, is_done


def _last_facts(view: View) -> Iterator[Effect]:
    """Read every host once more after it was restored, then end; a cancelled experiment just ends."""
    if view.state is not ExperimentState.CANCELLING:
        readable = [h for h in view.hosts if h.is_held and h.online and h.clean]
        readings = [(h, view.job(JobPurpose.FACTS, host_id=h.id)) for h in readable]
        if hosts_to_read := [h for h, job in readings if job is None]:
            yield from (ReadFacts(h.id) for h in hosts_to_read)
            return
        if any(job and not job.state.is_final for _, job in readings):
            return
    yield _end(view)


def _end(view: View) -> End:
    if view.state is ExperimentState.CANCELLING and not view.is_diagnosing:
        return End(ExperimentState.CANCELLED)
    if view.failure:
        return End(ExperimentState.FAILED, view.failure)
    if view.trials_done == 0:
        no_trial = Failure(code="no_trial", message="no trial could be measured")
        return End(ExperimentState.FAILED, view.main_failure or no_trial)
    return End(ExperimentState.FINISHED)
