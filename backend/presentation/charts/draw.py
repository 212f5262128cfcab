"""A chart as SVG text or PNG bytes; the same chart gives the same bytes."""

from backend.presentation.charts import card, delta, grid, pairs, percentiles, steps, svg, trials
from backend.presentation.charts.canvas import DRAWING, Canvas
from backend.presentation.charts.palette import LIGHT, THEMES, Theme
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
    with DRAWING:
        return _canvas(chart, dict(THEMES[theme])).png(scale)


def as_svg(chart: Chart, description: str, theme: Theme = "light") -> str:
    """A file of its own."""
    return svg.to_file(_raw(chart), chart.title, description, theme)


def as_inline(chart: Chart, description: str, prefix: str) -> str:
    """An element of a page that defines the palette as CSS variables."""
    return svg.to_element(_raw(chart), chart.title, description, prefix)


def card_png(content: Card) -> bytes:
    """The picture of a link: 1200 × 630."""
    with DRAWING:
        return card.draw(content).png(1)


def _raw(chart: Chart) -> str:
    with DRAWING:
        return _canvas(chart, LIGHT).svg()


def _canvas(chart: Chart, colours: dict[str, str]) -> Canvas:
    match chart:
        case DeltaChart():
            return delta.draw(chart, colours)
        case StepsChart():
            return steps.draw(chart, colours)
        case TrialsChart():
            return trials.draw(chart, colours)
        case PercentileChart():
            return percentiles.draw(chart, colours)
        case GridChart():
            return grid.draw(chart, colours)
        case PairsChart():
            return pairs.draw(chart, colours)
