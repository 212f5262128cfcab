"""Charts inside of a page as inline SVG, in the order of the report."""

from dataclasses import replace

from backend.charts.from_results import summary_of
from backend.charts.specs import Chart
from backend.comparisons.schemas import CompareOut
from backend.exports.pictures.picture import comparison_chart, experiment_chart
from backend.exports.report.experiment import ReportInputs
from backend.exports.report.schemas import ReportChart


def of_experiment(inputs: ReportInputs) -> list[str]:
    return [_drawn(one, experiment_chart(inputs, one.name)) for one in inputs.charts]


def of_comparison(found: CompareOut, charts: list[ReportChart]) -> list[str]:
    return [_drawn(one, comparison_chart(found, one.name)) for one in charts]


def _drawn(listed: ReportChart, chart: Chart) -> str:
    from backend.charts.draw import as_inline

    titled = replace(chart, title=listed.title)
    return as_inline(titled, summary_of(chart), f"chart-{listed.name}")
