"""Whether a run leaves something behind that its follower is measured with. Pure.

Trials come in random order, so on average every run follows every other. What a value owes to its own run
and its round is taken out; what is left is compared by the run that was measured just before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import special

from backend.statistics.pairing import MAX_VALUE, Floats, Ints

MAX_RUNS = 40
"""With more, a run follows each other one so rarely that what it leaves behind is spread over all."""
NOTHING = 1e-9
"""Share of the largest eigenvalue below which one is 0 but for rounding, which differs between machines."""
SURE = 0.01  # of any run, where none leaves anything behind


@dataclass(frozen=True, slots=True)
class CarryOver:
    """Trials after the run `after`: `effect` -0.05 is 5% lower than after the others; p by Bonferroni."""

    after: int
    effect: float
    p: float
    n: int


def carry_over(run: Sequence[int], round_: Sequence[int], value: Sequence[float | None]) -> list[CarryOver]:
    """For each run what trials right after it differ by; empty where the trials cannot tell.

    run, round_, value  of every trial in the order in which they were measured; runs are numbered from 0,
                        `value` is None where the trial is not valid, which still comes before the next

    Least squares on logs with a level for each run and each round. Two runs have one difference between them.
    """
    runs, rounds = np.asarray(run, dtype=np.int64), np.asarray(round_, dtype=np.int64)
    values = np.asarray(value, dtype=np.float64)
    count = int(runs.max(initial=-1)) + 1
    if not 2 <= count <= MAX_RUNS:
        return []
    before = np.concatenate([[-1], runs[:-1]])
    keep = (values > 0) & (values <= MAX_VALUE) & (before >= 0)
    runs, rounds, before, y = runs[keep], rounds[keep], before[keep], np.log(values[keep])
    _, rounds = np.unique(rounds, return_inverse=True)
    followers = np.bincount(before, minlength=count)
    design = np.concatenate([_one_hot(runs, count), _one_hot(before, count)], axis=1)
    x, y = _center(design, rounds), _center(y[:, None], rounds)[:, 0]
    gram = x.T @ x
    inverse = np.linalg.pinv(gram, rcond=NOTHING, hermitian=True)
    freedom = len(y) - int(rounds.max(initial=-1)) - 1 - (2 * count - 2)
    if freedom < count or np.any(followers < 2):
        return []
    coefficients = inverse @ (x.T @ y)
    variance = float(((y - x @ coefficients) ** 2).sum()) / freedom
    contrast = np.concatenate([np.zeros((count, count)), np.eye(count) - 1 / count], axis=1)
    # in a fixed order who came before is who it is: nothing can be told apart
    is_estimable: NDArray[np.bool_] = np.isclose(contrast @ inverse @ gram, contrast, atol=1e-6)
    has_effect = np.logical_and.reduce(is_estimable, axis=1)
    square = np.diag(contrast @ inverse @ contrast.T) * variance
    effect, error = contrast @ coefficients, np.sqrt(np.maximum(square, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        p = 2 * special.stdtr(freedom, -np.abs(effect / error)) * max(count - 1, 1)
    # against the average of the others, not of all
    changes = np.expm1(effect * count / (count - 1))
    return [
        CarryOver(i, float(changes[i]), min(1.0, float(p[i])), int(followers[i]))
        for i in range(count)
        if has_effect[i] and error[i] > 0
    ]


def _one_hot(index: Ints, count: int) -> Floats:
    return np.eye(count)[index]


def _center(columns: Floats, groups: Ints) -> Floats:
    """Each column less its mean in each group."""
    n = np.bincount(groups)
    sums = np.zeros((len(n), columns.shape[1]))
    np.add.at(sums, groups, columns)
    return columns - (sums / n[:, None])[groups]
