"""What can be done with recipes: list them, and size one to a testbed."""

import os
from collections.abc import Mapping

from sqlalchemy.orm import Session

from agents.catalog.cpulist import format_cpu_list
from agents.catalog.roles import ROLES, Role
from agents.contract.reports import Facts
from backend.analysis.published import read_published
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.writer import to_yaml
from backend.errors import Invalid, NotFound
from backend.recipes import library, own
from backend.recipes.needs import differs, on_testbed
from backend.recipes.schemas import RecipeDetail, RecipeSummary
from backend.records.hosts import Host
from backend.records.recipes.own import OwnRecipe
from backend.statistics.rules import RULES_VERSION
from backend.testbeds import service as testbeds
from backend.testbeds.host_facts import cpus_by_role, facts_by_role

FORMS: tuple[library.Form, library.Form] = ("quick", "full")


def list_recipes(
    session: Session, testbed_id: str | None = None, is_retired: bool = False
) -> list[RecipeSummary]:
    """Own recipes by title, then the library in its order; for a testbed, the only one, or this machine.

    `retired`: own ones that were retired, and nothing else.
    """
    hosts = _hosts(session, testbed_id)
    rows = own.list_own(session, is_retired)
    owners = own.owners_of(session, rows)
    own_recipes = [own.summary(row, hosts, owners) for row in rows]
    return (
        own_recipes if is_retired else own_recipes + [_summary(recipe, hosts) for recipe in library.recipes()]
    )


def get_recipe(
    session: Session, slug: str, form: library.Form, testbed_id: str | None, version: int | None = None
) -> RecipeDetail:
    """One form of a recipe, sized to a testbed; without one, to the only testbed or this machine.

    An own recipe has one form, and versions.
    """
    recipe, hosts = library.find(slug), _hosts(session, testbed_id)
    if recipe is None:
        return _own_detail(session, own_recipe(session, slug, version), hosts)
    definition = library.instantiate(recipe, form, _cpus(hosts), facts_by_role(hosts))
    return _detail(_summary(recipe, hosts), form, definition, to_yaml(definition))


def _own_detail(session: Session, row: OwnRecipe, hosts: Mapping[Role, Host]) -> RecipeDetail:
    """As it was saved; Invalid where this version of Dynoboard reads it no more."""
    try:
        definition = own.definition_of(row)
    except DefinitionErrors as error:
        raise Invalid(f"“{row.slug}” cannot be read any more: {error.errors[0].message}") from None
    return _detail(own.summary(row, hosts, own.owners_of(session, [row])), "full", definition, row.yaml)


def _detail(summary: RecipeSummary, form: library.Form, definition: Definition, yaml: str) -> RecipeDetail:
    data = definition.model_dump(mode="json", exclude_none=True)
    return RecipeDetail(
        **summary.model_dump(),
        form=form,
        note=definition.note,
        definition=data,
        yaml=yaml,
        published=read_published(data, [], RULES_VERSION),
    )


def own_recipe(session: Session, slug: str, version: int | None = None) -> OwnRecipe:
    """NotFound says which recipes there are."""
    row = own.find(session, slug, version)
    if row is not None:
        return row
    if version is not None and own.find(session, slug) is not None:
        raise NotFound(f"There is no version {version} of “{slug}”")
    raise NotFound(f"There is no recipe “{slug}”; there is: {', '.join(names(session))}")


def names(session: Session) -> list[str]:
    return [*(row.slug for row in own.list_own(session)), *(r.slug for r in library.recipes())]


def _summary(recipe: library.Recipe, hosts: Mapping[Role, Host]) -> RecipeSummary:
    quick, full = (library.instantiate(recipe, form, _cpus(hosts)) for form in FORMS)
    facts = facts_by_role(hosts)
    return RecipeSummary(
        slug=recipe.slug,
        title=recipe.title,
        topic=recipe.topic,
        summary=recipe.summary,
        differs=differs(quick),
        why=recipe.why,
        source=recipe.source,
        forms=list(FORMS),
        quick_note=quick.note,
        tool=quick.workloads[0].tool,
        topology=quick.topology,
        kind=quick.kind,
        on_testbed=[on_testbed("quick", quick, facts), on_testbed("full", full, facts)],
    )


def facts_on(session: Session, testbed_id: str | None) -> dict[Role, Facts]:
    """Facts of the hosts of a testbed, by role; see _hosts."""
    return facts_by_role(_hosts(session, testbed_id))


def _hosts(session: Session, testbed_id: str | None) -> Mapping[Role, Host]:
    """Of the testbed named, else of the only one; empty where there is none or a choice."""
    if testbed_id is None:
        all_testbeds = testbeds.list_testbeds(session)
        testbed_id = all_testbeds[0].id if len(all_testbeds) == 1 else None
    return {} if testbed_id is None else testbeds.require_usable(session, testbed_id).hosts


def _cpus(hosts: Mapping[Role, Host]) -> dict[Role, str]:
    return cpus_by_role(hosts) if hosts else this_machine()


def this_machine() -> dict[Role, str]:
    """The CPUs that this process may use, for every role."""
    cpus = format_cpu_list(os.sched_getaffinity(0))
    return dict.fromkeys(ROLES, cpus)
