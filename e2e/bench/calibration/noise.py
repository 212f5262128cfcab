"""Simulated trials, and a figure with its bounds."""

from dataclasses import dataclass

import numpy as np
from scipy.signal import lfilter

from backend.statistics.estimate import Estimate
from backend.statistics.pairing import Trials
from backend.statistics.rules import RULES_VERSION
from backend.statistics.verdict import judge

MIN_EFFECT = float(np.log1p(0.01))
COVER = (0.93, 0.97)
FALSE = (None, 0.05)
SHOWN = (None, None)


@dataclass(frozen=True)
class Row:
    """One figure: `low` and `high` are its bounds before the allowance; None where it is only shown."""

    what: str
    figure: str
    value: float
    low: float | None
    high: float | None
    experiments: int

    @property
    def ok(self) -> bool:
        def allowance(p: float) -> float:
            return 3.3 * (max(p * (1 - p), 0.0) / self.experiments) ** 0.5  # none of a count

        above = self.low is None or self.value >= self.low - allowance(self.low)
        return above and (self.high is None or self.value <= self.high + allowance(self.high))


def logs(
    rng: np.random.Generator,
    shape: tuple[int, int, int],
    cv: float | np.ndarray,
    correlation: float | None,
    interleaved: bool = True,
) -> np.ndarray:
    """Log values by experiment, run and round; `correlation` of neighbouring trials' drift, None for none.

    `cv`: of all experiments, or one for each.
    """
    experiments, runs, rounds = shape
    sd = np.broadcast_to(np.sqrt(np.log1p(np.square(cv))), experiments)[:, None]
    x = rng.standard_normal(shape) * sd[:, :, None]
    if correlation is None:
        return x
    e = rng.standard_normal((experiments, runs * rounds)) * sd
    e[:, 1:] *= np.sqrt(1 - correlation**2)
    drift = np.asarray(lfilter([1.0], [1.0, -correlation], e, axis=1))
    if interleaved:
        drift = rng.permuted(drift.reshape(experiments, rounds, runs), axis=2)
        return x + drift.transpose(0, 2, 1)
    return x + drift.reshape(shape)


def drift_words(correlation: float | None) -> str:
    return "no drift" if correlation is None else f"drift {correlation}"


def flat(x: np.ndarray) -> Trials:
    """Rows of logs as the trials of so many runs."""
    runs, rounds = x.shape
    owner, number = np.repeat(np.arange(runs), rounds), np.tile(np.arange(rounds), runs)
    none = np.zeros(runs, dtype=np.int64)
    return Trials(
        runs,
        owner,
        number,
        np.full(x.size, -1),
        np.exp(x.ravel()),
        x.ravel(),
        none,
        start=np.zeros(x.size, dtype=np.int64),
    )


def called(e: Estimate) -> float:
    """The share of single candidates called better or worse where 1% matters."""
    return float(np.isin(judge(e, e.p, MIN_EFFECT, e.ci_half_width, "higher", RULES_VERSION), (1, 2)).mean())


def covered(e: Estimate, truth: float) -> float:
    return float((np.abs(e.mean - truth) <= e.ci_half_width).mean())
