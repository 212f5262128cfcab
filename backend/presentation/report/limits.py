"""Bottlenecks of an experiment's runs in sentences. Pure."""

from collections.abc import Sequence

from backend.analysis.schemas import RunSummary
from backend.diagnostics.bottlenecks import Limit
from backend.presentation.words import few


def limits_of(runs_: Sequence[RunSummary]) -> list[str]:
    """One sentence for all runs with the same limit, with the numbers of the first of them."""
    alike: dict[tuple[str, str], list[tuple[str, Limit]]] = {}
    for run in runs_:
        for limit in run.limits[:1]:
            alike.setdefault((limit.code, limit.title), []).append((run.name, limit))
    return [_sentence([name for name, _ in runs], runs[0][1]) for runs in alike.values()]


def _sentence(names: Sequence[str], limit: Limit) -> str:
    of = f"Of {names[0]}: " if len(names) > 1 else ""
    return f"{few(names)}: limited by {limit.title}. {of}{limit.sentence}"
