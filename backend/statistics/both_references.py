"""Candidates against their baseline and its control, which are the same settings measured twice. Pure.

A second reference costs no trial and takes a quarter off the variance of a round's change. Each reference has
a trimmed mean of its own, for their mean in a round would carry a stall of either into the middle.
"""

import numpy as np

from backend.statistics.estimate import MIN_TRIMMED, ROUNDING, Estimate, choose, cut, estimate
from backend.statistics.pairing import Floats, Ints, Trials, differences, is_repeated
from backend.statistics.shared_spread import MIN_CANDIDATES
from backend.statistics.starts import average_by_start


def estimate_against_both(d: Floats, d_control: Floats) -> Estimate:
    """Mean of two trimmed means of differences, (…, rounds) of logs: against the baseline and the control.

    A round that lacks one of them counts with the other alone. The spread is that of the winsorised
    differences, averaged by round; degrees of freedom are those of `estimate_pairs`.
    """
    sides = np.stack([np.where(np.isnan(d), d_control, d), np.where(np.isnan(d_control), d, d_control)])
    n = (~np.isnan(sides[0])).sum(axis=-1)
    ends, rounds = cut(n), d.shape[-1]
    values = np.sort(sides, axis=-1)  # NaN comes last
    rank = np.arange(rounds)
    inside = (rank >= ends[..., None]) & (rank < (n - ends)[..., None])
    sizes = n - 2 * ends
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = (np.where(inside, values, 0.0).sum(axis=-1) / sizes).mean(axis=0)
        lowest, highest = (
            np.take_along_axis(values, np.broadcast_to(np.maximum(at, 0)[..., None], (2, *n.shape, 1)), -1)
            for at in (ends, n - ends - 1)
        )
        winsorised_values = np.clip(sides, lowest, highest).mean(axis=0)
        rest = winsorised_values - (np.nansum(winsorised_values, axis=-1) / n)[..., None]
        plain = np.nansum(sides.mean(axis=0), axis=-1) / n
        variance = np.where(sizes > 1, np.nansum(rest**2, axis=-1) * n / (sizes * (sizes - 1.0)), np.nan)
    sd = _snap(np.sqrt(variance))
    df = np.where(sizes > 1, sizes - 1.0 - ends / 2, np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        se = sd / np.sqrt(n)
    return estimate(n, _snap(mean), sd, se, df, np.exp2(1.0 - sizes), _snap(plain))


def count_control(
    base: Trials,
    control: Trials,
    candidates: Trials,
    rounds: Ints,
    d: Floats,
    e: Estimate,
    is_candidate: np.ndarray,
) -> tuple[Floats, Estimate]:
    """Differences by round (candidates, rounds) and estimates, with the control as a second reference.

    Unchanged: what is no candidate, all of fewer than three or where the baseline is measured several times
    in a round, and a candidate of few units, or of other units beside the control than beside the baseline.
    """
    if is_repeated(base) or is_candidate.sum() < MIN_CANDIDATES or not len(rounds):
        return d, e
    control_rounds, beside_control = differences(control, candidates)
    d_control = np.full(d.shape, np.nan)
    _, column, control_column = np.intersect1d(rounds, control_rounds, return_indices=True)
    d_control[:, column] = beside_control[:, control_column]
    d_control[np.isnan(d)] = np.nan
    units, control_units = (
        average_by_start(reference, candidates, rounds, of)
        for reference, of in ((base, d), (control, d_control))
    )
    is_by_round = _are_alike(units, d) & _are_alike(control_units, d_control)
    is_counted = (
        is_candidate
        & (e.n >= MIN_TRIMMED)
        & (is_by_round | (np.isnan(units) == np.isnan(control_units)).all(axis=1))
    )
    mean_d = np.where(np.isnan(d_control), d, (d + d_control) / 2)
    e = choose(is_counted, estimate_against_both(units, control_units), e)
    return np.where(is_counted[:, None], mean_d, d), e


def _are_alike(a: Floats, b: Floats) -> np.ndarray:
    """Mask of the rows that are equal, NaN included."""
    return ((a == b) | (np.isnan(a) & np.isnan(b))).all(axis=1)


def _snap(x: Floats) -> Floats:
    return np.where(np.abs(x) <= ROUNDING, 0.0, x)
