"""Drawings are valid, bounded, escaped, recoloured by token, and the same each time."""

import io
import struct
import threading
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from agents.catalog.metrics import METRICS
from backend.presentation.charts.canvas import Canvas, Line
from backend.presentation.charts.delta import domain, draw
from backend.presentation.charts.draw import as_inline, as_png, as_svg, card_png
from backend.presentation.charts.fonts import fit_text, split_by_font, text_width, wrap_text
from backend.presentation.charts.frame import ticks
from backend.presentation.charts.from_results import percentile_chart
from backend.presentation.charts.palette import DARK, LIGHT
from backend.presentation.charts.percentiles import tail
from backend.presentation.charts.png import to_png
from backend.presentation.charts.specs import (
    Bar,
    Card,
    Curve,
    DeltaChart,
    PercentileChart,
    Row,
    StepBar,
    StepsChart,
    TrialsChart,
)
from backend.presentation.charts.steps import highest

RATE = METRICS["requests_per_s"]
NASTY = 'a $x_1$ \\frac <script>alert("1")</script> & \x07 日本 ' + "long " * 60


def bar(change: float, label: str = "b", verdict: str = "better") -> Bar:
    return Bar(label, change, change - 0.1, change + 0.1, verdict, f"{change:+.1%}", "i", (change,) * 20)


def delta_chart(bars: list[Bar]) -> DeltaChart:
    return DeltaChart(NASTY, "subtitle", RATE, bars, 0.03)


def words_in(svg: str) -> str:
    return " ".join(ElementTree.fromstring(svg).itertext())


def test_hostile_names_are_text_and_nothing_else() -> None:
    svg = as_svg(delta_chart([bar(0.1, NASTY)]), NASTY)
    root = ElementTree.fromstring(svg)
    assert {e.tag.rpartition("}")[2] for e in root.iter()} == {
        "svg", "title", "desc", "rect", "polyline", "circle", "text",
    }  # fmt: skip
    assert "http" not in svg.replace("http://www.w3.org/", "")
    assert "$x_1$ \\frac <script>" in words_in(svg)


def test_each_text_says_how_wide_it_is_so_that_no_other_font_runs_into_its_neighbour() -> None:
    root = ElementTree.fromstring(
        as_svg(delta_chart([bar(0.1, "a"), bar(0.2, "a long name of a variant")]), "d")
    )
    texts = [e for e in root.iter() if e.tag.endswith("}text") and e.text]
    widths = {e.text: float(e.get("textLength") or 0) for e in texts}
    assert all(widths.values())
    assert {e.get("lengthAdjust") for e in texts} == {"spacingAndGlyphs"}
    assert widths["a"] * 8 < widths["a long name of a variant"]


def test_the_same_chart_is_the_same_bytes_from_any_thread() -> None:
    chart = delta_chart([bar(0.1), bar(-0.2, verdict="worse")])
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(as_svg(chart, "d"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1


def test_verdicts_that_are_not_trusted_have_no_colour() -> None:
    chart = delta_chart([bar(0.1, verdict="better"), bar(-0.2, verdict="worse")])
    colours = {LIGHT["better"], LIGHT["better-ink"], LIGHT["worse"], LIGHT["worse-ink"]}
    muted_svg = as_svg(replace(chart, is_untrusted=True), "d")
    assert all(colour in as_svg(chart, "d") for colour in colours)
    assert not any(colour in muted_svg for colour in colours)
    assert {"better", "worse"} <= set(words_in(muted_svg).split())
    assert "Grey: no verdict can be trusted." in words_in(muted_svg)
    assert "Colour is the verdict" not in words_in(muted_svg)


def test_the_dots_of_a_change_are_rounds_as_on_the_page() -> None:
    assert "Dots: rounds." in words_in(as_svg(delta_chart([bar(0.1)]), "d"))


def test_the_number_of_a_link_picture_has_no_colour_where_it_is_not_trusted() -> None:
    def picture(verdict: str, is_untrusted: bool) -> bytes:
        return card_png(Card("Run", "t", "+26.7% req/s", verdict, "s", RATE, is_untrusted=is_untrusted))

    assert picture("better", True) == picture("unclear", False) != picture("better", False)


def test_two_hundred_variants_and_more_fit() -> None:
    svg = as_svg(delta_chart([bar(i / 1000, f"variant {i}") for i in range(230)]), "d")
    assert "variant 199" in svg
    assert "variant 200" not in svg
    assert "30 more are not drawn; the exports have them all." in svg
    assert float(ElementTree.fromstring(svg).get("height") or 0) < 4600


def test_colours_follow_the_page_or_the_theme() -> None:
    chart = delta_chart([bar(0.1)])
    assert LIGHT.keys() == DARK.keys()
    assert DARK["better"] in as_svg(chart, "d", "dark")
    inline = as_inline(chart, "d", "p1")
    assert f"var(--dyno-better, {LIGHT['better']})" in inline
    ids = [e.get("id", "p1-") for e in ElementTree.fromstring(inline).iter()]
    assert all(one.startswith("p1-") for one in ids)


def test_the_palette_is_that_of_the_dashboard() -> None:
    theme = (Path(__file__).parents[4] / "frontend/src/app/theme/theme.ts").read_text()
    for token in (
        "ink",
        "dimmed",
        "better",
        "better-ink",
        "worse",
        "worse-ink",
        "unclear",
        "accent",
        "a",
        "b",
    ):
        assert f"'--dyno-{token}': '{LIGHT[token]}'" in theme
        assert f"'--dyno-{token}': '{DARK[token]}'" in theme


@pytest.mark.parametrize("bars", [[bar(0.0)], [bar(9.0)], [Bar("n", 0.1, None, None, "unclear", "", "")]])
def test_every_scale_can_be_drawn(bars: list[Bar]) -> None:
    low, high = domain(bars, None)
    assert low < 0 < high
    assert as_png(delta_chart(bars)).startswith(b"\x89PNG")


def test_one_wild_interval_does_not_flatten_the_others() -> None:
    low, high = domain([bar(0.1), Bar("w", 0.2, -0.9, 50.0, "unclear", "", "")], None)
    assert high < 1.0
    assert low > -1.0


def test_values_of_nothing_and_of_zero_are_drawn() -> None:
    rows = [Row("zero", [(0.0, True), (0.0, False)], 0.0, "0"), Row("none", [], None, "–")]
    assert as_png(TrialsChart("t", "", METRICS["failed_requests"], rows)).startswith(b"\x89PNG")
    flat = PercentileChart("p", "", [Curve("one", [(0.5, 0.001), (0.99, 0.001)])] * 14)
    assert "2 more curves are not drawn" in as_svg(flat, "d")


def test_the_tail_scale_gives_each_nine_the_same_room() -> None:
    assert tail(0.99) - tail(0.9) == pytest.approx(tail(0.999) - tail(0.99))


def test_every_percentile_has_its_name() -> None:
    means = {name: n / 1000 for n, name in enumerate(METRICS, 1) if name.startswith("latency_p")}
    text = as_svg(percentile_chart("t", {"a": means}), "d")
    assert [mark for mark in ("p50", "p99", "p99.9", "p99.99") if f">{mark}<" not in text] == []


def test_an_interval_for_all_together_that_goes_on_beyond_the_edge_has_no_cap() -> None:
    bars = [replace(bar(0.1), simultaneous=(0.05, high)) for high in (0.15, 9.0)]
    shapes = draw(DeltaChart("t", "s", RATE, bars, 0.03)).shapes
    assert sum(isinstance(shape, Line) and shape.width == 0.6 for shape in shapes) == (1 + 2) + (1 + 1)


def test_ticks_are_round() -> None:
    assert ticks(-0.17, 0.39) == [-0.1, 0.0, 0.1, 0.2, 0.3]
    assert ticks(0, 0) == [0]
    assert ticks(0, float("inf")) == [0]


def test_text_is_cut_where_it_does_not_fit() -> None:
    assert fit_text("short", 200, 12) == "short"
    cut = fit_text("W" * 100, 100, 12)
    assert cut.endswith("…")
    assert text_width(cut, 12) <= 100
    lines = wrap_text("word " * 80, 200, 12, 2)
    assert len(lines) == 2
    assert all(text_width(line, 12) <= 200 for line in lines)


def test_a_text_in_several_fonts_stays_whole() -> None:
    text = "a \u65e5 \u03b4 b"
    assert "".join(piece for _, piece in split_by_font(text, 12, bold=False)) == text
    assert text_width(text, 12) > text_width("a b", 12)


def test_a_link_picture_has_the_size_that_is_promised() -> None:
    for card in (
        Card("Run", NASTY, "+26.7% req/s", "better", NASTY, RATE, [bar(0.1, NASTY)] * 9, 0.02),
        Card("Experiment", "", "", "", "failed before anything could be compared", RATE),
    ):
        assert struct.unpack(">II", card_png(card)[16:24]) == (1200, 630)


def test_a_waterfall_draws_every_step_and_cuts_a_wild_interval() -> None:
    def step(label: str, before: int | None, start: float, end: float, high: float | None) -> StepBar:
        return StepBar(label, before, start, end, None if high is None else end, high, "better", "+5%", "i")

    bars = [
        step("base", None, 0, 1000, None),
        step(NASTY, 0, 1000, 1050, 90_000),
        step("c", 1, 1050, 700, 720),
    ]
    assert highest(bars) < 1500
    words = words_in(as_svg(StepsChart(NASTY, "subtitle", RATE, bars), NASTY))
    assert [name in words for name in ("base", "$x_1$ \\frac <script>")] == [True, True]
    assert words.count("+5%") == 3
    assert as_png(StepsChart("t", "", RATE, [step("zero", None, 0, 0, None)]), "dark")[:4] == b"\x89PNG"


def test_dashes_of_a_png_lie_on_their_line() -> None:
    canvas = Canvas(60, 100)
    canvas.line([10, 50], [20, 80], "ink", 1, dash=True)
    image = Image.open(io.BytesIO(to_png(canvas, scale=1))).convert("L")
    inked = [(x, y) for x in range(60) for y in range(100) if image.getpixel((x, y)) < 128]  # pyright: ignore
    assert all(abs(y - (20 + 1.5 * (x - 10))) < 3 for x, y in inked)
    rows = {y for _, y in inked}
    assert min(rows) < 24
    assert max(rows) > 74
    assert len(rows) < max(rows) - min(rows), "there are gaps"
