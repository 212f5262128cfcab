"""SQL of testbeds."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES, Role
from agents.contract.states import ExperimentState
from backend.records.experiments import UNFINISHED, Experiment, Lease
from backend.records.hosts import Host
from backend.records.testbeds import Testbed

NAMES_LOCK = 7302  # any number that nothing else locks


def namesake(session: Session, name: str, but: str = "") -> str | None:
    """The name of a testbed in use that differs from this one in its capital letters at most.

    `but`: id of a testbed that may have it.
    """
    query = select(Testbed.name).where(Testbed.retired_at.is_(None), Testbed.id != but)
    names = session.scalars(query)
    return next((row_name for row_name in names if row_name.casefold() == name.casefold()), None)


def all_testbeds(session: Session, is_retired: bool = False) -> Sequence[Testbed]:
    """Those in use, or those that were retired; oldest first."""
    is_wanted = Testbed.retired_at.is_not(None) if is_retired else Testbed.retired_at.is_(None)
    return session.scalars(select(Testbed).where(is_wanted).order_by(Testbed.created_at)).all()


def unfinished_names(session: Session, testbed_id: str, but_choosing: bool = False) -> Sequence[str]:
    """Names of experiments that use a testbed or wait for it, oldest first; or but for those that choose."""
    may_go = and_(Experiment.state == ExperimentState.QUEUED, Experiment.testbed_labels != [])
    query = select(Experiment.name).where(
        Experiment.testbed_id == testbed_id, Experiment.state.in_(UNFINISHED)
    )
    if but_choosing:
        query = query.where(~may_go)
    return session.scalars(query.order_by(Experiment.created_at, Experiment.id)).all()


class TestbedHosts(NamedTuple):
    """Role → host, in the order of the roles, and the load hosts after the first."""

    __test__ = False  # pytest takes names with Test for tests

    by_role: dict[Role, Host]
    more_load: list[Host]


def hosts_of(session: Session, testbed: Testbed) -> TestbedHosts:
    return hosts_of_all(session, [testbed])[testbed.id]


def hosts_of_all(session: Session, testbeds: Sequence[Testbed]) -> dict[str, TestbedHosts]:
    """The hosts of each testbed, by its id."""
    host_ids = {r.host_id for t in testbeds for r in t.roles}
    hosts_by_id = {h.id: h for h in session.scalars(select(Host).where(Host.id.in_(host_ids)))}
    hosts: dict[str, TestbedHosts] = {}
    for testbed in testbeds:
        first_ids = {r.role: r.host_id for r in testbed.roles if r.position == 0}
        hosts[testbed.id] = TestbedHosts(
            {role: hosts_by_id[first_ids[role]] for role in ROLES if role in first_ids},
            [hosts_by_id[r.host_id] for r in testbed.roles if r.position > 0],
        )
    return hosts


def holders(session: Session) -> dict[str, tuple[str, str]]:
    """Host → (id, name) of the experiment that holds it, of every host that is held."""
    query = select(Lease.host_id, Experiment.id, Experiment.name).join(
        Experiment, Lease.experiment_id == Experiment.id
    )
    return {host: (i, name) for host, i, name in session.execute(query)}


def queued_counts(session: Session, testbed_ids: Collection[str]) -> dict[str, int]:
    """How many experiments wait for each testbed; those that nobody waits for are left out."""
    query = select(Experiment.testbed_id, func.count()).group_by(Experiment.testbed_id)
    query = query.where(Experiment.testbed_id.in_(testbed_ids), Experiment.state == ExperimentState.QUEUED)
    return {testbed: count for testbed, count in session.execute(query) if testbed}


def used_by(session: Session, testbed_id: str) -> int:
    """How many experiments were launched on a testbed."""
    query = select(func.count()).select_from(Experiment).where(Experiment.testbed_id == testbed_id)
    return session.scalar(query) or 0


def lock_names(session: Session) -> None:
    """Until this transaction ends nobody else makes a testbed or takes a name."""
    session.execute(select(func.pg_advisory_xact_lock(NAMES_LOCK)))
