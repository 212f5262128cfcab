"""Tables of trials that Dynoboard exported, read back as the runs that they were. Pure."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.catalog.metrics import METRICS
from agents.catalog.tools import TOOLS
from agents.contract.states import TrialState
from backend.imports.conditions import TOPOLOGIES
from backend.imports.schemas import MAX_ROUND, Column, RunGuess, TrialIn, WorkloadGuess
from backend.imports.settings import as_knob
from backend.imports.table_runs import TableRuns
from backend.imports.tables import MAX_NAME, Table, shorten_name
from backend.imports.workloads import path_of
from backend.presentation import trial_columns
from backend.presentation.rendering import unescape_formula
from backend.presentation.words import plural

_ROLES = {"variant": "variant", "workload": "workload", "topology": "topology", "round": "trial"}
_KINDS = {"factor": "factor", "knob": "setting", "setting": "setting"}
_DURATION, _ALL = "duration [s]", "requests_planned"
_PROBES = ("connections", "rate")
"""What trials of one run have of their own while a ceiling is searched for."""
_Cells = Mapping[str, str]


def unescape(table: Table) -> Table:
    """The table with its cells as they were before the export made them safe for spreadsheets."""
    if not trial_columns.is_exported(table.heading):
        return table
    rows = [[unescape_formula(cell) for cell in row] for row in table.rows]
    return replace(table, heading=[unescape_formula(name) for name in table.heading], rows=rows)


def columns_of(table: Table) -> list[Column]:
    """Every column by its name: what a trial set and measured; the rest is left out."""
    return [_column(heading) for heading in table.heading]


def _column(heading: str) -> Column:
    kind, name = trial_columns.setting_of(heading)
    if kind:
        return Column(name=name, role=_KINDS[kind], unit="")
    metric = METRICS.get(heading.partition(" [")[0])
    if metric:
        return Column(name=heading, role=metric.name, unit="s" if metric.unit == "s" else "")
    return Column(name=heading, role=_ROLES.get(heading, "skip"), unit="")


def runs_of(table: Table, columns: Sequence[Column], place: str) -> TableRuns:
    """A run for each that the table names, of its trials that counted."""
    rows = [dict(zip(table.heading, row, strict=True)) for row in table.rows]
    probed_runs = _probed_runs(rows)
    result = TableRuns(has_trials=True)
    runs: dict[tuple[str, ...], RunGuess] = {}
    for i, (cells, row) in enumerate(zip(rows, table.rows, strict=True)):
        trial = _trial(cells, columns, row)
        if trial is None:
            continue
        load = _load(cells, cells["run_id"] in probed_runs)
        key = (cells["run_id"], load.name)
        if key in runs:
            runs[key].trials.append(trial)
            continue
        runs[key] = _run(cells, columns, row, load.name).model_copy(
            update={"trials": [trial], "place": f"{place}.rows[{i}]"}
        )
        result.loads.setdefault(load.name, load)
    positions = _positions(rows)
    result.runs = [runs[key] for key in sorted(runs, key=lambda key: positions[key[0]])]
    for run in result.runs:
        _keep_rounds(run)
        for factor, level in run.factors.items():
            knobs = {factor: level} if as_knob(factor, level) else {}
            result.factors.setdefault(factor, {}).setdefault(level, knobs)
    result.remarks = _remarks(rows)
    return result


def _positions(rows: Sequence[_Cells]) -> dict[str, int]:
    """Id of a run → its position in its experiment; in older exports that of its first row."""
    positions: dict[str, int] = {}
    for i, cells in enumerate(rows):
        position = _whole(cells.get(trial_columns.RUN_POSITION, ""))
        positions.setdefault(cells["run_id"], i if position is None else position)
    return positions


def _probed_runs(rows: Sequence[_Cells]) -> set[str]:
    """Ids of the runs whose trials differ in their load."""
    loads: dict[str, set[tuple[str, ...]]] = {}
    for cells in rows:
        loads.setdefault(cells["run_id"], set()).add(tuple(cells.get(name, "") for name in _PROBES))
    return {run_id for run_id, of_run in loads.items() if len(of_run) > 1}


def _run(cells: _Cells, columns: Sequence[Column], row: Sequence[str], workload: str) -> RunGuess:
    by_role: dict[str, dict[str, str]] = {"factor": {}, "setting": {}}
    for column, text in zip(columns, row, strict=True):
        if column.role in by_role and text:
            by_role[column.role][column.name[:MAX_NAME]] = text
    return RunGuess(
        variant=shorten_name(cells["variant"], MAX_NAME) or None,
        workload=workload,
        topology=TOPOLOGIES.get(cells["topology"], "proxied"),
        factors={name: text[:MAX_NAME] for name, text in by_role["factor"].items()},
        settings=by_role["setting"],
        baseline=cells["is_baseline"] == "true",
        control=cells["is_control"] == "true",
        trials=[TrialIn(figures={})],
        place="",
    )


def _trial(cells: _Cells, columns: Sequence[Column], row: Sequence[str]) -> TrialIn | None:
    """Its figures; None for one that did not count."""
    if cells["state"] != TrialState.DONE:
        return None
    values = ((column.role, _number(text)) for column, text in zip(columns, row, strict=True))
    figures = {name: value for name, value in values if name in METRICS and value is not None}
    number = _whole(cells["round"])
    is_round = number is not None and 1 <= number <= MAX_ROUND
    return TrialIn(figures=figures, round=number if is_round else None) if figures else None


def _keep_rounds(run: RunGuess) -> None:
    """Count the trials anew where one round has several of them, such as of a repeated baseline."""
    if any(count > 1 for count in Counter(trial.round for trial in run.trials).values()):
        run.trials = [trial.model_copy(update={"round": None}) for trial in run.trials]


def _load(cells: _Cells, is_probe: bool) -> WorkloadGuess:
    tool = TOOLS.get(cells.get("tool", ""))
    threads, path = _whole(cells.get("threads", "")), cells.get("path", "")
    probe = [f"{cells[name]} {name}" for name in _PROBES if is_probe and cells.get(name)]
    return WorkloadGuess(
        name=" · ".join([cells["workload"], *probe])[:80] or "default",
        tool=tool.name if tool else None,
        threads=min(threads, tool.threads.maximum) if threads and tool else threads,
        connections=_whole(cells.get("connections", "")),
        duration_s=_whole(cells.get(_DURATION, "")),
        requests=_whole(cells.get(_ALL, "")),
        rate=_whole(cells.get("rate", "")),
        keepalive={"true": True, "false": False}.get(cells.get("keepalive", "")),
        path=path_of(path) if path.startswith("/") else None,
    )


def _remarks(rows: Sequence[_Cells]) -> list[str]:
    """Sentences about what is left out, and what does not count again unless failures are allowed."""
    left_out = sum(cells["state"] != TrialState.DONE for cells in rows)
    failing = sum(
        cells["state"] == TrialState.DONE and bool(_number(cells.get("failed_requests", "")))
        for cells in rows
    )
    remarks = ["Exported by Dynoboard: read as the runs and rounds that it measured."]
    if left_out:
        remarks.append(f"Left out, as they did not count there: {plural(left_out, 'trial')}.")
    if failing:
        remarks.append(
            f"{plural(failing, 'trial')} counted although requests failed: allow such a share here too."
        )
    return remarks


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and 0 < len(text) < 10 else None
