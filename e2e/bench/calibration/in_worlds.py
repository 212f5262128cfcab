"""What each world does to verdicts, by an estimator: false verdicts, coverage, and what is found.

`python -m e2e.bench.calibration.in_worlds [--estimator MODULE:NAME …] [--world WORDS]` prints a table for
each estimator. An estimator takes differences of logs (…, rounds) and gives an `Estimate`.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module

import numpy as np

from backend.statistics.estimate import ALPHA, Estimate, estimate_pairs, half_width
from backend.statistics.holm import holm
from backend.statistics.rules import RULES_VERSION
from backend.statistics.verdict import judge
from e2e.bench.calibration.noise import COVER, FALSE, MIN_EFFECT, SHOWN, Row
from e2e.bench.calibration.worlds import WORLDS, Floats, World

Estimator = Callable[[Floats], Estimate]
TODAY: Estimator = estimate_pairs
SEED = 20261122
EXPERIMENTS = 2000
ROUNDS = (8, 12, 20)
EFFECTS = (0.02, 0.03, 0.05)
FALSELY_SAME = 0.03
BETTER, WORSE, SAME = 1, 2, 3


def figures(
    world: World, seed: int, experiments: int, rounds: int, estimator: Estimator = TODAY
) -> Iterator[Row]:
    """Of experiments in which all candidates are equal; then of the same with one that is truly better.

    Each world and number of rounds has random numbers of its own, the same for every estimator.
    """
    rng = np.random.default_rng([seed, rounds, *world.name.encode()])
    x = world.noise(rng, experiments, world.candidates + 1, rounds)
    d = x[:, 1:] - x[:, :1]
    what = f"world: {world.name}, n = {rounds}"
    false, cover = (SHOWN, SHOWN) if world.beyond else (FALSE, COVER)
    equal = estimator(d)
    adjusted, codes = verdicts(equal)
    pairs = experiments * world.candidates
    yield Row(what, "any called", _any(np.isin(codes, (BETTER, WORSE))), *false, experiments)
    yield Row(what, "any p below 5%", _any(adjusted < ALPHA), *SHOWN, experiments)
    yield Row(what, "coverage", float((np.abs(equal.mean) <= equal.ci_half_width).mean()), *cover, pairs)
    yield Row(what, "half-interval, median", float(np.nanmedian(equal.ci_half_width)), *SHOWN, pairs)
    for effect in EFFECTS:
        d = x[:, 1:] - x[:, :1]
        d[:, 0] += np.log1p(effect)
        codes = verdicts(estimator(d))[1][:, 0]
        yield Row(what, f"found +{effect:.0%}", float((codes == BETTER).mean()), *SHOWN, experiments)
        if effect == FALSELY_SAME:
            yield Row(what, "+3% called same", float((codes == SAME).mean()), *SHOWN, experiments)


def verdicts(e: Estimate, alpha: float = ALPHA, rules: int = RULES_VERSION) -> tuple[Floats, np.ndarray]:
    """Adjusted p and verdict codes of each experiment (row), by the product's rule.

    alpha  what p has to be below: where results are looked at several times, `e` counts that already
    """
    adjusted = np.apply_along_axis(holm, 1, e.p)
    half = half_width(e.se, e.df, alpha / e.p.shape[1])
    return adjusted, judge(e, adjusted, MIN_EFFECT, half, "higher", rules)


def worlds(
    seed: int = SEED,
    experiments: int = EXPERIMENTS,
    estimator: Estimator = TODAY,
    some: Sequence[World] = WORLDS,
) -> list[Row]:
    return [
        row
        for world in some
        for rounds in ROUNDS
        for row in figures(world, seed, experiments, rounds, estimator)
    ]


def _any(wrong: np.ndarray) -> float:
    return float(wrong.any(axis=1).mean())


SHOWN_FIGURES = (
    ("any called", "false"),
    ("any p below 5%", "p < 5%"),
    ("coverage", "coverage"),
    ("half-interval, median", "half-interval"),
    ("found +2%", "+2% found"),
    ("found +3%", "+3% found"),
    ("found +5%", "+5% found"),
    ("+3% called same", "+3% same"),
)


def table(rows: Sequence[Row]) -> str:
    """One line a world; in each cell the figures of the three numbers of rounds."""
    values = {(r.what, r.figure): r for r in rows}
    names = list(dict.fromkeys(r.what.removeprefix("world: ").rsplit(", n = ", 1)[0] for r in rows))
    lines = [f"{'per cent after 8, 12, 20 rounds':53}" + "".join(f"{h:>19}" for _, h in SHOWN_FIGURES)]
    for name in names:
        cells = []
        for figure, _ in SHOWN_FIGURES:
            own = [values[f"world: {name}, n = {n}", figure] for n in ROUNDS]
            cells.append(" ".join(f"{100 * r.value:.1f}{'' if r.ok else '!'}" for r in own))
        lines.append(f"{name:53}" + "".join(f"{cell:>19}" for cell in cells))
    return "\n".join(lines)


def _named(text: str) -> Estimator:
    module, _, name = text.partition(":")
    return getattr(import_module(module), name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    parser.add_argument(
        "--estimator", action="append", help="MODULE:NAME, may be given several times; default: today's"
    )
    parser.add_argument("--world", default="", help="only worlds whose name has these words")
    args = parser.parse_args()
    some = [world for world in WORLDS if args.world in world.name]
    for name in args.estimator or [f"{TODAY.__module__}:{TODAY.__name__}"]:
        start = time.monotonic()
        print(f"{name}, seed {args.seed}, {args.experiments:,} experiments")
        print(table(worlds(args.seed, args.experiments, _named(name), some)))
        print(f"! outside its bounds; {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
