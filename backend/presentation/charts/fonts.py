"""The fonts of drawings: widths of texts, and texts cut to what fits.

DejaVu Sans is shipped (`fonts/`), since a server may have no fonts. What it has no glyph for is drawn with a
font of the machine, where there is one.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

_FOLDER = Path(__file__).with_name("fonts")
_REGULAR, _BOLD = str(_FOLDER / "DejaVuSans.ttf"), str(_FOLDER / "DejaVuSans-Bold.ttf")
_OTHERS = (
    *("NotoSansCJK-Regular.ttc", "NotoSansCJKsc-Regular.otf", "NotoSansCJKjp-Regular.otf"),
    *("DroidSansFallbackFull.ttf", "DroidSansFallback.ttf", "wqy-zenhei.ttc"),
)
"""File names, which Pillow looks up in the machine's folders of fonts."""
_NOWHERE = "\U0010ffff"
"""A code point that no font has a glyph for."""
_PROBED_PX = 16


@lru_cache(maxsize=1)
def _names() -> tuple[str, ...]:
    """Names of the fonts at hand after DejaVu Sans."""
    return tuple(name for name in _OTHERS if _exists(name))


def _exists(name: str) -> bool:
    try:
        ImageFont.truetype(name, _PROBED_PX)
    except OSError:
        return False
    return True


@lru_cache(maxsize=256)
def _font(name: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(name, size)


@lru_cache(maxsize=8192)
def _has_glyph(name: str, char: str) -> bool:
    return _pixels(name, char) != _pixels(name, _NOWHERE)


def _pixels(name: str, char: str) -> bytes:
    image = Image.new("L", (2 * _PROBED_PX, 2 * _PROBED_PX))
    ImageDraw.Draw(image).text((0, 0), char, 255, _font(name, _PROBED_PX))
    return image.tobytes()


def _name_of(char: str, bold: bool) -> str:
    """The first font with a glyph; without one DejaVu Sans, which draws a box."""
    first = _BOLD if bold else _REGULAR
    if char.isascii():
        return first
    return next((name for name in (first, *_names()) if _has_glyph(name, char)), first)


def split_by_font(text: str, size: float, bold: bool) -> Iterator[tuple[ImageFont.FreeTypeFont, str]]:
    """The text in pieces, each with the font that has its glyphs."""
    for name, chars in groupby(text, lambda char: _name_of(char, bold)):
        yield _font(name, size), "".join(chars)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width in pixels; an SVG states it for each text, for readers with other fonts."""
    return sum(font.getlength(piece) for font, piece in split_by_font(text, size, bold))


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
