"""Every world by rules 2 and by rules 1: the same simulated experiments, five candidates and a control.

    .venv/bin/python -m e2e.bench.calibration.by_rules [--seed N] [--experiments N]

In worlds that no estimator of one experiment's trials can judge, rules 2 may call no more than rules 1 do.
"""

import argparse
from collections.abc import Iterator

import numpy as np

from backend.statistics.estimate import Estimate, estimate_pairs
from backend.statistics.rules import RULES_2
from e2e.bench.calibration.decide import judge_now
from e2e.bench.calibration.noise import COVER, FALSE, SHOWN, Row
from e2e.bench.calibration.verdicts import (
    BETTER,
    EFFECTS,
    EXPERIMENTS,
    FALSELY_SAME,
    ROUNDS,
    SAME,
    SEED,
    WORSE,
    verdicts,
)
from e2e.bench.calibration.worlds import WORLDS, Floats, World


def worlds_by_rules(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """The part of the whole calibration: half of its experiments, for there are many worlds."""
    yield from rows_of_worlds(int(rng.integers(2**31)), max(n // 2, 1))


def rows_of_worlds(seed: int, n: int) -> Iterator[Row]:
    for world in WORLDS:
        for rounds in ROUNDS:
            rng = np.random.default_rng([seed, rounds, *world.name.encode()])
            x = world.with_control(rng, n, rounds)
            before = list(_figures(world, x, 1, SHOWN, SHOWN))
            most = max(before[0].value, FALSE[1])
            false, cover = ((None, most), SHOWN) if world.beyond else (FALSE, COVER)
            yield from before
            yield from _figures(world, x, RULES_2, false, cover)


def words_of(world: World, rules: int, rounds: int) -> str:
    return f"world: {world.name}, {f'rules {rules}, ' if rules < RULES_2 else ''}n = {rounds}"


def _figures(
    world: World,
    x: Floats,
    rules: int,
    false: tuple[float | None, float | None],
    cover: tuple[float | None, float | None],
) -> Iterator[Row]:
    """Of experiments in which all candidates are equal; then of the same with one that is truly better."""
    first = x.shape[1] - world.candidates
    counts_control = rules >= RULES_2 and first > 1 and not world.keeps_servers

    def estimate(logs: Floats) -> Estimate:
        return judge_now(logs) if counts_control else estimate_pairs(logs[:, first:] - logs[:, :1])

    n, _, rounds = x.shape
    what, count = words_of(world, rules, rounds), n * world.candidates
    equal = estimate(x)
    codes = verdicts(equal, rules=rules)[1]
    called = float(np.isin(codes, (BETTER, WORSE)).any(axis=1).mean())
    yield Row(what, "any called", called, *false, n)
    yield Row(what, "coverage", float((np.abs(equal.mean) <= equal.ci_half_width).mean()), *cover, count)
    for effect in EFFECTS:
        better = x.copy()
        better[:, first] += np.log1p(effect)
        codes = verdicts(estimate(better), rules=rules)[1][:, 0]
        yield Row(what, f"found +{effect:.0%}", float((codes == BETTER).mean()), *SHOWN, n)
        if effect == FALSELY_SAME:
            yield Row(what, "+3% called same", float((codes == SAME).mean()), *SHOWN, n)


def main() -> None:
    parser = argparse.ArgumentParser(description="Every world by rules 2 and by rules 1")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--experiments", type=int, default=EXPERIMENTS)
    args = parser.parse_args()
    for row in rows_of_worlds(args.seed, args.experiments):
        print(f"{row.what:70} {row.figure:18} {row.value:7.1%} {'' if row.ok else 'OUTSIDE'}", flush=True)


if __name__ == "__main__":
    main()
