"""The question of an experiment: its author's words, else what its definition asks."""

from collections.abc import Sequence

from backend.analysis.candidates.comparisons import context_ids
from backend.definition.ceiling_rules import is_search, limit_words
from backend.definition.model import Ceiling
from backend.presentation.words import join_words, plural
from backend.records.experiments import Experiment
from backend.records.runs import Run


def _question_of_search(ceiling: Ceiling) -> str:
    limit = f"with {words}" if (words := limit_words(ceiling)) else "without a failed request"
    if ceiling.of == "rate":
        return f"What is the largest rate that each variant carries {limit}?"
    return f"How many connections does each variant hold {limit}?"


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
        return _question_of_search(Ceiling.model_validate(definition["ceiling"]))
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
