"""Start of a queued experiment: by what those before it have left, by plan and by what they measured."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis.schemas import Progress
from backend.execution.launching.schemas import MatchingTestbed
from backend.experiments import lists
from backend.experiments.schemas import QueueStart
from backend.records.experiments import Experiment
from backend.records.sharing.view import SHARED
from backend.scheduling import queue_positions
from backend.scheduling.assignment.queue_order import Waiting


class Left(NamedTuple):
    """Time that an unfinished experiment still takes on its hosts."""

    seconds: float
    at_most: bool
    unforeseen: str  # what it waits for that has no end that is known; empty: nothing
    reason_for_itself: str = ""  # the same, said of itself


def start_of(session: Session, line: queue_positions.Line, experiment: Experiment) -> QueueStart | None:
    """None unless it is queued, and for a reader of a share link, who sees nothing of those before it."""
    if SHARED.get() is not None:
        return None
    entry = next((waiting for waiting in line.queue if waiting.id == experiment.id), None)
    if entry is None or experiment.state != ExperimentState.QUEUED:
        return None
    upto = line._replace(queue=line.queue[: line.queue.index(entry) + 1])
    return starts(upto, lists.progress_of_all(session, [waiting.id for waiting in upto.queue])).get(entry.id)


def matching(line: queue_positions.Line, experiment: Experiment) -> list[MatchingTestbed]:
    """The testbeds that a queued experiment may begin on, where it may choose."""
    beds = line.choices.get(experiment.id, ())
    return [MatchingTestbed(id=bed.row.id, name=bed.row.name, now=bed.now) for bed in beds]


def starts(line: queue_positions.Line, progress: Mapping[str, Progress | None]) -> dict[str, QueueStart]:
    """Predict the start of every queued experiment, by how far all in line are."""
    time_left = {waiting.id: _time_left(line, waiting, progress[waiting.id]) for waiting in line.queue}
    places = {waiting.id: queue_positions.places(line, waiting) for waiting in line.queue}
    return when(line.queue, time_left, places)


def _time_left(line: queue_positions.Line, waiting: Waiting, progress: Progress | None) -> Left:
    if progress is None or progress.seconds_left is None:
        return Left(0.0, False, "")  # cancelling takes seconds
    reason = queue_positions.unforeseen(line, waiting)
    at_most = progress.rounds_least is not None
    if not reason:
        return Left(progress.seconds_left, at_most, "")
    return Left(progress.seconds_left, at_most, f"“{waiting.name}” is {reason}", f"it is {reason}")


class _Ended(NamedTuple):
    hosts: frozenset[str]
    at: Left


def when(
    line: Sequence[Waiting],
    times_left: Mapping[str, Left],
    places: Mapping[str, Sequence[frozenset[str]]] = MappingProxyType({}),
) -> dict[str, QueueStart]:
    """Each begins once all before it that share a host with it have ended. Pure; in the order of the line.

    `places`: the hosts of each testbed that one may begin on, its own alone where it says nothing. It is
    expected on the one that is free first.
    """
    ends: list[_Ended] = []
    starts_by_id: dict[str, QueueStart] = {}
    for waiting in line:
        begins = [(_latest(hosts, ends), hosts) for hosts in places.get(waiting.id) or (waiting.hosts,)]
        begin, hosts = min(begins, key=lambda at: (bool(at[0].unforeseen), at[0].seconds))
        time_left = times_left[waiting.id]
        ends.append(
            _Ended(
                hosts,
                Left(
                    begin.seconds + time_left.seconds,
                    begin.at_most or time_left.at_most,
                    begin.unforeseen or time_left.unforeseen,
                ),
            )
        )
        if waiting.state == ExperimentState.QUEUED:
            starts_by_id[waiting.id] = _start(begin, time_left)
    return starts_by_id


def _start(begin: Left, time_left: Left) -> QueueStart:
    reason = time_left.reason_for_itself or begin.unforeseen
    if reason:
        return QueueStart(seconds=None, at_most=False, unknown=reason)
    return QueueStart(seconds=begin.seconds, at_most=begin.at_most, unknown=None)


def _latest(hosts: frozenset[str], ends: Sequence[_Ended]) -> Left:
    shared_ends = [end.at for end in ends if end.hosts & hosts]
    return Left(
        max((end.seconds for end in shared_ends), default=0.0),
        any(end.at_most for end in shared_ends),
        next((end.unforeseen for end in shared_ends if end.unforeseen), ""),
    )
