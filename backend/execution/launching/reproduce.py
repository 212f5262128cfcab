"""The same definition once more: what has changed since, and whether it can still be launched."""

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from agents.catalog.roles import ROLES, Role
from agents.contract.states import HostCondition
from backend.errors import Conflict
from backend.execution.launching import preview
from backend.execution.launching.schemas import ExperimentIn, HostSince, ReproduceOut
from backend.identity.principal import Principal
from backend.model_fields import copy_fields
from backend.records import experiments_queries
from backend.records.experiments import Experiment
from backend.records.facts_flat import FactChange, changes
from backend.records.hosts import Host
from backend.records.origin import DerivedHow, Origin
from backend.refs import ExperimentRef
from backend.testbeds import service as testbeds


def reproduce(
    session: Session,
    experiment_id: str,
    principal: Principal,
    testbed_id: str | None = None,
    same_seed: bool = False,
) -> ReproduceOut:
    """Preview a launch of the same definition now, by default on the same testbed.

    Conflict for results that were imported; NotFound for an unknown experiment or testbed.
    """
    source = experiments_queries.existing(session, experiment_id)
    if source.origin == Origin.IMPORTED or source.testbed_id is None:
        remedy = "clone it to measure what maps to knobs"
        raise Conflict(f"“{source.name}” was imported, so nothing here can measure it again; {remedy}")
    target_id = testbed_id or (None if source.testbed_labels else source.testbed_id)
    body = _body(source, target_id, same_seed)
    plan = preview.preview(session, body, principal)
    current_id = target_id or (plan.testbed.id if plan.testbed else source.testbed_id)
    current = testbeds.require_usable(session, current_id)
    return copy_fields(
        ReproduceOut,
        plan,
        experiment=ExperimentRef(id=source.id, name=source.name),
        measured_at=source.started_at or source.created_at,
        testbed=ExperimentRef(id=current.row.id, name=current.row.name),
        same_testbed=current.row.id == source.testbed_id,
        seed=source.seed,
        hosts=hosts_since(source.facts, current.hosts),
        facts_changed=facts_since(source.facts, current.hosts),
        runs=len(plan.runs),
        launch=body,
    )


def _body(source: Experiment, testbed_id: str | None, same_seed: bool) -> ExperimentIn:
    """The text of the definition: what it left open is filled in by today's defaults, as for anyone."""
    return ExperimentIn(
        yaml=source.definition_yaml,
        testbed_id=testbed_id,
        seed=source.seed if same_seed else secrets.randbelow(2**31),
        derived_from=source.id,
        derived_how=DerivedHow.REPRODUCE,
    )


def facts_since(then: Mapping[str, Any], now: Mapping[Role, Host]) -> list[FactChange]:
    """List what differs in the facts of each role's host; where another host has the role, both are named."""
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    for role, host in now.items():
        if was := then.get(role):
            name = host.name if was["host"] == host.name else f"{was['host']} → {host.name}"
            before[role] = {"host": name, "facts": was["facts"]}
            after[role] = {"host": name, "facts": host.facts}
    return changes(before, after)


def hosts_since(then: Mapping[str, Any], now: Mapping[Role, Host]) -> list[HostSince]:
    """The hosts of all roles that either has, in the order of the roles."""
    return [_host(role, then.get(role), now.get(role)) for role in ROLES if role in then or role in now]


def _host(role: Role, was: Mapping[str, Any] | None, host: Host | None) -> HostSince:
    return HostSince(
        role=role,
        then=was["host"] if was else None,
        now=host.name if host else None,
        online=host.online if host else False,
        condition=HostCondition(host.condition) if host else None,
        last_seen=host.last_seen if host else None,
    )
