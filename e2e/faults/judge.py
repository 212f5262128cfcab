"""From what was found after a fault to what is wrong with it; pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

from agents.contract.states import ExperimentState, HostCondition, TrialState
from e2e.faults.table import Good

SLACK_S = 0.05  # clocks of two readings


@dataclass(frozen=True)
class Trial:
    """`place`: which planned trial it is an attempt at; times are those of the load tool, epoch seconds."""

    place: tuple[Any, ...]
    attempt: int
    state: TrialState
    failure: str = ""
    started: float | None = None
    ended: float | None = None


@dataclass(frozen=True)
class Host:
    name: str
    online: bool
    condition: HostCondition
    undo: Sequence[str] = ()  # commands that put back what is left of one that needs a restore


@dataclass(frozen=True)
class Evidence:
    """What was found once the experiment had ended, or had not in time, and the stack was at rest."""

    state: ExperimentState
    failure: str  # why it failed; empty when it did not
    trials: Sequence[Trial]
    kept: Mapping[str, str]  # trials with figures before the fault → digest of their rows
    found: Mapping[str, str]  # the same at the end
    hosts: Sequence[Host]
    leases: int
    processes: Sequence[str]  # nginx and load tools that still run
    before: Mapping[str, str]  # settings of the hosts
    after: Mapping[str, str]
    next: ExperimentState | None  # of the small experiment that was launched afterwards
    said: Sequence[str] = field(default_factory=tuple)  # what the injection itself found wrong


Mark = Literal["good", "bad"]


def problems(evidence: Evidence, good: Good) -> list[str]:
    """Everything that is not as it has to be."""
    return [
        *evidence.said,
        *_of_the_experiment(evidence, good),
        *_of_the_trials(evidence, good),
        *_of_the_hosts(evidence),
        *([] if evidence.next is ExperimentState.FINISHED else [f"the next experiment: {evidence.next}"]),
    ]


def _of_the_experiment(evidence: Evidence, good: Good) -> Iterator[str]:
    if not evidence.state.is_final:
        yield f"it is still {evidence.state}"
    elif evidence.state not in good.states:
        yield f"it {evidence.state}: {evidence.failure}" if evidence.failure else f"it {evidence.state}"
    if evidence.state is ExperimentState.FAILED and not evidence.failure:
        yield "it failed without a reason"
    elif evidence.state is ExperimentState.FAILED and good.reason not in evidence.failure:
        yield f"it failed, and not because of {good.reason}: {evidence.failure}"


def _of_the_trials(evidence: Evidence, good: Good) -> Iterator[str]:
    if open_trials := [t.state for t in evidence.trials if not t.state.is_final]:
        yield f"trials without an end: {', '.join(open_trials)}"
    failed = [t for t in evidence.trials if t.state is TrialState.FAILED]
    if any(not t.failure for t in failed):
        yield "a trial failed without a reason"
    if len(failed) > good.failed:
        codes = ", ".join(sorted({t.failure for t in failed}))
        yield f"{len(failed)} trials failed ({codes}), at most {good.failed} may"
    if good.missing is not None and (missing := len(unmeasured(evidence.trials))) > good.missing:
        yield f"{missing} planned trials have no figures, at most {good.missing} may"
    if lost := [id for id, digest in evidence.kept.items() if evidence.found.get(id) != digest]:
        yield f"{len(lost)} trials that were finished before are not what they were"
    measured = sorted((t.started, t.ended) for t in evidence.trials if t.started and t.ended)
    if any(b[0] < a[1] - SLACK_S for a, b in pairwise(measured)):
        yield "two trials ran at the same time"


def _of_the_hosts(evidence: Evidence) -> Iterator[str]:
    for host in evidence.hosts:
        if not host.online:
            yield f"{host.name} is offline"
        if host.condition is HostCondition.APPLIED:
            yield f"{host.name} is left applied"
        if host.condition is HostCondition.NEEDS_RESTORE and not (host.undo and all(host.undo)):
            yield f"{host.name} needs a restore, and nothing says how to undo it"
    if evidence.leases:
        yield f"{evidence.leases} hosts are still held"
    if evidence.processes:
        yield f"still running: {', '.join(sorted(evidence.processes))}"
    for name, value in evidence.before.items():
        if (now := evidence.after.get(name)) != value:
            yield f"{name} was {value} and is {now}"


def unmeasured(trials: Sequence[Trial]) -> set[tuple[Any, ...]]:
    """Planned trials of which no attempt has figures; an invalid one has."""
    measured = {t.place for t in trials if t.state in (TrialState.DONE, TrialState.INVALID)}
    return {t.place for t in trials} - measured


def outcome(evidence: Evidence) -> str:
    """In a few words: how it ended, and what it cost."""
    failed = Counter(trial.failure for trial in evidence.trials if trial.state is TrialState.FAILED)
    words: list[str] = [evidence.state]
    if failed:
        each = " and ".join(f"{count} {code}" for code, count in sorted(failed.items()))
        words.append(f"{each}, repeated" if not unmeasured(evidence.trials) else each)
    return ", ".join(words)
