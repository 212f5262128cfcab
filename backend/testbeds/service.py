"""What can be done with testbeds."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from agents.contract.states import ROLES, Role
from backend.errors import Conflict, Invalid, NotFound, ProblemItem
from backend.ids import new_id
from backend.records.experiments import Experiment, Lease
from backend.records.hosts import Host
from backend.records.testbeds import Testbed, TestbedRole
from backend.refs import ExperimentRef
from backend.testbeds.schemas import TestbedIn, TestbedOut, TestbedRoleOut

LOCAL_TESTBED_LOCK = 7302  # any number that nothing else locks


def list_testbeds(session: Session) -> list[TestbedOut]:
    return [_out(session, t) for t in session.scalars(select(Testbed).order_by(Testbed.created_at))]


def get_testbed(session: Session, testbed_id: str) -> TestbedOut:
    return _out(session, row(session, testbed_id))


def row(session: Session, testbed_id: str) -> Testbed:
    testbed = session.get(Testbed, testbed_id)
    if testbed is None:
        raise NotFound(f"There is no testbed {testbed_id}")
    return testbed


def hosts_of(session: Session, testbed: Testbed) -> dict[Role, Host]:
    """role → host, for the roles that the testbed assigns."""
    ids = {r.role: r.host_id for r in testbed.roles}
    found = {h.id: h for h in session.scalars(select(Host).where(Host.id.in_(ids.values())))}
    return {role: found[ids[role]] for role in ROLES if role in ids}


def pick(session: Session, testbed_id: str | None, name: str | None) -> Testbed:
    """The testbed to use: by id, by name, or the only one there is."""
    if testbed_id:
        return row(session, testbed_id)
    testbeds: Sequence[Testbed] = session.scalars(select(Testbed)).all()
    if name:
        named = next((t for t in testbeds if t.name == name), None)
        if named is None:
            known = ", ".join(t.name for t in testbeds) or "none yet"
            raise Invalid(
                f"There is no testbed “{name}”; there is: {known}",
                [ProblemItem(place="testbed", message=f"unknown testbed “{name}”")],
            )
        return named
    if len(testbeds) == 1:
        return testbeds[0]
    if not testbeds:
        raise Invalid("There is no testbed yet; start agents and assign them to roles first")
    raise Invalid(f"Which testbed? There are {len(testbeds)}: {', '.join(t.name for t in testbeds)}")


def create(session: Session, body: TestbedIn) -> TestbedOut:
    if session.scalar(select(Testbed).where(Testbed.name == body.name)):
        raise Conflict(f"There is a testbed named “{body.name}” already")
    _check_roles(session, body)
    testbed = Testbed(id=new_id(), name=body.name)
    testbed.roles = [TestbedRole(role=role, host_id=host_id) for role, host_id in body.roles.items()]
    session.add(testbed)
    session.flush()
    return _out(session, testbed)


def _check_roles(session: Session, body: TestbedIn) -> None:
    problems = []
    for role, host_id in body.roles.items():
        host = session.get(Host, host_id)
        if host is None:
            problems.append(ProblemItem(place=f"roles.{role}", message=f"there is no host {host_id}"))
        elif role not in host.roles:
            allowed = ", ".join(host.roles)
            problems.append(
                ProblemItem(place=f"roles.{role}", message=f"{host.name} takes only the roles {allowed}")
            )
    if problems:
        raise Invalid("The testbed cannot be made like this", problems)


def ensure_local(session: Session) -> None:
    """Make the testbed `local` once the three hosts of the embedded stack are there."""
    # hosts enrol at the same moment, and none sees the other before it is committed
    session.execute(select(func.pg_advisory_xact_lock(LOCAL_TESTBED_LOCK)))
    if session.scalar(select(func.count()).select_from(Testbed)):
        return
    hosts = {h.name: h for h in session.scalars(select(Host).where(Host.name.in_(ROLES)))}
    if all(role in hosts and role in hosts[role].roles for role in ROLES):
        create(session, TestbedIn(name="local", roles={role: hosts[role].id for role in ROLES}))


def delete(session: Session, testbed_id: str) -> None:
    testbed = row(session, testbed_id)
    used = session.scalar(
        select(func.count()).select_from(Experiment).where(Experiment.testbed_id == testbed_id)
    )
    if used:
        raise Conflict(f"“{testbed.name}” is used by {used} experiments; delete those first")
    session.delete(testbed)


def _out(session: Session, testbed: Testbed) -> TestbedOut:
    hosts = hosts_of(session, testbed)
    ids = [h.id for h in hosts.values()]
    held = session.execute(
        select(Experiment.id, Experiment.name)
        .join(Lease, Lease.experiment_id == Experiment.id)
        .where(Lease.host_id.in_(ids))
    ).first()
    waiting = session.scalar(
        select(func.count())
        .select_from(Experiment)
        .where(Experiment.testbed_id == testbed.id, Experiment.state == "queued")
    )
    return TestbedOut(
        id=testbed.id,
        name=testbed.name,
        roles=[_role(role, host) for role, host in hosts.items()],
        colocated=colocated(hosts),
        busy_with=ExperimentRef(id=held.id, name=held.name) if held else None,
        waiting=waiting or 0,
    )


def _role(role: Role, host: Host) -> TestbedRoleOut:
    return TestbedRoleOut(
        role=role,
        host_id=host.id,
        host_name=host.name,
        address=host.address,
        online=host.online,
        condition=host.condition,  # pyright: ignore[reportArgumentType]
        cpus=host.facts.get("cpus", 1),
    )


def colocated(hosts: dict[Role, Host]) -> list[list[Role]]:
    """Groups of two or more roles whose hosts are one machine."""
    groups: dict[str, list[Role]] = {}
    for role, host in hosts.items():
        groups.setdefault(host.facts.get("machine", host.id), []).append(role)
    return [roles for roles in groups.values() if len(roles) > 1]
