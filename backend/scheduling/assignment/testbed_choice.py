"""Queued experiments for any testbed with labels, brought to where they can begin first."""

from collections.abc import Mapping, Sequence

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
from backend.scheduling.assignment.queue_order import Waiting
from backend.scheduling.assignment.testbed_fit import fits


def settle(session: Session) -> None:
    """Put everybody who may choose on the testbed that is its now; under the lock of the line."""
    if not queue_queries.anybody_chooses(session):
        return
    queue_queries.lock(session)
    experiments, line = queue_queries.choosing(session), queue_queries.queue(session)
    matching = options(experiments, fleet.in_use(session))
    for experiment_id, bed in picks(line, matching).items():
        experiment = experiments[experiment_id]
        if bed and (experiment.stranded or experiment.testbed_id != bed.row.id):
            put_on(experiment, Definition.model_validate(experiment.definition), bed)
        experiment.stranded = bed is None


def choices(session: Session, line: Sequence[Waiting]) -> dict[str, list[Bed]]:
    """The options in a line; nothing is read where nobody may choose, and for readers of a share link."""
    ids = [entry.id for entry in line if entry.labels and entry.state == ExperimentState.QUEUED]
    if not ids or SHARED.get() is not None:
        return {}
    return options(experiments_queries.experiments_by_id(session, ids), fleet.in_use(session))


def options(experiments: Mapping[str, Experiment], beds: Sequence[Bed]) -> dict[str, list[Bed]]:
    """Queued experiment that may choose → the testbeds that match and that it fits, oldest first.

    One that had begun, and is in line again, stays where it was prepared.
    """
    return {
        i: [bed for bed in fleet.with_labels(beds, row.testbed_labels) if fits(row, bed)]
        for i, row in experiments.items()
        if row.testbed_labels and row.generation == 0
    }


def picks(line: Sequence[Waiting], matching: Mapping[str, Sequence[Bed]]) -> dict[str, Bed | None]:
    """Experiment → testbed, of those that may choose; None: none matches any more.

    line      those that have begun first, with the hosts that they hold
    matching  experiment that may choose → its testbeds, in order

    Whoever comes first in line takes the first of its testbeds that is free, and else waits where it is. So
    none passes another that wants the same hosts, and no testbed stays free while somebody could use it.
    """
    busy_hosts: set[str] = set()
    assignments: dict[str, Bed | None] = {}
    for entry in line:
        if entry.id not in matching:
            busy_hosts |= entry.hosts
            continue
        beds = matching[entry.id]
        free = (bed for bed in beds if not bed.host_ids & busy_hosts and bed.is_ready)
        stays = (bed for bed in beds if bed.row.id == entry.testbed_id)
        assignments[entry.id] = bed = next((bed for among in (free, stays, beds) for bed in among), None)
        if bed:
            busy_hosts |= bed.host_ids
    return assignments


def put_on(experiment: Experiment, definition: Definition, bed: Bed) -> None:
    """Have it measured on a testbed, and keep what its hosts are."""
    experiment.testbed_id = bed.row.id
    experiment.load_hosts = used_load_hosts(definition, 1 + len(bed.more_load))
    further_hosts = enumerate(bed.more_load[: experiment.load_hosts - 1], 1)
    more_load = {place_of("load", n): host for n, host in further_hosts}
    experiment.facts = facts_of({**bed.hosts, **more_load})
