"""Routes of recipes, and of what definitions are made of: knobs and load tools."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from agents.contract.knobs import KNOBS, Knob
from agents.contract.tools import TOOLS, ToolInfo
from backend.database import SessionDep
from backend.recipes import service
from backend.recipes.schemas import RecipeDetail, RecipeSummary

router = APIRouter(tags=["recipes"])


@router.get("/recipes")
def list_recipes(
    session: SessionDep,
    testbed_id: Annotated[str | None, Query(description="default: the only testbed")] = None,
) -> list[RecipeSummary]:
    """The recipes shipped, with the minutes that each takes on a testbed and what stands in its way there."""
    return service.list_recipes(session, testbed_id)


@router.get("/recipes/{slug}")
def get_recipe(
    slug: str,
    session: SessionDep,
    form: Literal["quick", "full"] = "quick",
    testbed_id: Annotated[str | None, Query(description="size the quick form to this testbed")] = None,
) -> RecipeDetail:
    """One form of a recipe, sized to the CPUs of a testbed."""
    return service.get_recipe(session, slug, form, testbed_id)


@router.get("/knobs")
def list_knobs() -> list[Knob]:
    """Every setting that can be put under test, with an entry of its own.

    Beside these there are two kinds of names that are built, and that a definition takes as well:

    - each other kernel setting by its key, `sysctl.` and a key below net, fs, vm or kernel; the role is
      `proxy`. Many have a range (docs/knobs.md); the rest needs the word of the host's operator.
      Which keys a host has and lets its agent write is in its facts, `abilities.sysctls`.
    - each knob of the families sysctl, irq, cpu and limits for another host than the proxy's: `load.` or
      `backend.` before the name.

    `flavour`, `since`, `until` and `module` say what the server must be (its facts: `nginx.flavour`,
    `number` or `base`, `modules`); a knob with `answers` acts on the proxy where the proxy answers itself.
    """
    return list(KNOBS.values())


@router.get("/tools")
def list_tools() -> list[ToolInfo]:
    """The load tools: what each can do, and where its figures end. Which ones a host has is in its facts."""
    return list(TOOLS.values())
