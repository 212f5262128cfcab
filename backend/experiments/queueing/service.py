"""The queues of testbeds: shown, and put in another order."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.errors import Conflict, NotFound
from backend.events import publish_after_commit
from backend.experiments import lists, queue_start, waiting_line
from backend.experiments.jobs.waking import wake_next_in_line
from backend.experiments.line import fleet, line_queries
from backend.experiments.line.fleet import Bed
from backend.experiments.line.picking import moved
from backend.experiments.queueing.schemas import MoveIn, QueueEntry, TestbedQueue
from backend.experiments.results.schemas import Progress
from backend.experiments.schemas import QueueStart
from backend.experiments.waiting_line import Line
from backend.login.principal import OWNER_NAME
from backend.records import experiments_queries
from backend.records.lists.queries import Waiting
from backend.refs import ExperimentRef


def queues(session: Session) -> list[TestbedQueue]:
    """Of every testbed in use, oldest first; as many statements for many as for one."""
    beds, line = fleet.in_use(session), waiting_line.read(session)
    entries = _entries(session, line, beds)
    return [
        TestbedQueue(
            testbed=_ref(bed),
            now=bed.now,
            labels=fleet.labels_of([bed]),
            running=[entries[one.id] for one in _at(line, bed) if one.state != ExperimentState.QUEUED],
            waiting=[entries[one.id] for one in _at(line, bed) if one.state == ExperimentState.QUEUED],
        )
        for bed in beds
    ]


def _ref(bed: Bed) -> ExperimentRef:
    return ExperimentRef(id=bed.row.id, name=bed.row.name)


def _at(line: Line, bed: Bed) -> list[Waiting]:
    """Who needs a host of a testbed, or may choose it, in order."""
    return [one for one in line.queue if one.hosts & bed.host_ids or _may_choose(line, one, bed)]


def _may_choose(line: Line, one: Waiting, bed: Bed) -> bool:
    return any(other.row.id == bed.row.id for other in line.choices.get(one.id, ()))


def _entries(session: Session, line: Line, beds: Sequence[Bed]) -> dict[str, QueueEntry]:
    ids = [one.id for one in line.queue]
    who, progress = experiments_queries.owner_names(session, ids), lists.progress_of_all(session, ids)
    starts, names = queue_start.starts(line, progress), {bed.row.id: bed.row.name for bed in beds}
    return {one.id: _entry(one, who, progress, starts, names) for one in line.queue}


def _entry(
    one: Waiting,
    who: Mapping[str, str],
    progress: Mapping[str, Progress | None],
    starts: Mapping[str, QueueStart],
    names: Mapping[str, str],
) -> QueueEntry:
    far = progress[one.id]
    return QueueEntry(
        id=one.id,
        name=one.name,
        by=who.get(one.id, OWNER_NAME),
        launched_at=one.created_at,
        testbed=ExperimentRef(id=one.testbed_id, name=names.get(one.testbed_id, "")),
        labels=list(one.labels),
        step=far.step if far else None,
        seconds_left=far.seconds_left if far and one.state != ExperimentState.QUEUED else None,
        start=starts.get(one.id),
    )


def move(session: Session, experiment_id: str, body: MoveIn) -> str:
    """Give a queued experiment another place in the line of a testbed; its name.

    Conflict where the line is not the one that was seen: somebody moved something, or one began or ended.
    """
    line_queries.lock(session)
    bed = next((bed for bed in fleet.in_use(session) if bed.row.id == body.testbed_id), None)
    if bed is None:
        raise NotFound(f"There is no testbed {body.testbed_id}")
    now = waiting_line.read(session)
    line = [one.id for one in _at(now, bed) if one.state == ExperimentState.QUEUED]
    rows = {row.id: row for row in line_queries.queued(session)}
    order = [one.id for one in now.queue if one.state == ExperimentState.QUEUED]
    if experiment_id not in line:
        raise Conflict(f"It does not wait for “{bed.row.name}” any more: it began, ended or waits elsewhere")
    if line != body.seen or rows.keys() != set(order):
        raise Conflict(f"The queue of “{bed.row.name}” has changed since you looked; look again")
    line_queries.put_in_order(rows, moved(order, line, experiment_id, body.to))
    session.flush()
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
    wake_next_in_line(session)
    return rows[experiment_id].name
