"""From the rows of a table to runs: a row is a run. Pure."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from agents.catalog.metrics import METRICS
from backend.definition.variants import cell_name
from backend.errors import ProblemItem
from backend.imports import cells
from backend.imports.cells import Decimal
from backend.imports.columns import MEANS, is_statistic, plain_name
from backend.imports.conditions import LOAD_COLUMNS, TOPOLOGIES, load_of_cells, load_words, topology_in
from backend.imports.schemas import Column, PublishedIn, RunGuess, TrialIn, WorkloadGuess
from backend.imports.settings import as_knob
from backend.imports.tables import MAX_NAME, Table, shorten_name

_RATE = "requests_per_s"
_LABELS = ("variant", "trial", "skip", "factor", "setting")
_REFERENCE = re.compile(r"#?(\d{1,3}(?:\.\d{1,2})?)\s*(?:and\b|&|\+|,|with\b|plus\b|加上?|和|に|と)\s*\S")


@dataclass
class TableRuns:
    """A run for each row, levels of its factors in order of appearance, and what was left out.

    `loads` are what columns say of the workloads, by their names.

    `has_trials`: a column numbers trials, so that rows of one name are no question. `means` are
    those that the table prints below its trials, by variant. `remarks` are sentences.
    """

    runs: list[RunGuess] = field(default_factory=list)
    loads: dict[str, WorkloadGuess] = field(default_factory=dict)
    has_trials: bool = False
    means: dict[str, float] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    factors: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    problems: list[ProblemItem] = field(default_factory=list)


def runs_of(table: Table, columns: Sequence[Column], decimal: Decimal, place: str) -> TableRuns:
    """`place` is that of the text, such as texts[0]."""
    load_columns = _differing_loads(table, columns)
    has_figures = _has_rates(columns) or any(column.role == "seconds" for column in columns)
    labels = [i for i, column in enumerate(columns) if column.role in _LABELS]
    numbers: list[str] = []
    number_column = next((i for i, column in enumerate(columns) if column.role == "skip"), None)
    result = TableRuns(has_trials=any(column.role == "trial" for column in columns))
    for i, row in enumerate(table.rows):
        if any(is_statistic(row[k]) for k in labels):
            _keep_mean(result, columns, row, decimal)
            name = next(row[k] for k in labels if is_statistic(row[k]))
            result.remarks.append(f"Line {table.lines[i]} (“{name[:40]}”) sums up trials and is none.")
            continue
        row_place = f"{place}.rows[{i}]"
        reading = _Row(columns, row, decimal, row_place, load_columns)
        run = reading.run()
        result.problems += reading.problems
        if run is None:
            if not has_figures:
                continue  # the table lacks them, which is said once
            row_name = next((cell for cell in row if cell), f"row {i + 1}")
            message = f"“{row_name[:60]}” has neither req/s nor trials: left out"
            result.problems.append(ProblemItem(place=row_place, message=message, line=table.lines[i]))
            continue
        for factor, level in run.factors.items():
            result.factors.setdefault(factor, {}).setdefault(level, _level(factor, level))
        fallback_name = "" if result.has_trials or load_columns else f"row {len(result.runs) + 1}"
        run.variant = run.variant or cell_name(run.factors) or fallback_name
        result.runs.append(run)
        result.loads.setdefault(run.workload or "", load_of_cells(reading.load_cells()))
        numbers.append("" if number_column is None else row[number_column].strip(" .#"))
    set_parents(result.runs, numbers)
    if any(column.role == "seconds" for column in columns) and not _has_rates(columns):
        result.remarks.append("req/s are not printed: requests divided by the time taken.")
    return result


def _differing_loads(table: Table, columns: Sequence[Column]) -> set[str]:
    """Plain names of the columns that tell workloads apart: all but numbers that are the same everywhere."""
    return {
        plain_name(column.name)
        for i, column in enumerate(columns)
        if column.role == "workload"
        and (plain_name(column.name) not in LOAD_COLUMNS or len({row[i].strip() for row in table.rows}) > 1)
    }


def _has_rates(columns: Sequence[Column]) -> bool:
    return any(column.role in (_RATE, "trials") for column in columns)


def _keep_mean(result: TableRuns, columns: Sequence[Column], row: Sequence[str], decimal: Decimal) -> None:
    """Keep the printed mean of the rows above it."""
    if not any(plain_name(cell) in MEANS for cell in row) or not result.runs:
        return
    rate = dict(_Row(columns, row, decimal, "").figures()).get(_RATE)
    if rate is not None:
        result.means.setdefault(result.runs[-1].variant or "", rate)


def _level(factor: str, level: str) -> dict[str, str]:
    """What a level sets, where the factor's name is that of a knob."""
    return {factor: level} if as_knob(factor, level) else {}


class _Row:
    """One row under its columns; what cannot be read becomes a problem and is left out."""

    def __init__(
        self,
        columns: Sequence[Column],
        row: Sequence[str],
        decimal: Decimal,
        place: str,
        load_columns: Collection[str] = (),
    ) -> None:
        """`load_columns`: those that name its workload."""
        self.columns, self.row, self.where, self.load_columns = columns, row, place, load_columns
        self.decimal: Decimal = decimal
        self.problems: list[ProblemItem] = []

    def run(self) -> RunGuess | None:
        figures = dict(self.figures())
        trials = [value for column, text in self._cells("trials") for value in self._trials(column, text)]
        if not trials and _RATE not in figures:
            return None
        name = self._name()
        topology = TOPOLOGIES.get(self._text("topology").lower()) or topology_in(name or "")
        loads = [load_words(c, text) for c, text in self.load_cells() if c in self.load_columns]
        workload = " · ".join(loads)
        rate_trials = [TrialIn(figures={_RATE: value}) for value in trials]
        return RunGuess(
            variant=name,
            workload=workload[:80] or None,
            topology=topology,
            factors={c.name: text[:120] for c, text in self._cells("factor")},
            settings={c.name[:120]: text for c, text in self._cells("setting") if text},
            note=self._text("note") or None,
            trials=rate_trials or [TrialIn(figures=figures)],
            published=self._read_published(figures) if self._is_published() else None,
            place=self.where,
        )

    def load_cells(self) -> list[tuple[str, str]]:
        """(plain name of its column, text) of each cell that says the workload."""
        cells_of_load = self._cells("workload")
        return [(plain_name(c.name), text) for c, text in cells_of_load if not cells.is_absent(text)]

    def _name(self) -> str | None:
        text = " ".join(self._text("variant").strip("*").replace("`", "").split())
        name = self._text("topology") if cells.is_absent(text) else text
        return shorten_name(name, MAX_NAME) or None

    def _is_published(self) -> bool:
        """Whether the table says what its author computed: a delta, or a mean beside its trials."""
        roles = {column.role for column in self.columns}
        return "delta" in roles or ("trials" in roles and _RATE in roles)

    def _read_published(self, figures: dict[str, float]) -> PublishedIn:
        requests = figures.get("requests")
        return PublishedIn(
            requests=None if requests is None else round(requests),
            requests_per_s=figures.get(_RATE),
            latency_mean=figures.get("latency_mean"),
            delta=self._delta(),
            note=self._text("note") or None,
        )

    def _cells(self, role: str) -> Iterator[tuple[Column, str]]:
        return ((c, text.strip()) for c, text in zip(self.columns, self.row, strict=False) if c.role == role)

    def _text(self, role: str) -> str:
        text = next((text for _, text in self._cells(role)), "")
        return "" if role != "variant" and cells.is_absent(text) else text

    def figures(self) -> Iterator[tuple[str, float]]:
        """Metric → value of the cells; of req/s that are not printed, requests by the time taken."""
        figures = dict(self._printed_figures())
        yield from figures.items()
        for column, text in self._cells("seconds"):
            if _RATE in figures or not figures.get("requests"):
                continue
            try:
                if taken_s := cells.quantity(text, "s", self.decimal, column.unit or "s"):
                    yield _RATE, round(figures["requests"] / taken_s, 2)
            except ValueError as error:
                self._wrong(column, error)

    def _printed_figures(self) -> Iterator[tuple[str, float]]:
        for column, text in zip(self.columns, self.row, strict=False):
            if column.role not in METRICS or cells.is_absent(text):
                continue
            unit = METRICS[column.role].unit
            default = column.unit or ("ms" if unit == "s" else "")
            try:
                value = cells.quantity(text, unit, self.decimal, default)
                if value < 0:
                    raise ValueError(f"“{text[:40]}” is below zero")
                yield column.role, value
            except ValueError as error:
                self._wrong(column, error)

    def _trials(self, column: Column, text: str) -> list[float]:
        if cells.is_absent(text):
            return []
        try:
            unit = column.unit if cells.is_unit(column.unit) else ""  # “Run 1 (cold)”
            return cells.several(text, self.decimal, unit)
        except ValueError as error:
            self._wrong(column, error)
            return []

    def _delta(self) -> float | None:
        for column, text in self._cells("delta"):
            if not cells.is_absent(text):
                try:
                    return cells.change(text, self.decimal)
                except ValueError as error:
                    self._wrong(column, error)
        return None

    def _wrong(self, column: Column, error: ValueError) -> None:
        self.problems.append(ProblemItem(place=f"{self.where}.{column.name[:60]}", message=str(error)))


def set_parents(runs: Sequence[RunGuess], numbers: Sequence[str]) -> None:
    """Set the parents that rows name by the numbers of a column; rows without one follow the first of them.

    Nothing where no row names another one. `numbers`: for each run the cell that numbers its row.
    """
    by_number = {number: run for run, number in zip(runs, numbers, strict=True) if number}
    if len(by_number) < len(runs):
        return
    parents = [_parent(run, by_number) for run in runs]
    first = _root(runs, parents)
    if first is None:
        return
    for run, parent in zip(runs, parents, strict=True):
        if parent is not None:
            run.parent = parent.variant
        elif run is not first and run.topology == first.topology:
            run.parent = first.variant


def _parent(run: RunGuess, by_number: dict[str, RunGuess]) -> RunGuess | None:
    match = _REFERENCE.match(run.variant or "")
    parent = by_number.get(match[1]) if match else None
    return None if parent is run else parent


def _root(runs: Sequence[RunGuess], parents: Sequence[RunGuess | None]) -> RunGuess | None:
    """The run without a printed change, else the first that others follow; None where none names another."""
    if not any(parents):
        return None
    without = [run for run in runs if run.published and run.published.delta is None]
    return without[0] if len(without) == 1 else next(run for run in runs if run in parents)
