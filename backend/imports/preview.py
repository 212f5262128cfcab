"""What a set of texts holds, and the import that it suggests. Nothing is written. Pure."""

from collections.abc import Sequence

from agents.catalog.reading.text import lines_of
from agents.parse import NotAReport
from agents.parse.parts import Part, parts
from backend.errors import Invalid, ProblemItem
from backend.imports import (
    cells,
    columns,
    grouping,
    repeats,
    side_by_side,
    table_runs,
    tables,
    trials,
    workloads,
)
from backend.imports.loads import loads_of
from backend.imports.preview_schemas import (
    PreviewIn,
    PreviewOut,
    ReportOut,
    RunGuess,
    SettingOut,
    TableChoice,
    TableOut,
    TextRead,
    WorkloadGuess,
)
from backend.imports.settings import as_knob
from backend.imports.table_runs import TableRuns
from backend.imports.together import question

_BASELINE_NAMES = ("baseline", "default", "defaults", "before", "original")


def preview(body: PreviewIn) -> PreviewOut:
    texts: list[TextRead] = []
    reports: list[ReportOut] = []
    of_tables: list[TableRuns] = []
    for i, text in enumerate(body.texts):
        text_read, new_reports, rows = _text(i, text.name, text.text, body.tables.get(i))
        texts.append(text_read)
        reports += new_reports
        of_tables += [rows] if rows is not None else []
    good = [r for r in reports if r.problem is None]
    names = [t.name for t in body.texts]
    stems = grouping.file_stems(names)
    loads = loads_of(good, [stems[report.text] for report in good])
    for number, remark in loads.remarks:
        texts[number].warnings.append(remark)
    twice = [name for of_table in of_tables for name in repeats.named_twice(of_table.runs)]
    open_question = question(good, names, loads, twice, body.together)
    together = open_question.chosen if open_question else "repeats"
    runs = grouping.runs_of(good, names, loads, together)
    problems: list[ProblemItem] = []
    factors: dict[str, dict[str, dict[str, str]]] = {}
    for of_table in of_tables:
        own_runs, left_out = repeats.join_repeats(of_table.runs, together)
        runs += own_runs
        problems += [*of_table.problems, *left_out]
        for factor, levels in of_table.factors.items():
            factors[factor] = factors.get(factor, {}) | levels
    return PreviewOut(
        texts=texts,
        reports=reports,
        workloads=_workloads(loads.guesses, runs),
        factors=factors,
        runs=runs,
        baseline=_baseline(runs),
        question=open_question,
        problems=problems,
    )


def _text(
    number: int, name: str, text: str, choice: TableChoice | None
) -> tuple[TextRead, list[ReportOut], TableRuns | None]:
    """A text is a table where it holds no report and has columns."""
    try:
        lines_of(text)
        text_parts = parts(text)
    except NotAReport as error:
        if choice is None and not _may_be_table(name, text):
            return TextRead(name=name, kind="nothing", problem=error.reason), [], None
        return _table(number, name, text, choice or TableChoice(), error.reason)
    reports = [report_out(number, k, part) for k, part in enumerate(text_parts)]
    warnings = [f"line {part.first}: {part.problem}" for part in text_parts if part.problem]
    return TextRead(name=name, kind="outputs", warnings=warnings), reports, None


def _may_be_table(name: str, text: str) -> bool:
    if name.lower().endswith((".csv", ".tsv", ".md")):
        return True
    try:
        return bool(tables.read(text))
    except tables.NotATable:
        return False


def _table(
    number: int, name: str, text: str, choice: TableChoice, no_report: str
) -> tuple[TextRead, list[ReportOut], TableRuns | None]:
    try:
        lines_of(text)  # binary or huge is neither
    except NotAReport as error:
        return TextRead(name=name, kind="nothing", problem=error.reason), [], None
    try:
        table = side_by_side.one_run_a_row(tables.read(text))
    except tables.NotATable as error:
        problem = f"{error}. If it is the output of a tool: {no_report}"
        return TextRead(name=name, kind="nothing", problem=problem), [], None
    decimal = choice.decimal or cells.decimal_of(cell for row in table.rows for cell in row)
    columns_read = _chosen_columns(choice, table, number) or columns.recognise_columns(table, decimal)
    runs = table_runs.runs_of(table, columns_read, decimal, f"texts[{number}]")
    out = TableOut(columns=columns_read, rows=table.rows, lines=table.lines, decimal=decimal)
    warnings = [*table.remarks, *_units(out), *_nothing_in_it(out)]
    return TextRead(name=name, kind="table", warnings=warnings, table=out), [], runs


def _chosen_columns(choice: TableChoice, table: tables.Table, number: int) -> list | None:
    if choice.columns is None:
        return None
    place = f"tables[{number}].columns"
    if len(choice.columns) != len(table.heading):
        message = f"the table has {len(table.heading)} columns, and {len(choice.columns)} were given"
        raise Invalid.at(place, message)
    for i, column in enumerate(choice.columns):
        if column.role not in columns.ROLES:
            message = f"a column cannot be “{column.role[:40]}”; it can be {', '.join(columns.ROLES)}"
            raise Invalid.at(f"{place}[{i}].role", message)
    return choice.columns


def _units(table: TableOut) -> list[str]:
    """Times without a unit are milliseconds, as tools and write-ups print them: reported as a guess."""
    out = []
    for i, column in enumerate(table.columns):
        if not column.role.startswith("latency") or column.unit:
            continue
        values = [row[i] for row in table.rows if not cells.is_absent(row[i])]
        if any(cells.plain(value)[-1:].isdigit() for value in values):
            message = "names no unit: read as milliseconds; choose another if it is not"
            out.append(f"“{column.name}” {message}.")
    return out


def _nothing_in_it(table: TableOut) -> list[str]:
    roles = {column.role for column in table.columns}
    if roles & {"requests_per_s", "trials"}:
        return []
    return ["No column is read as req/s or as trials: choose which one holds them."]


def report_out(text: int, number: int, part: Part) -> ReportOut:
    report = part.report
    guess = workloads.workload_of(part, report) if report else WorkloadGuess()
    fits = workloads.fitting(guess)
    trial = trials.of_part(part, report, fits, 0.0) if report else None
    return ReportOut(
        text=text,
        report=number,
        first=part.first,
        last=part.last,
        tool=part.tool,
        version=report.version if report else None,
        command=part.command,
        headings=list(part.headings),
        url=report.url if report else None,
        workload=guess,
        document_length=(report.document_length or None) if report else None,
        figures=trial.figures if trial else {},
        failures=report.failures_summary() if report else "",
        invalid=[f.message for f in trial.findings if f.level == "invalid"] if trial else [],
        allow=trials.allowance(part, report, fits) if report and trial and trial.is_invalid else None,
        warnings=trial.warnings if trial else [],
        problem=part.problem,
    )


def _workloads(loads: list[WorkloadGuess], runs: Sequence[RunGuess]) -> list[WorkloadGuess]:
    """Those of the reports, and one by name for each that a table names."""
    load_names = {w.name for w in loads}
    other_names = dict.fromkeys(r.workload for r in runs if r.workload and r.workload not in load_names)
    more = [WorkloadGuess(name=name) for name in other_names]
    return [*loads, *more] or [WorkloadGuess()]


def _baseline(runs: Sequence[RunGuess]) -> str | None:
    """The row without a printed change, if others have one; else one that is called so; else the first."""
    with_delta = [(run, run.published.delta) for run in runs if run.published]
    without = [run for run, delta in with_delta if delta is None]
    if len(without) == 1 and len(with_delta) > 1:
        return without[0].variant
    names = [run.variant or "" for run in runs]
    name = next((n for n in names if n.lower() in _BASELINE_NAMES), None)
    return name or next(iter(names), None)


def settings_out(settings: dict[str, str]) -> list[SettingOut]:
    out = []
    for name, text in settings.items():
        knob = as_knob(name, text)
        out.append(
            SettingOut(name=name, text=text, knob=knob[0] if knob else None, value=knob[1] if knob else None)
        )
    return out
