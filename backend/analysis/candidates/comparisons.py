"""Comparisons of an experiment: the run that each candidate is compared with, and the runs that are context.

Under rules 2 candidates of another context than the baseline's have a baseline of their own: the run of the
same context that sets otherwise what the baseline sets. Such a run is no candidate, and shown as context.
An experiment whose variants differ in nothing but context asks about that, and they are its candidates.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents.catalog.knobs.context import (
    Context,
    axis_of,
    context_of,
    context_words,
    references_in_contexts,
    settings_of,
)
from agents.catalog.knobs.same_settings import has_same_settings
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.statistics.rules import RULES_2

_TOPOLOGY = {"direct", "proxied", "proxy", "only"}
"""Words of a name that say its topology."""


@dataclass(frozen=True)
class ComparedRuns:
    """Candidates of one workload and one context, in the order of the plan, against one baseline.

    control    index of the candidate that is a copy of the baseline
    context    the levels that are not those of the workload's baseline, in words
    is_judged  False: runs of other contexts, shown beside the workload's baseline without a verdict
    """

    baseline: Run
    candidates: Sequence[Run]
    control: int | None = None
    context: str = ""
    is_judged: bool = True

    @property
    def workload(self) -> str:
        return self.baseline.workload["name"]

    def beside(self, candidate: Run) -> list[Run]:
        """Other candidates that were measured in the rounds of one; the control is none."""
        return [
            run
            for run in self.candidates
            if run.id != candidate.id
            and not run.is_control
            and (run.eliminated_after is None) == (candidate.eliminated_after is None)
        ]

    def second_reference(self, candidate: Run) -> Run | None:
        """The control, where one candidate is still compared with it."""
        return None if self.control is None or candidate.eliminated_after else self.candidates[self.control]


def compared_runs(experiment: Experiment, runs: Sequence[Run]) -> list[ComparedRuns]:
    """Comparisons of every workload that has a baseline; deleted runs are no candidates."""
    workloads: dict[str, list[Run]] = {}
    for run in runs:
        workloads.setdefault(run.workload["name"], []).append(run)
    return [
        comparison
        for group in workloads.values()
        if any(r.is_baseline for r in group)
        for comparison in _of_workload(experiment, group)
    ]


def baseline_of(run: Run, runs: Sequence[Run]) -> Run | None:
    """Baseline of a run's workload."""
    name = run.workload["name"]
    return next((r for r in runs if r.is_baseline and r.workload["name"] == name), None)


def reference_of(experiment: Experiment, run: Run, runs: Sequence[Run]) -> Run | None:
    """Run that another one is compared with; a baseline itself where it is the run."""
    if run.is_baseline:
        return run
    siblings = [r for r in runs if r.workload["name"] == run.workload["name"]]
    comparisons = compared_runs(experiment, siblings)
    return next((c.baseline for c in comparisons if any(r.id == run.id for r in c.candidates)), None)


def context_ids(experiment: Experiment, runs: Sequence[Run]) -> set[str]:
    """Ids of the runs that are shown as context."""
    context_comparisons = [c for c in compared_runs(experiment, runs) if not c.is_judged]
    return {run.id for comparison in context_comparisons for run in comparison.candidates}


def separates_context(experiment: Experiment, runs: Sequence[Run]) -> bool:
    """Whether levels of context have baselines of their own: not where nothing else differs."""
    if not _follows_contexts(experiment):
        return False
    baselines = [r for r in runs if r.is_baseline]
    return any(not _sets_as(experiment, r, baseline) for baseline in baselines[:1] for r in runs)


def _follows_contexts(experiment: Experiment) -> bool:
    return (experiment.rules_version or 1) >= RULES_2


def _knows_settings(experiment: Experiment) -> bool:
    """Whether all that runs set is known; of an import only what its source says."""
    return _follows_contexts(experiment) and experiment.origin == Origin.MEASURED


def _sets_as(experiment: Experiment, run: Run, baseline: Run) -> bool:
    """Whether a run sets what the baseline sets, where that acts in its topology.

    What a source does not say is unknown: runs of an import with other names or levels set something else.
    """
    is_equal = settings_of(run.knobs, run.topology) == settings_of(baseline.knobs, run.topology)
    if _knows_settings(experiment):
        return is_equal
    is_described_alike = (run.described or {}) == (baseline.described or {})
    return is_equal and is_described_alike and _has_equal_place(experiment, run, baseline)


def _has_equal_place(experiment: Experiment, run: Run, baseline: Run) -> bool:
    """Whether names or levels of runs differ in context alone."""
    if not (run.factors and baseline.factors):
        names = ("", _name_without_topology(baseline.variant))
        return _name_without_topology(run.variant) in names
    levels = experiment.definition.get("factors") or {}
    differences = [item for item in run.factors.items() if item not in baseline.factors.items()]
    knobs = [levels.get(factor, {}).get(level, {}) for factor, level in differences]
    return all(of_level and all(map(axis_of, of_level)) for of_level in knobs)


def _name_without_topology(name: str) -> str:
    """“pinned · direct” → “pinned”; empty for “direct”."""
    words = re.findall(r"\w+", name.lower().replace("_", " "))
    return " ".join(word for word in words if word not in _TOPOLOGY)


def has_equal_settings(experiment: Experiment, run: Run, baseline: Run) -> bool:
    """Whether a candidate sets what the baseline sets."""
    if not _knows_settings(experiment) or run.is_control:
        return False
    return has_same_settings(run.knobs, run.topology, baseline.knobs, baseline.topology)


def context_change(before: Run, after: Run) -> str:
    """`topology direct`: the levels of context in which one run is not the other; empty where they agree."""
    return context_words(_context(after), _context(before))


def _of_workload(experiment: Experiment, runs: Sequence[Run]) -> Iterator[ComparedRuns]:
    baseline = next(r for r in runs if r.is_baseline)
    judged_runs: dict[str, list[Run]] = {baseline.id: []}
    shown_runs: list[Run] = []
    for run, reference in zip(runs, _references(experiment, runs, baseline), strict=True):
        if run.is_baseline or run.deleted_at is not None:
            continue
        members = shown_runs if reference is None else judged_runs.setdefault(reference.id, [])
        members.append(run)
    by_id = {run.id: run for run in runs}
    for reference_id, members in judged_runs.items():
        reference = by_id[reference_id]
        control = next((i for i, r in enumerate(members) if r.is_control), None)
        context = "" if reference is baseline else context_change(baseline, reference)
        yield ComparedRuns(reference, members, control, context)
    if shown_runs:
        yield ComparedRuns(baseline, shown_runs, is_judged=False)


def _references(experiment: Experiment, runs: Sequence[Run], baseline: Run) -> list[Run | None]:
    """For each run the one that it is compared with; None: it is context."""
    if not _follows_contexts(experiment):
        return [baseline] * len(runs)
    as_baseline = [_sets_as(experiment, run, baseline) for run in runs]
    indices = references_in_contexts([_context(run) for run in runs], as_baseline, runs.index(baseline))
    return [None if i is None else runs[i] for i in indices]


def _context(run: Run) -> Context:
    return context_of(run.knobs, run.topology)
