"""The order of a round, and how often its baseline is measured in it. Pure; a seeded generator decides.

In a short round a candidate and the baseline are measured within two minutes of each other, whatever the
order. In a longer one the machine may drift between the two. Such a round goes workload by workload, and
where one workload's part is still longer, the baseline is measured every few trials of it, so that each
candidate has one near it to be compared with. Where it comes first is drawn anew each round: a job that
runs whenever a round begins would otherwise always hit the baseline, and make its candidates look better.
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

LONG_S = 120.0
STRETCH_S = 60.0  # of candidates between two baselines
MIN_CANDIDATES = 4  # candidates between two baselines, however long they take: each baseline costs a trial


@dataclass(frozen=True)
class Part:
    """The runs of one workload. `groups`: for each run, those that change their hosts alike."""

    baseline: int
    runs: Sequence[int]
    groups: Sequence[str]
    trial_s: float

    @property
    def seconds(self) -> float:
        return len(self.runs) * self.trial_s


def baselines(runs: int, trial_s: float) -> int:
    """Trials of the baseline in one round of a workload with so many runs, the baseline among them."""
    if runs < 2 or runs * trial_s <= LONG_S:
        return 1
    stretch = max(MIN_CANDIDATES, int(STRETCH_S // trial_s))
    return math.ceil((runs - 1) / stretch) + 1


def round_order(parts: Sequence[Part], rng: random.Random) -> list[int]:
    """Run positions of one round; a baseline that is repeated comes several times."""
    if sum(part.seconds for part in parts) <= LONG_S:
        runs = [run for part in parts for run in part.runs]
        groups = {run: group for part in parts for run, group in zip(part.runs, part.groups, strict=True)}
        return _shuffle(runs, groups, rng)
    return [run for part in rng.sample(parts, len(parts)) for run in _part_order(part, rng)]


def _part_order(part: Part, rng: random.Random) -> list[int]:
    groups = dict(zip(part.runs, part.groups, strict=True))
    times = baselines(len(part.runs), part.trial_s)
    if times == 1:
        return _shuffle(part.runs, groups, rng)
    other_runs = _shuffle([run for run in part.runs if run != part.baseline], groups, rng)
    stretch, begin = (len(other_runs) + 1) / times, rng.random()
    cuts = [int((i + begin) * stretch) for i in range(times)]
    order = other_runs[: cuts[0]]
    for start, end in zip(cuts, [*cuts[1:], len(other_runs)], strict=True):
        order += [part.baseline, *other_runs[start:end]]
    return order


def _shuffle(runs: Sequence[int], groups: dict[int, str], rng: random.Random) -> list[int]:
    """Random, but runs that change their hosts alike one after the other: a host changes once a round for
    each group. Groups come in the order of their first run and keep their runs' order, so both stay random.
    """
    row = rng.sample(runs, len(runs))
    first = {groups[run]: i for i, run in reversed(list(enumerate(row)))}
    return sorted(row, key=lambda run: first[groups[run]])
