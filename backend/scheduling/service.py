"""The queues of testbeds: shown, and put in another order."""

from collections.abc import Mapping, Sequence

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis.schemas import Progress
from backend.errors import Conflict, NotFound
from backend.events import publish_after_commit
from backend.execution.jobs.wakeups import wake_next_in_line
from backend.experiments import lists
from backend.experiments.schemas import QueueStart
from backend.identity.names import OWNER_NAME
from backend.records import experiments_queries
from backend.refs import ExperimentRef
from backend.scheduling import queue_positions, start_estimate
from backend.scheduling.assignment import fleet, queue_queries
from backend.scheduling.assignment.fleet import Bed
from backend.scheduling.assignment.queue_order import Waiting, move_in_order
from backend.scheduling.queue_positions import Line
from backend.scheduling.schemas import MoveIn, QueueEntry, TestbedQueue


def queues(session: Session) -> list[TestbedQueue]:
    """Read the queue of every testbed in use, oldest first; as many statements for many as for one."""
    beds, line = fleet.in_use(session), queue_positions.read(session)
    entries = _entries(session, line, beds)
    return [
        TestbedQueue(
            testbed=ExperimentRef(id=bed.row.id, name=bed.row.name),
            now=bed.now,
            labels=fleet.labels_of([bed]),
            running=[
                entries[experiment.id]
                for experiment in _at(line, bed)
                if experiment.state != ExperimentState.QUEUED
            ],
            waiting=[
                entries[experiment.id]
                for experiment in _at(line, bed)
                if experiment.state == ExperimentState.QUEUED
            ],
        )
        for bed in beds
    ]


def _at(line: Line, bed: Bed) -> list[Waiting]:
    """List who needs a host of a testbed, or may choose it, in order."""
    return [
        experiment
        for experiment in line.queue
        if experiment.hosts & bed.host_ids
        or any(choice.row.id == bed.row.id for choice in line.choices.get(experiment.id, ()))
    ]


def _entries(session: Session, line: Line, beds: Sequence[Bed]) -> dict[str, QueueEntry]:
    ids = [experiment.id for experiment in line.queue]
    owners, progress = experiments_queries.owner_names(session, ids), lists.progress_of_all(session, ids)
    starts, names = start_estimate.starts(line, progress), {bed.row.id: bed.row.name for bed in beds}
    return {experiment.id: _entry(experiment, owners, progress, starts, names) for experiment in line.queue}


def _entry(
    experiment: Waiting,
    owners: Mapping[str, str],
    progress: Mapping[str, Progress | None],
    starts: Mapping[str, QueueStart],
    names: Mapping[str, str],
) -> QueueEntry:
    far = progress[experiment.id]
    return QueueEntry(
        id=experiment.id,
        name=experiment.name,
        by=owners.get(experiment.id, OWNER_NAME),
        launched_at=experiment.created_at,
        testbed=ExperimentRef(id=experiment.testbed_id, name=names.get(experiment.testbed_id, "")),
        labels=list(experiment.labels),
        step=far.step if far else None,
        seconds_left=far.seconds_left if far and experiment.state != ExperimentState.QUEUED else None,
        start=starts.get(experiment.id),
    )


def move(session: Session, experiment_id: str, body: MoveIn) -> str:
    """Give a queued experiment another place in the line of a testbed; its name.

    Conflict where the line is not the one that was seen: somebody moved something, or one began or ended.
    """
    queue_queries.lock(session)
    bed = next((bed for bed in fleet.in_use(session) if bed.row.id == body.testbed_id), None)
    if bed is None:
        raise NotFound(f"There is no testbed {body.testbed_id}")
    now = queue_positions.read(session)
    line = [experiment.id for experiment in _at(now, bed) if experiment.state == ExperimentState.QUEUED]
    rows = {row.id: row for row in queue_queries.queued_experiments(session)}
    order = [experiment.id for experiment in now.queue if experiment.state == ExperimentState.QUEUED]
    if experiment_id not in line:
        raise Conflict(
            f"It does not wait for “{bed.row.name}” any more: it started, ended or waits elsewhere"
        )
    if line != body.seen or rows.keys() != set(order):
        raise Conflict(f"The queue of “{bed.row.name}” has changed meanwhile; reload the page")
    queue_queries.put_in_order(rows, move_in_order(order, line, experiment_id, body.to))
    session.flush()
    publish_after_commit(session, {"type": "experiment", "experiment_id": experiment_id})
    wake_next_in_line(session)
    return rows[experiment_id].name
