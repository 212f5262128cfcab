"""When rounds may end: every interval narrow enough, or the maximum of rounds done. Pure.

Looked at only after whole rounds. Each candidate of each workload counts, the control too: its interval is
the noise floor, the smallest change that any verdict takes for one.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.metrics import METRICS
from backend.experiments.definition.model import UntilPrecise
from backend.words import few, plural, short_percent

Rule = Literal["precise", "most", "unmeasurable"]
MOST_NAMES = 3
LARGEST_LOG = 700.0  # exp() of more overflows


@dataclass(frozen=True, slots=True)
class Interval:
    """What one candidate's trials say of one metric: half 0.02 is ±2%, None where two rounds are lacking.

    `n`: rounds with a valid trial of both sides; `failure`: why its run cannot be measured any more.
    """

    metric: str
    run_id: str
    name: str
    half: float | None
    n: int
    failure: str | None = None


class Widest(BaseModel):
    """The widest interval of a metric; without a run where none is known yet."""

    metric: str
    wanted: float = Field(description="half-interval as a share, 0.01 = ±1%")
    half: float | None = Field(description="the same as it is; None where two valid rounds are lacking")
    run_id: str | None
    name: str | None


class LeftOut(BaseModel):
    """A candidate that nobody waits for."""

    metric: str
    run_id: str
    name: str
    why: str


class Precision(BaseModel):
    """How narrow the intervals are after so many whole rounds, and which rule ended the rounds."""

    least: int = Field(description="rounds before anything is looked at")
    most: int
    rounds: int = Field(description="whole ones that this is about")
    rule: Rule | None = Field(description="what ended them: precise, most, unmeasurable; None: nothing yet")
    widest: list[Widest]
    left_out: list[LeftOut]


def half_interval(low: float | None, high: float | None) -> float | None:
    """Half of an interval of a ratio, as a share: of −2% … +3% it is ±2.5%."""
    if low is None or high is None or low <= -1:
        return None
    return math.expm1(min((math.log1p(high) - math.log1p(low)) / 2, LARGEST_LOG))


def look(rule: UntilPrecise, rounds: int, intervals: Iterable[Interval]) -> Precision:
    """What so many whole rounds come to. `intervals`: one for each candidate and metric that is wanted."""
    known = list(intervals)
    hopeless = [i for i in known if _is_hopeless(i, rule, rounds)]
    waited_for = [i for i in known if i not in hopeless]
    widest = [_widest(metric, share, waited_for) for metric, share in rule.wanted.items()]
    return Precision(
        least=rule.min,
        most=rule.max,
        rounds=rounds,
        rule=_ended(rule, rounds, waited_for),
        widest=widest,
        left_out=[LeftOut(metric=i.metric, run_id=i.run_id, name=i.name, why=_why(i)) for i in hopeless],
    )


def _is_hopeless(interval: Interval, rule: UntilPrecise, rounds: int) -> bool:
    """It failed for good, or none of the minimum rounds gave a pair: more would not either."""
    return interval.failure is not None or (rounds >= rule.min and interval.n == 0)


def _why(interval: Interval) -> str:
    if interval.failure is not None:
        return f"it could not be measured: {interval.failure}"
    return f"no round has a valid {METRICS[interval.metric].label} of it and the baseline"


def _ended(rule: UntilPrecise, rounds: int, waited_for: Sequence[Interval]) -> Rule | None:
    if rounds < rule.min:
        return None
    if not waited_for:
        return "unmeasurable"
    if all(i.half is not None and i.half <= rule.wanted[i.metric] for i in waited_for):
        return "precise"
    return "most" if rounds >= rule.max else None


def _widest(metric: str, wanted: float, intervals: Sequence[Interval]) -> Widest:
    """One without an interval is wider than any."""
    own = [i for i in intervals if i.metric == metric]
    worst = max(own, key=lambda i: math.inf if i.half is None else i.half, default=None)
    return Widest(
        metric=metric,
        wanted=wanted,
        half=worst.half if worst else None,
        run_id=worst.run_id if worst else None,
        name=worst.name if worst else None,
    )


# ---- in words ------------------------------------------------------------------------------------


def sentence(found: Precision, is_open: bool = False) -> str:
    """“Ended after 9 rounds: every interval within ±1%”; `is_open`: the experiment still runs."""
    return _said(found, is_open) + said_left_out(found.left_out)


def _said(found: Precision, is_open: bool) -> str:
    rounds = plural(found.rounds, "round")
    match found.rule:
        case "precise":
            return f"Ended after {rounds}: every interval within {_wanted(found.widest)}."
        case "most":
            return (
                f"Ended at the maximum of {rounds}; {_widest_of(found.widest)}, "
                f"wanted {_wanted(found.widest)}."
            )
        case "unmeasurable":
            return f"Ended after {rounds}: no candidate has an interval that could become narrow."
    if is_open:
        rule = f"{_wanted(found.widest)}, after {plural(found.most, 'round')} at the latest"
        now = f"After {rounds} the {_widest_of(found.widest, ' is')}." if found.rounds else ""
        return f"Ends when every interval is within {rule}. {now}".rstrip()
    now = f"; the {_widest_of(found.widest, ' was')}" if found.rounds else ""
    return f"Stopped after {plural(found.rounds, 'whole round')}{now}, wanted {_wanted(found.widest)}."


def _wanted(widest: Sequence[Widest]) -> str:
    return " and ".join(f"±{short_percent(w.wanted)}{_of(w, widest)}" for w in widest)


def _widest_of(widest: Sequence[Widest], verb: str = "") -> str:
    """Of the metric that is furthest from what is wanted."""
    worst = max(widest, key=_excess)
    how = "not known" if worst.half is None else f"±{short_percent(worst.half)}"
    whose = f" ({worst.name})" if worst.name else ""
    return f"widest interval{verb} {how}{_of(worst, widest)}{whose}"


def _excess(widest: Widest) -> float:
    if widest.run_id is None:
        return -1.0
    return math.inf if widest.half is None else widest.half / widest.wanted


def _of(one: Widest, among: Sequence[Widest]) -> str:
    """Which metric, unless it is the rate alone."""
    alone = len(among) == 1 and one.metric == "requests_per_s"
    return "" if alone else f" of {METRICS[one.metric].label}"


def said_left_out(left_out: Sequence[LeftOut]) -> str:
    """“ Not waited for: workers 2 (…)”: grouped by reason, so that a metric that nobody has is named once."""
    by_why: dict[str, list[str]] = {}
    for one in left_out:
        by_why.setdefault(one.why, []).append(one.name)
    said = "; ".join(
        f"{few(list(dict.fromkeys(names)), MOST_NAMES)} ({why})" for why, names in by_why.items()
    )
    return f" Not waited for: {said}." if said else ""
