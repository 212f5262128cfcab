"""What can be done with recipes: list them, and size one to a testbed."""

import os

from sqlalchemy.orm import Session

from agents.contract.cpulist import format_cpu_list
from agents.contract.states import ROLES, Role
from backend.errors import NotFound
from backend.experiments.definition import Definition, to_yaml
from backend.experiments.reading import cpus_by_role
from backend.experiments.results import published
from backend.recipes import library
from backend.recipes.schemas import RecipeDetail, RecipeSummary
from backend.testbeds import service as testbeds


def list_recipes() -> list[RecipeSummary]:
    """The gallery, in the library's order; sizes are those of this machine."""
    return [
        _summary(recipe, library.instantiate(recipe, "quick", this_machine()))
        for recipe in library.recipes()
    ]


def get_recipe(session: Session, slug: str, form: library.Form, testbed_id: str | None) -> RecipeDetail:
    """One form of a recipe, sized to a testbed; without one, to the only testbed or this machine."""
    recipe = library.find(slug)
    if recipe is None:
        known = ", ".join(r.slug for r in library.recipes())
        raise NotFound(f"There is no recipe “{slug}”; there is: {known}")
    definition = library.instantiate(recipe, form, _cpus(session, testbed_id))
    data = definition.model_dump(mode="json", exclude_none=True)
    return RecipeDetail(
        **_summary(recipe, definition).model_dump(),
        form=form,
        note=definition.note,
        definition=data,
        yaml=to_yaml(definition),
        published=published(data, []),
    )


def _summary(recipe: library.Recipe, definition: Definition) -> RecipeSummary:
    return RecipeSummary(
        slug=recipe.slug,
        title=recipe.title,
        summary=recipe.summary,
        why=recipe.why,
        source=recipe.source,
        forms=["quick", "full"],
        quick_note=recipe.quick.get("note"),
        tool=definition.workloads[0].tool,
        topology=definition.topology,
    )


def _cpus(session: Session, testbed_id: str | None) -> dict[Role, str]:
    if testbed_id is not None:
        return cpus_by_role(testbeds.hosts_of(session, testbeds.row(session, testbed_id)))
    only = testbeds.list_testbeds(session)
    if len(only) == 1:
        return cpus_by_role(testbeds.hosts_of(session, testbeds.row(session, only[0].id)))
    return this_machine()


def this_machine() -> dict[Role, str]:
    """The CPUs that this process may use, for every role."""
    cpus = format_cpu_list(os.sched_getaffinity(0))
    return dict.fromkeys(ROLES, cpus)
