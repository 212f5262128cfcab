"""Experiments of which every unclear one is measured more, once: false words of either stage."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from backend.statistics.estimate import ALPHA, Estimate, counting_analyses, estimate_pairs, half_width
from backend.statistics.holm import holm
from backend.statistics.rules import RULES_2
from backend.statistics.settling import trials_to_settle
from backend.statistics.two_stages import Stages, limit_at, rounds_for_second
from backend.statistics.verdict import judge
from e2e.bench.calibration.decide import judge_now
from e2e.bench.calibration.noise import MIN_EFFECT, SHOWN, Row
from e2e.bench.calibration.verdicts import BETTER, EFFECTS, WORSE
from e2e.bench.calibration.worlds import WORLDS, Floats, World

FIRST, LONGEST = (8, 12, 20), 4  # rounds of the first stage; those of both, as a multiple
STEP = 4  # rounds of second stages are counted in groups, to simulate many at once
COVERAGE = (0.93, None)
"""Intervals of a second stage count both, as those of interim analyses do: they hold more often."""


def more(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Every world with one candidate and with several, equal; then one that is better."""
    for world in WORLDS:
        for candidates in sorted({1, world.candidates}):
            if not world.beyond:
                for rounds in FIRST:
                    yield from figures(rng, n, world, candidates, rounds)


def figures(rng: np.random.Generator, n: int, world: World, candidates: int, first: int) -> Iterator[Row]:
    x = world.noise(rng, n, candidates + 2, first * LONGEST)
    what = f"more, world: {world.name}, {candidates} of, n = {first}"
    whole_codes, _ = verdicts(judge_stage(x[:, :, :first]), ())
    one_stage = _share_called(whole_codes)
    yield Row(what, "any called, not extended", one_stage, *SHOWN, n)
    codes, is_held, share = extend(x, first)
    yield Row(what, "any called", _share_called(codes), None, max(one_stage, ALPHA), n)
    yield Row(what, "coverage", float(is_held.mean()), *COVERAGE, n * candidates)
    yield Row(what, "measured more", share, *SHOWN, n)
    x[:, 2] += np.log1p(EFFECTS[-1])
    codes, _, _ = extend(x, first)
    yield Row(what, f"found +{EFFECTS[-1]:.0%}", float((codes[:, 0] == BETTER).mean()), *SHOWN, n)


def _share_called(codes: np.ndarray) -> float:
    return float(np.isin(codes, (BETTER, WORSE)).any(axis=1).mean())


def extend(x: Floats, first: int) -> tuple[np.ndarray, np.ndarray, float]:
    """Codes and whether intervals hold 0, after the second stage where one is unclear; share of these.

    Logs by experiment, run (baseline, control, candidates) and round. Rounds are added as the page offers;
    candidates that are decided keep their words.
    """
    e = judge_stage(x[:, :, :first])
    codes, is_held = verdicts(e, Stages((first,)))
    lengths = {
        int(i): length(e, codes, int(i), first, x.shape[2]) for i in np.flatnonzero((codes == 0).any(axis=1))
    }
    for rounds, group in groupby(sorted(lengths, key=lengths.__getitem__), lengths.__getitem__):
        rows = np.array(list(group))
        later_codes, is_held_later = verdicts(judge_stage(x[rows][:, :, :rounds]), Stages((first, rounds)))
        is_open = codes[rows] == 0
        codes[rows] = np.where(is_open, later_codes, codes[rows])
        is_held[rows] = np.where(is_open, is_held_later, is_held[rows])
    return codes, is_held, len(lengths) / len(x)


def length(e: Estimate, codes: np.ndarray, i: int, first: int, longest: int) -> int:
    row = Estimate(*(np.asarray(value)[i] for value in _fields(e)))
    needed = trials_to_settle(row, codes[i] == 0, MIN_EFFECT, len(row.mean), True)
    wanted = [rounds_for_second(first, int(number), len(row.mean)) for number in needed if number]
    rounds = min([*wanted, longest])
    return min(-(-rounds // STEP) * STEP, longest)


def _fields(e: Estimate) -> list[np.ndarray]:
    return [np.asarray(getattr(e, name)) for name in e.__dataclass_fields__]


def judge_stage(x: Floats) -> Estimate:
    """By rules 2: with fewer than three candidates the baseline alone is the reference."""
    return judge_now(x) if x.shape[1] > 4 else estimate_pairs(x[:, 2:] - x[:, :1])


def verdicts(e: Estimate, stages: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    alpha, family = limit_at(stages), e.p.shape[1]
    e = counting_analyses(e, alpha)
    adjusted = np.apply_along_axis(holm, 1, e.p, family)
    half = half_width(e.se, e.df, alpha / family)
    return judge(e, adjusted, MIN_EFFECT, half, "higher", RULES_2), np.abs(e.mean) <= e.ci_half_width
