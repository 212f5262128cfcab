"""Testbeds: listed, chosen for a launch, created, deleted."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES, Role
from backend.errors import Conflict, Invalid, ProblemItem, require
from backend.events import publish_after_commit
from backend.fields import in_all
from backend.ids import new_id
from backend.records import hosts_queries, testbeds_queries
from backend.records.host_availability import who_claims
from backend.records.hosts import Host
from backend.records.testbeds import Testbed, TestbedRole
from backend.refs import ExperimentRef
from backend.scheduling.assignment import fleet
from backend.scheduling.assignment.fleet import Bed
from backend.testbeds.schemas import TestbedChange, TestbedIn, TestbedOut, TestbedRoleOut


class TestbedChanged(Conflict):
    """Somebody else has changed it; `more` has it as it is now."""

    __test__ = False
    code = "testbed_changed"


def list_testbeds(session: Session, is_retired: bool = False) -> list[TestbedOut]:
    return _outs(session, testbeds_queries.all_testbeds(session, is_retired))


def get_testbed(session: Session, testbed_id: str) -> TestbedOut:
    return _out(session, existing(session, testbed_id))


def existing(session: Session, testbed_id: str, lock: bool = False) -> Testbed:
    """The testbed of this id; NotFound where there is none."""
    testbed = session.get(Testbed, testbed_id, with_for_update=lock or None)
    return require(testbed, f"There is no testbed {testbed_id}")


def require_usable(session: Session, testbed_id: str) -> Bed:
    """The testbed of this id with its hosts; NotFound where there is none, Invalid where it was retired."""
    testbed = existing(session, testbed_id)
    if testbed.retired_at:
        message = f"The testbed “{testbed.name}” was retired; the Hosts page brings it back"
        raise Invalid.at("testbed", message)
    return fleet.in_use(session, testbed)[0]


def create(session: Session, body: TestbedIn) -> TestbedOut:
    testbeds_queries.lock_names(session)
    if taken_name := testbeds_queries.namesake(session, body.name):
        raise Conflict(
            f"There is a testbed named “{taken_name}” already{_no_other_case(body.name, taken_name)}"
        )
    _check_roles(session, body.roles)
    testbed = Testbed(id=new_id(), name=body.name)
    testbed.roles = _rows(body.roles)
    session.add(testbed)
    session.flush()
    publish_after_commit(session, {"type": "host"})
    return _out(session, testbed)


def _no_other_case(name: str, taken_name: str) -> str:
    return "" if name == taken_name else f"; “{name}” differs in its capital letters alone"


def _rows(roles: Mapping[Role, str | list[str]]) -> list[TestbedRole]:
    return [
        TestbedRole(role=role, position=position, host_id=host_id)
        for role, host_ids in roles.items()
        for position, host_id in enumerate(_as_list(host_ids))
    ]


def _as_list(host_ids: str | list[str]) -> list[str]:
    return [host_ids] if isinstance(host_ids, str) else host_ids


def _check_roles(session: Session, roles: Mapping[Role, str | list[str]]) -> None:
    problems = []
    for role, host_ids in roles.items():
        ids = _as_list(host_ids)
        if len(ids) > 1 and role != "load":
            problems.append(
                ProblemItem(place=f"roles.{role}", message="only the role load has several hosts")
            )
        if len(set(ids)) < len(ids):
            problems.append(ProblemItem(place=f"roles.{role}", message="a host is named twice"))
    for role, host_id in ((role, i) for role, host_ids in roles.items() for i in _as_list(host_ids)):
        host = hosts_queries.host(session, host_id)
        if host is None:
            problems.append(ProblemItem(place=f"roles.{role}", message=f"there is no host {host_id}"))
        elif role not in host.roles:
            roles_allowed = ", ".join(host.roles)
            problems.append(
                ProblemItem(
                    place=f"roles.{role}", message=f"{host.name} takes only the roles {roles_allowed}"
                )
            )
    if problems:
        raise Invalid("This testbed is not valid: see the errors", problems)


def ensure_local(session: Session) -> None:
    """Create the testbed `local` once the three hosts of the embedded stack have enrolled."""
    # hosts enrol at the same moment, and do not see each other before they are committed
    testbeds_queries.lock_names(session)
    if any(testbeds_queries.all_testbeds(session, is_retired) for is_retired in (False, True)):
        return
    hosts = {h.name: h for h in hosts_queries.all_hosts(session) if h.name in ROLES}
    if all(role in hosts and role in hosts[role].roles for role in ROLES):
        create(session, TestbedIn(name="local", roles={role: hosts[role].id for role in ROLES}))


def change(session: Session, testbed_id: str, body: TestbedChange) -> TestbedOut:
    """Retire it, bring it back, or change what is given; Conflict while an experiment needs it as it is, its
    name is taken, or somebody else has changed it since `version`."""
    testbeds_queries.lock_names(session)
    testbed = existing(session, testbed_id, lock=True)
    if _changes(testbed, body):
        _check_version(session, testbed, body)
        testbed.version += 1
    names = testbeds_queries.unfinished_names(session, testbed.id, but_choosing=not body.roles)
    if (body.retired or body.roles) and names:
        more_names = f" and {len(names) - 1} more" if len(names) > 1 else ""
        raise Conflict(f"“{testbed.name}” is used by “{names[0]}”{more_names}; cancel that first")
    name, is_retired = body.name or testbed.name, _value_or(body.retired, bool(testbed.retired_at))
    # two that older versions let differ in capital letters alone keep their names
    takes_name = not is_retired and (testbed.retired_at is not None or name != testbed.name)
    if takes_name and (taken_name := testbeds_queries.namesake(session, name, testbed.id)):
        advice = "retire that first" if body.name is None else "choose another name"
        raise Conflict(
            f"There is another testbed named “{taken_name}” now{_no_other_case(name, taken_name)}; {advice}"
        )
    if body.roles is not None:
        _check_roles(session, body.roles)
        if _assignments(_rows(body.roles)) != _assignments(testbed.roles):
            testbed.roles.clear()
            session.flush()  # or a role would be inserted before it is deleted
            testbed.roles, testbed.last_check = _rows(body.roles), None
    testbed.name = name
    if is_retired != bool(testbed.retired_at):
        testbed.retired_at = datetime.now(UTC) if is_retired else None
    publish_after_commit(session, {"type": "host"})
    session.flush()
    return _out(session, testbed)


def _assignments(rows: Sequence[TestbedRole]) -> list[tuple[str, int, str]]:
    return sorted((row.role, row.position, row.host_id) for row in rows)


def _changes(testbed: Testbed, body: TestbedChange) -> bool:
    """The same once more changes nothing, so a request may be repeated."""
    has_roles = body.roles is not None and _assignments(_rows(body.roles)) != _assignments(testbed.roles)
    return has_roles or body.name not in (None, testbed.name)


def _check_version(session: Session, testbed: Testbed, body: TestbedChange) -> None:
    if body.version is None:
        raise Invalid.at("version", "give version: that of the testbed that was changed")
    if body.version != testbed.version:
        raise TestbedChanged(
            f"Another person changed “{testbed.name}” (version {testbed.version}, yours began "
            f"from {body.version}); nothing was saved: check its current state, then save again",
            more={"testbed": _out(session, testbed).model_dump(mode="json")},
        )


def _value_or(value: bool | None, otherwise: bool) -> bool:
    return otherwise if value is None else value


def delete(session: Session, testbed_id: str) -> None:
    testbed = existing(session, testbed_id)
    if use_count := testbeds_queries.used_by(session, testbed_id):
        raise Conflict(
            f"“{testbed.name}” is used by {use_count} experiments; retire it instead, or delete those first"
        )
    session.delete(testbed)


def _out(session: Session, testbed: Testbed) -> TestbedOut:
    return _outs(session, [testbed])[0]


def _outs(session: Session, testbeds: Sequence[Testbed]) -> list[TestbedOut]:
    """As many statements for many testbeds as for one."""
    hosts = testbeds_queries.hosts_of_all(session, testbeds)
    host_roles = {t.id: _in_order(*hosts[t.id]) for t in testbeds}
    holders = testbeds_queries.holders(session)
    waiting = testbeds_queries.queued_counts(session, list(hosts))
    return [_to_out(t, host_roles[t.id], holders, waiting.get(t.id, 0)) for t in testbeds]


def _in_order(hosts: Mapping[Role, Host], more_load: Sequence[Host]) -> list[tuple[Role, Host]]:
    """Every role with its host, load several times."""
    more: dict[Role, Sequence[Host]] = {"load": more_load}
    return [(role, host) for role, first in hosts.items() for host in (first, *more.get(role, ()))]


def _to_out(
    testbed: Testbed,
    hosts: Sequence[tuple[Role, Host]],
    holders: Mapping[str, tuple[str, str]],
    waiting: int,
) -> TestbedOut:
    holder = next((holders[host.id] for _, host in hosts if host.id in holders), None)
    return TestbedOut(
        id=testbed.id,
        name=testbed.name,
        roles=[_role(role, host) for role, host in hosts],
        colocated=colocated_roles(hosts),
        busy_with=ExperimentRef(id=holder[0], name=holder[1]) if holder else None,
        unavailable=next(filter(None, (fleet.why_not_ready(host) for _, host in hosts)), ""),
        labels=in_all([host.labels for _, host in hosts]),
        waiting=waiting,
        retired_at=testbed.retired_at,
        version=testbed.version,
    )


def _role(role: Role, host: Host) -> TestbedRoleOut:
    return TestbedRoleOut(
        role=role,
        host_id=host.id,
        host_name=host.name,
        address=host.address,
        online=host.online,
        removed=host.removed_at is not None,
        drained=host.drained_at is not None,
        condition=host.condition,  # pyright: ignore[reportArgumentType]
        claimed_by=who_claims(host),
        cpus=host.facts.get("cpus", 1),
    )


def colocated_roles(hosts: Sequence[tuple[Role, Host]]) -> list[list[Role]]:
    """Groups of two or more roles whose hosts are one machine; load stands there once for each host."""
    groups: dict[str, list[Role]] = {}
    for role, host in hosts:
        groups.setdefault(host.facts.get("machine", host.id), []).append(role)
    return [roles for roles in groups.values() if len(roles) > 1]
