"""Deltas and spreads as sentences with their intervals. Pure."""

from collections.abc import Iterable, Iterator, Sequence

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut, SpreadOut
from backend.presentation.changes import change_text, is_number, percent_size
from backend.presentation.figures import measure
from backend.presentation.report.schemas import ReportFinding
from backend.presentation.words import capital, join_words, plural, quantity, sentence

NamedDelta = tuple[str, str | None, DeltaOut]
"""Name of the candidate, its run id, its delta."""

_ORDER = ("better", "worse", "same", "unclear", "interim", "left_out", "context")
_MAX_NAMES = 20
_MAX_ALIKE = 8  # unsettled or equal candidates that get a sentence each


def findings_of(deltas: Sequence[NamedDelta], metric: Metric) -> list[ReportFinding]:
    """Findings, settled ones and large changes first; many unclear or equal ones share a sentence."""
    findings: list[ReportFinding] = []
    for verdict in _ORDER:
        alike = sorted((d for d in deltas if d[2].verdict == verdict), key=_size, reverse=True)
        if verdict in ("better", "worse") or len(alike) <= _MAX_ALIKE:
            findings += [
                ReportFinding(text=delta_sentence(name, delta, metric), verdict=verdict, run_id=run_id)
                for name, run_id, delta in alike
            ]
        else:
            findings.append(ReportFinding(text=_together(alike, verdict, metric), verdict=verdict))
    return findings


def _size(candidate: NamedDelta) -> float:
    delta = candidate[2]
    return abs(delta.change if delta.change is not None else delta.difference or 0.0)


def _together(alike: Sequence[NamedDelta], verdict: str, metric: Metric) -> str:
    phrases = [f"{name} {_change(delta, metric)}".strip() for name, _, delta in alike]
    names, many = join_words(phrases, most=_MAX_NAMES), plural(len(alike), "variant")
    if verdict == "same":
        return f"{many} left {quantity(metric)} the same: {names}."
    if verdict == "context":
        return f"{many} are context and no candidates: {names}."
    if verdict == "left_out":
        were = "was" if len(alike) == 1 else "were"
        return f"{many} {were} eliminated on the way, without a verdict: {names}."
    if all(delta.interim for _, _, delta in alike):
        return f"{many} have no verdict: {names}."
    if all(delta.low is None for _, _, delta in alike):
        return f"A single trial gives no interval, so {many} are unclear: {names}."
    return f"For {many} it is unclear whether {quantity(metric)} changed: {names}."


def _change(delta: DeltaOut, metric: Metric) -> str:
    is_known = delta.change is not None or delta.difference is not None
    return delta.shown(metric) if is_known else ""


def delta_sentence(name: str, delta: DeltaOut, metric: Metric) -> str:
    """`workers 2 raised requests per second by 92.2% [88.1, 96.4]; better.`"""
    middle = delta.difference if metric.can_be_zero else delta.change
    if middle is None or not is_number(middle):
        return f"{name} cannot be compared: {delta.reason or 'there is no valid trial'}"
    suspicion = f" Suspect: {delta.suspect_because or 'see its trials'}." if delta.suspect else ""
    if (delta.low is None or delta.high is None) and not delta.is_unjudged:
        movement = _movement(middle, delta, metric)
        return f"{name} {movement}; {delta.verdict}, because a single trial gives no interval.{suspicion}"
    match delta.verdict:
        case "same":
            text = f"{name} left {quantity(metric)} the same: {_signed_amount(middle, delta, metric)}."
        case "unclear" | "interim":
            figures = f"{quantity(metric)} {_signed_amount(middle, delta, metric)}"
            text = f"{name}: {figures}; {delta.word}. {delta.reason}"
        case "context":
            figures = f"{quantity(metric)} {_signed_amount(middle, delta, metric)}"
            text = f"{name}: context, {delta.context}; {figures}. {delta.reason}"
        case "left_out":
            text = f"{name}: {quantity(metric)} {_signed_amount(middle, delta, metric)}. {delta.reason}"
        case verdict:
            text = f"{name} {_movement(middle, delta, metric)}; {verdict}.{_disagreement(delta, metric)}"
    return text + (f" {capital(delta.limited)}." if delta.limited else "") + suspicion


def _disagreement(delta: DeltaOut, metric: Metric) -> str:
    """The other figure, where a few rounds make it differ."""
    if delta.mean_change is None:
        return ""
    mean = change_text(delta.mean_change, delta.mean_change, metric)
    far = join_words([str(number) for number in delta.far_rounds])
    because = f", because of round{'' if len(delta.far_rounds) == 1 else 's'} {far}" if far else ""
    return f" The mean of all trials says {mean}{because}."


def _movement(middle: float, delta: DeltaOut, metric: Metric) -> str:
    """`raised … by 92.2% [88.1, 96.4]`: sizes, because the verb says the direction."""
    if middle == 0:
        return f"did not change {quantity(metric)}"
    verb = "raised" if middle > 0 else "lowered"
    return (
        f"{verb} {quantity(metric)} by {_amount(abs(middle), delta, metric)}{_sizes(middle, delta, metric)}"
    )


def _amount(value: float, delta: DeltaOut, metric: Metric) -> str:
    if metric.can_be_zero:
        return measure(value, metric.unit)
    return percent_size(value, delta.low, delta.high)


def _sizes(middle: float, delta: DeltaOut, metric: Metric) -> str:
    if delta.low is None or delta.high is None:
        return ""
    if delta.low < 0 < delta.high:
        return f" [{_bound(delta.low, delta, metric)}, {_bound(delta.high, delta, metric)}]"
    ends = sorted((abs(delta.low), abs(delta.high)))
    return f" [{', '.join(_amount(end, delta, metric).removesuffix('%') for end in ends)}]"


def _signed_amount(middle: float, delta: DeltaOut, metric: Metric) -> str:
    change = change_text(middle, middle, metric, delta.low, delta.high)
    if delta.low is None or delta.high is None:
        return change
    low, high = (_bound(end, delta, metric) for end in (delta.low, delta.high))
    return f"{change} [{low}, {high}]"


def _bound(value: float | None, delta: DeltaOut, metric: Metric) -> str:
    return change_text(value, value, metric, delta.low, delta.high).removesuffix("%")


def spread_findings(
    spreads: Iterable[tuple[str, str | None, SpreadOut]], against: str
) -> list[ReportFinding]:
    """Findings on spread: only where trials lie closer together or further apart than the other side's."""
    return [
        ReportFinding(text=text, verdict=spread.verdict, run_id=run_id)
        for name, run_id, spread in spreads
        for text in _spread_sentence(name, spread, against)
    ]


def _spread_sentence(name: str, spread: SpreadOut, against: str) -> Iterator[str]:
    if spread.verdict not in ("steadier", "less_steady") or spread.cv_a is None or spread.cv_b is None:
        return
    word = "steadier" if spread.verdict == "steadier" else "less steady"
    figures = f"{percent_size(spread.cv_b)} against {percent_size(spread.cv_a)}"
    yield f"{name} is {word} than {against}: a spread of {figures}."


def control_sentence(name: str, delta: DeltaOut, metric: Metric) -> str:
    """Sentence on how much two equal settings differed on these hosts."""
    middle = delta.difference if metric.can_be_zero else delta.change
    start = f"The control “{name}”, a second copy of the baseline,"
    if middle is None or delta.low is None:
        return f"{start} gives no interval: {delta.reason}"
    return sentence(capital(f"{start} differed by {_signed_amount(middle, delta, metric)}"))
