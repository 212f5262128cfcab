"""The best run of a workload, and the alarm that its control raises. Pure."""

from collections.abc import Collection, Iterable, Sequence

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.schemas import DeltaRow
from backend.statistics import delta as statistics


def highlight_rows(
    rows: Sequence[DeltaRow], control_id: str | None, metric: Metric, rules: int
) -> list[DeltaRow]:
    """The rows of one workload with `is_best` and `control_alarm` filled in."""
    control = next((row for row in rows if row.run_id == control_id), None)
    best = best_of(rows, {control_id} if control_id else ())
    alarm = control_alarm(control, metric, rules)
    return [row.model_copy(update={"is_best": row is best, "control_alarm": alarm}) for row in rows]


def best_of(rows: Iterable[DeltaRow], control_ids: Collection[str]) -> DeltaRow | None:
    """The largest improvement; without one the largest loss that is settled, and without that the largest
    change. Controls never count, nor do eliminated runs, context or runs that set what the baseline sets."""
    candidates = [
        row
        for row in rows
        if row.run_id not in control_ids
        and not (row.is_eliminated or row.is_context or row.equal_settings)
        and _change(row) is not None
    ]
    by_verdict = ([row for row in candidates if row.verdict == verdict] for verdict in ("better", "worse"))
    return max(
        next(filter(None, by_verdict), candidates), key=lambda row: abs(_change(row) or 0.0), default=None
    )


def control_alarm(control: DeltaOut | None, metric: Metric, rules: int) -> str | None:
    """A sentence if the control, which is equal to the baseline, came out different from it."""
    if control is None or control.interim or not statistics.is_alarming(control, rules):
        return None
    change = control.shown(metric)
    return (
        f"The control, a second copy of the baseline, came out {_word(control)} ({change}): something other "
        "than the settings differed, so nothing beside it has a verdict. Measure again with fresh servers, "
        "with more rounds or on quieter hosts."
    )


def _word(control: DeltaOut) -> str:
    return control.verdict if control.verdict in ("better", "worse") else "different"


def _change(row: DeltaRow) -> float | None:
    return row.change if row.change is not None else row.difference
