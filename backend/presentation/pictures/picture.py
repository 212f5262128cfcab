"""Charts as files: drawn when they are asked for, kept while they are the same."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Literal

from cachetools import LRUCache, cached

from backend import __version__
from backend.comparisons.schemas import CompareOut
from backend.errors import NotFound
from backend.presentation.charts.from_results import (
    comparison_delta_chart,
    comparison_percentiles,
    delta_chart,
    grid_chart,
    pairs_chart,
    percentile_chart,
    steps_chart,
    summary_of,
    trials_chart,
)
from backend.presentation.charts.palette import Theme
from backend.presentation.charts.specs import (
    Chart,
    DeltaChart,
    PairsChart,
    PercentileChart,
    StepsChart,
    TrialsChart,
)
from backend.presentation.report.experiment import ReportInputs
from backend.presentation.report.schemas import ChartName

Kind = Literal["svg", "png"]
MEDIA = {"svg": "image/svg+xml", "png": "image/png"}
MAX_BYTES = 24_000_000


@dataclass(frozen=True)
class Picture:
    """`tag` names what is drawn: as long as it is the same, so are the bytes."""

    tag: str
    media_type: str
    draw: Callable[[], bytes]

    def content(self) -> bytes:
        return _draw(self)


DRAWN: LRUCache[str, bytes] = LRUCache(MAX_BYTES, getsizeof=len)


@cached(DRAWN, key=lambda picture: picture.tag, lock=Lock())
def _draw(picture: Picture) -> bytes:
    return picture.draw()


def tag_of(*parts: object) -> str:
    """The same for the same contents in the same version."""
    return hashlib.sha256(repr((__version__, *parts)).encode()).hexdigest()[:32]


def picture(chart: Chart, kind: Kind, theme: Theme) -> Picture:
    """A chart as a file of a kind; nothing is drawn yet."""

    def draw() -> bytes:
        from backend.presentation.charts.draw import as_png, as_svg

        return as_png(chart, theme) if kind == "png" else as_svg(chart, summary_of(chart), theme).encode()

    return Picture(tag_of(chart, kind, theme), MEDIA[kind], draw)


def experiment_chart(
    inputs: ReportInputs, name: ChartName, rows: str | None = None, columns: str | None = None
) -> Chart:
    """NotFound says why an experiment has no such chart."""
    detail, metric = inputs.detail, inputs.metric
    chart: Chart | None = None
    match name:
        case "delta":
            chart = delta_chart(detail.name, detail, inputs.deltas, metric)
        case "steps":
            chart = steps_chart(detail.name, detail, inputs.steps, metric)
        case "trials":
            chart = trials_chart(detail.name, detail.run_list, inputs.trials, metric)
        case "percentiles":
            runs = [r for r in detail.run_list if not r.deleted]
            chart = percentile_chart(detail.name, {r.name: r.means for r in runs})
        case "grid":
            chart = grid_chart(detail.name, detail, inputs.deltas, metric, rows, columns)
        case "pairs":
            pass
    return _not_empty(chart, name, f"the experiment “{detail.name}”")


def comparison_chart(comparison: CompareOut, name: ChartName) -> Chart:
    chart: Chart | None = None
    match name:
        case "delta":
            chart = comparison_delta_chart(comparison)
        case "pairs":
            chart = pairs_chart(comparison)
        case "percentiles":
            chart = comparison_percentiles(comparison)
        case _:
            pass
    return _not_empty(chart, name, f"the comparison “{comparison.title}”")


def _not_empty(chart: Chart | None, name: str, of: str) -> Chart:
    """A chart that would be empty is none."""
    match chart:
        case DeltaChart() | StepsChart():
            empty = not chart.bars
        case TrialsChart():
            empty = not chart.rows
        case PercentileChart():
            empty = not chart.curves
        case PairsChart():
            empty = all(side.mean is None for pair in chart.pairs for side in (pair.a, pair.b))
        case None:
            empty = True
        case _:
            empty = not chart.tables
    if chart is None or empty:
        raise NotFound(f"There is no chart “{name}” of {of}: it has no figures for it")
    return chart
