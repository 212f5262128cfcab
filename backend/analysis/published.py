"""A write-up's own figures beside ours: its means, deltas from its own trials, and its arithmetic."""

from collections.abc import Mapping, Sequence
from typing import Any

from agents.catalog.metrics import METRICS
from backend.analysis.published_arithmetic import PrintedRow, remarks
from backend.analysis.schemas import PrintedFunction, Published, PublishedRow
from backend.analysis.trial_values import delta_out
from backend.definition.variants import cell_name, cells_of
from backend.records.runs import Run
from backend.statistics.delta import Delta, deltas
from backend.statistics.pairing import TrialValues
from backend.statistics.spread import spread

METRIC = METRICS["requests_per_s"]
_FUNCTION: dict[str, Any] = {"function": None, "variant": None}


def read_published(definition: Mapping[str, Any], runs: Sequence[Run], rules: int) -> Published | None:
    """The rows of a write-up, each with our run of the same variant; None where nothing is quoted.

    Where a row has the trials behind its mean, they are compared with the published baseline's by Welch's t:
    nobody says that a write-up's trials took turns.
    """
    section = definition.get("published")
    if not section:
        return None
    rows = section.get("rows", [])
    baselines = _baselines(rows, definition, runs)
    deltas_by_row = {i: d for base in baselines for i, d in _own_deltas(rows, base, rules).items()}
    run_ids = _run_ids(runs)
    places = _places(definition)
    return Published(
        source=section["source"],
        note=section.get("note"),
        rows=[
            _row(
                row,
                run_ids.get((row["variant"], row.get("workload"))),
                places.get(row["variant"]),
                deltas_by_row.get(i),
            )
            for i, row in enumerate(rows)
        ],
        functions=[PrintedFunction(**_FUNCTION | function) for function in section.get("functions", ())],
        remarks=_remarks(rows, baselines),
    )


def _run_ids(runs: Sequence[Run]) -> dict[tuple[str, str | None], str]:
    """(variant, workload) → run id; without a workload the first one that was measured."""
    run_ids: dict[tuple[str, str | None], str] = {}
    for run in runs:
        if run.deleted_at is None and not run.is_control:
            run_ids.setdefault((run.variant, None), run.id)
            run_ids[run.variant, run.workload["name"]] = run.id
    return run_ids


def _places(definition: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Name of a grid's cell → its levels, also of cells that were not measured."""
    factors: Mapping[str, Mapping[str, Any]] = definition.get("factors") or {}
    return {cell_name(cell): cell for cell in cells_of(factors)}


def _baselines(
    rows: Sequence[Mapping[str, Any]], definition: Mapping[str, Any], runs: Sequence[Run]
) -> list[int]:
    """For each workload the first row of its baseline; of the definition's where nothing was planned."""
    names = {(run.variant, name) for run in runs if run.is_baseline for name in (run.workload["name"], None)}
    if not runs:
        baseline = definition.get("baseline")
        variant = cell_name(baseline) if isinstance(baseline, dict) else baseline
        names = {(variant, row.get("workload")) for row in rows}
    first: dict[str | None, int] = {}
    for i, row in enumerate(rows):
        if (row["variant"], row.get("workload")) in names:
            first.setdefault(row.get("workload"), i)
    return list(first.values())


def _remarks(rows: Sequence[Mapping[str, Any]], baselines: Sequence[int]) -> list[str]:
    """Arithmetic that does not follow, workload by workload where several have a baseline of their own."""
    base_of = {rows[i].get("workload"): _printed_row(rows[i]) for i in baselines}
    if len(base_of) < 2:
        base = next(iter(base_of.values()), None)
        return remarks([_printed_row(row) for row in rows], base)
    out = []
    for workload in dict.fromkeys(row.get("workload") for row in rows):
        own_rows = [_printed_row(row) for row in rows if row.get("workload") == workload]
        out += [f"{workload}: {remark}" for remark in remarks(own_rows, base_of.get(workload))]
    return out


def _own_deltas(rows: Sequence[Mapping[str, Any]], base: int, rules: int) -> dict[int, Delta]:
    """Position → delta from the row's own trials, for rows under the baseline's workload."""
    if not rows[base].get("trials"):
        return {}
    peers = [i for i, r in enumerate(rows) if r.get("workload") == rows[base].get("workload")]
    candidates = [i for i in peers if i != base and rows[i].get("trials")]
    results = deltas(
        _values(rows[base]),
        [_values(rows[i]) for i in candidates],
        direction=METRIC.direction,
        is_interleaved=False,
        rules=rules,
    )
    return dict(zip(candidates, results, strict=True))


def _values(row: Mapping[str, Any]) -> TrialValues:
    return list(enumerate(row["trials"], start=1))


def _printed_row(row: Mapping[str, Any]) -> PrintedRow:
    return PrintedRow(
        row["variant"], row.get("requests_per_s"), row.get("delta"), tuple(row.get("trials") or ())
    )


def _row(
    row: Mapping[str, Any], run_id: str | None, levels: dict[str, str] | None, delta: Delta | None
) -> PublishedRow:
    row_spread = spread(_values(row)) if row.get("trials") else None
    return PublishedRow(
        variant=row["variant"],
        workload=row.get("workload"),
        factors=levels,
        run_id=run_id,
        connections=row.get("connections"),
        requests=row.get("requests"),
        requests_per_s=row.get("requests_per_s"),
        latency_mean=row.get("latency_mean"),
        change=row.get("delta"),
        trials=row.get("trials") or [],
        mean=row_spread.mean if row_spread else None,
        cv=row_spread.cv if row_spread else None,
        delta=delta_out(delta) if delta else None,
        note=row.get("note"),
    )
