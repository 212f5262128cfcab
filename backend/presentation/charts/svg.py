"""A drawing as SVG: labelled for those who do not see it, without ids but its labels', colours by token."""

from collections.abc import Callable
from xml.etree.ElementTree import Element, SubElement, tostring

from backend.presentation.charts.canvas import DASH, Anchor, Canvas, Dot, Line, Rect, Shape, Text
from backend.presentation.charts.fonts import one_line, text_width
from backend.presentation.charts.palette import LIGHT, THEMES, Theme

FONTS = "'DejaVu Sans', Verdana, Inter, system-ui, sans-serif"
"""Those first that are as wide as what was measured; `textLength` holds for the others."""
_ANCHORS: dict[Anchor, str] = {"left": "start", "center": "middle", "right": "end"}
Colour = Callable[[str], str]
"""Token → CSS colour."""


def to_file(canvas: Canvas, title: str, description: str, theme: Theme = "light") -> str:
    """A file of its own, in the colours of a theme."""
    root = _draw(canvas, title, description, "c", THEMES[theme].__getitem__)
    root.set("width", _number(canvas.width))
    root.set("height", _number(canvas.height))
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'


def to_element(canvas: Canvas, title: str, description: str, prefix: str) -> str:
    """An element of a page: colours are its CSS variables, ids begin with `prefix`, width is the page's."""
    root = _draw(canvas, title, description, prefix, lambda token: f"var(--dyno-{token}, {LIGHT[token]})")
    root.set("class", "chart")
    return tostring(root, encoding="unicode")


def _draw(canvas: Canvas, title: str, description: str, prefix: str, colour: Colour) -> Element:
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {_number(canvas.width)} {_number(canvas.height)}",
            "role": "img",
            "aria-labelledby": f"{prefix}-title {prefix}-description",
            "style": f"font-family: {FONTS}",
        },
    )
    SubElement(root, "title", {"id": f"{prefix}-title"}).text = one_line(title)
    SubElement(root, "desc", {"id": f"{prefix}-description"}).text = one_line(description)
    root.extend(_element(shape, colour) for shape in canvas.shapes)
    return root


def _element(shape: Shape, colour: Colour) -> Element:
    match shape:
        case Rect(x, y, width, height, fill, radius):
            box = {"x": x, "y": y, "width": width, "height": height} | ({"rx": radius} if radius else {})
            return _make("rect", box, f"fill: {colour(fill)}")
        case Line(points, token, width, has_dashes):
            dash = f"; stroke-dasharray: {' '.join(map(_number, DASH))}" if has_dashes else ""
            style = (
                f"fill: none; stroke: {colour(token)}; stroke-width: {_number(width)}; stroke-linejoin: round"
            )
            element = _make("polyline", {}, style + dash)
            element.set("points", " ".join(f"{_number(x)},{_number(y)}" for x, y in points))
            return element
        case Dot(x, y, token, radius, hollow):
            style = f"fill: {colour('surface' if hollow else token)}"
            stroke = f"; stroke: {colour(token)}" if hollow else ""
            return _make("circle", {"cx": x, "cy": y, "r": radius}, style + stroke)
        case Text():
            return _text(shape, colour)


def _text(text: Text, colour: Colour) -> Element:
    weight = "; font-weight: 700" if text.bold else ""
    style = f"font-size: {_number(text.size)}px; fill: {colour(text.colour)}{weight}"
    element = _make("text", {"x": text.x, "y": text.y}, style)
    element.set("text-anchor", _ANCHORS[text.anchor])
    element.text = text.text
    # as wide as it was when it was placed: in another font it would run into its neighbours
    if width := text_width(text.text, text.size, text.bold):
        element.set("textLength", _number(width))
        element.set("lengthAdjust", "spacingAndGlyphs")
    return element


def _make(tag: str, numbers: dict[str, float], style: str) -> Element:
    return Element(tag, {name: _number(value) for name, value in numbers.items()} | {"style": style})


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
