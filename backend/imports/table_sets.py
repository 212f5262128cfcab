"""The tables of all texts as runs of one experiment, each compared within itself. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from backend.definition.variants import cell_name
from backend.errors import ProblemItem
from backend.imports import repeats
from backend.imports.grouping import PASTED, file_stem
from backend.imports.heading_names import told_apart
from backend.imports.schemas import PublishedIn, RunGuess, Together, WorkloadGuess
from backend.imports.table_runs import TableRuns

Factors = dict[str, dict[str, dict[str, str]]]


@dataclass(frozen=True)
class ReadTable:
    """A table of a text: its runs, the headings over it, and the load that the text names for it."""

    text: str
    headings: Sequence[str]
    content: TableRuns
    load: WorkloadGuess


@dataclass
class TableSet:
    runs: list[RunGuess] = field(default_factory=list)
    loads: list[WorkloadGuess] = field(default_factory=list)
    factors: Factors = field(default_factory=dict)
    problems: list[ProblemItem] = field(default_factory=list)


def named_twice(tables: Sequence[ReadTable]) -> list[str]:
    """Names of several rows that may be trials or variants: not where a column numbers trials."""
    asked_about = [table.content.runs for table in tables if not table.content.has_trials]
    return [name for runs in asked_about for name in repeats.named_twice(runs)]


def set_of(tables: Sequence[ReadTable], together: Together) -> TableSet:
    """The runs of all tables that have some, with the loads that they were measured under."""
    result = TableSet()
    tables_with_runs = [table for table in tables if table.content.runs]
    several_texts = len({table.text for table in tables_with_runs}) > 1
    paths = told_apart(
        [[*([file_stem(table.text)] if several_texts else []), *table.headings] for table in tables_with_runs]
    )
    load_names: list[str] = []
    for number, (table, path) in enumerate(zip(tables_with_runs, paths, strict=True), start=1):
        runs, problems = repeats.join_repeats(
            table.content.runs, "repeats" if table.content.has_trials else together
        )
        result.problems += problems
        is_alone = len(tables_with_runs) == 1
        load_name = _name_load(runs, path, number, is_alone)
        loads: dict[str | None, WorkloadGuess] = {}
        for run in runs:
            load = table.content.loads.get(run.workload or "", WorkloadGuess())
            run.variant = run.variant or (path[-1] if path else _table_name(table.text, number))
            _keep_mean(run, table.content.means)
            if not is_alone:
                run.workload = " · ".join(filter(None, (load_name, run.workload)))[:80] or None
            loads.setdefault(run.workload, load)
        for name in dict.fromkeys(run.workload for run in runs):
            if name is None or name not in load_names:
                load_names += [name] if name else []
                fields = loads[name].model_dump(exclude_none=True) | {"name": name or "default"}
                result.loads.append(table.load.model_copy(update=fields))
        result.runs += runs
        for factor, levels in table.content.factors.items():
            result.factors[factor] = result.factors.get(factor, {}) | levels
    _tell_apart(result.runs)
    return result


def without_uneven_factors(runs: Sequence[RunGuess], factors: Factors) -> Factors:
    """The factors where every run has all of them; else they become settings, and none is left."""
    if all(set(run.factors) == set(factors) for run in runs):
        return factors
    for run in runs:
        run.variant = run.variant or cell_name(run.factors)
        run.settings = run.factors | run.settings
        run.factors = {}
    return {}


def _name_load(runs: Sequence[RunGuess], path: Sequence[str], number: int, is_alone: bool) -> str:
    """The headings over a table name its load; over runs without a name the last one names the variant."""
    if is_alone:
        return ""
    if not any(run.variant for run in runs):
        return " · ".join(path[:-1])
    return " · ".join(path) or f"table {number}"


def _table_name(text: str, number: int) -> str:
    return f"table {number}" if text == PASTED else file_stem(text)


def _keep_mean(run: RunGuess, means: dict[str, float]) -> None:
    rate = means.get(run.variant or "", means.get(""))
    if rate is not None and len(run.trials) > 1 and run.published is None:
        run.published = PublishedIn(requests_per_s=rate)


def _tell_apart(runs: Sequence[RunGuess]) -> None:
    """Number names that several rows have under one load, and keep parents that are still there."""
    counts: dict[tuple[str | None, str | None], int] = {}
    for run in runs:
        key = (run.variant, run.workload)
        counts[key] = counts.get(key, 0) + 1
        if counts[key] > 1:
            run.variant = f"{run.variant} ({counts[key]})"
    names = {(run.variant, run.workload) for run in runs}
    for run in runs:
        if run.parent == run.variant or (run.parent, run.workload) not in names:
            run.parent = None
