"""Whether anything is left to compare where runs cannot be measured."""

from collections.abc import Collection, Sequence

from sqlalchemy.orm import Session

from agents.contract.reports import Failure
from agents.contract.states import RunState
from backend.analysis.candidates.comparisons import compared_runs
from backend.analysis.failures.reasons import Loss, failure_of_candidates
from backend.definition.ceiling_rules import is_search
from backend.records import runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run


def why_nothing_is_left(
    experiment: Experiment, runs: Sequence[Run], measured_ids: Collection[str] = ()
) -> Failure | None:
    """Failure of an experiment none of whose candidates can be measured any more; None where one still can.

    Searches and calibrations answer for each run by itself. Where there are no candidates, the control is
    what is compared. `measured_ids`: runs whose trials the trials of other runs may still be compared with.
    """
    if experiment.is_calibration or is_search(experiment.definition):
        return None
    pairs = [
        (run, c.baseline) for c in compared_runs(experiment, runs) if c.is_judged for run in c.candidates
    ]
    candidates = [pair for pair in pairs if not pair[0].is_control] or pairs
    waited_for = [(run, reference) for run, reference in candidates if not _has_left(run)]
    if not waited_for or any(_can_be_compared(*pair, measured_ids) for pair in waited_for):
        return None
    if any(run.last_round is not None for run, _ in candidates) and not experiment.rounds_added:
        return None  # it has its verdict: the next interim analysis ends the rounds
    failed_runs = dict.fromkeys(run for pair in waited_for for run in pair if run.state == RunState.FAILED)
    return failure_of_candidates([Loss(run.variant, run.failure) for run in failed_runs if run.failure])


def read_why_nothing_is_left(session: Session, experiment: Experiment) -> Failure | None:
    """The same from the rows. Run after run, what was measured may be compared with what comes later."""
    is_sequential = experiment.definition.get("order") == "sequential"
    measured_ids = runs_queries.measured_ids(session, experiment.id) if is_sequential else set[str]()
    return why_nothing_is_left(experiment, runs_queries.runs_of(session, [experiment.id]), measured_ids)


def _has_left(run: Run) -> bool:
    """Whether nothing more of it was to be measured: by halving, by an analysis, or in added rounds."""
    return run.eliminated_after is not None or run.last_round is not None


def _can_be_compared(run: Run, reference: Run, measured_ids: Collection[str]) -> bool:
    return all(side.state != RunState.FAILED or side.id in measured_ids for side in (run, reference))
