"""What limited the runs of an experiment, as a report says it. Pure."""

from collections.abc import Sequence

from backend.causes.limits import Limit
from backend.experiments.results.schemas import RunSummary
from backend.words import few


def limits_of(shown: Sequence[RunSummary]) -> list[str]:
    """One sentence for all runs with the same limit, with the numbers of the first of them."""
    alike: dict[tuple[str, str], list[tuple[str, Limit]]] = {}
    for run in shown:
        for one in run.limits[:1]:
            alike.setdefault((one.code, one.title), []).append((run.name, one))
    return [_sentence([name for name, _ in runs], runs[0][1]) for runs in alike.values()]


def _sentence(names: Sequence[str], limit: Limit) -> str:
    of = f"Of {names[0]}: " if len(names) > 1 else ""
    return f"{few(names)}: limited by {limit.title}. {of}{limit.sentence}"
