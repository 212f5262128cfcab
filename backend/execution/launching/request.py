"""From what was posted to a definition on a testbed; everything that is wrong is reported at once."""

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from sqlalchemy.orm import Session

from agents.catalog.roles import Role
from agents.contract.states import HostCondition
from backend.definition import overrides, yaml_text
from backend.definition.consistency import did_you_mean
from backend.definition.host_access import missing_rights
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.errors import Invalid, ProblemItem, TooLarge
from backend.execution.launching.schemas import ExperimentIn
from backend.fields import split_labels, words_of
from backend.identity.principal import Principal
from backend.planning.plan import Plan
from backend.planning.testbed_checks import used_load_hosts
from backend.recipes import library, own
from backend.recipes import service as recipes
from backend.records.host_availability import why_unavailable
from backend.records.hosts import Host
from backend.records.testbeds import Testbed
from backend.scheduling.assignment import fleet, testbed_fit
from backend.scheduling.assignment.fleet import Bed
from backend.testbeds import service as testbeds
from backend.testbeds.host_facts import cpus_by_role, facts_by_role


class Reading(NamedTuple):
    """`matching`: every testbed with the labels that it asks for; empty where one testbed is meant.

    `more_load`: the testbed's load hosts after the first.
    """

    definition: Definition
    testbed: Testbed
    hosts: Mapping[Role, Host]
    more_load: Sequence[Host]
    matching: Sequence[Bed] = ()
    hosts_with: Mapping[str, Sequence[str]] = MappingProxyType({})
    """Server → all hosts that have it, for the words of a preview."""


def read_definition(session: Session, body: ExperimentIn, principal: Principal) -> Reading:
    """The definition that a body asks for, and where to launch it.

    Raises Invalid with every problem found, TooLarge for a text that is not read, NotFound for a
    testbed id that does not exist.
    """
    sources = [name for name in ("recipe", "definition", "yaml") if getattr(body, name) is not None]
    if len(sources) != 1:
        sources_text = " and ".join(sources) or "none of them"
        message = f"give exactly one of recipe, definition and yaml; got {sources_text}"
        raise Invalid.at("", message)
    if body.recipe is not None:
        return _of_recipe(session, body, principal)
    return _read_written(session, body, principal)


def _of_recipe(session: Session, body: ExperimentIn, principal: Principal) -> Reading:
    """A recipe is sized to its testbed, so the testbed comes first."""
    recipe = library.find(body.recipe or "")
    if recipe is None:
        own_body = body.model_copy(update={"recipe": None, "yaml": _own_yaml(session, body)})
        return _read_written(session, own_body, principal)
    labels = split_labels(body.set.get("testbed_labels", ""))
    testbed = _find_testbed(session, body.testbed_id, body.set.get("testbed"), labels)
    sized_definition = library.instantiate(
        recipe, body.form, cpus_by_role(testbed.hosts), facts_by_role(testbed.hosts)
    )
    data = sized_definition.model_dump(mode="json", exclude_none=True)
    return _reading(_parse(data, body, principal if body.set else None), testbed)


class _Where(NamedTuple):
    testbed: Testbed
    hosts: Mapping[Role, Host]
    more_load: Sequence[Host]
    matching: Sequence[Bed] = ()


def _find_testbed(
    session: Session, testbed_id: str | None, name: str | None, labels: Sequence[str]
) -> _Where:
    """A testbed by id, else the first with these labels that is free, else by name, else the only one."""
    if testbed_id or not labels:
        return _Where(*testbeds.choose(session, testbed_id, name))
    beds = fleet.in_use(session)
    matching = fleet.with_labels(beds, labels)
    if not matching:
        labels_text = ", ".join(fleet.labels_of(beds)) or "none yet; the Hosts page gives them to hosts"
        message = (
            f"no testbed has the {words_of(labels)[:200]} on all its hosts; labels there are: {labels_text}"
        )
        raise Invalid.at("testbed_labels", message)
    first = _first_free(matching)
    return _Where(first.row, first.hosts, first.more_load, matching)


def _first_free(beds: Sequence[Bed]) -> Bed:
    return min(beds, key=lambda bed: (not bed.is_free, not bed.is_ready))


def _reading(definition: Definition, testbed: _Where) -> Reading:
    """Read a request; where one testbed is meant, the definition asks for no other."""
    if definition.testbed_labels and not testbed.matching:
        definition = definition.model_copy(update={"testbed_labels": []})
    return Reading(definition, *testbed)


def on_one_that_fits(reading: Reading, plan: Plan) -> Reading:
    """On the first testbed, of those that match, that can run it, free ones first."""
    fit = [bed for bed in reading.matching if not list(_problems_on(reading, plan, bed))]
    if not fit:
        return reading
    first = _first_free(fit)
    return reading._replace(testbed=first.row, hosts=first.hosts, more_load=first.more_load)


def _own_yaml(session: Session, body: ExperimentIn) -> str:
    """The newest version of a recipe that was saved here."""
    row = own.find(session, body.recipe or "")
    if row is None:
        names_text = ", ".join(recipes.names(session))
        near = did_you_mean(body.recipe, recipes.names(session))
        message = f"there is no recipe “{(body.recipe or '')[:80]}”{near or f'; there is: {names_text}'}"
        raise Invalid.at("recipe", message)
    if row.retired_at is not None:
        raise Invalid.at("recipe", f"“{row.slug}” was retired; bring it back on its page, or save it anew")
    return row.yaml


def _read_written(session: Session, body: ExperimentIn, principal: Principal) -> Reading:
    """A definition and its testbed; the problems of both are reported together."""
    problems: list[ProblemItem] = []
    definition = testbed = unfit = None
    try:
        definition = _parse(_data(body), body, principal)
    except Invalid as error:
        problems += error.errors
        unfit = error.definition if isinstance(error, DefinitionErrors) else None
    try:
        name, labels = (definition.testbed, definition.testbed_labels) if definition else (None, [])
        testbed = _find_testbed(session, body.testbed_id, name, labels)
    except testbeds.TestbedNotChosen as error:
        if definition is not None:  # one that could not be read may have named its testbed
            problems.append(ProblemItem(place="testbed", message=error.detail))
    except Invalid as error:
        problems += error.errors or [ProblemItem(place="testbed", message=error.detail)]
    if definition is None or testbed is None:
        refusal = Unfit(problems, unfit)
        refusal.hosts = testbed.hosts if testbed else None
        raise refusal
    return _reading(definition, testbed)


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
    data, _ = yaml_text.load(body.yaml)
    return data if isinstance(data, dict) else body.yaml


def _too_long(size: int) -> str:
    return f"The definition is {size / 1e6:.1f} MB long; at most {yaml_text.MAX_BYTES // 1024} KiB are read"


def _parse(data: str | dict, body: ExperimentIn, principal: Principal | None) -> Definition:
    """With the overrides and the seed of the body; `principal` wrote it, unless it is a recipe of ours."""
    if body.set and isinstance(data, dict):
        data = overrides.apply(data, body.set)
    definition = parse_definition(data, principal is None or principal.can_reach_hosts)
    return definition if body.seed is None else definition.model_copy(update={"seed": body.seed})


class Unfit(DefinitionErrors):
    """With the hosts of its testbed, where that is known."""

    hosts: Mapping[Role, Host] | None = None


def seed_of(definition: Definition) -> int:
    """Its own, or a new one."""
    return secrets.randbelow(2**31) if definition.seed is None else definition.seed


def problems_of(reading: Reading, plan: Plan, principal: Principal) -> list[ProblemItem]:
    """List what would go wrong on its testbed, or on each that it may take, and what its asker may not do."""
    problems = list(_problems_on(reading, plan, reading))
    if problems and len(reading.matching) > 1:
        problems = [_why_not_there(reading, plan, bed) for bed in reading.matching]
    return [*missing_rights(reading.definition, principal.can_reach_hosts), *problems]


def _problems_on(reading: Reading, plan: Plan, place: Reading | Bed) -> Iterator[ProblemItem]:
    definition = reading.definition
    yield from testbed_fit.problems(definition, plan, place.hosts, place.more_load, reading.hosts_with)
    used_hosts = used_load_hosts(definition, 1 + len(place.more_load))
    more_load: list[tuple[Role, Host]] = [("load", host) for host in place.more_load[: used_hosts - 1]]
    yield from _host_problems([*place.hosts.items(), *more_load])


def _why_not_there(reading: Reading, plan: Plan, bed: Bed) -> ProblemItem:
    """Several testbeds match and none can run it: the first reason of each."""
    first = next(_problems_on(reading, plan, bed))
    return ProblemItem(place="testbed_labels", message=f"{bed.row.name}: {first.message}")


def _host_problems(hosts: Sequence[tuple[Role, Host]]) -> Iterator[ProblemItem]:
    for role, host in hosts:
        place = f"testbed.{role}"
        if host.removed_at:
            message = f"{host.name} ({role}) was removed; enrol its agent again, or retire this testbed"
            yield ProblemItem(place=place, message=message)
            continue
        if host.drained_at:
            message = (
                f"{host.name} ({role}) is drained: nothing new starts on it until it is taken into use again"
            )
            yield ProblemItem(place=place, message=message)
        if not host.online:
            since = f"{host.last_seen:%Y-%m-%d %H:%M} UTC"
            message = f"{host.name} ({role}) is offline, last seen {since}; start its agent"
            yield ProblemItem(place=place, message=message)
        if unavailable := why_unavailable(host):
            yield ProblemItem(place=place, message=unavailable)
        if host.condition == HostCondition.NEEDS_RESTORE:
            message = (
                f"{host.name} ({role}) was left changed by an earlier experiment; its page under Hosts says "
                "what is left and how to undo it"
            )
            yield ProblemItem(place=place, message=message)
