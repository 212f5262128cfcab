"""Where unfinished experiments stand in line, and what they wait for: read once for all of them."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.experiments.results import waiting
from backend.records import hosts_queries
from backend.records.experiments import Experiment
from backend.records.hosts import Host
from backend.records.lists import queries as lists_queries
from backend.records.lists.queries import Waiting
from backend.refs import ExperimentRef
from backend.settings import get_settings
from backend.space import Shortage, shortage


class Line(NamedTuple):
    """Unfinished experiments, oldest first, their hosts by id, and where there is too little space."""

    queue: Sequence[Waiting]
    hosts: Mapping[str, Host]
    shortage: Shortage


NOBODY = Line((), {}, Shortage("", {}))


def read(session: Session) -> Line:
    queue = lists_queries.queue(session)
    hosts = {host for one in queue for host in one.hosts}
    return Line(queue, hosts_queries.with_ids(session, hosts), shortage(hosts))


def behind(line: Line, experiment: Experiment) -> list[ExperimentRef]:
    """Whom a queued experiment waits for, oldest first: those that share a host with it."""
    return [ExperimentRef(id=one.id, name=one.name) for one in _ahead(line, experiment)]


def sentence(line: Line, experiment: Experiment) -> str:
    """What holds an unfinished experiment up; empty where nothing does."""
    own = _own(line, experiment)
    ahead = _ahead(line, experiment)
    return waiting.sentence(
        ExperimentState(experiment.state),
        _named(line, own.hosts) if own else (),
        get_settings().host_return_s,
        behind(line, experiment),
        [host.name for host in _named(line, own.hosts & ahead[0].hosts)] if own and ahead else (),
    )


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
