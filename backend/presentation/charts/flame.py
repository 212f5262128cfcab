"""A flame graph as SVG, the root on top: as wide as it costs. Pure.

Names come from binaries: they are escaped, and cut to what fits.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal
from xml.sax.saxutils import escape

from backend.presentation.charts.palette import THEMES, Theme

Tone = Literal["user", "kernel", "file", "more", "less", "unclear"]
COLOURS: dict[Tone, str] = {
    "user": "b",
    "kernel": "s5",
    "file": "a",
    "more": "worse",
    "less": "b",
    "unclear": "unclear",
}
"""Blue and orange are told apart by everybody; ink on them is the theme's."""
WIDTH, ROW, SIDE, TOP = 1200, 18, 16, 74
_MIN_PX = 0.4  # px; narrower boxes are left out
_LETTER = 6.3  # px, of the font below
_FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"


@dataclass(frozen=True)
class Box:
    """`told`: what stands beside the name, such as `5.1 µs`; `parent`: its place in the list."""

    name: str
    figure: str
    parent: int
    width: float
    tone: Tone


@dataclass(frozen=True)
class Flame:
    """`legend`: tones in use with their words."""

    title: str
    subtitle: str
    boxes: Sequence[Box]
    legend: Sequence[tuple[Tone, str]] = field(default=())


@dataclass(frozen=True)
class _Placed:
    box: Box
    x: float
    width: float
    depth: int


def svg(flame: Flame, theme: Theme = "light") -> str:
    """A file of its own: no script, no font, nothing from elsewhere."""
    colour = THEMES[theme]
    rects = list(_place_boxes(flame.boxes))
    height = TOP + ROW * (1 + max((p.depth for p in rects), default=0)) + SIDE
    title = escape(flame.title)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}"'
        f' height="{height}" role="img" aria-labelledby="title" font-family="{_FONT}" font-size="10.5">',
        f'<title id="title">{title}</title>',
        f'<rect width="{WIDTH}" height="{height}" fill="{colour["surface"]}"/>',
        f'<text x="{SIDE}" y="24" font-size="15" font-weight="600" fill="{colour["ink"]}">{title}</text>',
        f'<text x="{SIDE}" y="42" fill="{colour["dimmed"]}">{escape(flame.subtitle)}</text>',
        *_legend(flame, colour["ink"], theme),
        *(_box(p, theme) for p in rects),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _place_boxes(boxes: Sequence[Box]) -> Iterator[_Placed]:
    if not boxes or boxes[0].width <= 0:
        return
    scale = (WIDTH - 2 * SIDE) / boxes[0].width
    begins, depths = [float(SIDE)] * len(boxes), [0] * len(boxes)
    free = [float(SIDE)] * len(boxes)  # where the next child of each begins
    for i, box in enumerate(boxes):
        if i:
            begins[i], depths[i] = free[box.parent], depths[box.parent] + 1
            free[box.parent] += box.width * scale
        free[i] = begins[i]
        if box.width * scale >= _MIN_PX:
            yield _Placed(box, begins[i], box.width * scale, depths[i])


def _box(rect: _Placed, theme: Theme) -> str:
    box, y = rect.box, TOP + rect.depth * ROW
    text_ = f"{box.name}: {box.figure}"
    fits = int((rect.width - 6) / _LETTER)
    label = text_ if len(text_) <= fits else f"{text_[: fits - 1]}…" if fits >= 4 else ""
    ink, text = THEMES[theme]["ink"], ""
    if label:
        text = f'<text x="{rect.x + 3:.1f}" y="{y + 12.5:.1f}" fill="{ink}">{escape(label)}</text>'
    return (
        f'<g><title>{escape(text_)}</title><rect x="{rect.x:.1f}" y="{y}" width="{rect.width:.1f}"'
        f' height="{ROW - 1}" fill="{THEMES[theme][COLOURS[box.tone]]}" fill-opacity="0.45"'
        f' stroke="{THEMES[theme]["surface"]}" stroke-width="0.5"/>{text}</g>'
    )


def _legend(flame: Flame, ink: str, theme: Theme) -> Iterator[str]:
    x = float(SIDE)
    for tone, words in flame.legend:
        fill = THEMES[theme][COLOURS[tone]]
        yield f'<rect x="{x:.1f}" y="52" width="11" height="11" fill="{fill}" fill-opacity="0.45"/>'
        yield f'<text x="{x + 16:.1f}" y="61" fill="{ink}">{escape(words)}</text>'
        x += 16 + len(words) * _LETTER + 22
