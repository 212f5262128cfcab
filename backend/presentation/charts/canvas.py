"""Drawing by pixels with matplotlib's own objects: no pyplot, no global figure.

matplotlib is not safe between threads, so one drawing is made at a time. It is imported on first use: it
costs most of a second and 40 MB, which only those who ask for a picture pay.
"""

import io
import math
import threading
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from backend.presentation.charts.palette import LIGHT

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.font_manager import FontProperties

Anchor = Literal["left", "center", "right"]
DRAWING = threading.RLock()
_FONTS = ("DejaVu Sans", "Noto Sans CJK SC", "Noto Sans CJK JP", "Droid Sans Fallback", "WenQuanYi Zen Hei")
_DPI = 72  # one unit is one pixel of an SVG
MAX_PIXELS = 9_000_000


@lru_cache(maxsize=1)
def _prepare_matplotlib() -> tuple[str, ...]:
    """matplotlib set up for text as it is, without maths; the font families available."""
    import logging
    import warnings

    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    import matplotlib as mpl
    from matplotlib import font_manager

    mpl.rcParams["svg.fonttype"] = "none"  # text stays text: it can be searched, and scales with its reader
    mpl.rcParams["svg.hashsalt"] = "dyno"  # the same drawing is the same bytes
    mpl.rcParams["text.parse_math"] = False  # “$host” is not a formula
    mpl.rcParams["axes.unicode_minus"] = False
    warnings.filterwarnings("ignore", message="Glyph .* missing from font")
    available = set(font_manager.fontManager.get_font_names())
    families = tuple(name for name in _FONTS if name in available)
    mpl.rcParams["font.family"] = list(families)
    return families


@lru_cache(maxsize=64)
def _font(size: float, bold: bool) -> "FontProperties":
    from matplotlib.font_manager import FontProperties

    return FontProperties(family=list(_prepare_matplotlib()), size=size, weight="bold" if bold else "normal")


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width in pixels by the server's fonts; an SVG states it for each text, for readers with other fonts."""
    font = _font(size, bold)
    from matplotlib.textpath import text_to_path

    with DRAWING:
        return float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0])


def one_line(text: str) -> str:
    """Remove line ends and other control characters, which no font has."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def fit_text(text: str, width: float, size: float, bold: bool = False) -> str:
    """The text, cut with “…” where it is wider."""
    text = one_line(text)[:400]
    if text_width(text, size, bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:  # the longest beginning that fits
        middle = (low + high + 1) // 2
        if text_width(f"{text[:middle].rstrip()}…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…"


def wrap_text(text: str, width: float, size: float, most: int, bold: bool = False) -> list[str]:
    """Lines that fit, at most so many; the last one is cut."""
    words, lines = one_line(text).split(" "), [""]
    for i, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size, bold) <= width or not lines[-1]:
            lines[-1] = longer
        elif len(lines) == most:
            lines[-1] = " ".join([lines[-1], *words[i:]])
            break
        else:
            lines.append(word)
    return [fit_text(line, width, size, bold) for line in lines]


class Canvas:
    """A drawing of `width` × `height` pixels, y downwards. Colours are tokens of the palette."""

    def __init__(self, width: float, height: float, colours: dict[str, str] | None = None) -> None:
        _prepare_matplotlib()
        from matplotlib.figure import Figure

        self.width, self.height = width, height
        self.colours = LIGHT if colours is None else colours
        self._drawn = 0
        self._figure = Figure(figsize=(width / _DPI, height / _DPI), dpi=_DPI)
        self._axes = self._figure.add_axes((0, 0, 1, 1))
        self._axes.set_axis_off()
        self._axes.set_autoscale_on(False)
        self._axes.set_xlim(0, width)
        self._axes.set_ylim(height, 0)
        self.rect(0, 0, width, height, "surface")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, round_: float = 0) -> None:
        from matplotlib.patches import FancyBboxPatch, Rectangle

        if width <= 0 or height <= 0:
            return
        colour = self.colours[fill]
        if round_:
            style = f"round,pad=0,rounding_size={min(round_, width / 2, height / 2)}"
            patch = FancyBboxPatch((x, y), width, height, boxstyle=style, facecolor=colour, linewidth=0)
        else:
            patch = Rectangle((x, y), width, height, facecolor=colour, linewidth=0)
        patch.set_clip_on(False)
        self._add(patch)

    def line(
        self, xs: Sequence[float], ys: Sequence[float], colour: str, width: float = 1, dash: bool = False
    ) -> None:
        from matplotlib.lines import Line2D

        style = (0, (4, 3)) if dash else "-"
        self._add(
            Line2D(
                xs, ys, color=self.colours[colour], linewidth=width, linestyle=style, clip_on=False,
                solid_capstyle="butt", solid_joinstyle="round",
            )
        )  # fmt: skip

    def dots(
        self, xs: Sequence[float], ys: Sequence[float], colour: str, radius: float = 2, hollow: bool = False
    ) -> None:
        if not xs:
            return
        from matplotlib.lines import Line2D

        inside = "surface" if hollow else colour
        self._add(
            Line2D(
                xs, ys, linestyle="none", marker="o", markersize=2 * radius, clip_on=False,
                markerfacecolor=self.colours[inside], markeredgecolor=self.colours[colour],
                markeredgewidth=1 if hollow else 0,
            )
        )  # fmt: skip

    def text(
        self, x: float, y: float, text: str, size: float = 12, colour: str = "ink",
        anchor: Anchor = "left", bold: bool = False,
    ) -> None:  # fmt: skip
        """`y` is the baseline."""
        from matplotlib.text import Text

        artist = Text(
            x, y, one_line(text), color=self.colours[colour], fontproperties=_font(size, bold), ha=anchor,
            va="baseline", clip_on=False, parse_math=False,
        )  # fmt: skip
        self._add(artist)

    def _add(self, artist: "Artist") -> None:
        """Add an artist on top of those before it."""
        artist.set_zorder(self._drawn)
        self._drawn += 1
        self._axes.add_artist(artist)

    def png(self, scale: float = 2) -> bytes:
        """Pixels; the scale shrinks where the picture would be larger than anybody can use."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        scale = min(scale, math.sqrt(MAX_PIXELS / (self.width * self.height)))
        out = io.BytesIO()
        self._figure.set_dpi(_DPI * scale)
        FigureCanvasAgg(self._figure).print_png(out, metadata={"Software": "Dynoboard"})
        return out.getvalue()

    def svg(self) -> str:
        """The SVG that matplotlib writes; `backend.presentation.charts.svg` adapts it."""
        from matplotlib.backends.backend_svg import FigureCanvasSVG

        out = io.StringIO()
        metadata = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        FigureCanvasSVG(self._figure).print_svg(out, metadata=metadata)
        return out.getvalue()
