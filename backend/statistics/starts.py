"""Servers are started more than once: t over starts where they are fewer than rounds, and their spread. Pure.

Trials of one start share its luck, so they are not independent: their mean counts once.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy import special

from backend.statistics import pairing
from backend.statistics.estimate import ALPHA
from backend.statistics.pairing import Floats, Ints, Trials, TrialValues
from backend.statistics.promise import Design
from backend.statistics.units import MIN_UNITS, mean_by_unit, units

# ---- t over starts -------------------------------------------------------------------------------


def average_by_start(baseline: Trials, candidates: Trials, rounds: Ints, d: Floats) -> Floats:
    """Differences by round (a row for each candidate), averaged over the rounds of each unit.

    A row changes where its units are at least three, and fewer than its rounds: it then has one value for
    each, and NaN.
    """
    if len(rounds) <= MIN_UNITS or not len(baseline.start):
        return d
    starts, baseline_starts = _by_round(candidates, rounds), _by_round(baseline, rounds)[0]
    changes = (starts[:, 1:] != starts[:, :-1]) & (baseline_starts[1:] != baseline_starts[:-1])
    keeps_servers = (starts.max(axis=1) > 1) & ~changes.all(axis=1)
    out = d.copy() if keeps_servers.any() else d
    for i in np.flatnonzero(keeps_servers).tolist():
        with_value = np.flatnonzero(~np.isnan(d[i]))
        unit = units(np.stack([starts[i, with_value], baseline_starts[with_value]], axis=1))
        n = int(unit[-1]) + 1 if len(unit) else 0
        if MIN_UNITS <= n < len(with_value):
            out[i] = np.nan
            out[i, :n] = mean_by_unit(d[i, with_value], unit)
    return out


def keeps_server(baseline: Trials, candidates: Trials) -> np.ndarray:
    """Mask of the candidates that have three rounds or more, and too few starts of either side."""
    counts, of_baseline = _start_counts(candidates), _start_counts(baseline)[0]
    fewest = np.minimum(counts, of_baseline)
    return (fewest > 0) & (fewest < MIN_UNITS) & (candidates.count() >= MIN_UNITS)


def _start_counts(trials: Trials) -> Ints:
    """Known starts of each run; 0 where a trial's is not known."""
    counts = [
        0 if not (of_run := trials.start[trials.run == run]).all() else len(np.unique(of_run))
        for run in range(trials.runs)
    ]
    return np.array(counts, dtype=np.int64)


def one_per_start(trials: Trials) -> Trials:
    """For each run with at least three units, and fewer than trials, the mean `work` of each."""
    keep = np.ones(len(trials.run), dtype=bool)
    work = trials.work.copy()
    for run in range(trials.runs):
        trials_of_run = np.flatnonzero(trials.run == run)
        trials_of_run = trials_of_run[np.argsort(trials.start[trials_of_run], kind="stable")]
        unit = units(trials.start[trials_of_run])
        first = np.flatnonzero(np.diff(unit, prepend=-1))
        if MIN_UNITS <= len(first) < len(trials_of_run):
            keep[trials_of_run] = False
            keep[trials_of_run[first]] = True
            work[trials_of_run[first]] = mean_by_unit(trials.work[trials_of_run], unit)
    return replace(
        trials,
        run=trials.run[keep],
        round=trials.round[keep],
        position=trials.position[keep],
        value=trials.value[keep],
        work=work[keep],
        start=trials.start[keep],
    )


def _by_round(trials: Trials, rounds: Ints) -> Ints:
    """The start of each run in each of these rounds; 0 where none is known."""
    column = np.minimum(np.searchsorted(rounds, trials.round), len(rounds) - 1)
    inside = rounds[column] == trials.round
    starts = np.zeros((trials.runs, len(rounds)), dtype=np.int64)
    starts[trials.run[inside], column[inside]] = trials.start[inside]
    return starts


# ---- what rounds can show of servers that are kept -----------------------------------------------


def luck_of_one_start(between: float) -> float:
    """The change that one start of each side gives equal runs in 5% of experiments, at least; 0.02 = 2%."""
    return float(np.expm1(special.ndtri(1 - ALPHA / 2) * 2**0.5 * between))


@dataclass(frozen=True, slots=True)
class Counted:
    """What intervals count: a change scatters by `sd` (of logs) between them, and each takes `rounds`."""

    sd: float
    design: Design
    rounds: int = 1


def count_starts(sd: float, design: Design, rounds_per_start: int, between: float | None) -> Counted:
    """A design in rounds as one of what its intervals count: starts, where one is measured in several rounds.

    `sd`: of a round's log ratio; `rounds_per_start`: 0 for all of them; `between`: the standard deviation of
    logs of one start against another, None where it is not known and so is left out.
    """
    luck = 2**0.5 * (between or 0.0)
    if rounds_per_start == 1:
        return Counted(sd, design)
    if not rounds_per_start:
        return Counted(sd, replace(design, luck=luck))
    starts = tuple(max(1, rounds // rounds_per_start) for rounds in design.at)
    if not design.stage_sizes:  # halving keeps its stages
        starts = tuple(dict.fromkeys(starts))
    of_start = (sd**2 / rounds_per_start + luck**2) ** 0.5
    return Counted(of_start, replace(design, at=starts), rounds_per_start)


# ---- how much starts differ ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StartSpread:
    """Standard deviations of logs: 0.02 is 2%. None where starts or trials are too few to tell them apart.

    between  of what one start of a server differs from another
    within   of trials of one start
    starts, trials  that were looked at
    *_range  its 95% interval, None where it is
    """

    between: float | None
    within: float | None
    starts: int
    trials: int
    between_range: tuple[float, float] | None = None
    within_range: tuple[float, float] | None = None


def start_spread(workloads: Sequence[Sequence[TrialValues]], only: TrialValues | None = None) -> StartSpread:
    """Variance components by one-way analysis of variance, starts within runs, from logs of one metric.

    `workloads`: the runs of each. What the runs of one share in a round (drift) is taken out first, where
    there are two. `only`: of this run alone. Searle, Casella, McCulloch, Variance Components (1992), 3.6:
    for groups of unequal size, by moments; an estimate below zero is zero.
    """
    runs = [run for of in workloads for run in _by_start(of, only)]
    starts = [group for run in runs for group in run]
    drifts = sum(len(of) > 1 for of in workloads)
    components = _components(runs, 1 - drifts / max(1, sum(map(len, workloads))))
    return replace(components, starts=len(starts), trials=sum(map(len, starts)))


def _by_start(runs: Sequence[TrialValues], only: TrialValues | None) -> list[list[list[float]]]:
    """For each run the values of each of its starts, on logs and without drift."""
    usable_trials = pairing.usable(runs, can_be_zero=False)
    rest = _without_drift(usable_trials)
    groups: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for i in np.flatnonzero((usable_trials.start > 0) & ~np.isnan(rest)).tolist():
        run = int(usable_trials.run[i])
        if only is None or runs[run] is only:
            groups[run][int(usable_trials.start[i])].append(float(rest[i]))
    return [list(of.values()) for of in groups.values()]


def _without_drift(trials: Trials) -> Floats:
    """Logs less their round's mean over runs, as wide as single runs are; NaN in rounds of one run alone."""
    if trials.runs < 2:
        return trials.work
    rounds, column = np.unique(trials.round, return_inverse=True)
    size = trials.runs * len(rounds)
    cell = trials.run * len(rounds) + column
    n = np.bincount(cell, minlength=size)
    total = np.bincount(cell, weights=trials.work, minlength=size)
    mean = np.divide(total, n, out=np.zeros(size), where=n > 0).reshape(trials.runs, len(rounds))
    has_value = (n > 0).reshape(trials.runs, len(rounds))
    level = np.array(
        [mean[i][has_value[i]].mean() if has_value[i].any() else 0.0 for i in range(trials.runs)]
    )
    k = has_value.sum(axis=0)
    drift = np.where(has_value, mean - level[:, None], 0.0).sum(axis=0) / np.maximum(k, 1)
    wider = np.sqrt(np.divide(k, k - 1, out=np.full(len(rounds), np.nan), where=k > 1))
    return (trials.work - level[trials.run] - drift[column]) * wider[column]


def _components(runs: list[list[list[float]]], freedom_share: float) -> StartSpread:
    """Of runs of groups of values; `kept`: the share of their freedom that taking out the drift has left.

    The interval between starts is that of Williams (1962), by Searle, Casella, McCulloch, 3.6.d: exact for
    groups of one size, where it holds the truth in at least 95%.
    """
    sizes = [np.array([len(group) for group in groups]) for groups in runs]
    n, count = sum(int(s.sum()) for s in sizes), sum(len(s) for s in sizes)
    df_between, df_within = count - len(runs), n - count
    if df_between < 1 or df_within < 1:
        return StartSpread(None, None, 0, 0)
    within = sum(float(np.var(group)) * len(group) for groups in runs for group in groups) / df_within
    square = 0.0
    for groups, size in zip(runs, sizes, strict=True):
        means = np.array([np.mean(group) for group in groups])
        square += float((size * (means - np.average(means, weights=size)) ** 2).sum())
    mean_size = (n - sum(float((s**2).sum() / s.sum()) for s in sizes)) / df_between
    mean_square = square / df_between
    between = max(0.0, (mean_square - within) / mean_size)
    df = np.maximum(1.0, freedom_share * np.array([df_between, df_within]))
    tails = np.array([ALPHA / 2, 1 - ALPHA / 2])
    of_chance = special.fdtri(df[0], df[1], 1 - tails) * within
    ends = (
        np.maximum(0.0, df[0] * (mean_square - of_chance) / (mean_size * special.chdtri(df[0], tails))) ** 0.5
    )
    alone = (df[1] * within / special.chdtri(df[1], tails)) ** 0.5
    return StartSpread(
        between**0.5,
        within**0.5,
        count,
        n,
        (float(ends[0]), float(ends[1])),
        (float(alone[0]), float(alone[1])),
    )
