"""Servers that ended by themselves: started anew once for each run. A part of `step`."""

from collections.abc import Iterator

from agents.contract.reports import NGINX_DIED, Failure
from agents.contract.states import JobState
from backend.execution.orchestration.effects import Effect, FailRun, NewGeneration
from backend.execution.orchestration.view import JobView, RunView, View

MAX_RENEWALS = 1


def renew(view: View) -> Iterator[Effect]:
    """Prepare again what ended since the last preparation: agents keep what runs and start the rest."""
    alive = [run for run in view.runs if run.is_in]
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
