"""Tables with a column for each run, as write-ups print trials and figures one below the other. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from backend.imports import cells
from backend.imports.columns import is_statistic, is_trial_number, measure_of, plain_name, unit_in
from backend.imports.conditions import LOAD_COLUMNS
from backend.imports.tables import MAX_COLUMNS, Table

VARIANT = "variant"


def one_run_a_row(table: Table) -> Table:
    """A row for each column of figures, where the first one holds names of figures or numbers of trials."""
    labels = [row[0] for row in table.rows]
    names = table.heading[1:]
    if plain_name(table.heading[0]) in LOAD_COLUMNS or any(map(_is_time, names)):
        return table
    if not _are_figures(labels) or any(measure_of(name) or is_trial_number(name) for name in names):
        return table
    values = [cell for row in table.rows for cell in row[1:] if not cells.is_absent(cell)]
    if len(labels) >= MAX_COLUMNS or not values or not _mostly_figures(values):
        return table
    rows = [[name, *(row[i + 1] for row in table.rows)] for i, name in enumerate(names)]
    heading = [VARIANT, *(_heading_of(label) for label in labels)]
    remark = f"Each column holds a run ({', '.join(names[:6])}): read as a row for each run."
    return replace(
        table,
        heading=heading,
        rows=rows,
        lines=[table.lines[0]] * len(rows),
        remarks=[*table.remarks, remark],
    )


def _are_figures(labels: Sequence[str]) -> bool:
    """Whether they name trials, what is computed from them, or figures, with at least one rate."""
    are_trials = sum(map(is_trial_number, labels)) >= 2
    kinds = [measure_of(label) for label in labels]
    are_known = [is_trial_number(x) or is_statistic(x) or bool(k) for x, k in zip(labels, kinds, strict=True)]
    return all(are_known) and (
        are_trials or "requests_per_s" in kinds or {"seconds", "requests"} <= set(kinds)
    )


def _is_time(name: str) -> bool:
    """Whether a heading says a time, which no trial is: “Time in ms” of the file that ab -e writes."""
    return cells.factor_of(unit_in(name) or "none", "s") is not None


def _heading_of(label: str) -> str:
    """“1” becomes the name of a column of trials."""
    return f"trial {label.strip(' .#')}" if label.strip(" .#").isdigit() else label


def _mostly_figures(values: Sequence[str]) -> bool:
    return sum(any(map(str.isdigit, value)) for value in values) > len(values) / 2
