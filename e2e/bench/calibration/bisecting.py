"""Bisects over eight variants: one change of −3%, two of −2%, and none, by the product's own course.

Many are simulated side by side: those that wait for a measurement of the same kind are measured together.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from backend.bisects.course import (
    Difference,
    Measurement,
    Outcome,
    Span,
    classify,
    follow,
    next_measurement,
    select_named,
)
from backend.bisects.design import design_of, enough_rounds
from backend.bisects.rounds import measure_until_decided
from backend.statistics.estimate import estimate_pairs
from e2e.bench.calibration.noise import SHOWN, Row, logs
from e2e.bench.calibration.worlds import STALL, Floats, Noise, lottery, normal

VARIANTS, EXPERIMENTS = 8, 2_000
FOUND, MAX_WRONG, MIN_STOPPED = 0.90, 0.05, 0.95
CHANGE, SMALLER_CHANGE = 0.03, 0.02


def _drifting(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    return logs(rng, (n, runs, rounds), 0.02, 0.8)


def _heavy(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    return 0.02 * rng.standard_t(3, (n, runs, rounds))


def _stalls(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    shape = (n, runs, rounds)
    return 0.02 * rng.standard_normal(shape) + STALL * (rng.random(shape) < 0.05)


WORLDS: dict[str, Noise] = {
    "noise 2%": normal(0.02),
    "noise 5%": normal(0.05),
    "drift, neighbours share 80%": _drifting,
    "heavy tails, t with 3 degrees": _heavy,
    "5% of trials stall: ×0.6, spread 2%": _stalls,
    "a new server each round, ±3%": lottery(0.03, fresh=True),
}


class Shares(NamedTuple):
    """What bisects come to: shares of all; `both` and `two_wrong` where there are two changes of −2%.

    `rounds` of a step on average, of at most `max_rounds`.
    """

    found: float
    wrong: float
    stopped: float
    both: float
    two_wrong: float
    rounds: float
    max_rounds: int


def bisects(rng: np.random.Generator, n: int) -> Iterator[Row]:
    """Yield for every world what one change, two changes and no change come to."""
    for name, noise in WORLDS.items():
        shares, what = figures(rng, n, noise), f"bisect, {name}"
        low = FOUND if name.startswith("noise") else None
        yield Row(what, "−3% of eight found", shares.found, low, None, n)
        yield Row(what, "wrong", shares.wrong, None, MAX_WRONG, n)
        yield Row(what, "no change: stops", shares.stopped, MIN_STOPPED, None, n)
        yield Row(what, "twice −2%: both named", shares.both, *SHOWN, n)
        yield Row(what, "twice −2%: wrong", shares.two_wrong, None, MAX_WRONG, n)
        yield Row(what, "rounds of a step", shares.rounds, *SHOWN, n)


def figures(rng: np.random.Generator, n: int, noise: Noise) -> Shares:
    places = rng.integers(1, VARIANTS, (n, 1))
    spans, rounds, max_rounds = run(rng, _truth(places, CHANGE), noise, CHANGE)
    equal_spans, _, _ = run(rng, np.zeros((n, VARIANTS)), noise, CHANGE)
    pairs = np.sort(rng.permuted(np.tile(np.arange(1, VARIANTS), (n, 1)), axis=1)[:, :2])
    pair_spans, _, _ = run(rng, _truth(pairs, SMALLER_CHANGE), noise, SMALLER_CHANGE)
    return Shares(
        found=_share(_names_all(named, at) for named, at in zip(spans, places, strict=True)),
        wrong=_share(_is_wrong(named, at) for named, at in zip(spans, places, strict=True)),
        stopped=_share(not named for named in equal_spans),
        both=_share(_names_all(named, at) for named, at in zip(pair_spans, pairs, strict=True)),
        two_wrong=_share(_is_wrong(named, at) for named, at in zip(pair_spans, pairs, strict=True)),
        rounds=float(np.mean(rounds)),
        max_rounds=max_rounds,
    )


def _share(holds: Iterable[bool]) -> float:
    return float(np.mean(list(holds)))


def _truth(places: np.ndarray, change: float) -> Floats:
    """Logs of eight variants; from each place on they are slower."""
    is_after = np.arange(VARIANTS) >= places[:, :, None]
    return is_after.sum(axis=1, dtype=float) * math.log1p(-change)


def _names_all(spans: Sequence[Span], places: np.ndarray) -> bool:
    return {(s.first, s.last) for s in spans} == {(k - 1, k) for k in places.tolist()}


def _is_wrong(spans: Sequence[Span], places: np.ndarray) -> bool:
    """Whether a named span holds no change."""
    return any(not any(s.first < k <= s.last for k in places) for s in spans)


def run(
    rng: np.random.Generator, truth: Floats, noise: Noise, change: float
) -> tuple[list[list[Span]], list[int], int]:
    """Spans of every bisect, the rounds of all measurements, and the most that one may have.

    truth  logs by bisect and variant
    """
    max_rounds = enough_rounds(_spread(noise), change, VARIANTS)
    outcomes: list[dict[Measurement, Outcome]] = [{} for _ in truth]
    taken: list[int] = []
    while True:
        waiting = {i: m for i, known in enumerate(outcomes) if (m := next_measurement(VARIANTS, known))}
        if not waiting:
            return [list(select_named(follow(VARIANTS, known))) for known in outcomes], taken, max_rounds
        for is_pair in (True, False):
            batch = {i: m for i, m in waiting.items() if (m.middle is None) == is_pair}
            if batch:
                places = [
                    [m.first, m.last] if is_pair else [m.middle, m.first, m.last] for m in batch.values()
                ]
                levels = np.take_along_axis(truth[list(batch)], np.array(places), axis=1)
                x = noise(rng, len(batch), levels.shape[1], max_rounds) + levels[:, :, None]
                has_verdict, changes, rounds = _measure(x, change)
                taken += rounds.tolist()
                for (i, m), words, values in zip(batch.items(), has_verdict, changes, strict=True):
                    differences = [Difference(bool(w), float(v)) for w, v in zip(words, values, strict=True)]
                    outcomes[i][m] = (
                        (Outcome.DIFFERENT if differences[0].has_verdict else Outcome.ALIKE)
                        if is_pair
                        else classify(*differences)
                    )


def _spread(noise: Noise) -> float:
    """Standard deviation of a round's log ratio, as a calibration sees it: far rounds do not count."""
    x = noise(np.random.default_rng(1), 200, 2, 40)
    return float(estimate_pairs(x[:, 1] - x[:, 0]).sd.mean())


def _measure(x: Floats, change: float) -> tuple[np.ndarray, Floats, np.ndarray]:
    """Whether each run differs from the first by a verdict, its change, and the rounds: until decided."""
    design = design_of(x.shape[2], change, VARIANTS)
    family = design.family * (x.shape[1] - 1) // 2
    outcome = measure_until_decided(x[:, 1:] - x[:, :1], replace(design, family=family))
    return np.isin(outcome.verdict, (1, 2)), outcome.change, outcome.last_round.max(axis=1)
