"""Routes of recipes and knobs."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from agents.contract.knobs import KNOBS, Knob
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
    """Every setting that can be put under test."""
    return list(KNOBS.values())
