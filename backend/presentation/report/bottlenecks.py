"""Bottlenecks of an experiment's runs in sentences. Pure."""

from collections.abc import Sequence

from backend.analysis.schemas import RunSummary
from backend.diagnostics.bottlenecks import Bottleneck
from backend.presentation.words import few


def bottlenecks_of(runs_: Sequence[RunSummary]) -> list[str]:
    """One sentence for all runs with the same bottleneck, with the numbers of the first of them."""
    alike: dict[tuple[str, str, bool], list[tuple[str, Bottleneck]]] = {}
    for run in runs_:
        for bottleneck in run.bottlenecks[:1]:
            alike.setdefault((bottleneck.code, bottleneck.title, bottleneck.is_near), []).append(
                (run.name, bottleneck)
            )
    return [_sentence([name for name, _ in runs], runs[0][1]) for runs in alike.values()]


def _sentence(names: Sequence[str], bottleneck: Bottleneck) -> str:
    of = f"Of {names[0]}: " if len(names) > 1 else ""
    return f"{few(names)}: {bottleneck.words}. {of}{bottleneck.sentence}"
