"""`python -m e2e.bench.in_turns.power`: what a ratio in turns can show, simulated.

A block's log rate is white noise and a drift that neighbouring blocks share, each with the stated spread. The
same seconds are spent in two ways: blocks under one load, as `switched` does, or each side a run of its own,
whose luck (`LUCK`) is part of the ratio.
"""

import numpy as np
from numpy.typing import NDArray

from backend.statistics.estimate import estimate_pairs
from e2e.bench.calibration.noise import covered, logs

Floats = NDArray[np.float64]

EXPERIMENTS, SEED = 4000, 14
OBSERVATIONS = 48
LUCK = 0.05  # of a run of wrk or nginx on a machine of two CPUs at rest
STALLED, STALL = 0.05, float(np.log(0.6))
WORLDS = {
    f"{cv:.0%}{', stalls' if stalled else ''}": (cv, stalled)
    for cv in (0.01, 0.03, 0.10)
    for stalled in (False, True)
}


def observations(rng: np.random.Generator, cv: float, stalled: bool, *, one_load: bool) -> Floats:
    """Log ratios of equal sides, experiments × observations."""
    blocks = logs(rng, (EXPERIMENTS, 1, 4 * OBSERVATIONS), cv, 0.8, interleaved=False)[:, 0]
    if stalled:
        blocks += STALL * (rng.random(blocks.shape) < STALLED)
    a, b, c, d = np.moveaxis(blocks.reshape(EXPERIMENTS, OBSERVATIONS, 4), -1, 0)
    by_lot = rng.choice((-1.0, 1.0), a.shape)
    if one_load:
        return by_lot * (a + d - b - c) / 2
    return by_lot * (a + b - c - d) / 2 + LUCK * np.sqrt(2) * rng.standard_normal(a.shape)


def main() -> None:
    rng = np.random.default_rng(SEED)
    print(f"{OBSERVATIONS} observations of four blocks, {EXPERIMENTS} experiments each, seed {SEED}")
    print(f"{'spread of a block':20}{'under':12}{'coverage':>9}{'interval':>10}{'−2% seen below 0.99':>22}")
    for name, (cv, stalled) in WORLDS.items():
        for one_load in (True, False):
            found = estimate_pairs(observations(rng, cv, stalled, one_load=one_load))
            below = found.mean + np.log(0.98) + found.ci_half_width < np.log(0.99)
            print(
                f"{name:20}{'one load' if one_load else 'runs':12}{covered(found, 0.0):>9.1%}"
                f"{'±':>5}{np.median(found.ci_half_width):.2%}{below.mean():>22.1%}"
            )


if __name__ == "__main__":
    main()
