"""Whether anything is left to compare, in all or in a workload, where runs cannot be measured."""

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

_Pair = tuple[Run, Run]
"""A candidate and the run that it is compared with."""


def why_nothing_is_left(
    experiment: Experiment, runs: Sequence[Run], measured_ids: Collection[str] = ()
) -> Failure | None:
    """Failure of an experiment none of whose candidates can be measured any more; None where one still can.

    Searches and calibrations answer for each run by itself. Where there are no candidates, the control is
    what is compared. `measured_ids`: runs whose trials the trials of other runs may still be compared with.
    """
    failed_runs = _what_failed(experiment, _judged_pairs(experiment, runs), measured_ids)
    if not failed_runs:
        return None
    return failure_of_candidates([Loss(run.variant, run.failure) for run in failed_runs if run.failure])


def runs_compared_with_nothing(
    experiment: Experiment, runs: Sequence[Run], measured_ids: Collection[str] = ()
) -> list[Run]:
    """Runs of workloads none of whose candidates can be measured any more, without those that failed."""
    pairs_by_workload: dict[str, list[_Pair]] = {}
    for pair in _judged_pairs(experiment, runs):
        pairs_by_workload.setdefault(pair[0].workload["name"], []).append(pair)
    ended_workloads = {
        name for name, pairs in pairs_by_workload.items() if _what_failed(experiment, pairs, measured_ids)
    }
    return [run for run in runs if run.workload["name"] in ended_workloads and run.state != RunState.FAILED]


def read_why_nothing_is_left(session: Session, experiment: Experiment) -> Failure | None:
    """`why_nothing_is_left` from the rows."""
    return why_nothing_is_left(experiment, *_read(session, experiment))


def read_runs_compared_with_nothing(session: Session, experiment: Experiment) -> list[Run]:
    """`runs_compared_with_nothing` from the rows."""
    return runs_compared_with_nothing(experiment, *_read(session, experiment))


def _read(session: Session, experiment: Experiment) -> tuple[Sequence[Run], set[str]]:
    """Runs, and ids of those measured: run after run, they may be compared with what comes later."""
    is_sequential = experiment.definition.get("order") == "sequential"
    measured_ids = runs_queries.measured_ids(session, experiment.id) if is_sequential else set[str]()
    return runs_queries.runs_of(session, [experiment.id]), measured_ids


def _judged_pairs(experiment: Experiment, runs: Sequence[Run]) -> list[_Pair]:
    """Each candidate with the run that it is compared with; none where every run answers for itself."""
    if experiment.is_calibration or is_search(experiment.definition):
        return []
    return [(run, c.baseline) for c in compared_runs(experiment, runs) if c.is_judged for run in c.candidates]


def _what_failed(experiment: Experiment, pairs: Sequence[_Pair], measured_ids: Collection[str]) -> list[Run]:
    """Failed runs that leave no pair to compare; empty where one still can be compared."""
    candidates = [pair for pair in pairs if not pair[0].is_control] or pairs
    waited_for = [(run, reference) for run, reference in candidates if not _has_left(run)]
    if any(_can_be_compared(*pair, measured_ids) for pair in waited_for):
        return []
    if any(run.last_round is not None for run, _ in candidates) and not experiment.rounds_added:
        return []  # it has its verdict: the next interim analysis ends the rounds
    return list(dict.fromkeys(run for pair in waited_for for run in pair if run.state == RunState.FAILED))


def _has_left(run: Run) -> bool:
    """Whether nothing more of it was to be measured: by halving, by an analysis, or in added rounds."""
    return run.eliminated_after is not None or run.last_round is not None


def _can_be_compared(run: Run, reference: Run, measured_ids: Collection[str]) -> bool:
    return all(side.state != RunState.FAILED or side.id in measured_ids for side in (run, reference))
