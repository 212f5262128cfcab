"""Result as one sentence: from where to where, by how much, how sure, p99 beside it. Pure.

Names are the user's own text, as it is: whoever shows the sentence escapes it.
"""

from collections.abc import Collection
from dataclasses import dataclass

from agents.catalog.metrics import Metric
from agents.contract.states import ExperimentState
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.headlines.lead import CONTROL_MOVED, NOTHING_BETTER, NOTHING_CLEAR, NOTHING_SETTLED
from backend.presentation.changes import amount
from backend.presentation.figures import measure, short_percent
from backend.presentation.words import quantity

SETTLED = ("better", "worse", "same")
CONTROL_NAME = "the A/A control"
_UP = ((2, 3, "doubles"), (3, 4, "triples"))
_HALF = (1 / 3, 0.5)


@dataclass(frozen=True)
class Change:
    """One candidate as it is told.

    beside   its change of p99, where the metric is another one
    context  after the quantity: ` under “c64”`, ` against unpinned`; empty where that goes without saying
    """

    name: str
    metric: Metric
    delta: DeltaOut
    p99: tuple[Metric, DeltaOut] | None = None
    context: str = ""


def finding(best: Change, verdicts: Collection[str] = (), state: str = ExperimentState.FINISHED) -> str:
    """The sentence. `verdicts`: of all candidates, `best` among them; one for each."""
    main = _main(best, verdicts, state)
    return _capitalise("; ".join([main, *_idle_clause(best, main), *_besides(best, state)]) + ".")


def _capitalise(sentence: str) -> str:
    """Names of variants stay as they are written."""
    return f"T{sentence[1:]}" if sentence.startswith(CONTROL_NAME) else sentence


def condition_words(delta: DeltaOut, workload: str | None = None) -> str:
    """` under “c64” with payload size 35312`: conditions of a quantity, where they have to be said."""
    workload_words = f" under “{workload}”" if workload is not None else ""
    return workload_words + (f" with {delta.context}" if delta.context else "")


def context_sentence(change: Change) -> str:
    """The sentence where variants differ in context alone."""
    figures = f"{noun_of(change.metric)} {_figures(change, with_reason=False)}"
    return f"{change.name} is no candidate but another context, {change.delta.context}: {figures}."


def same_settings_sentence(change: Change) -> str:
    """The sentence where no variant sets anything else than the baseline."""
    figures = f"{noun_of(change.metric)} {_figures(change, with_reason=False)}"
    return f"{change.name} sets what the baseline sets, so what differs is noise: {figures}."


def answer_sentence(best: Change, verdicts: Collection[str], state: str) -> str:
    """The same without what stands beside it."""
    ending = ["the experiment failed before its end"] if state == ExperimentState.FAILED else []
    main = _main(best, verdicts, state)
    return _capitalise("; ".join([main, *_idle_clause(best, main), *mean_clause(best), *ending]) + ".")


def _main(best: Change, verdicts: Collection[str], state: str) -> str:
    delta, several = best.delta, len(verdicts) > 1
    if delta.interim:
        is_cancelled = state == ExperimentState.CANCELLED
        return f"{'Cancelled before its end' if is_cancelled else 'So far'}, without a verdict: {_text(best)}"
    if delta.control_alarm:
        largest = "; largest" if several else ""
        return f"{CONTROL_MOVED}{largest}: {_text(best)}"
    if delta.verdict == "better":
        return _move_text(best)
    if delta.verdict == "worse":
        clause = NOTHING_CLEAR if "unclear" in verdicts else NOTHING_BETTER
        return f"{f'{clause}; ' if several else ''}{_move_text(best)}"
    if delta.is_idle and delta.verdict in ("same", "unclear") and not several:
        figures = f"{_quantity(best)} {_figures(best, False)}"
        reason = f"{best.name} changes nothing: {delta.never_acted}; " if delta.never_acted else ""
        return f"{reason}{figures}"
    if delta.verdict == "same" and not several:
        return f"{best.name} leaves {_quantity(best)} the same: {_figures(best)}"
    if set(verdicts) == {"same"}:
        least = f" by more than ±{short_percent(delta.min_effect)}" if delta.min_effect else ""
        largest = f"{best.name}, {_figures(best, with_reason=False)}"
        return f"No variant changes {noun_of(best.metric)}{least}; largest: {largest}"
    if several:
        return f"{NOTHING_SETTLED}; largest: {_text(best, with_reason=True)}"
    return f"Not settled whether {best.name} changes {_quantity(best)}: {_figures(best)}"


def _idle_clause(best: Change, main: str) -> list[str]:
    """Clause on the settings that never acted, where the sentence does not have it already."""
    never_acted = best.delta.never_acted
    return [never_acted] if never_acted and never_acted not in main else []


def _besides(best: Change, state: str) -> list[str]:
    parts = [] if best.p99 is None else _p99(*best.p99)
    parts += mean_clause(best)
    if state == ExperimentState.FAILED:
        parts.append("the experiment failed before its end")
    return parts


def mean_clause(best: Change) -> list[str]:
    """Clause on the mean of all rounds, where a typical round does not tell it."""
    if best.delta.mean_change is None or best.delta.verdict not in SETTLED:
        return []
    return [f"the mean of all rounds says {amount(best.delta.mean_change, None, None, best.metric)}"]


def _p99(metric: Metric, delta: DeltaOut) -> list[str]:
    """The tail beside the throughput: more requests may have been bought with slower ones."""
    if delta.change is None:
        return []
    if delta.interim:
        return [f"{metric.label} {_move(delta, metric)}"]
    match delta.verdict:
        case "better" | "worse":
            verb = "falls" if delta.change < 0 else "rises"
            change = amount(delta.change, delta.low, delta.high, metric)
            return [f"{metric.label} {verb} {_move(delta, metric)} ({change})"]
        case "same":
            return [f"{metric.label} stays the same"]
    return [f"{metric.label} not settled"]


def _move_text(best: Change) -> str:
    return f"{best.name} {_verb(best.delta)} {_quantity(best)}: {_figures(best)}"


def _verb(delta: DeltaOut) -> str:
    """Choose the verb for the change: never more than the figure says, so ×2.9 doubles."""
    change = delta.change if delta.change is not None else delta.difference or 0.0
    ratio = 1 + (delta.change or 0.0)
    if delta.change is not None and _HALF[0] < ratio <= _HALF[1]:
        return "halves"
    word = next(
        (word for least, most, word in _UP if delta.change is not None and least <= ratio < most), None
    )
    return word or ("raises" if change > 0 else "lowers")


def _text(best: Change, with_reason: bool = False) -> str:
    return f"{best.name}, {_quantity(best)} {_figures(best, with_reason)}"


def _quantity(best: Change) -> str:
    is_stalled = best.delta.mean_change is not None and best.delta.verdict in SETTLED
    return f"{noun_of(best.metric)}{best.context}{' in most rounds' if is_stalled else ''}"


def noun_of(metric: Metric) -> str:
    """`throughput`, of a metric inside a sentence."""
    return metric.noun or quantity(metric)


def _figures(best: Change, with_reason: bool = True) -> str:
    """`5.83k → 19.1k req/s (×3.3 [2.3, 4.7])`; with the reason where the word would look like a mistake."""
    delta, metric = best.delta, best.metric
    middle = delta.difference if metric.can_be_zero else delta.change
    change = amount(middle, delta.low, delta.high, metric)
    # clauses on failures and on a busy host follow the sentence
    reason = delta.own_reason if with_reason and not delta.failure_clause else ""
    because = f", {reason}" if reason else ""
    return f"{_move(delta, metric)} ({change}{because})".strip()


def _move(delta: DeltaOut, metric: Metric) -> str:
    """From the baseline's mean to what the change makes of it, the unit once."""
    if delta.baseline_mean is None or delta.changed_mean is None:
        return ""
    before, after = measure(delta.baseline_mean, metric.unit), measure(delta.changed_mean, metric.unit)
    figure, _, unit = before.partition(" ")
    return f"{figure if after.endswith(f' {unit}') and unit else before} → {after}"
