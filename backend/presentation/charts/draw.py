"""A chart as SVG text or PNG bytes; the same chart gives the same bytes."""

from backend.presentation.charts import card, delta, grid, pairs, percentiles, steps, svg, trials
from backend.presentation.charts.canvas import Canvas
from backend.presentation.charts.palette import Theme
from backend.presentation.charts.png import to_png
from backend.presentation.charts.specs import (
    Card,
    Chart,
    DeltaChart,
    GridChart,
    PairsChart,
    PercentileChart,
    StepsChart,
    TrialsChart,
)


def as_png(chart: Chart, theme: Theme = "light", scale: float = 2) -> bytes:
    return to_png(_canvas(chart), theme, scale)


def as_svg(chart: Chart, description: str, theme: Theme = "light") -> str:
    """A file of its own."""
    return svg.to_file(_canvas(chart), chart.title, description, theme)


def as_inline(chart: Chart, description: str, prefix: str) -> str:
    """An element of a page that defines the palette as CSS variables."""
    return svg.to_element(_canvas(chart), chart.title, description, prefix)


def card_png(content: Card) -> bytes:
    """The picture of a link: 1200 × 630."""
    return to_png(_mute(card.draw(content), content.is_untrusted), scale=1)


def _canvas(chart: Chart) -> Canvas:
    has_verdicts = isinstance(chart, DeltaChart | StepsChart | GridChart | PairsChart)
    return _mute(_drawn_shapes(chart), has_verdicts and chart.is_untrusted)


def _mute(canvas: Canvas, is_untrusted: bool) -> Canvas:
    if is_untrusted:
        canvas.mute_verdicts()
    return canvas


def _drawn_shapes(chart: Chart) -> Canvas:
    match chart:
        case DeltaChart():
            return delta.draw(chart)
        case StepsChart():
            return steps.draw(chart)
        case TrialsChart():
            return trials.draw(chart)
        case PercentileChart():
            return percentiles.draw(chart)
        case GridChart():
            return grid.draw(chart)
        case PairsChart():
            return pairs.draw(chart)
