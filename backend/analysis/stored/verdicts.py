"""Deltas and steps of an ended experiment as they were given, in place of what this code makes of its trials.

Fields that were not stored, such as dots and what later code adds, are those of the row that was worked out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.schemas import DeltaRow, StepRow
from backend.records.experiments import Experiment
from backend.records.verdicts import stored_queries

_Row = TypeVar("_Row", DeltaRow, StepRow)
_Out = TypeVar("_Out", bound=DeltaOut)

_NOT_STORED = {"dots", "limited", "run_id", "name", "before_id", "before", "changed"}
"""Raw data, names, settings and bottlenecks, which are not judged."""


def to_stored(rows: Sequence[DeltaRow] | Sequence[StepRow]) -> dict[str, dict[str, Any]]:
    """Run id → what is stored of its row."""
    computed_fields = {"because", "changed_mean", "matters"}
    return {row.run_id: row.model_dump(mode="json", exclude=_NOT_STORED | computed_fields) for row in rows}


def as_given(row: _Out, stored_row: Mapping[str, Any] | None) -> _Out:
    """A row with the figures and the verdict that were stored of it."""
    if not stored_row:
        return row
    names = (stored_row.keys() & type(row).model_fields.keys()) - _NOT_STORED
    given_row = type(row).model_validate(row.model_dump(exclude={"dots", *names}) | dict(stored_row))
    return row.model_copy(update={name: getattr(given_row, name) for name in names})


def deltas_as_given(experiment: Experiment, metric: str, rows: list[DeltaRow]) -> list[DeltaRow]:
    return _rows_as_given(experiment, stored_queries.DELTAS, metric, rows)


def steps_as_given(experiment: Experiment, metric: str, rows: list[StepRow]) -> list[StepRow]:
    return _rows_as_given(experiment, stored_queries.STEPS, metric, rows)


def run_as_given(
    experiment: Experiment, run_id: str, by_metric: Mapping[str, DeltaOut]
) -> dict[str, DeltaOut]:
    """`by_metric` of one run."""
    rows_by_metric = stored_queries.rows_by_metric(experiment, stored_queries.DELTAS)
    return {name: as_given(out, rows_by_metric.get(name, {}).get(run_id)) for name, out in by_metric.items()}


def _rows_as_given(
    experiment: Experiment, part: stored_queries.Part, metric: str, rows: list[_Row]
) -> list[_Row]:
    stored_rows = stored_queries.rows_by_metric(experiment, part, metric).get(metric, {}) if rows else {}
    return [as_given(row, stored_rows.get(row.run_id)) for row in rows]
