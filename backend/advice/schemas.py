"""What the API says of advice."""

from typing import Any, Literal

from pydantic import BaseModel, Field

Severity = Literal["warning", "hint"]
"""warning: a setting does nothing, or the figures will mislead; hint: worth a look."""


class ChangeOut(BaseModel):
    """An edit of the definition."""

    path: list[str | int] = Field(description="keys and list positions from its root to the field")
    value: Any = Field(description="null unsets a knob, and takes any other field away")


class AdviceOut(BaseModel):
    """One thing that a plan may get wrong. It never blocks a launch."""

    code: str = Field(description="the rule, e.g. `keepalive_without_http11`; docs/advice.md explains each")
    severity: Severity
    variant: str | None = Field(description="None: it concerns several, or the whole plan")
    variants: list[str] = Field(
        default_factory=list, description="variants or cells of the grid that it concerns; empty: all of them"
    )
    place: str = Field(description="in the definition, e.g. `variants[2].set.upstream.keepalive`")
    line: int | None = Field(default=None, description="in the YAML that was posted, from 1")
    column: int | None = None
    knob: str | None = Field(description="the knob to look at, where there is one")
    text: str
    example: str = Field(description="what to write instead, as it stands in a definition or in nginx.conf")
    changes: list[ChangeOut] = Field(
        default_factory=list,
        description="edits that end this advice; none where a text of your own or a level of a grid says it",
    )
    source: str = Field(description="which documentation or write-up says so")
