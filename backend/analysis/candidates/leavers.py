"""Runs that are measured no further once it is known which candidates are open."""

from collections.abc import Collection, Sequence

from agents.contract.states import RunState
from backend.analysis.candidates.comparisons import compared_runs
from backend.records.experiments import Experiment
from backend.records.runs import Run


def leavers_of(experiment: Experiment, runs: Sequence[Run], open_ids: Collection[str]) -> list[Run]:
    """Runs that are not open, nor a baseline or control that an open one is compared with.

    Failed runs are none: they are not measured anyway.
    """
    open_workloads = {run.workload["name"] for run in runs if run.id in open_ids}
    stay = {*open_ids, *(r.id for r in runs if is_reference(r) and r.workload["name"] in open_workloads)}
    for comparison in compared_runs(experiment, runs):
        if any(run.id in open_ids for run in comparison.candidates):
            stay.add(comparison.baseline.id)
    return [run for run in runs if run.id not in stay and run.state != RunState.FAILED]


def is_reference(run: Run) -> bool:
    return run.is_baseline or run.is_control
