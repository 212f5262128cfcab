"""Tables with several runs in one row, “pinned: trials … unpinned: trials”: to a row for each run. Pure."""

import re
from dataclasses import dataclass, replace

from backend.imports import cells
from backend.imports.columns import is_variant, measure_of
from backend.imports.tables import MAX_ROWS, NotATable, Table

_EDGE = " :–—-/|,()[]"  # between the name of a group and what its column holds
_RATES = ("requests_per_s", "trials")
_STATISTIC = re.compile(
    r"min\w*|max\w*|mean|average|avg|median|st\w*dev|sd|std|total|p\d+|best|worst|first|last"
)
GROUP = "group"
"""Heading of the column that says which group of columns a row comes from."""


@dataclass(frozen=True)
class _Measured:
    """A column of figures: whose run it belongs to (None: not said) and its heading without that name."""

    at: int
    group: str | None
    heading: str


def one_run_a_row(table: Table) -> Table:
    """A row for each run; the same table where a row holds one run. NotATable: too many rows."""
    columns = [column for at, heading in enumerate(table.heading) if (column := _measure_column(at, heading))]
    groups = _groups(columns)
    if len(groups) < 2:
        return table
    kept_columns = [
        at for at in range(len(table.heading)) if at not in {m.at for of in groups.values() for m in of}
    ]
    headings = list(dict.fromkeys(m.heading for of in groups.values() for m in of))
    name_position = next((k for k, at in enumerate(kept_columns) if is_variant(table.heading[at])), None)
    rows, lines = [], []
    for row, line in zip(table.rows, table.lines, strict=True):
        for group, of in groups.items():
            cells = {m.heading: row[m.at] for m in of}
            if not any(cells.values()):
                continue
            row_cells = [row[at] for at in kept_columns]
            if name_position is not None:
                row_cells[name_position] = ", ".join(filter(None, (row_cells[name_position], group)))
            rows.append(
                [
                    *row_cells,
                    *([group] if name_position is None else []),
                    *(cells.get(h, "") for h in headings),
                ]
            )
            lines.append(line)
    if len(rows) > MAX_ROWS:
        raise NotATable(
            f"the table has {len(rows)} runs in its rows; at most {MAX_ROWS} can be imported at once"
        )
    heading = (
        [table.heading[at] for at in kept_columns] + ([GROUP] if name_position is None else []) + headings
    )
    remark = f"Each row holds {len(groups)} runs ({', '.join(groups)}): read as a row for each run."
    return replace(table, heading=heading, rows=rows, lines=lines, remarks=[*table.remarks, remark])


def _measure_column(at: int, heading: str) -> _Measured | None:
    """“pinned: trials” → (pinned, trials); “req/s (tuned)” → (tuned, req/s); “mean” → (None, mean)."""
    plain = " ".join(heading.split())
    bracket = re.fullmatch(r"(.+?)\s*\(([^()]+)\)", plain)
    if bracket and measure_of(bracket[1]) and not cells.is_unit(bracket[2]):
        return _Measured(at, bracket[2].strip(), bracket[1])
    if measure_of(plain):
        return _Measured(at, None, plain)
    words = plain.split(" ")
    for cut in range(1, len(words)):
        before, after = " ".join(words[:cut]).strip(_EDGE), " ".join(words[cut:]).strip()
        if any(map(str.isalnum, before)) and measure_of(after):  # “# Samples” names no group
            return _Measured(at, before, after)
    return None


def _groups(columns: list[_Measured]) -> dict[str, list[_Measured]]:
    """Columns by the run that they belong to: a nameless one belongs to the group on its left.

    Nothing where that does not come out even: each group needs one rate of its own, and columns of different
    names; “min req/s, max req/s” are two figures of one run.
    """
    groups: dict[str, list[_Measured]] = {}
    current = None
    for column in columns:
        current = column.group or current
        of = groups.setdefault(current, []) if current else []
        if any(member.heading == column.heading for member in of):
            return {}
        of.append(column)
    has_rates = all(any(measure_of(c.heading) in _RATES for c in of) for of in groups.values())
    return groups if has_rates and not any(_STATISTIC.fullmatch(name.lower()) for name in groups) else {}
