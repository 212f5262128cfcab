"""Flame graphs as files: standalone, escaped, as wide as what they cost."""

from xml.etree import ElementTree

import pytest

from backend.presentation.charts.flame import ROW, SIDE, TOP, WIDTH, Box, Flame, svg

HOSTILE = "</text><script>alert(1)</script>"
BOXES = [
    Box("all", "10 µs", 0, 10.0, "user"),
    Box(HOSTILE, "6 µs", 0, 6.0, "kernel"),
    Box("tiny", "0.001 µs", 1, 0.001, "file"),
    Box("write", "4 µs", 0, 4.0, "more"),
]
DRAWN = Flame("TLS & “HTTP”", "43 µs < 44 µs", BOXES, (("more", "B spends more"),))
NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_box_is_as_wide_as_its_share_and_stands_below_its_parent(theme: str) -> None:
    root = ElementTree.fromstring(svg(DRAWN, theme))  # pyright: ignore[reportArgumentType]
    boxes = {g.findtext(f"{NAMESPACE}title"): g.find(f"{NAMESPACE}rect") for g in root.iter(f"{NAMESPACE}g")}
    rects = {name: rect.attrib for name, rect in boxes.items() if rect is not None}
    widths = {name: float(rect["width"]) for name, rect in rects.items()}
    whole = WIDTH - 2 * SIDE
    assert widths == {
        "all: 10 µs": pytest.approx(whole),
        f"{HOSTILE}: 6 µs": pytest.approx(0.6 * whole, abs=0.1),
        "write: 4 µs": pytest.approx(0.4 * whole, abs=0.1),
    }
    places = {name: (float(rect["x"]), int(rect["y"])) for name, rect in rects.items()}
    assert places == {
        "all: 10 µs": (SIDE, TOP),
        f"{HOSTILE}: 6 µs": (SIDE, TOP + ROW),
        "write: 4 µs": (pytest.approx(SIDE + 0.6 * whole, abs=0.1), TOP + ROW),
    }
    assert "<script" not in svg(DRAWN)


def test_nothing_to_draw_is_still_a_picture() -> None:
    ElementTree.fromstring(svg(Flame("nothing", "", [])))
