"""From runs of trials to arrays: which values count, and which belong together.

The values of a run are a sequence of `(round, value)`, `(round, value, position)` or
`(round, value, position, start)`. `value` is None for an invalid trial; `position` is the trial's place in
the order of the experiment and is only needed where the baseline is measured more than once in a round;
`start` counts the starts of the run's servers from 1, and is None where it is not known.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

TrialValue = (
    tuple[int, float | None] | tuple[int, float | None, int] | tuple[int, float | None, int, int | None]
)
TrialValues = Sequence[TrialValue]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MAX_VALUE = 1e150  # squares of larger values would overflow


@dataclass(frozen=True, slots=True)
class Trials:
    """The usable trials of several runs as flat arrays; `work` is ln(value), or value for differences."""

    runs: int
    run: Ints
    round: Ints
    position: Ints
    value: Floats
    work: Floats
    left_out: Ints  # per run: values that are zero, negative or not a number where that cannot be
    start: Ints  # of the run's servers, from 1; 0 where it is not known

    def count(self) -> Ints:
        return np.bincount(self.run, minlength=self.runs)

    def mean(self, of: Floats) -> Floats:
        """Mean of a flat column for each run; NaN for a run without usable trials."""
        n = self.count()
        total = np.bincount(self.run, weights=of, minlength=self.runs)
        return np.divide(total, n, out=np.full(self.runs, np.nan), where=n > 0)

    def variance(self) -> Floats:
        """Sample variance of `work` for each run; NaN below two trials."""
        n = self.count()
        rest = self.work - self.mean(self.work)[self.run]
        total = np.bincount(self.run, weights=rest**2, minlength=self.runs)
        return np.divide(total, n - 1, out=np.full(self.runs, np.nan), where=n > 1)


def usable(runs: Sequence[TrialValues], can_be_zero: bool) -> Trials:
    """Flatten runs; keep the values that can be worked with: finite, and above zero unless `can_be_zero`."""
    owner = np.repeat(np.arange(len(runs)), [len(run) for run in runs])
    flat = list(chain.from_iterable(runs))
    raw = [t[1] for t in flat]
    rounds = np.array([t[0] for t in flat], dtype=np.int64)
    values = np.array(raw, dtype=np.float64)  # None becomes NaN
    positions = np.full(len(flat), -1)
    if set(map(len, flat)) - {2}:
        positions = np.array([t[2] if len(t) > 2 else -1 for t in flat], dtype=np.int64)
    starts = np.array([(t[3] or 0) if len(t) > 3 else 0 for t in flat], dtype=np.int64)
    keep = (np.abs(values) <= MAX_VALUE) & (can_be_zero | (values > 0))
    odd = [i for i in np.flatnonzero(~keep).tolist() if raw[i] is not None]
    left_out = np.bincount(owner[odd], minlength=len(runs)) if odd else np.zeros(len(runs), dtype=np.int64)
    value = values[keep]
    work = value if can_be_zero else np.log(value)
    return Trials(len(runs), owner[keep], rounds[keep], positions[keep], value, work, left_out, starts[keep])


def differences(baseline: Trials, candidates: Trials) -> tuple[Ints, Floats]:
    """Rounds seen, and one row per candidate of `work` minus the baseline's, NaN where a pair is missing.

    In a round with one baseline trial that trial is the reference; with several it is the mean of those
    just before and just after the candidate, by position (of all of the round where no position is known).
    Likewise the other way round: a lone candidate with several trials is the reference of the baseline.
    """
    if is_repeated(candidates) and not is_repeated(baseline):
        rounds, d = differences(candidates, baseline)
        return rounds, -d
    if np.any(baseline.position < 0) or np.any(candidates.position < 0):
        baseline = _one_per_round(baseline)
        candidates = _without_position(candidates)
    reference = _reference(baseline, candidates)
    has_pair = ~np.isnan(reference)
    rounds, column = np.unique(candidates.round[has_pair], return_inverse=True)
    cell = candidates.run[has_pair] * len(rounds) + column
    size = candidates.runs * len(rounds)
    n = np.bincount(cell, minlength=size)
    total = np.bincount(cell, weights=candidates.work[has_pair] - reference[has_pair], minlength=size)
    d = np.divide(total, n, out=np.full(size, np.nan), where=n > 0)
    return rounds, d.reshape(candidates.runs, len(rounds))


def one_run(trials: Trials, run: int) -> Trials:
    """The trials of one of several runs, as those of a lone run."""
    keep = trials.run == run
    columns = ("run", "round", "position", "value", "work", "start")
    kept_columns = {name: getattr(trials, name)[keep] for name in columns}
    kept_columns["run"] = np.zeros(int(keep.sum()), dtype=np.int64)
    return replace(trials, runs=1, left_out=trials.left_out[[run]], **kept_columns)


def is_repeated(trials: Trials) -> bool:
    """Whether a lone run has several trials in a round."""
    return trials.runs == 1 and len(np.unique(trials.round)) < len(trials.round)


def _reference(baseline: Trials, candidates: Trials) -> Floats:
    order = np.lexsort((baseline.position, baseline.round))
    rounds, work = baseline.round[order], baseline.work[order]
    if not len(rounds):
        return np.full(len(candidates.round), np.nan)
    low = min(baseline.position.min(), candidates.position.min(initial=0))
    span = max(baseline.position.max(), candidates.position.max(initial=0)) - low + 1
    place = np.searchsorted(
        rounds * span + baseline.position[order] - low, candidates.round * span + candidates.position - low
    )
    sides = np.stack([place - 1, place])
    inside = (sides >= 0) & (sides < len(rounds))
    sides = np.clip(sides, 0, len(rounds) - 1)
    near = inside & (rounds[sides] == candidates.round)
    n = near.sum(axis=0)
    total = np.where(near, work[sides], 0.0).sum(axis=0)
    return np.divide(total, n, out=np.full(len(n), np.nan), where=n > 0)


def _without_position(trials: Trials) -> Trials:
    nowhere = np.zeros(len(trials.round), dtype=np.int64)
    return replace(trials, position=nowhere)


def _one_per_round(trials: Trials) -> Trials:
    rounds, index = np.unique(trials.round, return_inverse=True)
    work = np.bincount(index, weights=trials.work, minlength=len(rounds)) / np.bincount(index)
    nowhere = np.zeros(len(rounds), dtype=np.int64)
    return Trials(trials.runs, nowhere, rounds, nowhere, work, work, trials.left_out, nowhere)
