"""Charts inside of a page as inline SVG, in the order of the report."""

from dataclasses import replace

from backend.comparisons.schemas import CompareOut
from backend.presentation.charts.from_results import summary_of
from backend.presentation.charts.specs import Chart
from backend.presentation.pictures.picture import comparison_chart, experiment_chart
from backend.presentation.report.experiment import ReportInputs
from backend.presentation.report.schemas import ReportChart


def of_experiment(inputs: ReportInputs) -> list[str]:
    return [_draw_inline(entry, experiment_chart(inputs, entry.name)) for entry in inputs.charts]


def of_comparison(comparison: CompareOut, charts: list[ReportChart]) -> list[str]:
    return [_draw_inline(entry, comparison_chart(comparison, entry.name)) for entry in charts]


def _draw_inline(entry: ReportChart, chart: Chart) -> str:
    from backend.presentation.charts.draw import as_inline

    chart_with_title = replace(chart, title=entry.title)
    return as_inline(chart_with_title, summary_of(chart), f"chart-{entry.name}")
