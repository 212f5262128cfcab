"""Whether latencies of a report can be kept: a sane histogram that its figures follow from. Pure."""

from agents.catalog.histogram import Histogram, NotAHistogram, cell_of, decode, middle_of
from agents.catalog.metrics import SHARES
from agents.contract.latency import Latency
from agents.contract.reports import LoadReport
from backend.execution.jobs.plain_values import ReportError

NAMES = (*SHARES, "latency_mean", "latency_max")
_WIDTH = 0.001  # of a cell, as a share of its value
_MAX_S = 3600.0
_ROUNDING_S = 1e-6


def check_latency(load: LoadReport) -> None:
    """ReportError names what is wrong with the latencies of a load tool."""
    if load.latency is None:
        return
    try:
        histogram = decode(load.latency.histogram)
    except NotAHistogram as error:
        raise ReportError("load.latency.histogram", str(error)) from None
    if histogram.count != load.latency.counted:
        raise ReportError("load.latency.counted", f"its histogram has {histogram.count:,} requests")
    _check_printed(load.latency)
    if histogram.count and load.latency.fits(load.figures.get("requests"), load.errors.get("timeout")):
        _figures(histogram, load.figures)


def _check_printed(latency: Latency) -> None:
    for name, value in latency.printed.items():
        if name not in NAMES:
            raise ReportError("load.latency.printed", f"“{name[:64]}” is not a latency")
        if not 0 <= (value or 0) <= _MAX_S:
            raise ReportError(f"load.latency.printed.{name}", f"{value:g} s is no latency")


def _figures(histogram: Histogram, figures: dict[str, float | None]) -> None:
    """The figures beside a histogram are its own: verdicts are made of them."""
    expected_figures = dict(zip(SHARES, histogram.percentiles(SHARES.values()), strict=True))
    total = sum(middle_of(cell) * count for cell, count in histogram.cells.items())
    expected_figures["latency_mean"] = total / histogram.count / 1e6
    for name, value in expected_figures.items():
        figure = figures.get(name)
        if figure is None or value is None or abs(figure - value) > _WIDTH * value + _ROUNDING_S:
            raise ReportError(f"load.figures.{name}", "does not follow from the histogram")
    largest = figures.get("latency_max")
    if largest is None or largest > _MAX_S or cell_of(round(largest * 1e6)) != max(histogram.cells):
        raise ReportError("load.figures.latency_max", "does not follow from the histogram")
