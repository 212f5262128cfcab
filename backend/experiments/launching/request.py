"""From what was posted to a definition on a testbed; everything that is wrong is reported at once."""

import json
import secrets
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sqlalchemy.orm import Session

from agents.contract.states import HostCondition, Role
from backend.errors import Invalid, ProblemItem, TooLarge
from backend.experiments.definition import overrides, yaml_text
from backend.experiments.definition.issues import DefinitionErrors, LocatedIssue
from backend.experiments.definition.model import Definition
from backend.experiments.definition.parse import parse_definition
from backend.experiments.launching.schemas import ExperimentIn
from backend.experiments.planning.host_changes import servers
from backend.experiments.planning.plan import Plan
from backend.experiments.planning.testbed_checks import check_against_testbed
from backend.recipes import library
from backend.records.host_fit import why_unfit
from backend.records.hosts import Host
from backend.records.testbeds import Testbed
from backend.testbeds import service as testbeds
from backend.testbeds.host_facts import cpus_by_role, facts_by_role

WRONG = "The definition cannot be launched like this: see the errors"


class Reading(NamedTuple):
    definition: Definition
    testbed: Testbed
    hosts: dict[Role, Host]


def read_definition(session: Session, body: ExperimentIn) -> Reading:
    """The definition that a body asks for, and where to launch it.

    Raises Invalid with every problem found, TooLarge for a text that is not read, NotFound for a
    testbed id that does not exist.
    """
    given = [name for name in ("recipe", "definition", "yaml") if getattr(body, name) is not None]
    if len(given) != 1:
        said = " and ".join(given) or "none of them"
        message = f"give exactly one of recipe, definition and yaml; got {said}"
        raise Invalid.at("", message)
    return _of_recipe(session, body) if body.recipe is not None else _written(session, body)


def _of_recipe(session: Session, body: ExperimentIn) -> Reading:
    """A recipe is sized to its testbed, so the testbed comes first."""
    recipe = library.find(body.recipe or "")
    if recipe is None:
        known = ", ".join(r.slug for r in library.recipes())
        raise Invalid.at("recipe", f"there is no recipe “{body.recipe}”; there is: {known}")
    testbed, hosts = testbeds.choose(session, body.testbed_id, body.set.get("testbed"))
    try:
        sized = library.instantiate(recipe, body.form, cpus_by_role(hosts), facts_by_role(hosts))
    except DefinitionErrors as error:
        raise _invalid(error) from None
    return Reading(_parsed(sized.model_dump(mode="json", exclude_none=True), body), testbed, hosts)


def _written(session: Session, body: ExperimentIn) -> Reading:
    """A definition and its testbed; the problems of both are reported together."""
    problems: list[ProblemItem] = []
    definition = chosen = None
    try:
        definition = _parsed(_data(body), body)
    except Invalid as error:
        problems += error.errors
    try:
        chosen = testbeds.choose(session, body.testbed_id, definition.testbed if definition else None)
    except testbeds.TestbedNotChosen as error:
        if definition is not None:  # one that could not be read may have named its testbed
            problems.append(ProblemItem(place="testbed", message=error.detail))
    except Invalid as error:
        problems += error.errors or [ProblemItem(place="testbed", message=error.detail)]
    if definition is None or chosen is None:
        raise Invalid(WRONG if len(problems) != 1 else problems[0].message, problems)
    return Reading(definition, *chosen)


def _data(body: ExperimentIn) -> str | dict:
    if body.yaml is None:
        size = len(json.dumps(body.definition))
        if size > yaml_text.MAX_BYTES:
            raise TooLarge(_too_long(size))
        return body.definition or {}
    size = len(body.yaml.encode(errors="replace"))
    if size > yaml_text.MAX_BYTES:
        raise TooLarge(_too_long(size))
    if not body.set:
        return body.yaml
    try:
        data, _ = yaml_text.load(body.yaml)
    except DefinitionErrors as error:
        raise _invalid(error) from None
    return data if isinstance(data, dict) else body.yaml


def _too_long(size: int) -> str:
    return f"The definition is {size / 1e6:.1f} MB long; at most {yaml_text.MAX_BYTES // 1024} KiB are read"


def _parsed(data: str | dict, body: ExperimentIn) -> Definition:
    """With the overrides and the seed of the body."""
    try:
        if body.set and isinstance(data, dict):
            data = overrides.apply(data, body.set)
        definition = parse_definition(data)
    except DefinitionErrors as error:
        raise _invalid(error) from None
    return definition if body.seed is None else definition.model_copy(update={"seed": body.seed})


def _invalid(error: DefinitionErrors) -> Invalid:
    items = [item_of(problem) for problem in error.problems]
    return Invalid(items[0].message if len(items) == 1 else WRONG, items)


def item_of(problem: LocatedIssue) -> ProblemItem:
    return ProblemItem(place=problem.place, message=problem.message, line=problem.line, column=problem.column)


def seed_of(definition: Definition) -> int:
    """Its own, or a new one."""
    return secrets.randbelow(2**31) if definition.seed is None else definition.seed


def problems_of(definition: Definition, plan: Plan, hosts: Mapping[Role, Host]) -> list[ProblemItem]:
    """What would go wrong on this testbed: settings beyond its hosts, and hosts that cannot take work."""
    found = check_against_testbed(definition, plan, facts_by_role(hosts))
    return [*map(item_of, found), *_host_problems(hosts), *_port_problems(plan, hosts)]


def _port_problems(plan: Plan, hosts: Mapping[Role, Host]) -> Iterator[ProblemItem]:
    """Every run has servers of its own, and each of their instances a port."""
    for host in {host.id: host for host in hosts.values()}.values():
        roles: list[Role] = [role for role, one in hosts.items() if one.id == host.id]
        needed = sum(setup.instances for role in roles for setup in servers(plan, role))
        first, last = host.ports
        if needed > last - first + 1:
            message = (
                f"{host.name} would run {needed} servers at once and has {last - first + 1} ports for them, "
                f"{first} to {last}; measure fewer variants at a time, or start its agent with more --ports"
            )
            yield ProblemItem(place=f"testbed.{roles[0]}", message=message)


def _host_problems(hosts: Mapping[Role, Host]) -> Iterator[ProblemItem]:
    for role, host in hosts.items():
        place = f"testbed.{role}"
        if host.removed_at:
            message = f"{host.name} ({role}) was removed; enrol its agent again, or retire this testbed"
            yield ProblemItem(place=place, message=message)
            continue
        if not host.online:
            since = f"{host.last_seen:%Y-%m-%d %H:%M} UTC"
            message = f"{host.name} ({role}) is offline, last seen {since}; start its agent"
            yield ProblemItem(place=place, message=message)
        if unfit := why_unfit(host):
            yield ProblemItem(place=place, message=unfit)
        if host.condition == HostCondition.DIRTY:
            message = (
                f"{host.name} ({role}) was left changed by an earlier experiment; its page under Hosts says "
                "what is left and how to undo it"
            )
            yield ProblemItem(place=place, message=message)
