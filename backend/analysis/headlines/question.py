"""The question of an experiment: its author's words, else what its definition asks."""

from collections.abc import Sequence

from backend.analysis.candidates.comparisons import context_ids
from backend.definition.ceiling_rules import is_search
from backend.presentation.words import join_words, plural
from backend.records.experiments import Experiment
from backend.records.runs import Run


def question_of(experiment: Experiment, runs: Sequence[Run]) -> str:
    """`Is pinned better than unpinned?`

    Tables of an import have baselines of their own: counted are the variants that the named one is for.
    """
    definition = experiment.definition
    if definition.get("question"):
        return definition["question"]
    if experiment.is_calibration:
        return "How much do equal runs differ?"
    if is_search(definition):
        return "How many connections does each variant hold without a failed request?"
    factors = [name for name, levels in (definition.get("factors") or {}).items() if len(levels) > 1]
    if factors:
        return (
            f"What do {join_words(factors)} change?"
            if len(factors) > 1
            else f"What does {factors[0]} change?"
        )
    contexts = context_ids(experiment, runs)
    baselines = {run.workload["name"]: run.variant for run in runs if run.is_baseline}
    baseline = next(iter(baselines.values()), None)
    candidates = {
        run.variant
        for run in runs
        if baselines.get(run.workload["name"]) == baseline
        and not (run.is_baseline or run.is_control or run.id in contexts)
    }
    if baseline is None or not candidates:
        return "How do the runs differ?"
    if len(candidates) == 1:
        return f"Is {candidates.pop()} better than {baseline}?"
    return f"Which of {plural(len(candidates), 'variant')} are better than {baseline}?"
