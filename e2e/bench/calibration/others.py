"""Spread, several pairs at once, long rounds, and stopping when intervals are narrow enough."""

import random
from collections.abc import Iterator

import numpy as np

from backend.definition.round_order import Part, round_order
from backend.statistics.delta import Verdict, deltas
from backend.statistics.estimate import estimate_pairs
from backend.statistics.pooled import pooled_each
from backend.statistics.rules import RULES_VERSION
from backend.statistics.spread import SpreadVerdict, compare_spread, pooled_spread
from e2e.bench.calibration.noise import COVER, FALSE, MIN_EFFECT, SHOWN, Row, logs

ROUNDS = 12
CANDIDATES = 16
STEEP = 0.98  # correlation of neighbouring trials' drift: over 17 trials still 0.7


def spreads(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Runs of equal spread called steadier or less steady."""
    n = max(n // 8, 1)
    for pairs, rounds in ((1, 5), (1, 12), (5, 5), (5, 12)):
        wrong = 0
        for _ in range(n):
            cvs = rng.uniform(0.02, 0.15, pairs)
            x = [np.exp(rng.normal(9, cv, (2, rounds))).tolist() for cv in cvs]
            runs = [(list(enumerate(a)), list(enumerate(b))) for a, b in x]
            found = compare_spread(*runs[0]) if pairs == 1 else pooled_spread(runs)
            wrong += found.verdict in (SpreadVerdict.STEADIER, SpreadVerdict.LESS_STEADY)
        yield Row(
            f"spread, {pairs} pair{'s' if pairs > 1 else ''}, n = {rounds}",
            "equal called different",
            wrong / n,
            *FALSE,
            n,
        )


def pooled_pairs(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """One delta over five equal pairs: all rounds, a third of the trials missing, and runs one by one."""
    n = max(n // 8, 1)
    for how, missing, interleaved in (
        ("by round", 0.0, True),
        ("combined", 0.3, True),
        ("Welch", 0.0, False),
    ):
        x = np.exp(logs(rng, (n, 10, 12), 0.08, 0.8 if interleaved else None))
        gone = rng.random(x.shape) < missing
        wrong = held = 0
        for values, hollow in zip(x.tolist(), gone.tolist(), strict=True):
            runs = [
                [(i, None if h else v) for i, (v, h) in enumerate(zip(*run, strict=True))]
                for run in zip(values, hollow, strict=True)
            ]
            pairs = list(zip(runs[::2], runs[1::2], strict=True))
            ((found, _),) = pooled_each(
                [[(pair,) for pair in pairs]],
                direction="higher",
                is_interleaved=interleaved,
                rules=RULES_VERSION,
            )
            wrong += found.verdict in (Verdict.BETTER, Verdict.WORSE)
            held += (found.low or 0.0) <= 0 <= (found.high or 0.0)
        yield Row(f"pooled over 5 pairs, {how}, n = 12", "A/A called", wrong / n, *FALSE, n)
        yield Row(f"pooled over 5 pairs, {how}, n = 12", "coverage", held / n, *COVER, n)


def long_rounds(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Sixteen candidates in the planner's own order under steep drift, with the baseline repeated in the
    round and without: how that affects the width of the intervals."""
    n = max(n // 40, 1)
    runs = range(CANDIDATES + 1)
    for trial_s, name in ((60.0, "baseline repeated in the round"), (1.0, "baseline once a round")):
        part = Part(0, runs, [""] * len(runs), trial_s)
        wrong = held = 0
        halves = []
        for _ in range(n):
            found = _a_long_experiment(rng, part)
            wrong += sum(d.verdict in (Verdict.BETTER, Verdict.WORSE) for d in found)
            held += sum((d.low or 0.0) <= 0 <= (d.high or 0.0) for d in found)
            halves += [((1 + (d.high or 0)) / (1 + (d.low or 0))) ** 0.5 - 1 for d in found]
        what = f"{len(runs)} runs, steep drift, {name}"
        yield Row(what, "A/A called", wrong / n / CANDIDATES, *FALSE, n * CANDIDATES)
        yield Row(what, "coverage", held / n / CANDIDATES, *COVER, n * CANDIDATES)
        yield Row(what, "half-interval, mean", float(np.mean(halves)), *SHOWN, n)


def _a_long_experiment(rng: np.random.Generator, part: Part) -> list:
    chance = random.Random(int(rng.integers(2**31)))
    order = [(i, run) for i in range(ROUNDS) for run in round_order([part], chance)]
    x = logs(rng, (1, 1, len(order)), 0.05, STEEP)[0, 0]
    values = np.exp(x).tolist()
    runs: list[list[tuple[int, float, int]]] = [[] for _ in part.runs]
    for position, ((number, run), value) in enumerate(zip(order, values, strict=True)):
        runs[run].append((number, value, position))
    return deltas(runs[0], runs[1:], direction="higher")


def until(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Rounds until every interval is narrow enough: looked at after each from `least` on, at most 20.

    One candidate, and five with their control (six intervals), as `backend/analysis/precision.py` decides.
    """
    for candidates in (1, 6):
        for least in (3, 5, 8):
            for goal in (0.03, 0.06, 0.12):
                yield from _until(rng, n, candidates, least, goal)


def _until(rng: np.random.Generator, n: int, candidates: int, least: int, goal: float) -> Iterator[Row]:
    most = 20
    x = logs(rng, (n, candidates + 1, most), 0.06, None)
    d = x[:, 1:] - x[:, :1]
    looks = [estimate_pairs(d[:, :, :rounds]) for rounds in range(least, most + 1)]
    half, mean, p = (np.stack([getattr(e, name) for e in looks]) for name in ("ci_half_width", "mean", "p"))
    reached = (half <= np.log1p(goal)).all(axis=2)
    stop = np.where(reached.any(axis=0), reached.argmax(axis=0), len(looks) - 1)
    half, mean, p = (y[stop, np.arange(n)] for y in (half, mean, p))
    whom = "1 candidate" if candidates == 1 else f"{candidates} candidates"
    what = f"until ±{goal:.0%}, {least} to {most} rounds, {whom}"
    wrong = ((p < 0.05) & (np.abs(mean) >= MIN_EFFECT))[:, 0]
    yield Row(what, "coverage", float((np.abs(mean) <= half).mean()), *SHOWN, n)
    yield Row(what, "A/A called", float(wrong.mean()), *SHOWN, n)
    yield Row(what, "rounds, mean", float(stop.mean() + least), *SHOWN, n)
