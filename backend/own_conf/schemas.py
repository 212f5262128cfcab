"""Schemas of a pasted nginx.conf and of its answer."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from backend.definition.openapi import DefinitionData
from backend.fields import storable
from backend.own_conf.fates import FateKind
from backend.own_conf.reading import MAX_BYTES


class PastedConf(BaseModel, extra="forbid"):
    """An nginx.conf, or what `nginx -T` prints."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_BYTES), AfterValidator(storable)]
    server: int | None = Field(
        None, ge=0, le=10_000, description="index of the server block to measure; default: one that serves"
    )
    testbed_id: str | None = Field(
        None, max_length=64, description="whose nginx has to know the directives; default: the only testbed"
    )


class ServerBlock(BaseModel):
    """A server block of the paste, by its names and addresses."""

    label: str
    file: str
    line: int
    serves: bool = Field(description="answers with more than a redirect")


class DirectiveFate(BaseModel):
    """The fate of a directive, or of a block that is left out as a whole.

    kept: as it is, as a raw line or as a block that is rendered. Knobs and kept lines may have no reason.
    """

    file: str
    line: int
    text: str
    kind: FateKind
    knob: str
    became: str
    reason: str
    count: int = Field(description="directives that it stands for")


@dataclass(frozen=True)
class RenderedDifference:
    """A line that only the paste (-) or only the rendered nginx.conf (+) has.

    Order within a block is not compared.
    """

    sign: Literal["-", "+"]
    context: str
    text: str
    reason: str
    file: str
    line: Annotated[int, Field(description="of the paste; 0 for what is added")]


class UnknownDirective(BaseModel):
    """A directive of the baseline that the testbed's nginx does not know, by its place in the paste."""

    file: str
    line: int
    text: str
    reason: str


class ConvertedConf(BaseModel):
    """A definition whose baseline is the paste, and everything that it changes."""

    definition: DefinitionData
    yaml: str
    servers: list[ServerBlock]
    server: int = Field(description="index of the one that is measured")
    counts: dict[FateKind, int] = Field(description="number of directives that became what")
    directives: list[DirectiveFate]
    differences: list[RenderedDifference]
    lacks: list[UnknownDirective] = Field(
        default_factory=list, description="to the proxy's nginx of the testbed; empty without a testbed"
    )
    conf: str = Field(description="the rendered nginx.conf; `$backend` stands for each backend")
