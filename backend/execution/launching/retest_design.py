"""Fresh trials of the best variant and the baseline: which it is, what to launch, and the outcome.

The best of several looks better than it is: chance helped it to be the best. Its first figure says
that it is worth a second look; what the change is, only trials that had no part in the choice can say.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import special

from agents.catalog.metrics import Metric
from backend.analysis.schemas import DeltaRow
from backend.fields import shorten_name
from backend.presentation.changes import percent
from backend.records.runs import Run
from backend.statistics.estimate import freedom
from backend.statistics.power import round_sd
from backend.statistics.promise import Design
from backend.statistics.promise import rounds_for as rounds_that_find
from backend.statistics.two_stages import limit_at

MIN_ROUNDS, MAX_ROUNDS = 12, 60
MIN_EFFECT = 0.01
KEPT = (
    "testbed_labels",
    "warmup",
    "on_failure",
    "wait_for_hosts",
    "allowed_failures",
    "require",
    "min_effect",
)
"""Of the first definition; the order is interleaved, and a control is measured, whatever was asked there."""


def candidates_of(rows: Sequence[DeltaRow], runs: Sequence[Run]) -> list[DeltaRow]:
    """Deltas that were in the running: those with a change, without the control."""
    controls = {r.id for r in runs if r.is_control}
    return [
        r
        for r in rows
        if r.run_id not in controls
        and not (r.equal_settings or r.is_context)
        and r.change is not None
        and r.change > -1
    ]


def winner(rows: Sequence[DeltaRow], metric: Metric) -> DeltaRow | None:
    """The largest gain that is better beyond chance: nobody would measure anything else again."""
    better = [r for r in rows if r.verdict == "better"]
    return max(better, key=lambda r: gain(r, metric), default=None)


def gain(row: DeltaRow, metric: Metric) -> float:
    """The log of the change, positive where it is for the better."""
    change = math.log1p(row.change or 0.0)
    return change if metric.direction == "higher" else -change


def rounds_for(row: DeltaRow, analyses: Sequence[int], has_two_references: bool = False) -> int:
    """Rounds that show half of the first change, by its own spread: more than were measured at first.

    analyses            that its interval counts, or stages
    has_two_references  the control counted at first; the re-test has one candidate, and the baseline alone
    """
    least = max(MIN_ROUNDS, row.n)
    sd = _sd(row, limit_at(analyses))
    if sd is not None:
        sd *= round_sd(1.0) / round_sd(1.0, has_two_references)
    effect = max(MIN_EFFECT, abs(row.change or 0.0) / 2)
    rounds_needed = None if sd is None else rounds_that_find(sd, effect, Design((), has_reserve=True))
    return max(least, min(rounds_needed or MAX_ROUNDS, MAX_ROUNDS))


def _sd(row: DeltaRow, alpha: float) -> float | None:
    """Standard deviation of a round's log ratio, from the interval at the level `alpha` that it gave."""
    if row.low is None or row.high is None or row.n < 2 or row.low <= -1:
        return None
    half = (math.log1p(row.high) - math.log1p(row.low)) / 2
    return half * math.sqrt(row.n) / float(special.stdtrit(freedom(np.array(row.n)), 1 - alpha / 2))


def definition_of(
    first: Mapping[str, Any], name: str, best: Run, baseline: Run, trials: int | Mapping[str, Any]
) -> dict[str, Any]:
    """Definition to launch: two variants with their old knobs, under the workload that the best won."""
    common_knobs = {k: v for k, v in baseline.knobs.items() if best.knobs.get(k) == v and k in best.knobs}
    names = _names(baseline, best)
    return {
        **{key: first[key] for key in KEPT if key in first},
        "name": shorten_name(f"Re-test of {best.variant} · {name}"),
        "question": f"Is {best.variant} as good as it looked?"[:200],
        "description": f"Fresh trials of “{best.variant}” and the baseline of “{name}”.",
        "topology": baseline.topology,
        "workloads": [best.workload],
        "trials": trials,
        "order": "interleaved",
        "control": True,
        "set": common_knobs,
        "variants": [
            _variant(baseline, names[0], common_knobs),
            _variant(best, names[1], common_knobs, baseline),
        ],
        "baseline": names[0],
    }


def _names(baseline: Run, best: Run) -> tuple[str, str]:
    """Names of both variants, kept where they fit: a grid's cell may be called longer than a variant may."""
    a, b = shorten_name(baseline.variant), shorten_name(best.variant)
    return (a, b) if a != b else (shorten_name(f"baseline: {a}"), b)


def _variant(
    run: Run, name: str, common_knobs: Mapping[str, Any], baseline: Run | None = None
) -> dict[str, Any]:
    variant_knobs = {k: v for k, v in run.knobs.items() if k not in common_knobs}
    is_moved = baseline is not None and run.topology != baseline.topology
    return {"name": name, "set": variant_knobs} | ({"topology": run.topology} if is_moved else {})


# ---- in words ------------------------------------------------------------------------------------


def offer_sentence(row: DeltaRow, candidates: int) -> str:
    return (
        f"“{row.name}” came out best of {candidates}, at {_percent(row, row.change)}. Part of that is luck: "
        "the best of several looks better than it is, so only fresh trials say how much it gains."
    )


def result_sentence(first: DeltaRow | None, again: DeltaRow | None, is_open: bool) -> str:
    """“+26.7% at first, +21.0% [+18.1%, +24.0%] in the re-test: it holds, 5.7 points less.”"""
    if first is None:
        return "The experiment that this one re-tests has no run of this variant, so no first figure."
    first_text = f"{_percent(first, first.change)} at first"
    if again is None or again.change is None:
        return f"{first_text}; the re-test has no figure{' yet' if is_open else ''}."
    now = f"{first_text}, {_percent(again, again.change)}{_interval(again)} in the re-test"
    return f"{now} so far." if is_open else f"{now}: {_conclusion(first, again)}."


def _conclusion(first: DeltaRow, again: DeltaRow) -> str:
    difference = 100 * (abs(again.change or 0.0) - abs(first.change or 0.0))
    difference_text = f", {abs(difference):.1f} points {'more' if difference > 0 else 'less'}"
    if again.verdict == "better":
        return ("it holds" if first.verdict == "better" else "it is better") + difference_text
    if again.verdict == "unclear":
        return f"not settled; {again.reason[0].lower()}{again.reason[1:]}".rstrip(".")
    return "it does not hold: " + ("no difference" if again.verdict == "same" else "it is worse")


def _percent(row: DeltaRow, change: float | None) -> str:
    """A change, or an end of its interval, as exact as tables have it."""
    return "no change known" if change is None else percent(change, row.low, row.high)


def _interval(row: DeltaRow) -> str:
    if row.low is None or row.high is None:
        return ""
    return f" [{_percent(row, row.low)}, {_percent(row, row.high)}]"
