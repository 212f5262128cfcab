"""Until decided with candidates that leave at an interim analysis: trials, false words and what is found.

Beside the most rounds, fixed: one of six candidates is better, in noise and in every world.
"""

from collections.abc import Iterator

import numpy as np

from backend.statistics import leaving
from backend.statistics.both_references import estimate_against_both
from backend.statistics.estimate import ALPHA, Estimate, counting_analyses, half_width
from backend.statistics.group_sequential import analysis_rounds, limit
from backend.statistics.holm import holm
from backend.statistics.rules import RULES_2
from backend.statistics.shared_spread import lean_on_others
from backend.statistics.verdict import judge
from e2e.bench.calibration.noise import COVER, FALSE, MIN_EFFECT, SHOWN, Row, logs
from e2e.bench.calibration.verdicts import BETTER, WORSE
from e2e.bench.calibration.worlds import WORLDS, Floats

CANDIDATES, EFFECT, LEAST, MOST = 6, 0.05, 8, 40
SPREAD = 0.06 / 2**0.5  # of a trial; a round's change has two of them
AT_MOST = 0.65  # of the trials of the most rounds


def until_all_left(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Yield rounds whose change scatters by 6%, then every world: all equal, and one that is better."""
    x = logs(rng, (n, CANDIDATES + 2, MOST), SPREAD, None)
    yield from _figures("leaving, 6% between rounds", x, FALSE, COVER[0], AT_MOST)
    for world in WORLDS:
        if world.candidates > 1:
            false, cover = (SHOWN, None) if world.beyond else (FALSE, COVER[0])
            x = world.noise(rng, max(n // 4, 1), CANDIDATES + 2, MOST)
            yield from _figures(f"leaving, world: {world.name}", x, false, cover, None)


def _figures(
    what: str, x: Floats, false: tuple[float | None, float | None], cover: float | None, share: float | None
) -> Iterator[Row]:
    n = len(x)
    codes, held, trials = _ended(x)
    yield Row(what, "any called", float(np.isin(codes, (BETTER, WORSE)).any(axis=1).mean()), *false, n)
    yield Row(what, "coverage", float(held.mean()), cover, None, n * CANDIDATES)
    yield Row(what, "trials of equals ÷ fixed", float(trials.mean()), *SHOWN, n)
    x[:, 2] += np.log1p(EFFECT)
    codes, _, trials = _ended(x)
    yield Row(what, f"found +{EFFECT:.0%}", float((codes[:, 0] == BETTER).mean()), *SHOWN, n)
    yield Row(what, f"found +{EFFECT:.0%}, fixed", float((_fixed(x)[:, 0] == BETTER).mean()), *SHOWN, n)
    yield Row(what, "trials ÷ fixed", float(trials.mean()), None, share, n)


def _fixed(x: Floats) -> np.ndarray:
    return _judge(_estimate(x[:, 2:], x), ALPHA)[0]


def _ended(x: Floats) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Words and whether intervals hold 0, both (experiments, candidates), as of when each left; trials as a
    share of those of the most rounds, of all runs."""
    at = analysis_rounds(LEAST, MOST)
    candidates = x[:, 2:].copy()
    shape = candidates.shape[:2]
    codes, held, last_round = np.zeros(shape, dtype=np.int64), np.ones(shape, bool), np.full(shape, MOST)
    is_in = np.ones(shape, dtype=bool)
    for rounds in at:
        e = counting_analyses(_estimate(candidates[:, :, :rounds], x[:, :, :rounds]), limit(at))
        code, chance = _judge(e, limit(at))
        leaves = is_in & ((code != 0) | (chance < leaving.NEGLIGIBLE_CHANCE) | (rounds == MOST))
        codes[leaves], last_round[leaves] = code[leaves], rounds
        held[leaves] = (np.abs(e.mean) <= e.ci_half_width)[leaves]
        is_in &= ~leaves
        candidates[:, :, rounds:][~is_in] = np.nan
    trials = last_round.sum(axis=1) + 2 * last_round.max(axis=1)
    return codes, held, trials / (MOST * (CANDIDATES + 2))


def _estimate(candidates: Floats, x: Floats) -> Estimate:
    return lean_on_others(estimate_against_both(candidates - x[:, :1], candidates - x[:, 1:2]))


def _judge(e: Estimate, alpha: float) -> tuple[np.ndarray, np.ndarray]:
    """Words by the product's rule, and the chance that those without one still get one."""
    adjusted = np.apply_along_axis(holm, 1, e.p, CANDIDATES)
    code = judge(e, adjusted, MIN_EFFECT, half_width(e.se, e.df, alpha / CANDIDATES), "higher", RULES_2)
    return code, leaving.chance_of_word(e, np.full(e.n.shape, float(MOST)), MIN_EFFECT, alpha / CANDIDATES)
