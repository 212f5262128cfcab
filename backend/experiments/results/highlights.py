"""The best run of a workload, its noise floor, and the alarm that its control raises. Pure."""

from collections.abc import Collection, Iterable, Sequence

from agents.contract.metrics import Metric
from backend.experiments.results.delta_schemas import DeltaOut
from backend.experiments.results.schemas import DeltaRow
from backend.statistics import delta as statistics
from backend.words import change_text

WIDEST = 9.99
"""A noise floor beyond ±999% comes from two rounds that say nothing yet."""


def highlighted(rows: Sequence[DeltaRow], control_id: str | None, metric: Metric) -> list[DeltaRow]:
    """The rows of one workload with `is_best`, `noise_floor` and `control_alarm` filled in."""
    control = next((row for row in rows if row.run_id == control_id), None)
    best = best_of(rows, {control_id} if control_id else ())
    floor = noise_floor(control, metric)
    alarm = control_alarm(control, metric)
    return [
        row.model_copy(update={"is_best": row is best, "noise_floor": floor, "control_alarm": alarm})
        for row in rows
    ]


def best_of(rows: Iterable[DeltaRow], control_ids: Collection[str]) -> DeltaRow | None:
    """The largest improvement; without one the largest change, whatever its verdict. Controls never count."""
    known = [row for row in rows if row.run_id not in control_ids and _change(row) is not None]
    better = [row for row in known if row.verdict == "better"]
    return max(better or known, key=lambda row: abs(_change(row) or 0.0), default=None)


def noise_floor(control: statistics.Compared | None, metric: Metric) -> float | None:
    """The smallest change that counts beside this control, as a ratio (0.045 = ±4.5%) or in the metric's unit
    where it can be zero; None without a control, without an interval, and while the interval is too wide."""
    floor = None if control is None else measured_margin(control, metric)
    return None if floor is None or (floor > WIDEST and not metric.can_be_zero) else floor


def measured_margin(control: statistics.Compared, metric: Metric) -> float | None:
    """Half of the control's interval, and no less than the smallest margin that verdicts use."""
    half = statistics.noise_floor(control)
    return None if half is None else max(half, least_margin(metric))


def least_margin(metric: Metric) -> float:
    return 0.0 if metric.can_be_zero else statistics.LEAST_MARGIN


def control_alarm(control: DeltaOut | None, metric: Metric) -> str | None:
    """A sentence if the control, which is equal to the baseline, was called different from it."""
    if control is None or control.verdict not in ("better", "worse"):
        return None
    change = change_text(control.change, control.difference, metric)
    return (
        f"The control, a second copy of the baseline, came out {control.verdict} ({change}): something other "
        "than the settings differed. Measure again with more rounds or on quieter hosts before you rely on "
        "these verdicts."
    )


def _change(row: DeltaRow) -> float | None:
    return row.change if row.change is not None else row.difference
