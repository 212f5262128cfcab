"""Repeats or variants? What the outputs and rows suggest, and whether it has to be asked. Pure."""

from collections.abc import Sequence

from backend.imports import grouping
from backend.imports.loads import Loads
from backend.imports.schemas import Question, ReportOut, Together
from backend.presentation.figures import figure

APART = 2.0
"""Repeats of one run seldom differ by more than this factor; a mean of such figures describes neither."""


def question(
    reports: Sequence[ReportOut],
    names: Sequence[str],
    loads: Loads,
    row_names: Sequence[str],
    answer: Together | None,
) -> Question | None:
    """None where both answers make the same runs. `names` of the texts,
    `row_names` those that name several rows of a table."""
    repeats = grouping.group_reports(reports, names, loads, "repeats")
    variants = grouping.group_reports(reports, names, loads, "variants")
    if sorted(map(_members, repeats.values())) != sorted(map(_members, variants.values())):
        suggestion, reason = _suggest(list(repeats.values()), loads)
    elif row_names:
        suggestion, reason = "repeats", f"{_quote(row_names)} {_names_rows(row_names)}."
    else:
        return None
    return Question(chosen=answer or suggestion, suggested=suggestion, why=reason)


def _members(group: Sequence[ReportOut]) -> list[tuple[int, int]]:
    return [(r.text, r.report) for r in group]


def _suggest(repeats: Sequence[Sequence[ReportOut]], loads: Loads) -> tuple[Together, str]:
    headings = list(dict.fromkeys(filter(None, loads.variants)))
    if headings:
        return "variants", f"Headings stand above them: {_quote(headings)}."
    for group in repeats:
        rates = [rate for r in group if (rate := r.figures.get("requests_per_s"))]
        if rates and max(rates) > APART * min(rates):
            low, high = figure(min(rates)), figure(max(rates))
            return "variants", f"Their figures lie far apart: {low} and {high} req/s."
    return "repeats", "No headings separate them, and their figures are not far apart."


def _names_rows(names: Sequence[str]) -> str:
    return "names several rows" if len(names) == 1 else "name several rows each"


def _quote(names: Sequence[str]) -> str:
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return ", ".join(f"“{name}”" for name in names[:4]) + more
