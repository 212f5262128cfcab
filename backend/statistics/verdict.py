"""Better, worse, same or unclear, and the sentence that says why."""

from enum import Enum
from typing import NamedTuple

import numpy as np

from agents.catalog.metrics import Direction
from backend.presentation.changes import percent
from backend.presentation.figures import chance, spread
from backend.presentation.words import few, plural
from backend.statistics.estimate import ALPHA, Estimate
from backend.statistics.pairing import Floats, Ints
from backend.statistics.rules import RULES_2


class Verdict(str, Enum):
    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    UNCLEAR = "unclear"


VERDICTS = (Verdict.UNCLEAR, Verdict.BETTER, Verdict.WORSE, Verdict.SAME)  # by code


class Size(str, Enum):
    """Size of a difference that is clear of chance, beside the smallest one that matters."""

    AT_LEAST = "at_least"  # the simultaneous interval lies beyond what matters
    OPEN = "open"  # the interval holds what matters
    SMALL = "small"  # the interval lies inside what matters


SIZES = (None, Size.AT_LEAST, Size.OPEN, Size.SMALL)  # by code
MAX_NAMED = 4  # rounds far from the others
_SMALL = "A real difference, too small to matter"


def judge(
    e: Estimate, p_adjusted: Floats, min_effect: float, half: Floats, direction: Direction, rules: int
) -> Ints:
    """Codes into VERDICTS.

    matters  the smallest change that matters, on the working scale: on logs ±1% is ÷1.01 to ×1.01, so that
             swapping baseline and candidate always mirrors the verdict
    half     half of the simultaneous interval
    rules    from 2 on, `better` and `worse` say that a difference is clear of chance, and not how large it is

    `same` needs the mean of all trials within min_effect too: where a few far ones move it beyond, trials
    do not say one thing.
    """
    gain = e.mean if direction == "higher" else -e.mean
    is_inside = np.abs(gain) + half <= min_effect
    is_large_enough = ~is_inside if rules >= RULES_2 else np.abs(gain) >= min_effect
    is_different = (p_adjusted < ALPHA) & is_large_enough
    is_same = is_inside & (np.abs(e.plain) <= min_effect)
    return np.where(is_different, np.where(gain > 0, 1, 2), np.where(is_same, 3, 0))


def measure_sizes(
    e: Estimate, verdict: Ints, p_adjusted: Floats, min_effect: float, half: Floats, rules: int
) -> Ints:
    """Codes into SIZES; 0 without a clear difference, or where every difference matters."""
    if rules < RULES_2 or not min_effect:
        return np.zeros(len(verdict), dtype=np.int64)
    is_beyond = np.abs(e.mean) - half >= min_effect
    is_small = (verdict == 3) & (p_adjusted < ALPHA)
    is_different = (verdict == 1) | (verdict == 2)
    return np.where(is_different, np.where(is_beyond, 1, 2), np.where(is_small, 3, 0))


class Facts(NamedTuple):
    """What a reason is made of; figures as shown (0.1 = 10%, or in the metric's unit if `absolute`)."""

    verdict: Verdict
    p: float
    p_adjusted: float
    family: int
    analyses: int  # that were planned, each a chance to call
    min_effect: str  # "±1.0%"; empty where any difference that is clear of chance counts
    inside: bool  # the whole simultaneous interval lies inside it
    trials_needed: int | None
    absolute: bool
    mean: float | None  # of all trials alike, where it disagrees
    far: tuple[int, ...]  # rounds that lie far from the others, where it does
    by_start: bool  # trials_needed counts starts of servers
    size: Size | None
    rules: int
    metrics: int  # that the family counts the candidates in
    stages: int  # of an experiment to which rounds can be added once: measured ones; 0 of others
    rounds_to_add: int | None  # that would settle it, where that can be done


def reason(f: Facts) -> str:
    """A few short sentences in plain words for a delta that has an interval."""
    return _verdict_reason(f) + _disagreement(f)


def min_effect_text(min_effect: float) -> str:
    return spread(min_effect) if min_effect else ""


def _verdict_reason(f: Facts) -> str:
    if f.verdict is Verdict.SAME:
        if not f.min_effect:
            return "All values are equal."
        whole = (
            f"The whole interval, widened for {_family_text(f)},"
            if _family_text(f)
            else "The whole 95% interval"
        )
        inside = f"{whole} lies inside what matters here, {f.min_effect}."
        return f"{_SMALL} ({_chance(f)}). {inside}" if f.size is Size.SMALL else inside
    if f.verdict is not Verdict.UNCLEAR:
        min_effect = "" if f.rules >= RULES_2 else _and_min_effect(f)
        return f"The change is clear of chance ({_chance(f)}){min_effect}.{_size_text(f)}"
    if f.inside:
        return "It would be the same, but for a few rounds."
    return _why_unclear(f) + _what_would(f)


def _size_text(f: Facts) -> str:
    if f.size is Size.AT_LEAST:
        return f" It is at least what matters here, {f.min_effect}."
    if f.size is Size.OPEN:
        return f" Its size is open: the interval holds what matters here, {f.min_effect}."
    return ""


def family_words(family: int, metrics: int = 1) -> str:
    """`5 candidates`, `5 candidates in 11 metrics`."""
    candidates = plural(family // metrics, "candidate")
    return f"{candidates} in {metrics} metrics" if metrics > 1 else candidates


def _family_text(f: Facts) -> str:
    """What a verdict had to be adjusted for: “5 candidates and 4 interim analyses”."""
    candidates = [family_words(f.family, f.metrics)] if f.family > 1 else []
    analyses = [f"{f.analyses} interim analyses"] if f.analyses > 1 else []
    return " and ".join(candidates + analyses)


def _and_min_effect(f: Facts) -> str:
    return f" and not smaller than what matters here, {f.min_effect}" if f.min_effect else ""


def _why_unclear(f: Facts) -> str:
    if f.p >= ALPHA:
        return f"The change could be chance (p {chance(f.p)})."
    if f.p_adjusted >= ALPHA:
        return (
            f"On its own it would stand out (p {chance(f.p)}), "
            f"but not among {family_words(f.family, f.metrics)} (p {chance(f.p_adjusted)})."
        )
    return f"Clear of chance ({_chance(f)}), but smaller than what matters here, {f.min_effect}."


def _what_would(f: Facts) -> str:
    unit = "starts" if f.by_start else "trials"
    if f.trials_needed is None:
        return f" More {unit} would hardly settle it."
    if f.rounds_to_add is not None:
        return f" About {plural(f.rounds_to_add, 'more round')} would settle it."
    more = "; new servers for each round give more of them in as many rounds" if f.by_start else ""
    if f.stages:
        return f" A new experiment with about {f.trials_needed} {unit} per run would settle it{more}."
    return f" About {f.trials_needed} {unit} per run would settle it{more}."


def _disagreement(f: Facts) -> str:
    """The other figure, where a few trials make it differ, and which they are."""
    if f.mean is None:
        return ""
    mean = f"{f.mean:+.3g}" if f.absolute else percent(f.mean)
    if not f.far:
        return f" The mean of all trials is {mean}."
    round_numbers = few([str(number) for number in f.far], MAX_NAMED)
    verb = "lies" if len(f.far) == 1 else "lie"
    rounds = plural(len(f.far), "round").split(" ")[1]
    return f" The mean of all rounds is {mean}: {rounds} {round_numbers} {verb} far from the others."


def _chance(f: Facts) -> str:
    return f"p {chance(f.p_adjusted)}" + (f", adjusted for {_family_text(f)}" if _family_text(f) else "")
