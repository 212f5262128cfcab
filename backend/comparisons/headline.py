"""What a comparison says over all of its pairs, in one sentence."""

from collections.abc import Iterable

from agents.catalog.metrics import METRICS, Metric
from agents.contract.states import ExperimentState
from backend.analysis.headlines.headline import MAIN, TAIL
from backend.analysis.headlines.sentences import SETTLED, Change, finding
from backend.comparisons.schemas import CandidateOut
from backend.comparisons.titles import against, title
from backend.presentation.words import plural
from backend.records.experiments import Experiment


def headline(
    a: str, b: str, side: CandidateOut, metric: Metric, experiments: Iterable[Experiment]
) -> tuple[str, bool]:
    """(sentence, whether it has a verdict) of the side called `b` against that called `a`."""
    by_metric = {row.metric.name: row.delta for row in side.overall}
    delta = by_metric.get(metric.name)
    if delta is None or not delta.is_known:
        return f"{title(a, b)}: nothing to compare yet.", False
    if delta.is_context:
        return f"{title(a, b)}: no verdict across load tools, {delta.context}.", False
    tail = by_metric.get(TAIL.name) if metric.name == MAIN.name else None
    over = f" over {plural(len(side.pairs), 'pair')}" if len(side.pairs) > 1 else ""
    change = Change(
        name=b,
        metric=METRICS[metric.name],
        delta=delta,
        p99=None if tail is None else (TAIL, tail),
        context=f" {against(a, b)}{over}",
    )
    is_cancelled = any(e.state == ExperimentState.CANCELLED for e in experiments)
    state = ExperimentState.CANCELLED if is_cancelled else ExperimentState.FINISHED
    sentence = finding(change, state=state)
    if delta.failure_clause:
        sentence = f"{sentence.removesuffix('.')}; {delta.failure_clause}."
    return sentence, delta.verdict in SETTLED
