"""From what was posted to a definition on a testbed; everything that is wrong is reported at once."""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

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
from backend.execution.launching.positions import add_positions
from backend.execution.launching.schemas import ExperimentIn
from backend.fields import split_labels, words_of
from backend.identity.principal import Principal
from backend.planning.rounds import PlannedRun
from backend.recipes import library, own
from backend.recipes import service as recipes
from backend.recipes.library import Recipe
from backend.records.host_availability import why_unavailable
from backend.records.hosts import Host
from backend.scheduling.assignment import fleet, testbed_fit
from backend.scheduling.assignment.fleet import Bed
from backend.testbeds import service as testbeds
from backend.testbeds.host_facts import cpus_by_role, facts_by_role


class Reading(NamedTuple):
    """A definition and its testbed; `beds`: all that it may take, several where it asks for labels."""

    definition: Definition
    bed: Bed
    beds: Sequence[Bed]


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
        if recipe := library.find(body.recipe):
            return _of_recipe(session, recipe, body, principal)
        body = body.model_copy(update={"recipe": None, "yaml": _own_yaml(session, body.recipe)})
    problems: list[ProblemItem] = []
    definition = beds = unfit = None
    source = body.definition or {} if body.yaml is None else body.yaml
    try:
        definition = _parse(source, body, principal)
    except Invalid as error:
        problems += error.errors
        unfit = error.definition if isinstance(error, DefinitionErrors) else None
    try:
        name, labels = (definition.testbed, definition.testbed_labels) if definition else (None, [])
        beds = _find_beds(session, body, name, labels)
    except Invalid as error:
        # a definition that could not be read may have named its testbed
        if definition is not None or not isinstance(error, TestbedNotChosen):
            problems += error.errors or [ProblemItem(place="testbed", message=error.detail)]
    if definition is None or beds is None:
        with_lines = add_positions(body.yaml, problems, body.set)
        raise Unfit(with_lines, unfit, beds[0].hosts if beds else None)
    return Reading(definition, fleet.first_free(beds), beds)


def _of_recipe(session: Session, recipe: Recipe, body: ExperimentIn, principal: Principal) -> Reading:
    """A recipe is sized to its testbed, so the testbed comes first."""
    labels = split_labels(body.set.get("testbed_labels", ""))
    beds = _find_beds(session, body, body.set.get("testbed"), labels)
    bed = fleet.first_free(beds)
    sized_definition = library.instantiate(
        recipe, body.form, cpus_by_role(bed.hosts), facts_by_role(bed.hosts)
    )
    data = sized_definition.model_dump(mode="json", exclude_none=True)
    return Reading(_parse(data, body, principal if body.set else None), bed, beds)


def _find_beds(
    session: Session, body: ExperimentIn, name: str | None, labels: Sequence[str]
) -> Sequence[Bed]:
    """The testbed that the body names, else all with the labels that a definition asks for, else the one of
    its name, else the only one there is.

    Invalid where there is none, TestbedNotChosen where nothing says which of several.
    """
    if body.testbed_id:
        return [testbeds.require_usable(session, body.testbed_id)]
    beds = fleet.in_use(session)
    names = ", ".join(bed.row.name for bed in beds) or "none yet"
    if labels:
        matching = fleet.with_labels(beds, labels)
        if not matching:
            raise Invalid.at("testbed_labels", _no_match(beds, labels))
        return matching
    if name:
        matching = [bed for bed in beds if bed.row.name == name]
        if not matching:
            item = ProblemItem(place="testbed", message=f"unknown testbed “{name}”")
            raise Invalid(f"There is no testbed “{name}”; there is: {names}", [item])
        return matching
    if not beds:
        raise Invalid("There is no testbed yet; start agents and assign them to roles first")
    if len(beds) > 1:
        raise TestbedNotChosen(f"Which testbed? There are {len(beds)}: {names}; choose one")
    return beds


def _no_match(beds: Sequence[Bed], labels: Sequence[str]) -> str:
    labels_text = ", ".join(fleet.labels_of(beds)) or "none yet; the Hosts page gives them to hosts"
    return f"no testbed has the {words_of(labels)[:200]} on all its hosts; labels there are: {labels_text}"


def _own_yaml(session: Session, name: str) -> str:
    """The newest version of a recipe that was saved here."""
    row = own.find(session, name)
    if row is None:
        names_text = ", ".join(recipes.names(session))
        near = did_you_mean(name, recipes.names(session))
        message = f"there is no recipe “{name[:80]}”{near or f'; there is: {names_text}'}"
        raise Invalid.at("recipe", message)
    if row.retired_at is not None:
        raise Invalid.at("recipe", f"“{row.slug}” was retired; bring it back on its page, or save it anew")
    return row.yaml


def _parse(source: str | dict[str, Any], body: ExperimentIn, principal: Principal | None) -> Definition:
    """With the overrides, the seed and the testbed of the body; TooLarge for one that is not read.

    `principal` wrote it, unless it is a recipe of ours.
    """
    text = source if isinstance(source, str) else json.dumps(source)
    if (size := len(text.encode(errors="replace"))) > yaml_text.MAX_BYTES:
        most = yaml_text.MAX_BYTES // 1024
        raise TooLarge(f"The definition is {size / 1024:,.0f} KiB long; at most {most} KiB are read")
    if body.set:
        data = yaml_text.load(source)[0] if isinstance(source, str) else source
        source = overrides.apply(data, body.set) if isinstance(data, dict) else source
    definition = parse_definition(source, principal is None or principal.can_reach_hosts)
    seed = {} if body.seed is None else {"seed": body.seed}
    labels = {"testbed_labels": []} if body.testbed_id and definition.testbed_labels else {}
    return definition.model_copy(update=seed | labels)


class TestbedNotChosen(Invalid):
    """There are several testbeds, and nothing says which."""

    __test__ = False  # pytest takes names with Test for tests


class Unfit(DefinitionErrors):
    """Everything that is wrong, and the hosts of the testbed where that is known."""

    def __init__(
        self, errors: list[ProblemItem], definition: Definition | None, hosts: Mapping[Role, Host] | None
    ) -> None:
        super().__init__(errors, definition)
        self.hosts = hosts


def place(
    reading: Reading,
    runs: Sequence[PlannedRun],
    principal: Principal,
    hosts_with: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> tuple[Reading, list[ProblemItem]]:
    """Move to the first testbed that can run it, free ones first, and list the problems there.

    These are what its asker may not do and what would go wrong; of several testbeds that all cannot run it
    the first reason of each. `hosts_with`: server → all hosts that have it.
    """
    definition, beds = reading.definition, reading.beds
    missing = missing_rights(definition, principal.can_reach_hosts)
    problems = [
        [
            *testbed_fit.problems(definition, runs, bed, hosts_with),
            *_host_problems(bed.used_hosts(definition)),
        ]
        for bed in beds
    ]
    if fit := [bed for bed, bed_problems in zip(beds, problems, strict=True) if not bed_problems]:
        return reading._replace(bed=fleet.first_free(fit)), missing
    if len(beds) == 1:
        return reading, [*missing, *problems[0]]
    reasons = [
        f"{bed.row.name}: {bed_problems[0].message}" for bed, bed_problems in zip(beds, problems, strict=True)
    ]
    return reading, [*missing, *(ProblemItem(place="testbed_labels", message=text) for text in reasons)]


def _host_problems(hosts: Sequence[tuple[Role, Host]]) -> Iterator[ProblemItem]:
    """Yield why nothing can begin on hosts now."""
    for role, host in hosts:
        about, since = f"{host.name} ({role})", f"{host.last_seen:%Y-%m-%d %H:%M} UTC"
        is_changed = host.condition == HostCondition.NEEDS_RESTORE
        reasons = [
            host.drained_at
            and f"{about} is drained: nothing new starts on it until it is taken into use again",
            not host.online and f"{about} is offline, last seen {since}; start its agent",
            why_unavailable(host),
            is_changed
            and f"{about} was left changed by an earlier experiment; its page under Hosts says what is left "
            "and how to undo it",
        ]
        if host.removed_at:
            reasons = [f"{about} was removed; enrol its agent again, or retire this testbed"]
        yield from (ProblemItem(place=f"testbed.{role}", message=text) for text in reasons if text)
