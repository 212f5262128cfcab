"""A report as one HTML file: nothing is loaded, no script runs, light and dark, fit to print. Pure."""

import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from backend.presentation.charts.palette import css_variables
from backend.presentation.rendering import render
from backend.presentation.report.schemas import Report
from backend.presentation.report.tables import accounting_table, published_table, result_table, steps_table
from backend.presentation.words import when

_STYLES = re.compile(r"<style\b[^>]*>(.*?)</style>", re.DOTALL)


def report_page(report: Report, drawings: Sequence[str], site: str, imprint: str) -> str:
    """`drawings`: the report's charts as inline SVG.

    `imprint`: by what and when it was made, for the last line.
    """
    by_chart = dict(zip((chart.name for chart in report.charts), drawings, strict=False))
    waterfall = by_chart.pop("steps", "")
    style = render("report.css.jinja", light=css_variables("light"), dark=css_variables("dark"))
    return render(
        "report.html.jinja",
        report=report,
        about=_about(report),
        results=result_table(report),
        published=published_table(report),
        accounting=accounting_table(report),
        steps=steps_table(report),
        waterfall=waterfall,
        drawings=list(by_chart.values()),
        style=style,
        policy=_policy([style, *(sheet for drawing in drawings for sheet in _STYLES.findall(drawing))]),
        url=site + report.path,
        imprint=imprint,
    )


def _policy(styles: Sequence[str]) -> str:
    """For a file that is opened from a disk: these style sheets by their hash, and attributes of drawings."""
    digests = dict.fromkeys(b64encode(sha256(style.encode()).digest()).decode() for style in styles)
    hashes = " ".join(f"'sha256-{digest}'" for digest in digests)
    return (
        f"default-src 'none'; style-src-elem {hashes}; style-src-attr 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _about(report: Report) -> str:
    state = "Imported" if report.imported else report.state.capitalize()
    parts = [state] if report.kind == "experiment" else []
    parts += [when(report.finished_at or report.created_at)] if report.created_at else []
    return " · ".join([*parts, *(f"#{tag}" for tag in report.tags)])
