"""From a tool's report to the metrics of the catalog: SI values, None where it does not say."""

from agents.catalog.reading.report import ToolReport
from agents.catalog.tools import READERS


def figures_of(report: ToolReport) -> dict[str, float | None]:
    """Metric → value, of what is printed."""
    return READERS[report.tool].figures(report)
