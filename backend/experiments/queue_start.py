"""When a queued experiment begins: what those before it have left, by plan and by what they measured."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.experiments import lists, waiting_line
from backend.experiments.launching.schemas import MatchingTestbed
from backend.experiments.results.schemas import Progress
from backend.experiments.schemas import QueueStart
from backend.records.experiments import Experiment
from backend.records.lists.queries import Waiting
from backend.records.sharing.view import SHARED


class Left(NamedTuple):
    """What an unfinished experiment still takes on its hosts."""

    seconds: float
    at_most: bool
    unforeseen: str  # what it waits for that has no end that is known; empty: nothing
    own: str = ""  # the same, said of itself


def start_of(session: Session, line: waiting_line.Line, experiment: Experiment) -> QueueStart | None:
    """None unless it is queued, and for a reader of a share link, who sees nothing of those before it."""
    if SHARED.get() is not None:
        return None
    own = next((one for one in line.queue if one.id == experiment.id), None)
    if own is None or experiment.state != ExperimentState.QUEUED:
        return None
    upto = line._replace(queue=line.queue[: line.queue.index(own) + 1])
    return starts(upto, lists.progress_of_all(session, [one.id for one in upto.queue])).get(own.id)


def matching(line: waiting_line.Line, experiment: Experiment) -> list[MatchingTestbed]:
    """The testbeds that a queued experiment may begin on, where it may choose."""
    beds = line.choices.get(experiment.id, ())
    return [MatchingTestbed(id=bed.row.id, name=bed.row.name, now=bed.now) for bed in beds]


def starts(line: waiting_line.Line, progress: Mapping[str, Progress | None]) -> dict[str, QueueStart]:
    """Of every queued experiment, by how far all in line are."""
    left = {one.id: _left(line, one, progress[one.id]) for one in line.queue}
    places = {one.id: waiting_line.places(line, one) for one in line.queue}
    return when(line.queue, left, places)


def _left(line: waiting_line.Line, one: Waiting, progress: Progress | None) -> Left:
    if progress is None or progress.seconds_left is None:
        return Left(0.0, False, "")  # cancelling takes seconds
    why = waiting_line.unforeseen(line, one)
    at_most = progress.rounds_least is not None
    if not why:
        return Left(progress.seconds_left, at_most, "")
    return Left(progress.seconds_left, at_most, f"“{one.name}” is {why}", f"it is {why}")


class _Ended(NamedTuple):
    hosts: frozenset[str]
    at: Left


def when(
    line: Sequence[Waiting],
    left: Mapping[str, Left],
    places: Mapping[str, Sequence[frozenset[str]]] = MappingProxyType({}),
) -> dict[str, QueueStart]:
    """Each begins once all before it that share a host with it have ended. Pure; in the order of the line.

    `places`: the hosts of each testbed that one may begin on, its own alone where it says nothing. It is
    expected on the one that is free first.
    """
    ended: list[_Ended] = []
    found: dict[str, QueueStart] = {}
    for one in line:
        begins = [(_latest(hosts, ended), hosts) for hosts in places.get(one.id) or (one.hosts,)]
        begin, hosts = min(begins, key=lambda at: (bool(at[0].unforeseen), at[0].seconds))
        mine = left[one.id]
        ended.append(
            _Ended(
                hosts,
                Left(
                    begin.seconds + mine.seconds,
                    begin.at_most or mine.at_most,
                    begin.unforeseen or mine.unforeseen,
                ),
            )
        )
        if one.state == ExperimentState.QUEUED:
            found[one.id] = _start(begin, mine)
    return found


def _start(begin: Left, mine: Left) -> QueueStart:
    unknown = mine.own or begin.unforeseen
    if unknown:
        return QueueStart(seconds=None, at_most=False, unknown=unknown)
    return QueueStart(seconds=begin.seconds, at_most=begin.at_most, unknown=None)


def _latest(hosts: frozenset[str], ended: Sequence[_Ended]) -> Left:
    shared = [end.at for end in ended if end.hosts & hosts]
    return Left(
        max((end.seconds for end in shared), default=0.0),
        any(end.at_most for end in shared),
        next((end.unforeseen for end in shared if end.unforeseen), ""),
    )
