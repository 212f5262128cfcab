"""Halving: how often equal runs are called in worlds that are hard on it, whether finalists' intervals hold,
and what it finds beside a fixed number of rounds with as many trials."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from backend.definition.halving import Stage, schedule
from backend.statistics.estimate import ALPHA, estimate_pairs, half_width
from backend.statistics.holm import holm
from backend.statistics.promise import Design, smallest_effect
from backend.statistics.rules import RULES_VERSION
from backend.statistics.verdict import judge
from e2e.bench.calibration.noise import FALSE, MIN_EFFECT, SHOWN, Row, logs
from e2e.bench.calibration.verdicts import BETTER, WORSE
from e2e.bench.calibration.worlds import WORLDS, World

SPREAD = 0.06 / 2**0.5  # of a trial; a round's change has two of them
EFFECTS = (0.03, 0.05)
RUNS, TRIALS = 12, 20
OTHERS = ((8, 20), (24, 20), (12, 12))
HARD = (
    "log-normal 0.5 to 10%",
    "heavy tails",
    "5% of trials stall",
    "skewed",
    "drift, neighbours share 80%",
    "a step",
    "periodic disturbance, aligned",
    "candidates three times noisier",
    "lottery of each server ±3%, a new server",
    "lottery of each server ±3%, one server",
)


def halved(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Power of 12 runs and of others, then false calls by world; one baseline, no control."""
    for runs, trials in ((RUNS, TRIALS), *OTHERS):
        stages = schedule(runs - 1, trials, 1)
        x = logs(rng, (n, runs, stages[-1].last), SPREAD, None)
        yield from _found(x, stages, f"halving, {runs} runs, {_counted(stages)} trials")
        fixed = (Stage(1, 1, trials, runs - 1, runs),)
        yield from _found(x, fixed, f"halving, {runs} runs, {runs * trials} trials, fixed")
    stages = schedule(RUNS - 1, TRIALS, 1)
    yield _promised(rng, stages, n)
    for world in (w for w in WORLDS if w.name.startswith(HARD)):
        yield from _in_world(rng, world, stages, n)


def _counted(stages: Sequence[Stage]) -> int:
    return sum(stage.trials for stage in stages)


def _found(x: np.ndarray, stages: Sequence[Stage], what: str) -> Iterator[Row]:
    for effect in EFFECTS:
        codes, who, _ = ended(x, stages, effect)
        yield Row(what, f"found +{effect:.0%}", float(_is_found(codes, who).mean()), *SHOWN, len(x))
        yield Row(what, f"+{effect:.0%} in the final", float((who == 0).any(axis=1).mean()), *SHOWN, len(x))


def _promised(rng: np.random.Generator, stages: Sequence[Stage], n: int) -> Row:
    """The smallest change that the planner promises is found in 80% of experiments."""
    design = Design(
        tuple(s.last for s in stages), RUNS - 1, MIN_EFFECT, stage_sizes=tuple(s.candidates for s in stages)
    )
    x = logs(rng, (n, RUNS, stages[-1].last), SPREAD, None)
    codes, who, _ = ended(x, stages, smallest_effect(0.06, design) or 0.0)
    what = f"halving, smallest effect of {RUNS} runs"
    return Row(what, "called", float(_is_found(codes, who).mean()), 0.78, 0.82, n)


def _in_world(rng: np.random.Generator, world: World, stages: Sequence[Stage], n: int) -> Iterator[Row]:
    x = world.noise(rng, n, RUNS, stages[-1].last)
    codes, _, held = ended(x, stages, 0.0)
    what, false = f"halving, world: {world.name}", SHOWN if world.beyond else FALSE
    together = SHOWN if world.beyond else (1 - ALPHA, None)
    yield Row(what, "any called", float(np.isin(codes, (BETTER, WORSE)).any(axis=1).mean()), *false, n)
    yield Row(what, "all intervals hold", float(held.all(axis=1).mean()), *together, n)
    codes, who, _ = ended(x, stages, 0.05)
    yield Row(what, "found +5%", float(_is_found(codes, who).mean()), *SHOWN, n)


def _is_found(codes: np.ndarray, who: np.ndarray) -> np.ndarray:
    return ((codes == BETTER) & (who == 0)).any(axis=1)


def ended(x: np.ndarray, stages: Sequence[Stage], effect: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of the finalists: verdicts, who they are, and whether simultaneous intervals hold the truth, each
    (experiments, finalists).

    `x`: logs by experiment, run and round; the first candidate is better by `effect`.
    """
    entrants = x.shape[1] - 1
    truth = np.zeros(entrants)
    truth[0] = np.log1p(effect)
    d = x[:, 1:] - x[:, :1] + truth[:, None]
    who = np.tile(np.arange(entrants), (len(x), 1))
    for before, stage in pairwise(stages):
        middle = np.median(_of(d, who)[:, :, : before.last], axis=-1)
        best = np.argsort(-middle, axis=1, kind="stable")[:, : stage.candidates]
        who = np.take_along_axis(who, best, axis=1)
    e = estimate_pairs(_of(d, who)[:, :, : stages[-1].last])
    adjusted = np.array([holm(p, entrants) for p in e.p])
    half = half_width(e.se, e.df, ALPHA / entrants)
    return (
        judge(e, adjusted, MIN_EFFECT, half, "higher", RULES_VERSION),
        who,
        np.abs(e.mean - truth[who]) <= half,
    )


def _of(d: np.ndarray, who: np.ndarray) -> np.ndarray:
    return np.take_along_axis(d, who[:, :, None], axis=1)
