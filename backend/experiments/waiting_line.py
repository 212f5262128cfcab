"""Where unfinished experiments stand in line, and what they wait for: read once for all of them."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.experiments.line import choosing
from backend.experiments.line.fleet import Bed
from backend.experiments.results import waiting
from backend.fields import words_of
from backend.records import hosts_queries
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.lists import queries as lists_queries
from backend.records.lists.queries import Waiting
from backend.refs import ExperimentRef
from backend.settings import get_settings
from backend.space import Shortage, shortage


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
    queue = lists_queries.queue(session)
    choices = choosing.choices(session, queue)
    hosts = {host for one in queue for host in one.hosts}
    hosts |= {host for beds in choices.values() for bed in beds for host in bed.host_ids}
    return Line(queue, hosts_queries.with_ids(session, hosts), shortage(hosts), choices)


def behind(line: Line, experiment: Experiment) -> list[ExperimentRef]:
    """Whom a queued experiment waits for, first to begin first: those that share a host with it."""
    return [ExperimentRef(id=one.id, name=one.name) for one in _ahead(line, experiment)]


def sentence(line: Line, experiment: Experiment) -> str:
    """What holds an unfinished experiment up; empty where nothing does."""
    own = _own(line, experiment)
    if own and own.id in line.choices and not line.choices[own.id]:
        return f"waiting for a testbed with the {words_of(own.labels)}: none that can run it is left"
    ahead = _ahead(line, experiment)
    return waiting.sentence(
        ExperimentState(experiment.state),
        _named(line, own.hosts) if own else (),
        get_settings().host_return_s,
        behind(line, experiment),
        [host.name for host in _named(line, own.hosts & ahead[0].hosts)] if own and ahead else (),
    )


def places(line: Line, one: Waiting) -> Sequence[frozenset[str]]:
    """Hosts that it may begin on: those of its testbed, or of each one that it may choose."""
    if one.id not in line.choices:
        return [one.hosts]
    found = [bed.host_ids for bed in line.choices[one.id]]
    return [hosts for hosts in found if not _unforeseen_on(line, hosts, one.state)] or found


def unforeseen(line: Line, one: Waiting) -> str:
    """What it waits for without an end that is known: a host that is away, a full disk; empty: nothing."""
    there = places(line, one)
    if not there:
        return f"waiting for a testbed with the {words_of(one.labels)}"
    return _unforeseen_on(line, there[0], one.state)


def _unforeseen_on(line: Line, ids: frozenset[str], state: str) -> str:
    hosts = _named(line, ids)
    if why := waiting.sentence(ExperimentState(state), hosts, get_settings().host_return_s):
        return why
    space = line.shortage.waiting((host.id, host.name) for host in hosts)
    return f"waiting for space {space}" if space else ""


def paused(line: Line, experiment: Experiment) -> str:
    """Where an unfinished experiment has to wait for space; empty: nowhere."""
    own = _own(line, experiment)
    return line.shortage.waiting((host.id, host.name) for host in _named(line, own.hosts)) if own else ""


def _own(line: Line, experiment: Experiment) -> Waiting | None:
    return next((one for one in line.queue if one.id == experiment.id), None)


def _ahead(line: Line, experiment: Experiment) -> list[Waiting]:
    own = _own(line, experiment)
    if own is None or experiment.state != ExperimentState.QUEUED:
        return []
    return [one for one in line.queue[: line.queue.index(own)] if one.hosts & own.hosts]


def _named(line: Line, ids: frozenset[str]) -> list[Host]:
    return sorted((line.hosts[i] for i in ids), key=lambda host: host.name)
