"""Which faults are injected at which steps, why not at the others, and what counts as good. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from agents.contract.states import ExperimentState

FINISHED, FAILED, CANCELLED = ExperimentState.FINISHED, ExperimentState.FAILED, ExperimentState.CANCELLED
STOPPED_S, CUT_S, FULL_S = 15, 30, 15
PUT_BACK_S = 40  # an agent whose control plane is silent for so long puts its host back
CLOCK_JUMP_S = 3600


class Step(StrEnum):
    """Where an experiment is when the fault comes."""

    PREPARING = "preparing"
    WARMING = "warming"
    BEFORE = "before the first trial"
    MEASURING = "in a trial"
    BETWEEN = "between trials"
    NEXT = "preparing the next round"
    RESTORING = "restoring"
    CANCELLING = "cancelling"


ALL = tuple(step for step in Step if step is not Step.NEXT)
"""Of an experiment whose servers are started once; where they are new each round, only the start of the next
round's is another step."""
M, N, P, R, W = Step.MEASURING, Step.NEXT, Step.PREPARING, Step.RESTORING, Step.WARMING


class How(StrEnum):
    """The kind of a fault; `injections` has a function for each."""

    KILL = "killed"
    KILL_PREPARED = "killed once prepared"
    STOP = "stopped"
    BLOCK = "stopped before its start"
    BLOCK_FOR_LONG = "stopped before its start for 45 s"
    BLOCK_READY = "stopped between ready and fire"
    NOTHING = "nothing: the load is the fault"
    EMPTY = "emptied"
    FULL = "out of memory"
    CUT = "cut off for a while"
    CUT_FOR_LONG = "cut off for long"
    CUT_UNTIL_ENDED = "cut off and back after the end"
    SECOND_PLANE = "second control plane"
    REPEATED = "repeated reports"
    LATE = "late reports"
    CLOCK = "clock"
    LOST = "state directory removed"
    LOST_AND_KILLED = "state directory removed, and killed"
    CRASH_LOOP = "killed at each start"


@dataclass(frozen=True)
class Good:
    """What may become of an experiment.

    `failed`: most trials that fail; `missing`: most planned trials without figures at the end, None for any.
    `reason`: what has to be in the text of one that failed. Everything else has to hold in each cell, see
    `judge`.
    """

    states: frozenset[ExperimentState] = frozenset({FINISHED})
    failed: int = 1
    missing: int | None = 0
    reason: str = ""


@dataclass(frozen=True)
class Fault:
    """`at`: the steps at which it is injected; `why` says why not at the others.

    `load`: fields of the workload that the fault needs.
    """

    name: str
    how: How
    target: str
    at: tuple[Step, ...]
    why: str = ""
    good: Good = Good()
    on_three_hosts: bool = False
    load: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Cell:
    fault: Fault
    step: Step

    @property
    def name(self) -> str:
        return f"{self.fault.name} · {self.step}"

    @property
    def good(self) -> Good:
        """A cancelled experiment ends as cancelled, whatever happens meanwhile."""
        if self.step is not Step.CANCELLING:
            return self.fault.good
        return replace(self.fault.good, states=frozenset({CANCELLED}), missing=None)


RATE_LOST = Good(
    frozenset({FINISHED, FAILED}), missing=1, reason="rate_not_kept"
)  # a busy machine loses it too
NO_TRIAL = replace(RATE_LOST, reason="no trial counts")  # requests fail, too, beyond what a server takes
ITS_RESULT = Good(missing=1)  # what fails is what is measured: a result, not repeated
WHOLE = "the same as in a trial: the stack ends and starts as a whole"
NO_TOOL = "the load tool runs at these steps only"
NO_ROUNDS = "the row above is of servers that are started once"
NO_NGINX = "there is none at the other steps, or it ends"
QUIET = "nothing is asked of it at the other steps"
OTHERS = "the other steps are those of the proxy's agent, which prepares, applies settings and restores"
LONG = "long ones; the other steps wait in the same way"
PAUSES_ALIKE = "over a minute each; before anything is measured the experiment ends with the host's name"
ASKED = "a person asks for the end while it is away; the other steps are the row above"
HELD = "the hosts are held from the first job to the last"
CHANGED = "it waits in the trial until a kernel setting is applied; the agent killed is a row above"
SUPERVISED = "supervision starts it again in the same way at each step"
A_REPORT = "a report has to be there to be repeated"
AFTER = "late is after the end"
TWO = {"processes": 2, "connections": 4}
HOLDING = {"hold": {"connections": 300, "every": "10s", "per_second": 1000}}
BY_H2LOAD = {"tool": "h2load", "protocol": "h1"}
AT_A_RATE = {"tool": "vegeta", "rate": 100}
TOO_FAST = {"tool": "vegeta", "rate": 100_000}
STARTS = "the load tool of the next trial; the other steps are alike"
NO_FAULT = "nothing is done; the load asks for more than there is"
NO_TIMES = "at the other steps nothing is timed by a host"


def _killed(
    name: str,
    target: str,
    at: tuple[Step, ...],
    why: str = "",
    good: Good = Good(),
    load: Mapping[str, Any] = {},
) -> Fault:
    return Fault(f"{name} killed", How.KILL, target, at, why, good, load=load)


def _stopped(name: str, target: str, at: tuple[Step, ...] = (M,), good: Good = Good()) -> Fault:
    return Fault(f"{name} stopped for {STOPPED_S} s", How.STOP, target, at, LONG, good)


def _blocked(name: str, load: Mapping[str, Any], good: Good = Good(), how: How = How.BLOCK) -> Fault:
    return Fault(f"{name} {how}", how, "", (M,), STARTS, good, load=load)


def _cut(name: str, how: How, at: tuple[Step, ...], why: str, good: Good = Good()) -> Fault:
    return Fault(name, how, "proxy", at, why, good, on_three_hosts=True)


FAULTS: tuple[Fault, ...] = (
    _killed("API", "api", (*ALL, N)),
    _killed("worker", "worker", (*ALL, N)),
    _killed("beat", "beat", (M,), QUIET),
    _killed("Redis", "redis", ALL),
    _killed("PostgreSQL", "postgres", ALL),
    _killed("supervisord", "supervisord", (P, M, R), WHOLE),
    _killed("`dyno up`", "dyno up", (P, M, R), WHOLE),
    _killed("everything", "everything", (P, M, R), WHOLE),
    _killed("agent of the load host", "agent-load", (W, M), OTHERS),
    _killed("agent of the proxy", "agent-proxy", (*ALL, N)),
    _killed("agent of the backend", "agent-backend", (P, M), OTHERS),
    _killed("load tool", "load tool", (W, M), NO_TOOL, ITS_RESULT),
    _killed("h2load", "load tool", (M,), NO_TOOL, ITS_RESULT, BY_H2LOAD),
    _killed("vegeta", "load tool", (M,), NO_TOOL, RATE_LOST, AT_A_RATE),
    _killed("nginx under test", "nginx-proxy", (W, M, Step.BETWEEN), NO_NGINX, ITS_RESULT),
    Fault("nginx of the next round killed", How.KILL_PREPARED, "nginx-proxy", (N,), NO_ROUNDS),
    _killed("nginx of the backend", "nginx-backend", (M,), NO_NGINX, ITS_RESULT),
    _stopped("API", "api", (P, M, R)),
    _stopped("worker", "worker"),
    _stopped("beat", "beat"),
    _stopped("Redis", "redis"),
    _stopped("PostgreSQL", "postgres"),
    _stopped("supervisord", "supervisord"),
    _stopped("`dyno up`", "dyno up"),
    _stopped("agent of the load host", "agent-load"),
    _stopped("agent of the proxy", "agent-proxy", (P, M, R)),
    _stopped("agent of the backend", "agent-backend"),
    _stopped("load tool", "load tool", (M,), ITS_RESULT),
    _stopped("nginx under test", "nginx-proxy", (M,), ITS_RESULT),
    Fault("one of two generators killed", How.KILL, "one load tool", (W, M), NO_TOOL, ITS_RESULT, load=TWO),
    Fault("one of two generators stopped", How.STOP, "one load tool", (W, M), NO_TOOL, ITS_RESULT, load=TWO),
    Fault(
        f"nginx stopped for {STOPPED_S} s at a fixed rate",
        How.STOP,
        "nginx-proxy",
        (M,),
        LONG,
        RATE_LOST,
        load=AT_A_RATE,
    ),
    Fault("a rate nobody reaches", How.NOTHING, "", (M,), NO_FAULT, NO_TRIAL, load=TOO_FAST),
    _blocked("wrk", {}),
    _blocked("vegeta", AT_A_RATE, RATE_LOST),
    _blocked("h2load", BY_H2LOAD),
    _blocked("one of two wrk", TWO),
    _blocked("one of two wrk", TWO, how=How.BLOCK_FOR_LONG),
    _blocked("one of two wrk", TWO, ITS_RESULT, How.BLOCK_READY),
    _blocked("one of two vegeta", AT_A_RATE | TWO, RATE_LOST, How.BLOCK_READY),
    _blocked("one of two h2load", BY_H2LOAD | TWO, ITS_RESULT, How.BLOCK_READY),
    Fault("held connections killed", How.KILL, "holder", (M,), NO_TOOL, ITS_RESULT, load=HOLDING),
    Fault("Redis emptied", How.EMPTY, "redis", ALL),
    Fault(f"Redis out of memory for {FULL_S} s", How.FULL, "redis", (P, M, R, Step.CANCELLING), LONG),
    _cut(f"host cut off for {CUT_S} s", How.CUT, (P, M, R), LONG),
    _cut("host cut off until the experiment pauses", How.CUT_FOR_LONG, (M, R), PAUSES_ALIKE),
    _cut("host cut off, back after the end", How.CUT_UNTIL_ENDED, (Step.CANCELLING,), ASKED),
    Fault("second control plane on the host", How.SECOND_PLANE, "", (M,), HELD),
    Fault("state directory of the proxy's agent lost", How.LOST, "agent-proxy", (M,), CHANGED),
    Fault("state directory lost with its agent", How.LOST_AND_KILLED, "agent-proxy", (M,), CHANGED),
    Fault("agent of the proxy in a crash loop", How.CRASH_LOOP, "agent-proxy", (P, M), SUPERVISED),
    Fault("reports repeated and altered", How.REPEATED, "", (M, Step.BETWEEN), A_REPORT),
    Fault("reports again after the end", How.LATE, "", (R,), AFTER),
    Fault("clock of a host an hour ahead", How.CLOCK, f"+{CLOCK_JUMP_S}", (P, M), NO_TIMES),
    Fault("clock of a host an hour back", How.CLOCK, f"-{CLOCK_JUMP_S}", (P, M), NO_TIMES),
)


def cells(only: str = "") -> Iterator[Cell]:
    """Every cell in order; with `only` those whose name holds each of its words."""
    for fault in FAULTS:
        for step in fault.at:
            cell = Cell(fault, step)
            if all(word.lower() in cell.name.lower() for word in only.split()):
                yield cell
