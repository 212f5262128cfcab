"""Steps of a bisect as they are stored, and the sentence that they add up to. Pure."""

from collections.abc import Mapping, Sequence

from pydantic import BaseModel, Field

from backend.bisects.course import Measurement, Outcome, Span, follow, select_named
from backend.presentation.changes import share_amount
from backend.presentation.figures import short_percent
from backend.presentation.words import join_words, plural


class Step(BaseModel):
    """One measurement and what it came to; indices are places in the order of the variants."""

    first: int
    last: int
    middle: int | None = None
    is_confirmation: bool = Field(
        default=False, description="neighbours once more: the number of the headline"
    )
    experiment_id: str
    outcome: Outcome | None = Field(default=None, description="None while it is measured")
    reason: str = Field(default="", description="why it failed")
    change: float | None = Field(
        default=None, description="of a pair: the last against the first, −0.03 is −3%"
    )
    low: float | None = None
    high: float | None = None
    rounds: int | None = None

    @property
    def measurement(self) -> Measurement:
        return Measurement(self.first, self.last, self.middle, self.is_confirmation)


def outcomes_of(steps: Sequence[Step]) -> dict[Measurement, Outcome]:
    """Outcomes of the steps that have ended."""
    return {step.measurement: step.outcome for step in steps if step.outcome is not None}


def describe_outcome(step: Step, names: Sequence[str]) -> str:
    """`like b1`, `differs by −3.1% [−4.2, −2.0]`; empty while it is measured."""
    first, last = names[step.first], names[step.last]
    match step.outcome:
        case None:
            return ""
        case Outcome.LIKE_FIRST:
            return f"like {first}"
        case Outcome.LIKE_LAST:
            return f"like {last}"
        case Outcome.BETWEEN:
            return f"differs from {first} and {last}: more than one change"
        case Outcome.UNDECIDED:
            return "undecided"
        case Outcome.SKIPPED:
            return f"skipped: {step.reason}"
        case Outcome.FAILED:
            return f"failed: {step.reason}"
        case Outcome.DIFFERENT:
            return f"differs by {_change(step)}"
        case Outcome.ALIKE:
            return f"no difference shown: {_change(step)}"


def describe_doubt(doubt_count: int, step_count: int) -> str:
    """Sentence before the headline, for steps whose experiments cannot be trusted; empty where all can."""
    if not doubt_count:
        return ""
    verb = "is" if doubt_count == 1 else "are"
    return f"{doubt_count} of {plural(step_count, 'step')} {verb} not trustworthy. "


def headline(names: Sequence[str], steps: Sequence[Step], state: str, min_effect: float, label: str) -> str:
    """The sentence at the top: what was found, or how far it is.

    label  of the metric, such as req/s
    """
    spans = follow(len(names), outcomes_of(steps))
    if state == "running":
        return _progress(names, steps)
    if state != "finished":
        is_known = any(step.outcome is Outcome.DIFFERENT for step in steps)
        so_far = _join([_span(span, names, {}, label) for span in spans if is_known])
        return f"{'Cancelled' if state == 'cancelled' else 'Stopped'} before its end. {so_far}".strip()
    if not spans:
        return (
            f"Cannot be reproduced today: {names[-1]} against {names[0]} shows no difference of "
            f"{short_percent(min_effect)} in {label} ({_change(steps[0])})."
        )
    confirmations = {(s.first, s.last): s for s in steps if s.is_confirmation}
    named_spans = select_named(spans)
    number = f"{len(named_spans)} changes: " if len(named_spans) > 1 else ""
    sentences = [number + _join([_span(span, names, confirmations, label) for span in named_spans])]
    if refuted_names := [names[span.last] for span in spans if span not in named_spans]:
        sentences.append(
            f"{join_words(refuted_names)} looked different too, but not when measured once more."
        )
    return " ".join(sentences)


def _progress(names: Sequence[str], steps: Sequence[Step]) -> str:
    if len(steps) < 2:
        return f"Does {names[-1]} differ from {names[0]} at all? That is measured first."
    spans = [f"after {names[s.first]} up to {names[s.last]}" for s in follow(len(names), outcomes_of(steps))]
    return (
        f"{'A change' if len(spans) == 1 else 'Changes'} {join_words(spans)}; step {len(steps)} is measured."
    )


def _join(clauses: Sequence[str]) -> str:
    """One sentence. The clauses may begin with names."""
    return f"{'; '.join(clauses)}." if clauses else ""


def _span(span: Span, names: Sequence[str], confirmations: Mapping[tuple[int, int], Step], label: str) -> str:
    first, last = names[span.first], names[span.last]
    step = confirmations.get((span.first, span.last))
    if step is None or step.outcome not in (Outcome.DIFFERENT, Outcome.ALIKE):
        between = span.last - span.first - 1
        rest = f", and {plural(between, 'variant')} between them could not be told apart" if between else ""
        return f"A change lies after {first} and up to {last}{rest}"
    if step.outcome is Outcome.ALIKE:
        return (
            f"The change seems to be at {last}, but measured once more it does not differ from {first}: "
            f"{_change(step)} {label}"
        )
    return f"{last} made the difference: {_change(step)} {label} against {first}, measured once more"


def _change(step: Step) -> str:
    return "no figure" if step.change is None else share_amount(step.change, step.low, step.high)
