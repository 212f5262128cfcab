"""Number of rounds that a change needs on a calibrated testbed, and their duration. Pure."""

from collections.abc import Sequence
from math import log1p

from backend.analysis.calibration.schemas import NeedOut
from backend.definition.duration import total_seconds
from backend.definition.model import DEFAULT_MIN_EFFECT, Definition, Servers, UntilDecided
from backend.planning.design import with_trials_of
from backend.statistics.group_sequential import analysis_rounds
from backend.statistics.power import round_sd
from backend.statistics.promise import Design, power, rounds_for, rounds_to_find

EFFECTS = (0.01, 0.02, 0.05)
USUAL = 0.02
"""The change by which lengths of trials are compared."""
VARIANTS = 3  # baseline, its control and one candidate


def needs(definition: Definition, sd: float) -> list[NeedOut]:
    """`sd`: of one trial with a start of its own, on logs."""
    return [_need(definition, round_sd(sd), effect) for effect in EFFECTS]


def to_show(definition: Definition, sd: float, seconds: float) -> tuple[int | None, float | None]:
    """Rounds and wall seconds that show the usual change with trials so long."""
    rounds = rounds_for(round_sd(sd), USUAL, Design((), 1, log1p(_min_effect(USUAL)), has_reserve=True))
    return rounds, None if rounds is None else _seconds(with_trials_of(definition, seconds), rounds)


def quickest(lengths: Sequence[tuple[float, float | None]]) -> float | None:
    """Choose from (seconds of a trial, wall seconds) the length that takes the least; None: none is known."""
    totals = [(total, seconds) for seconds, total in lengths if total is not None]
    return min(totals)[1] if totals else None


def _need(definition: Definition, sd: float, effect: float) -> NeedOut:
    min_effect = _min_effect(effect)
    rounds = rounds_for(sd, effect, Design((), 1, log1p(min_effect), has_reserve=True))
    rule = UntilDecided(until="decided")  # pyright: ignore[reportCallIssue]
    design = Design(analysis_rounds(rule.min, rule.max), 1, log1p(min_effect))
    decided_rounds = round(rounds_to_find(sd, effect, design))
    return NeedOut(
        effect=effect,
        min_effect=min_effect,
        rounds=rounds,
        seconds=None if rounds is None else _seconds(definition, rounds),
        decided_rounds=decided_rounds,
        decided_seconds=_seconds(definition, decided_rounds),
        chance=power(sd, effect, design),
    )


def _min_effect(effect: float) -> float:
    """Only what is larger than what matters can be shown: half of a small change."""
    return min(DEFAULT_MIN_EFFECT, effect / 2)


def _seconds(definition: Definition, rounds: int) -> float:
    fresh = Servers(fresh="round")  # pyright: ignore[reportCallIssue]
    return total_seconds(definition.model_copy(update={"trials": rounds, "servers": fresh}), VARIANTS)
