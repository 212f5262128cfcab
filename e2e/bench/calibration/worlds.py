"""Worlds: how trials scatter where all variants are equal. Data and simulation; nothing is judged here.

A world makes logs of values by experiment, run and round. Run 0 is the baseline; the mean of logs is the
same for every run, so the true change is 0 and a true change is added to a candidate afterwards.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from e2e.bench.calibration.noise import logs

Floats = NDArray[np.float64]
Noise = Callable[[np.random.Generator, int, int, int], Floats]
"""Random numbers, experiments, runs, rounds → logs (experiments, runs, rounds)."""

CANDIDATES = 5
STALL = float(np.log(0.6))
STEP = float(np.log(0.8))
DISTURBED = float(np.log(0.9))
LEFT_BEHIND = float(np.log(1.05))


@dataclass(frozen=True)
class World:
    """`beyond`: why no estimator of one experiment's trials can keep the bounds here; empty where one can.

    `keeps_servers`: for all rounds, so that the baseline alone counts. `is_noisier`: all but the baseline
    are, each by itself, so a control has noise of its own.
    """

    name: str
    noise: Noise
    candidates: int = CANDIDATES
    beyond: str = ""
    keeps_servers: bool = False
    is_noisier: bool = False

    def with_control(self, rng: np.random.Generator, n: int, rounds: int) -> Floats:
        """Logs of the baseline, its control and the candidates; of a single candidate without a control."""
        if self.candidates == 1:
            return self.noise(rng, n, 2, rounds)
        x = self.noise(rng, n, self.candidates + 2, rounds)
        x = np.concatenate([x[:, :1], x[:, -1:], x[:, 1:-1]], axis=1)  # the first candidate stays the first
        if self.is_noisier:
            x[:, 1] = self.noise(rng, n, 1, rounds)[:, 0]
        return x


def normal(cv: float) -> Noise:
    def noise(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
        return logs(rng, (n, runs, rounds), cv, None)

    return noise


def _any_size(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    return logs(rng, (n, runs, rounds), _sizes(rng, n), None)


def _drifting(correlation: float) -> Noise:
    def noise(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
        return logs(rng, (n, runs, rounds), _sizes(rng, n), correlation)

    return noise


def _sizes(rng: np.random.Generator, n: int) -> Floats:
    return np.exp(rng.uniform(np.log(0.005), np.log(0.10), n))


def _heavy(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    return 0.02 * rng.standard_t(3, (n, runs, rounds))


def _stalls(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    shape = (n, runs, rounds)
    return 0.01 * rng.standard_normal(shape) + STALL * (rng.random(shape) < 0.05)


def _stalling_candidates(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    x = _stalls(rng, n, runs, rounds)
    x[:, 0] = 0.01 * rng.standard_normal((n, rounds))
    return x


def _skewed(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    """A long tail of slow trials."""
    return 0.03 * (1 - rng.standard_exponential((n, runs, rounds)))


def _noisier(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    x = 0.02 * rng.standard_normal((n, runs, rounds))
    x[:, 1:] *= 3
    return x


def _noisier_and_skewed(centre: float) -> Noise:
    def noise(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
        x = 0.02 * (centre - rng.standard_exponential((n, runs, rounds)))
        x[:, 1:] *= 3
        return x

    return noise


def _step(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    """−20% from one trial on, somewhere in the middle third; the step falls inside a round."""
    when = rng.integers(runs * rounds // 3, 2 * runs * rounds // 3, n)
    after = np.arange(runs * rounds) >= when[:, None]
    return normal(0.02)(rng, n, runs, rounds) + in_order(rng, np.where(after, STEP, 0.0), runs)


def _periodic(aligned: bool) -> Noise:
    """Every so many trials one is 10% slower; aligned: one in each round, always at the same place."""

    def noise(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
        period = np.full(n, float(runs)) if aligned else rng.uniform(2.5, 9.5, n)
        phase = rng.uniform(0, period)[:, None]
        hit = (np.arange(runs * rounds) + phase) % period[:, None] < 1
        return normal(0.02)(rng, n, runs, rounds) + in_order(rng, np.where(hit, DISTURBED, 0.0), runs)

    return noise


def lottery(size: float, fresh: bool, within: float = 0.02) -> Noise:
    """Each server's luck, uniform within ±size: of one server in all rounds, or of a new one in each."""

    def noise(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
        luck = rng.uniform(-size, size, (n, runs, rounds if fresh else 1))
        return normal(within)(rng, n, runs, rounds) + luck

    return noise


def _moods(fresh: bool) -> Noise:
    """Each server's mood wanders, AR(0.8) over the rounds; a new server has a mood of its own."""

    def noise(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
        e = 0.02 * rng.standard_normal((n, runs, rounds))
        if not fresh:
            for i in range(1, rounds):
                e[:, :, i] = 0.8 * e[:, :, i - 1] + 0.6 * e[:, :, i]
        return normal(0.02)(rng, n, runs, rounds) + e

    return noise


def _carried(rng: np.random.Generator, n: int, runs: int, rounds: int) -> Floats:
    """The first candidate leaves work behind: whatever is measured just after it is 5% slower."""
    order = _orders(rng, n, runs, rounds)
    follows = np.zeros((n, runs * rounds), dtype=bool)
    follows[:, 1:] = order.reshape(n, -1)[:, :-1] == 1
    return normal(0.01)(rng, n, runs, rounds) + _by_run(order, np.where(follows, -LEFT_BEHIND, 0.0))


def in_order(rng: np.random.Generator, by_time: Floats, runs: int) -> Floats:
    """What hits the trials of an experiment one after the other, by run and round: each round has its runs
    in an order of its own."""
    n = len(by_time)
    return _by_run(_orders(rng, n, runs, by_time.shape[1] // runs), by_time)


def _orders(rng: np.random.Generator, n: int, runs: int, rounds: int) -> NDArray[np.int64]:
    """Which run each place of a round has: (experiments, rounds, places)."""
    return rng.permuted(np.broadcast_to(np.arange(runs), (n, rounds, runs)).copy(), axis=2)


def _by_run(order: NDArray[np.int64], by_time: Floats) -> Floats:
    found = np.empty(order.shape)
    np.put_along_axis(found, order, by_time.reshape(order.shape), axis=2)
    return found.transpose(0, 2, 1)


_ONE_SERVER = "one server is one draw of its luck: no number of its trials says how another would do"

WORLDS = (
    World("log-normal 0.5 to 10%", _any_size),
    World("log-normal 1%", normal(0.01)),
    World("log-normal 2%", normal(0.02)),
    World("log-normal 5%", normal(0.05)),
    World("log-normal 10%", normal(0.10)),
    World("drift, neighbours share half", _drifting(0.5)),
    World("drift, neighbours share 80%", _drifting(0.8)),
    World("heavy tails, t with 3 degrees", _heavy),
    World("5% of trials stall: ×0.6, spread 1%", _stalls),
    World("5% of the candidates’ trials stall: ×0.6", _stalling_candidates, is_noisier=True),
    World("skewed: a tail of slow trials", _skewed),
    World("candidates three times noisier", _noisier, is_noisier=True),
    World(
        "noisier and skewed, equal means",
        _noisier_and_skewed(1.0),
        beyond="mean and middle of a skewed candidate differ, and few rounds do not show its tail",
        is_noisier=True,
    ),
    World(
        "noisier and skewed, equal medians",
        _noisier_and_skewed(float(np.log(2))),
        beyond="mean and middle of a skewed candidate differ, and few rounds do not show its tail",
        is_noisier=True,
    ),
    World("a step of −20% in the middle", _step),
    World("periodic disturbance", _periodic(aligned=False)),
    World("periodic disturbance, aligned with the round", _periodic(aligned=True)),
    World("lottery of each trial ±3%", lottery(0.03, fresh=True, within=0.02)),
    *(
        World(
            f"lottery of each server ±{size:.3g}%, {'a new server each round' if fresh else 'one server'}",
            lottery(size / 100, fresh),
            beyond="" if fresh else _ONE_SERVER,
            keeps_servers=not fresh,
        )
        for size in (3, 1, 0.5)
        for fresh in (False, True)
    ),
    World("moods of each server, one server", _moods(fresh=False), beyond=_ONE_SERVER, keeps_servers=True),
    World("moods of each server, a new server each round", _moods(fresh=True)),
    World(
        "carry-over, 5 candidates",
        _carried,
        beyond="who follows is really slower; what a run leaves behind is looked for by itself",
    ),
    World(
        "carry-over, 1 candidate",
        _carried,
        candidates=1,
        beyond="who follows is really slower; what a run leaves behind is looked for by itself",
    ),
)
