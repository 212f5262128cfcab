"""What can be done with recipes: list them, and size one to a testbed."""

import os
from collections.abc import Mapping

from sqlalchemy.orm import Session

from agents.contract.cpulist import format_cpu_list
from agents.contract.states import ROLES, Role
from backend.errors import NotFound
from backend.experiments.definition.writer import to_yaml
from backend.experiments.results.published import published
from backend.recipes import library
from backend.recipes.needs import on_testbed
from backend.recipes.schemas import RecipeDetail, RecipeSummary
from backend.records.hosts import Host
from backend.testbeds import service as testbeds
from backend.testbeds.host_facts import cpus_by_role, facts_by_role

FORMS: tuple[library.Form, library.Form] = ("quick", "full")


def list_recipes(session: Session, testbed_id: str | None = None) -> list[RecipeSummary]:
    """The gallery, in the library's order, sized to a testbed, the only one, or this machine."""
    hosts = _hosts(session, testbed_id)
    return [_summary(recipe, hosts) for recipe in library.recipes()]


def get_recipe(session: Session, slug: str, form: library.Form, testbed_id: str | None) -> RecipeDetail:
    """One form of a recipe, sized to a testbed; without one, to the only testbed or this machine."""
    recipe = library.find(slug)
    if recipe is None:
        known = ", ".join(r.slug for r in library.recipes())
        raise NotFound(f"There is no recipe “{slug}”; there is: {known}")
    hosts = _hosts(session, testbed_id)
    definition = library.instantiate(recipe, form, _cpus(hosts), facts_by_role(hosts))
    data = definition.model_dump(mode="json", exclude_none=True)
    return RecipeDetail(
        **_summary(recipe, hosts).model_dump(),
        form=form,
        note=definition.note,
        definition=data,
        yaml=to_yaml(definition),
        published=published(data, []),
    )


def _summary(recipe: library.Recipe, hosts: Mapping[Role, Host]) -> RecipeSummary:
    quick, full = (library.instantiate(recipe, form, _cpus(hosts)) for form in FORMS)
    facts = facts_by_role(hosts)
    return RecipeSummary(
        slug=recipe.slug,
        title=recipe.title,
        topic=recipe.topic,
        summary=recipe.summary,
        why=recipe.why,
        source=recipe.source,
        forms=list(FORMS),
        quick_note=quick.note,
        tool=quick.workloads[0].tool,
        topology=quick.topology,
        kind=quick.kind,
        on_testbed=[on_testbed("quick", quick, facts), on_testbed("full", full, facts)],
    )


def _hosts(session: Session, testbed_id: str | None) -> dict[Role, Host]:
    """Of the testbed named, else of the only one; empty where there is none or a choice."""
    if testbed_id is None:
        known = testbeds.list_testbeds(session)
        testbed_id = known[0].id if len(known) == 1 else None
    return {} if testbed_id is None else testbeds.choose(session, testbed_id, None)[1]


def _cpus(hosts: Mapping[Role, Host]) -> dict[Role, str]:
    return cpus_by_role(hosts) if hosts else this_machine()


def this_machine() -> dict[Role, str]:
    """The CPUs that this process may use, for every role."""
    cpus = format_cpu_list(os.sched_getaffinity(0))
    return dict.fromkeys(ROLES, cpus)
