"""What a set of texts holds, and the import that it suggests. Nothing is written. Pure."""

from collections.abc import Sequence

from agents.catalog.metrics import METRICS
from agents.catalog.reading.text import lines_of
from agents.parse import NotAReport
from agents.parse.parts import Part, parts
from backend.errors import Invalid
from backend.imports import (
    baselines,
    cells,
    columns,
    exported_trials,
    grouping,
    side_by_side,
    table_runs,
    table_sets,
    tables,
    transpose,
    trials,
    workloads,
)
from backend.imports.loads import loads_of
from backend.imports.schemas import (
    PreviewIn,
    PreviewOut,
    ReportOut,
    SettingOut,
    TableChoice,
    TableOut,
    TextRead,
    WorkloadGuess,
)
from backend.imports.settings import require_knob
from backend.imports.table_runs import TableRuns
from backend.imports.table_sets import ReadTable
from backend.imports.together import question
from backend.presentation.trial_columns import is_exported


def preview(body: PreviewIn) -> PreviewOut:
    texts: list[TextRead] = []
    reports: list[ReportOut] = []
    read_tables: list[ReadTable] = []
    for i, text in enumerate(body.texts):
        text_read, new_reports, new_tables = _text(i, text.name, text.text, body.tables.get(i))
        texts.append(text_read)
        reports += new_reports
        read_tables += new_tables
    good = [r for r in reports if r.problem is None]
    names = [t.name for t in body.texts]
    _warn_of_copies(good, names)
    stems = grouping.file_stems(names)
    loads = loads_of(good, [stems[report.text] for report in good])
    for number, remark in loads.remarks:
        texts[number].warnings.append(remark)
    open_question = question(good, names, loads, table_sets.named_twice(read_tables), body.together)
    together = open_question.chosen if open_question else "repeats"
    of_tables = table_sets.set_of(read_tables, together)
    runs = [*grouping.runs_of(good, names, loads, together), *of_tables.runs]
    factors = table_sets.without_uneven_factors(runs, of_tables.factors)
    problems = [problem for table in read_tables for problem in table.content.problems]
    return PreviewOut(
        texts=texts,
        reports=reports,
        workloads=_distinct([*loads.guesses, *of_tables.loads]) or [WorkloadGuess()],
        factors=factors,
        runs=runs,
        baseline=baselines.name_baselines(runs),
        question=open_question,
        problems=[*problems, *of_tables.problems],
    )


def _warn_of_copies(reports: Sequence[ReportOut], names: Sequence[str]) -> None:
    """Say which outputs have every figure of an earlier one: as trials they would feign certainty."""
    originals: dict[str, ReportOut] = {}
    for report in reports:
        original = originals.setdefault(f"{report.tool} {report.version} {report.figures}", report)
        if original is not report and report.figures.get("latency_mean") is not None:
            place = f"{names[original.text] or 'the text'}, line {original.first}"
            report.warnings.append(f"every figure is that of {place}: leave out what is only a copy")


def _distinct(loads: Sequence[WorkloadGuess]) -> list[WorkloadGuess]:
    """One load for each name; the first of it."""
    return list({load.name: load for load in reversed(loads)}.values())[::-1]


def _text(
    number: int, name: str, text: str, choices: dict[int, TableChoice] | None
) -> tuple[TextRead, list[ReportOut], list[ReadTable]]:
    """A text holds tables where it holds no report and has columns."""
    try:
        lines_of(text)
        text_parts = parts(text)
    except NotAReport as error:
        if choices is None and not _may_be_table(name, text):
            return TextRead(name=name, kind="nothing", problem=error.reason), [], []
        return _tables(number, name, text, choices or {}, error.reason)
    reports = [report_out(number, k, part) for k, part in enumerate(text_parts)]
    warnings = [f"line {part.first}: {part.problem}" for part in text_parts if part.problem]
    if "|" in text and (count := _count_tables(text)):
        warnings.append(f"{count} of its tables not read: the outputs have their figures.")
    return TextRead(name=name, kind="outputs", warnings=warnings), reports, []


def _count_tables(text: str) -> int:
    try:
        return len(tables.read(text))
    except tables.NotATable:
        return 0


def _may_be_table(name: str, text: str) -> bool:
    if name.lower().endswith((".csv", ".tsv", ".md")):
        return True
    try:
        return bool(tables.read(text))
    except tables.TooLarge:
        return True
    except tables.NotATable:
        return False


def _tables(
    number: int, name: str, text: str, choices: dict[int, TableChoice], no_report: str
) -> tuple[TextRead, list[ReportOut], list[ReadTable]]:
    try:
        lines = lines_of(text)  # binary or huge is neither
    except NotAReport as error:
        return TextRead(name=name, kind="nothing", problem=error.reason), [], []
    try:
        all_tables = [_one_row_each(table) for table in tables.read(text)]
    except tables.NotATable as error:
        problem = f"{error}. If it is the output of a tool: {no_report}"
        return TextRead(name=name, kind="nothing", problem=problem), [], []
    out = TextRead(name=name, kind="table")
    read_tables = []
    commands = workloads.commands_in(lines)
    for k, table in enumerate(all_tables):
        choice = choices.get(k, TableChoice())
        table_out, content = _table(table, choice, f"tables[{number}][{k}]", f"texts[{number}].tables[{k}]")
        several = f"Table {k + 1}: " if len(all_tables) > 1 else ""
        guesses = [*_units(table_out), *([] if choice.decimal else _decimal_guess(table_out))]
        remarks = [*table.remarks, *content.remarks, *guesses, *_nothing_in_it(table_out)]
        out.warnings += [several + remark for remark in ([] if choice.skip else remarks)]
        out.tables.append(table_out)
        load = workloads.load_above(commands, table.lines[0] - 1 if table.lines else 0)
        read_tables += [] if choice.skip else [ReadTable(name, table.headings, content, load)]
    return out, [], read_tables


def _one_row_each(table: tables.Table) -> tables.Table:
    if is_exported(table.heading):
        return exported_trials.unescape(table)
    return side_by_side.one_run_a_row(transpose.one_run_a_row(table))


def _table(table: tables.Table, choice: TableChoice, place: str, rows: str) -> tuple[TableOut, TableRuns]:
    chosen_columns = _chosen_columns(choice, table, place)
    if is_exported(table.heading):
        decimal = "."
        columns_read = chosen_columns or exported_trials.columns_of(table)
        content = exported_trials.runs_of(table, columns_read, rows)
    else:
        all_cells = [cell for row in table.rows for cell in row]
        decimal = choice.decimal or cells.decimal_of(all_cells, table.mark == ";")
        columns_read = chosen_columns or columns.recognise_columns(table, decimal)
        content = table_runs.runs_of(table, columns_read, decimal, rows)
    table_out = TableOut(
        headings=list(table.headings),
        columns=columns_read,
        rows=table.rows,
        lines=table.lines,
        decimal=decimal,
    )
    return table_out, content


def _chosen_columns(choice: TableChoice, table: tables.Table, table_place: str) -> list | None:
    if choice.columns is None:
        return None
    place = f"{table_place}.columns"
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


def _decimal_guess(table: TableOut) -> list[str]:
    """A sentence where no cell of a table tells whether 17.127 is 17 or 17 thousand."""
    if cells.proven_decimals(cell for row in table.rows for cell in row):
        return []
    places = [i for i, column in enumerate(table.columns) if column.role in ("trials", *METRICS)]
    text = next((row[i] for row in table.rows for i in places if cells.is_ambiguous(row[i])), None)
    if text is None or ("," in text and table.decimal == "."):
        return []
    value = cells.number(cells.plain(text), table.decimal)
    return [f"“{text}” is read as {value:g}: choose the other decimal mark if it is not."]


def _nothing_in_it(table: TableOut) -> list[str]:
    roles = {column.role for column in table.columns}
    if roles & {"requests_per_s", "trials"} or {"seconds", "requests"} <= roles:
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


def settings_out(settings: dict[str, str]) -> list[SettingOut]:
    return [_setting_out(name, text) for name, text in settings.items()]


def _setting_out(name: str, text: str) -> SettingOut:
    try:
        knob, value = require_knob(name, text)
    except ValueError as error:
        return SettingOut(name=name, text=text, knob=None, value=None, problem=str(error))
    return SettingOut(name=name, text=text, knob=knob, value=value)
