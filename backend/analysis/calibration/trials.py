"""A trial of equal runs, with what its machines did meanwhile. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from backend.statistics.pairing import TrialValues


@dataclass(frozen=True, slots=True)
class Around:
    """One machine during one trial. Shares are of the CPUs that the experiment may use, 0.05 is 5%.

    others      of other processes' time; by `processes`, name → share
    steal       of all CPUs, that a hypervisor gave to others
    interrupts  of time in interrupts, hard and soft
    interrupts_per_s  on all CPUs
    """

    others: float
    steal: float
    interrupts: float
    interrupts_per_s: float
    processes: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EqualTrial:
    """A valid trial. `at`: its begin in epoch seconds; `rates`: requests served in each whole second."""

    id: str
    run: str
    round: int
    position: int
    start: int | None
    value: float
    at: float
    rates: Sequence[float] = ()
    machines: Mapping[str, Around] = field(default_factory=dict)


def by_run(trials: Sequence[EqualTrial], values: Sequence[float] | None = None) -> list[TrialValues]:
    """Group trials by run, for the statistics; `values` in place of the trials' own."""
    values_by_run: dict[str, list[tuple[int, float | None, int, int | None]]] = {}
    for i, trial in enumerate(trials):
        value = trial.value if values is None else values[i]
        values_by_run.setdefault(trial.run, []).append((trial.round, value, trial.position, trial.start))
    return list(values_by_run.values())
