"""What the API says of recipes and knobs."""

from typing import Any, Literal

from pydantic import BaseModel

from backend.experiments.schemas import Published


class RecipeSummary(BaseModel):
    slug: str
    title: str
    summary: str
    why: str
    source: str | None
    forms: list[Literal["quick", "full"]]
    quick_note: str | None
    tool: str
    topology: str


class RecipeDetail(RecipeSummary):
    """One form of a recipe, sized to a testbed: the definition that a launch would use."""

    form: Literal["quick", "full"]
    note: str | None
    definition: dict[str, Any]
    yaml: str
    published: Published | None = None
