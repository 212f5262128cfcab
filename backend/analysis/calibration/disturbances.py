"""Disturbances of trials: which lie far from the rest, and what goes with slower ones. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import special

from backend.analysis.calibration.trials import EqualTrial
from backend.statistics.assemble import FAR
from backend.statistics.pairing import Floats

Kind = Literal["others", "process", "steal", "interrupts"]
MIN_TRIALS = 12
MIN_BUSY = 4
SURE = 0.05
"""Of calibrations where nothing disturbs, the share that names something; over all that is looked at."""
MIN_SHARE = 0.02
"""Of the CPUs: what uses less is not looked at."""
MIN_CHANGE = 0.002
MAX_NAMED = 5
OF_NORMAL = 1.4826  # the median distance from the median, as a standard deviation
EVEN = 0.25
"""Gaps between bursts that differ by less than this share of their mean make a period."""


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Something that goes with slower trials.

    name      a process; empty for all of a machine's others, for steal and interrupts
    trials    in which there was much of it: more than halfway between its median and its most
    share     of the CPUs that it took there
    change    of requests per second there against the other trials, -0.05 is 5% slower
    period_s  seconds from one burst to the next, where they come evenly
    """

    kind: Kind
    machine: str
    name: str
    trials: int
    share: float
    change: float
    p: float
    period_s: float | None


@dataclass(frozen=True, slots=True)
class FarTrial:
    """A trial more than 3.5 spreads from the middle of its run; `beside`: what was unusual on the machines,
    as (kind, machine, name, share)."""

    trial: EqualTrial
    change: float
    beside: tuple[tuple[Kind, str, str, float], ...]


def changes(trials: Sequence[EqualTrial]) -> list[float]:
    """Change of each trial against the median of its run, 0.05 is +5%."""
    middle = {run: np.median([t.value for t in trials if t.run == run]) for run in {t.run for t in trials}}
    return [float(t.value / middle[t.run] - 1) for t in trials]


def far_trials(trials: Sequence[EqualTrial]) -> list[FarTrial]:
    """Find the trials that lie far from the rest, in the order of time."""
    if len(trials) < MIN_TRIALS:
        return []
    change = np.array(changes(trials))
    far = np.abs(change) > FAR * _scale(change)
    unusual = {key: _unusual(of) for key, of in _series(trials).items()}
    return [
        FarTrial(
            trials[i],
            float(change[i]),
            tuple((*key, float(of[i])) for key, of in unusual.items() if not np.isnan(of[i])),
        )
        for i in np.flatnonzero(far).tolist()
    ]


def disturbances(trials: Sequence[EqualTrial]) -> list[Disturbance]:
    """Find what took most of the CPU first; each is judged by trials that those before do not explain."""
    change = np.array(changes(trials))
    rest = np.arange(len(trials))
    problems: list[Disturbance] = []
    while len(rest) >= MIN_TRIALS and len(problems) < MAX_NAMED:
        keys: set[tuple[Kind, str, str]] = {
            (problem.kind, problem.machine, problem.name) for problem in problems
        }
        worst, busy = _worst([trials[i] for i in rest.tolist()], change[rest], keys)
        if worst is None:
            break
        problems.append(worst)
        rest = rest[~busy]
    return problems


def _worst(
    trials: Sequence[EqualTrial], change: Floats, keys: Collection[tuple[Kind, str, str]]
) -> tuple[Disturbance | None, np.ndarray]:
    """Find what goes with slower trials and took most, and the trials in which there was much of it.

    Not what lost most: of what runs at the same time that may be a bystander. A machine's others as a whole
    count only where no process of it does.
    """
    at = np.array([t.at for t in trials])
    series = {key: of for key, of in _series(trials).items() if of.max() >= MIN_SHARE}
    candidates = [(key, of, _busy(of)) for key, of in series.items() if key not in keys]
    candidates = [candidate for candidate in candidates if MIN_BUSY <= candidate[2].sum() <= len(trials) / 2]
    ranking: list[tuple[bool, float, Disturbance, np.ndarray]] = []
    for (kind, machine, name), of, busy in candidates:
        less = float(np.median(change[busy]) - np.median(change[~busy]))
        p = _slower(change, busy) * len(candidates)
        if p < SURE and less <= -MIN_CHANGE:
            share, n = float(of[busy].mean()), int(busy.sum())
            candidate = Disturbance(kind, machine, name, n, share, less, p, _period(at, busy))
            ranking.append((kind == "others", -n * share, candidate, busy))
    if not ranking:
        return None, np.zeros(0, dtype=bool)
    _, _, worst, busy = min(ranking, key=lambda entry: entry[:2])
    return worst, busy


def _series(trials: Sequence[EqualTrial]) -> Mapping[tuple[Kind, str, str], Floats]:
    """Series of what each machine gave away in each trial, and each of its processes took."""
    series: dict[tuple[Kind, str, str], Floats] = {}

    def put(kind: Kind, machine: str, name: str, i: int, share: float) -> None:
        series.setdefault((kind, machine, name), np.zeros(len(trials)))[i] = share

    for i, trial in enumerate(trials):
        for machine, around in trial.machines.items():
            put("others", machine, "", i, around.others)
            put("steal", machine, "", i, around.steal)
            put("interrupts", machine, "", i, around.interrupts)
            for name, share in around.processes.items():
                put("process", machine, name, i, share)
    return series


def _scale(x: Floats) -> float:
    return OF_NORMAL * float(np.median(np.abs(x - np.median(x)))) or float("inf")


def _unusual(of: Floats) -> Floats:
    """Select values far above their own middle, and large enough to matter; NaN elsewhere."""
    scale = OF_NORMAL * float(np.median(np.abs(of - np.median(of))))
    return np.where(of - np.median(of) > np.maximum(FAR * scale, MIN_SHARE), of, np.nan)


def _busy(of: Floats) -> np.ndarray:
    return of > (np.median(of) + of.max()) / 2


def _slower(change: Floats, busy: np.ndarray) -> float:
    """Two-sided p of the rank sum of the busy trials (Mann and Whitney's, by its normal approximation)."""
    order = np.argsort(np.argsort(change, kind="stable"), kind="stable") + 1.0
    a, b = int(busy.sum()), int((~busy).sum())
    z = (order[busy].sum() - a * (a + b + 1) / 2) / (a * b * (a + b + 1) / 12) ** 0.5
    return float(2 * special.ndtr(-abs(z)))


def _period(at: Floats, busy: np.ndarray) -> float | None:
    """Median seconds between bursts; trials that follow each other are one burst."""
    order = np.argsort(at)
    is_busy = busy[order]
    begins = at[order][is_busy & ~np.concatenate([[False], is_busy[:-1]])]
    gaps = np.diff(begins)
    if len(gaps) < MIN_BUSY - 1 or gaps.std() > EVEN * gaps.mean():
        return None
    return float(np.median(gaps))
