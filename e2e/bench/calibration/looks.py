"""Rounds until decided: how often equal runs are called at any look, what is found, after how many rounds."""

from collections.abc import Iterator

import numpy as np

from backend.statistics.estimate import counting_analyses, estimate_pairs
from backend.statistics.group_sequential import analysis_rounds, limit
from e2e.bench.calibration.noise import COVER, FALSE, SHOWN, Row, logs
from e2e.bench.calibration.verdicts import BETTER, SAME, WORSE, verdicts

SPREAD = 0.06 / 2**0.5  # of a trial; a round's change has two of them
EFFECTS = (0.02, 0.03, 0.05)
PLANS = ((8, 40), (8, 20), (8, 12))
FIXED = (12, 20, 40)


def until_decided(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """One candidate, and five of which one is better; beside them fixed numbers of rounds."""
    for candidates in (1, 5):
        x = logs(rng, (n, candidates + 1, 40), SPREAD, None)
        for plan in PLANS:
            yield from _plan(x, analysis_rounds(*plan), f"decided, {plan[0]} to {plan[1]} rounds", candidates)
        for rounds in FIXED:
            yield from _plan(x, (rounds,), f"decided, {rounds} rounds, fixed", candidates)


def _plan(x: np.ndarray, at: tuple[int, ...], name: str, candidates: int) -> Iterator[Row]:
    n = len(x)
    what = f"{name}, {'1 candidate' if candidates == 1 else f'{candidates} candidates'}"
    codes, held, rounds = ended(x, at, 0.0)
    called = np.isin(codes, (BETTER, WORSE)).any(axis=1)
    yield Row(what, "equal called", float(called.mean()), *FALSE, n)
    yield Row(what, "coverage", float(held.mean()), COVER[0], None, n * candidates)
    yield Row(what, "equal called same", float((codes == SAME).mean()), *SHOWN, n)
    yield Row(what, "rounds of equals, mean", float(rounds.mean()), *SHOWN, n)
    for effect in EFFECTS:
        codes, _, rounds = ended(x, at, effect)
        yield Row(what, f"found +{effect:.0%}", float((codes[:, 0] == BETTER).mean()), *SHOWN, n)
        yield Row(what, f"rounds at +{effect:.0%}, mean", float(rounds.mean()), *SHOWN, n)


def ended(x: np.ndarray, at: tuple[int, ...], effect: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Where the rounds ended: verdicts and whether intervals hold the truth, both (experiments, candidates),
    and how many rounds those were.

    The first candidate is better by `effect`. Rounds end at the first look at which all are decided.
    """
    truth = np.zeros(x.shape[1] - 1)
    truth[0] = np.log1p(effect)
    d = x[:, 1:] - x[:, :1] + truth[:, None]
    each = [counting_analyses(estimate_pairs(d[:, :, :rounds]), limit(at)) for rounds in at]
    codes = np.array([verdicts(e, limit(at))[1] for e in each])
    held = np.array([np.abs(e.mean - truth) <= e.ci_half_width for e in each])
    decided = (codes != 0).all(axis=2)
    decided[-1] = True
    stop, rows = decided.argmax(axis=0), np.arange(len(x))
    return codes[stop, rows], held[stop, rows], np.asarray(at)[stop]
