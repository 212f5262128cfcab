"""A drawing as PNG. Drawn larger and reduced, because Pillow's lines and circles have hard edges."""

import io
import math
from collections.abc import Iterator
from itertools import pairwise

from PIL import Image, ImageDraw
from PIL.PngImagePlugin import PngInfo

from backend.presentation.charts.canvas import DASH, Canvas, Dot, Line, Points, Rect, Shape, Text
from backend.presentation.charts.fonts import split_by_font, text_width
from backend.presentation.charts.palette import THEMES, Theme

MAX_PIXELS = 9_000_000
_MAX_OVER, _MAX_DRAWN = 3, 2 * MAX_PIXELS
"""How many times larger, and how many pixels then: 54 MB."""


def to_png(canvas: Canvas, theme: Theme = "light", scale: float = 2) -> bytes:
    """Pixels; the scale shrinks where the picture would be larger than anybody can use."""
    scale = min(scale, math.sqrt(MAX_PIXELS / (canvas.width * canvas.height)))
    size = (round(canvas.width * scale), round(canvas.height * scale))
    over = min(_MAX_OVER, math.isqrt(_MAX_DRAWN // (size[0] * size[1])))
    image = Image.new("RGB", (size[0] * over, size[1] * over))
    pen = _Pen(image, dict(THEMES[theme]), scale * over)
    for shape in canvas.shapes:
        pen.draw(shape)
    information = PngInfo()
    information.add_text("Software", "Dynoboard")
    out = io.BytesIO()
    image.reduce(over).save(out, "PNG", pnginfo=information)
    return out.getvalue()


class _Pen:
    """Draws shapes at a scale."""

    def __init__(self, image: Image.Image, colours: dict[str, str], scale: float) -> None:
        self._draw, self._colours, self._scale = ImageDraw.Draw(image), colours, scale

    def draw(self, shape: Shape) -> None:
        match shape:
            case Rect(x, y, width, height, fill, radius):
                k = self._scale
                # the last pixel belongs to a box of Pillow's
                box = (x * k, y * k, max(x * k, (x + width) * k - 1), max(y * k, (y + height) * k - 1))
                self._draw.rounded_rectangle(box, radius * k, self._colours[fill])
            case Line(points, colour, width, has_dashes):
                for part in _dashes(points) if has_dashes else (points,):
                    self._line(part, colour, width)
            case Dot(x, y, colour, radius, hollow):
                outline = 0.5 if hollow else 0.0
                self._circle(x, y, radius + outline, colour)
                if hollow:
                    self._circle(x, y, radius - outline, "surface")
            case Text():
                self._text(shape)

    def _line(self, points: Points, colour: str, width: float) -> None:
        pixels = [(x * self._scale, y * self._scale) for x, y in points]
        self._draw.line(pixels, self._colours[colour], max(1, round(width * self._scale)), joint="curve")

    def _circle(self, x: float, y: float, radius: float, colour: str) -> None:
        self._draw.circle((x * self._scale, y * self._scale), radius * self._scale, self._colours[colour])

    def _text(self, text: Text) -> None:
        shift = {"left": 0.0, "center": 0.5, "right": 1.0}[text.anchor]
        size = text.size * self._scale
        x = text.x * self._scale - shift * text_width(text.text, size, text.bold)
        for font, piece in split_by_font(text.text, size, text.bold):
            self._draw.text((x, text.y * self._scale), piece, self._colours[text.colour], font, anchor="ls")
            x += font.getlength(piece)


def _dashes(points: Points) -> Iterator[Points]:
    """The dashes of a line, each segment beginning with one."""
    dash, gap = DASH
    for (x1, y1), (x2, y2) in pairwise(points):
        length = math.hypot(x2 - x1, y2 - y1)
        for n in range(math.ceil(length / (dash + gap))):
            begin = n * (dash + gap)
            ends = (begin / length, min(begin + dash, length) / length)
            yield [(x1 + (x2 - x1) * end, y1 + (y2 - y1) * end) for end in ends]
