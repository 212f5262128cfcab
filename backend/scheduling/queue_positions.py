"""Line of unfinished experiments, and what they wait for: read once for all of them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.analysis import waiting
from backend.disk_space import Shortage, shortage
from backend.fields import words_of
from backend.records import hosts_queries
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.refs import ExperimentRef
from backend.scheduling.assignment import queue_queries, testbed_choice
from backend.scheduling.assignment.fleet import Bed
from backend.scheduling.assignment.queue_order import Waiting
from backend.settings import get_settings


class Line(NamedTuple):
    """Unfinished experiments in order, the hosts that they may take by id, where space is short.

    `choices`: of those for any testbed with labels, the testbeds that they may begin on.
    """

    queue: Sequence[Waiting]
    hosts: Mapping[str, Host]
    shortage: Shortage
    choices: Mapping[str, Sequence[Bed]] = MappingProxyType({})


NOBODY = Line((), {}, Shortage("", {}))


def read(session: Session) -> Line:
    queue = queue_queries.queue(session)
    choices = testbed_choice.choices(session, queue)
    hosts = {host for waiting_experiment in queue for host in waiting_experiment.hosts}
    hosts |= {host for beds in choices.values() for bed in beds for host in bed.host_ids}
    return Line(queue, hosts_queries.with_ids(session, hosts), shortage(hosts), choices)


def behind(line: Line, experiment: Experiment) -> list[ExperimentRef]:
    """Whom a queued experiment waits for, first to begin first: those that share a host with it."""
    return [ExperimentRef(id=before.id, name=before.name) for before in _ahead(line, experiment)]


def sentence(line: Line, experiment: Experiment) -> str:
    """Describe what holds an unfinished experiment up; empty where nothing does."""
    entry = _entry_of(line, experiment)
    if entry and entry.id in line.choices and not line.choices[entry.id]:
        return f"waiting for a testbed with the {words_of(entry.labels)}: none that can run it is left"
    ahead = _ahead(line, experiment)
    return waiting.sentence(
        ExperimentState(experiment.state),
        _hosts_of(line, entry.hosts) if entry else (),
        _wait_s(entry),
        behind(line, experiment),
        [host.name for host in _hosts_of(line, entry.hosts & ahead[0].hosts)] if entry and ahead else (),
    )


def places(line: Line, entry: Waiting) -> Sequence[frozenset[str]]:
    """Hosts that it may begin on: those of its testbed, or of each one that it may choose."""
    if entry.id not in line.choices:
        return [entry.hosts]
    all_places = [bed.host_ids for bed in line.choices[entry.id]]
    return [hosts for hosts in all_places if not _unforeseen_on(line, hosts, entry)] or all_places


def unforeseen(line: Line, entry: Waiting) -> str:
    """Describe a wait without a known end: a host that is away, a full disk; empty: nothing."""
    host_sets = places(line, entry)
    if not host_sets:
        return f"waiting for a testbed with the {words_of(entry.labels)}"
    return _unforeseen_on(line, host_sets[0], entry)


def _unforeseen_on(line: Line, ids: frozenset[str], entry: Waiting) -> str:
    hosts = _hosts_of(line, ids)
    if reason := waiting.sentence(ExperimentState(entry.state), hosts, _wait_s(entry)):
        return reason
    space = line.shortage.waiting((host.id, host.name) for host in hosts)
    return f"waiting for space {space}" if space else ""


def _wait_s(entry: Waiting | None) -> float:
    """Seconds that it keeps its hosts while one is offline."""
    return (entry and entry.wait_for_hosts_s) or get_settings().host_return_s


def space_shortage(line: Line, experiment: Experiment) -> str:
    """Name where an unfinished experiment has to wait for space; empty: nowhere."""
    entry = _entry_of(line, experiment)
    return (
        line.shortage.waiting((host.id, host.name) for host in _hosts_of(line, entry.hosts)) if entry else ""
    )


def _entry_of(line: Line, experiment: Experiment) -> Waiting | None:
    return next((entry for entry in line.queue if entry.id == experiment.id), None)


def _ahead(line: Line, experiment: Experiment) -> list[Waiting]:
    entry = _entry_of(line, experiment)
    if entry is None or experiment.state != ExperimentState.QUEUED:
        return []
    return [before for before in line.queue[: line.queue.index(entry)] if before.hosts & entry.hosts]


def _hosts_of(line: Line, ids: frozenset[str]) -> list[Host]:
    return sorted((line.hosts[i] for i in ids), key=lambda host: host.name)
