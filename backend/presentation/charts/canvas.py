"""A drawing as a list of shapes, which `svg` and `png` write. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from backend.presentation.charts.fonts import one_line
from backend.presentation.charts.palette import muted_token

Anchor = Literal["left", "center", "right"]
Points = Sequence[tuple[float, float]]
DASH = (4.0, 3.0)
"""px of line and of gap."""


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    points: Points
    colour: str
    width: float
    has_dashes: bool


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    colour: str
    radius: float
    hollow: bool


@dataclass(frozen=True, slots=True)
class Text:
    """`y` is the baseline."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Anchor
    bold: bool


Shape = Rect | Line | Dot | Text


class Canvas:
    """A drawing of `width` × `height` pixels, y downwards. Colours are tokens of the palette.

    Each of `shapes` lies on top of those before it.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width, self.height = width, height
        self.shapes: list[Shape] = []
        self.rect(0, 0, width, height, "surface")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, round_: float = 0) -> None:
        if width > 0 and height > 0:
            self.shapes.append(Rect(x, y, width, height, fill, min(round_, width / 2, height / 2)))

    def line(
        self, xs: Sequence[float], ys: Sequence[float], colour: str, width: float = 1, dash: bool = False
    ) -> None:
        self.shapes.append(Line(tuple(zip(xs, ys, strict=True)), colour, width, dash))

    def dots(
        self, xs: Sequence[float], ys: Sequence[float], colour: str, radius: float = 2, hollow: bool = False
    ) -> None:
        self.shapes += [Dot(x, y, colour, radius, hollow) for x, y in zip(xs, ys, strict=True)]

    def text(
        self, x: float, y: float, text: str, size: float = 12, colour: str = "ink",
        anchor: Anchor = "left", bold: bool = False,
    ) -> None:  # fmt: skip
        """`y` is the baseline."""
        self.shapes.append(Text(x, y, one_line(text), size, colour, anchor, bold))

    def mute_verdicts(self) -> None:
        """Draw them all in the colour of what is unclear."""
        self.shapes = [
            replace(shape, fill=muted_token(shape.fill))
            if isinstance(shape, Rect)
            else replace(shape, colour=muted_token(shape.colour))
            for shape in self.shapes
        ]
