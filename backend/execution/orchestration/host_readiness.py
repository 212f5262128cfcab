"""Hosts as the next trial needs them: settings applied, servers alive, connections gone. A part of `step`."""

from collections.abc import Iterator

from agents.contract.jobs import Setting
from agents.contract.reports import NGINX_DIED, Failure
from agents.contract.states import JobState
from backend.execution.orchestration.effects import Apply, Cool, Effect, FailRun, NewGeneration, TakeApplied
from backend.execution.orchestration.view import HostView, JobView, RunView, TrialView, View
from backend.records.job_purpose import JobPurpose

MAX_RENEWALS = 1


def required_settings(run: RunView, host: HostView) -> frozenset[Setting]:
    """Settings that a run asks of a host, by the roles that it has."""
    return frozenset(s for role in host.roles for s in run.settings.get(role, ()))


def holds(view: View, run: RunView) -> bool:
    """Whether every host has just what the run asks for, and its setups were started under it."""
    return (
        not any(_is_to_settle(view, run, h) for h in view.hosts)
        and view.job(JobPurpose.APPLY) is None  # every answer was recorded
        and all(h.settings == required_settings(run, h) for h in view.hosts)
    )


def _is_to_settle(view: View, run: RunView, host: HostView) -> bool:
    """Whether a run's setups may have been started there under what another run asks for.

    The first preparation finds hosts as they were. A later one may come after any run, and then even one that
    asks for nothing has to say so.
    """
    has_settings = bool(required_settings(run, host)) or (
        view.generation > 0 and any(required_settings(r, host) for r in view.runs)
    )
    return has_settings and not run.has_settled


def settle(view: View, run: RunView, trial: TrialView | None = None) -> Iterator[Effect]:
    """Bring every host to what the run asks for: ask those that differ, then record their answers."""
    apply_jobs = [(h, job) for h in view.hosts if (job := view.job(JobPurpose.APPLY, host_id=h.id))]
    for host, job in apply_jobs:
        if job.state.is_final:
            yield NewGeneration() if job.is_to_be_repeated else TakeApplied(host.id, job.id)
            return
    if apply_jobs:
        return
    for host in view.hosts:
        if host.settings != required_settings(run, host) or _is_to_settle(view, run, host):
            yield Apply(run.id, host.id, trial.id if trial else None)


def is_cool(view: View, trial: TrialView) -> bool:
    """Whether no host is crowded, or those that are have waited as long as makes sense."""
    return all(_has_waited(view, h, trial) for h in view.hosts if h.is_crowded)


def cool(view: View, trial: TrialView) -> Iterator[Effect]:
    for host in view.hosts:
        if host.is_crowded and view.job(JobPurpose.COOL, host_id=host.id, trial_id=trial.id) is None:
            yield Cool(host.id, trial.id)


def _has_waited(view: View, host: HostView, trial: TrialView) -> bool:
    job = view.job(JobPurpose.COOL, host_id=host.id, trial_id=trial.id)
    return job is not None and job.state.is_final


# ---- servers that ended by themselves: started anew once for each run


def renew(view: View) -> Iterator[Effect]:
    """Prepare again what ended since the last preparation: agents keep what runs and start the rest."""
    alive = [run for run in view.runs if run.needs_servers]
    again = [FailRun(run.id, death) for run in alive if (death := died_again(view, run))]
    if again:
        yield from again
    elif any(job.generation == view.generation for run in alive for job in _deaths(view, run)):
        yield NewGeneration()


def died_again(view: View, run: RunView) -> Failure | None:
    """Explain why a run cannot be measured: its server ends although it was started anew."""
    deaths = _deaths(view, run)
    return deaths[-1].failure if len(deaths) > MAX_RENEWALS else None


def _deaths(view: View, run: RunView) -> list[JobView]:
    """One job for each time: all those of a trial may have found it."""
    jobs = (
        j
        for j in view.jobs
        if j.run_id == run.id and j.state is JobState.FAILED and j.failure and j.failure.code == NGINX_DIED
    )
    return list({j.trial_id or j.id: j for j in jobs}.values())
