"""matplotlib's SVG adapted: labelled for those who do not see it, no foreign references, colours by token."""

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from backend.presentation.charts.canvas import one_line, text_width
from backend.presentation.charts.palette import LIGHT, THEMES, Theme

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_COLOUR = re.compile(r"#[0-9a-f]{6}\b")
_FONT = re.compile(r"'DejaVu Sans'.*$")  # the first of the families that are drawn with
_SIZE, _BOLD = re.compile(r"font-size: ([\d.]+)px"), re.compile(r"font-weight: (?:bold|[6-9]00)")
FONTS = "'DejaVu Sans', Verdana, Inter, system-ui, sans-serif"
"""Those first that are as wide as what was measured; `_as_measured` holds for the others."""
ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", _XLINK)


def to_file(raw: str, title: str, description: str, theme: Theme = "light") -> str:
    """A file of its own, in the colours of a theme."""
    colours = {LIGHT[token]: colour for token, colour in THEMES[theme].items()}
    root = _adapt(raw, title, description, "c", colours)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{_text(root)}\n'


def to_element(raw: str, title: str, description: str, prefix: str) -> str:
    """An element of a page: colours are its CSS variables, ids begin with `prefix`, width is the page's."""
    colours = {colour: f"var(--dyno-{token}, {colour})" for token, colour in LIGHT.items()}
    root = _adapt(raw, title, description, prefix, colours)
    for name in ("width", "height"):
        root.attrib.pop(name, None)
    root.set("class", "chart")
    return _text(root)


def _text(root: ElementTree.Element) -> str:
    return ElementTree.tostring(root, encoding="unicode")


def _adapt(
    raw: str, title: str, description: str, prefix: str, colours: Mapping[str, str]
) -> ElementTree.Element:
    root = ElementTree.fromstring(raw)
    for child in [c for c in root if c.tag.endswith(("}metadata", "metadata"))]:
        root.remove(child)
    for element in root.iter():
        if element.tag == f"{{{_SVG}}}text":
            _as_measured(element)
        _make_own(element, prefix, colours)
    for name in ("width", "height"):  # points, which other programs read as 4/3 of a pixel
        root.set(name, root.get(name, "").removesuffix("pt"))
    root.set("role", "img")
    root.set("aria-labelledby", f"{prefix}-title {prefix}-description")
    for name, text in (("description", description), ("title", title)):
        tag = "desc" if name == "description" else "title"
        label = ElementTree.Element(f"{{{_SVG}}}{tag}", {"id": f"{prefix}-{name}"})
        label.text = one_line(text)
        root.insert(0, label)
    return root


def _as_measured(element: ElementTree.Element) -> None:
    """A text as wide as it was when it was placed: in another font it would run into its neighbours."""
    style = element.get("style", "")
    size = _SIZE.search(style)
    if size and (width := text_width(element.text or "", float(size[1]), bool(_BOLD.search(style)))):
        element.set("textLength", f"{width:.1f}")
        element.set("lengthAdjust", "spacingAndGlyphs")


def _make_own(element: ElementTree.Element, prefix: str, colours: Mapping[str, str]) -> None:
    for name, value in list(element.attrib.items()):
        if name == "id":
            element.set(name, f"{prefix}-{value}")
        elif name == f"{{{_XLINK}}}href" and value.startswith("#"):
            element.set(name, f"#{prefix}-{value[1:]}")
        elif value.startswith("url(#"):
            element.set(name, f"url(#{prefix}-{value[5:]}")
        elif name == "style":
            element.set(name, _style(value, colours))


def _style(style: str, colours: Mapping[str, str]) -> str:
    parts = [part.strip() for part in style.split(";") if part.strip()]
    fonts = [_FONT.sub(FONTS, p) if p.startswith("font") else p for p in parts]
    return "; ".join(_COLOUR.sub(lambda m: colours.get(m[0], m[0]), part) for part in fonts)
