"""Queued experiments for any testbed with labels, brought to where they can begin first."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.definition.model import Definition
from backend.planning.testbed_checks import used_load_hosts
from backend.records import experiments_queries
from backend.records.experiments import Experiment
from backend.records.sharing.view import SHARED
from backend.records.testbeds import facts_of, place_of
from backend.scheduling.assignment import fleet, queue_queries
from backend.scheduling.assignment.fleet import Bed
from backend.scheduling.assignment.testbed_assignment import Place, Waiting, picks
from backend.scheduling.assignment.testbed_fit import fits


def settle(session: Session) -> None:
    """Put everybody who may choose on the testbed that is its now; under the lock of the line."""
    if not queue_queries.anybody_chooses(session):
        return
    queue_queries.lock(session)
    line = queue_queries.queue(session)
    beds = {bed.row.id: bed for bed in fleet.in_use(session)}
    choosing = options(session, line, list(beds.values()))
    assignments = picks(
        line,
        {entry: [bed.row.id for bed in matching] for entry, matching in choosing.items()},
        {i: Place(bed.host_ids, bed.is_ready) for i, bed in beds.items()},
        frozenset(host for bed in beds.values() for host in bed.holders),
    )
    before = {entry.id: None if entry.is_stranded else entry.testbed_id for entry in line}
    moves = {entry: bed for entry, bed in assignments.items() if bed != before[entry]}
    for experiment in queue_queries.choosing(session, moves).values() if moves else ():
        bed = beds.get(moves[experiment.id] or "")
        experiment.stranded = bed is None
        if bed:
            put_on(experiment, Definition.model_validate(experiment.definition), bed)


def choices(session: Session, line: Sequence[Waiting]) -> dict[str, list[Bed]]:
    """The same for a line; nothing is read where nobody may choose, and for readers of a share link."""
    if SHARED.get() is not None or not any(
        entry.labels and entry.state == ExperimentState.QUEUED for entry in line
    ):
        return {}
    return options(session, line, fleet.in_use(session))


def options(session: Session, line: Sequence[Waiting], beds: Sequence[Bed]) -> dict[str, list[Bed]]:
    """Queued experiment that may choose → the testbeds that match and that it fits, oldest first.

    One that had begun, and is in line again, stays where it was prepared.
    """
    ids = [entry.id for entry in line if entry.labels and entry.state == ExperimentState.QUEUED]
    rows = experiments_queries.experiments_by_id(session, ids) if ids else {}
    return {
        i: [bed for bed in fleet.with_labels(beds, row.testbed_labels) if fits(row, bed)]
        for i, row in rows.items()
        if row.testbed_labels and row.generation == 0
    }


def put_on(experiment: Experiment, definition: Definition, bed: Bed) -> None:
    """Have it measured on a testbed, and keep what its hosts are."""
    experiment.testbed_id = bed.row.id
    experiment.load_hosts = used_load_hosts(definition, 1 + len(bed.more_load))
    further_hosts = enumerate(bed.more_load[: experiment.load_hosts - 1], 1)
    more_load = {place_of("load", n): host for n, host in further_hosts}
    experiment.facts = facts_of({**bed.hosts, **more_load})
