"""What the API says of recipes and knobs."""

from typing import Literal

from pydantic import BaseModel, Field

from backend.experiments.definition.openapi import DefinitionData
from backend.experiments.results.schemas import Published
from backend.recipes.library import Topic


class RecipeForm(BaseModel):
    """One form of a recipe on a testbed: how long it takes there, and what stands in its way."""

    form: Literal["quick", "full"]
    seconds: float
    runs: int
    tools: list[str]
    needs: list[str] = Field(description="what a testbed must have for it")
    problems: list[str] = Field(
        description="why this testbed cannot run it; empty where it can, or none is known"
    )
    left_out: list[str] = Field(description="what of a quick form this testbed cannot do, with the reason")


class RecipeSummary(BaseModel):
    slug: str
    title: str
    topic: Topic
    summary: str
    why: str
    source: str | None
    forms: list[Literal["quick", "full"]]
    quick_note: str | None
    tool: str
    topology: str
    kind: Literal["compare", "ceiling"]
    on_testbed: list[RecipeForm] = Field(description="quick, then full")


class RecipeDetail(RecipeSummary):
    """One form of a recipe, sized to a testbed: the definition that a launch would use."""

    form: Literal["quick", "full"]
    note: str | None
    definition: DefinitionData
    yaml: str
    published: Published | None = None
