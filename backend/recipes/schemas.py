"""What the API says of recipes and knobs."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from agents.catalog.roles import Topology
from backend.analysis.schemas import Published
from backend.definition.openapi import DefinitionData
from backend.fields import one_line, storable
from backend.recipes.library import Topic
from backend.refs import PersonRef


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


Title = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=120),
    AfterValidator(one_line),
]


class RecipeIn(BaseModel, extra="forbid"):
    """A definition to save under a title; its name is made from the title."""

    title: Title
    yaml: Annotated[str, AfterValidator(storable)] = Field(description="a definition, at most 1 MiB")
    after: int | None = Field(
        None, ge=1, description="the version that this one follows; left out for a new recipe"
    )


class SavedRecipe(BaseModel):
    """What was saved; `slug` is the name to launch it by."""

    slug: str
    version: int
    title: str


class RecipeChange(BaseModel, extra="forbid"):
    retired: bool


class OwnVersion(BaseModel):
    """A version of an own recipe."""

    version: int
    title: str
    created_at: datetime
    owner: PersonRef | None = Field(description="who saved it; None: the dashboard's token")


class RecipeSummary(BaseModel):
    slug: str
    title: str
    topic: Topic | Literal["Your own"]
    summary: str
    differs: str = Field(default="", description="what its runs differ in: variants, or factors and levels")
    why: str
    source: str | None
    forms: list[Literal["quick", "full"]]
    quick_note: str | None
    tool: str
    topology: Topology | Literal[""]
    kind: Literal["compare", "ceiling"]
    on_testbed: list[RecipeForm] = Field(
        description="quick, then full; an own recipe has the full form alone"
    )
    own: OwnVersion | None = Field(
        default=None, description="of a recipe that was saved here: its newest version"
    )
    retired: bool = False


class RecipeDetail(RecipeSummary):
    """One form of a recipe, sized to a testbed: the definition that a launch would use."""

    form: Literal["quick", "full"]
    note: str | None
    definition: DefinitionData
    yaml: str
    published: Published | None = None
