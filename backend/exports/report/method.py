"""How an experiment was measured, in sentences. Pure."""

from collections.abc import Iterator, Sequence

from agents.contract.metrics import Metric
from backend.experiments.results.schemas import DeltaRow, RunSummary
from backend.experiments.schemas import ExperimentDetail
from backend.exports.report.findings import control_sentence
from backend.words import percent, plural, sentence, span, when


def method_of(
    detail: ExperimentDetail,
    shown: Sequence[RunSummary],
    deltas: Sequence[DeltaRow],
    metric: Metric,
    imported: bool,
) -> list[str]:
    return [
        *(_imported(shown) if imported else _rounds(detail)),
        *_statistics(deltas, metric, detail.order == "interleaved" and not imported),
        *_control(shown, deltas, metric),
        *_end(detail),
        *_time(detail, imported),
    ]


def _imported(shown: Sequence[RunSummary]) -> Iterator[str]:
    counts = {r.trials_done for r in shown}
    many = plural(counts.pop(), "trial") if len(counts) == 1 else f"{min(counts)} to {max(counts)} trials"
    if shown:
        yield f"Imported, with {many} of each run; in which order they were measured is not known."


def _rounds(detail: ExperimentDetail) -> Iterator[str]:
    seed = f"seed {detail.seed}"
    if detail.kind == "ceiling":
        yield (
            "Each run looked for the largest number of connections without a failed request: upwards by "
            f"doubling, then by halving the bracket{_width(detail)} ({seed})."
        )
    elif not detail.rounds:
        return
    elif detail.order == "interleaved":
        yield f"{plural(detail.rounds, 'round')}, each with one trial of every run in random order ({seed})."
    else:
        yield f"The runs were measured one after the other, {plural(detail.rounds, 'trial')} each ({seed})."


def _width(detail: ExperimentDetail) -> str:
    if not detail.ceiling:
        return ""
    confirmed = ", both sides of which were measured twice" if detail.ceiling.confirm else ""
    return f" to {plural(detail.ceiling.resolution, 'connection')}{confirmed}"


def _statistics(deltas: Sequence[DeltaRow], metric: Metric, paired: bool) -> Iterator[str]:
    known = [d for d in deltas if d.low is not None]
    if not known:
        return
    values = "their differences" if metric.can_be_zero else "logarithms, so that changes are ratios"
    how = "paired by round" if paired else "compared by Welch's t"
    adjusted = ", adjusted for several candidates by Holm's method" if len(known) > 1 else ""
    yield f"Trials are {how} on {values}; brackets are 95% intervals, verdicts are at 5%{adjusted}."
    least = max(d.margin for d in known)
    if not metric.can_be_zero and least > 0:
        yield f"A change smaller than {percent(least, sign=False)} does not count as better or worse."


def _control(shown: Sequence[RunSummary], deltas: Sequence[DeltaRow], metric: Metric) -> Iterator[str]:
    ids = {r.id for r in shown if r.is_control}
    for delta in deltas:
        if delta.run_id in ids:
            yield control_sentence(delta.name, delta, delta.noise_floor, metric)
            if delta.control_alarm:
                yield delta.control_alarm


def _end(detail: ExperimentDetail) -> Iterator[str]:
    if detail.precision:
        yield sentence(detail.precision.sentence)
    if detail.state == "cancelled":
        yield "It was cancelled before its end; what is here was measured until then."
    elif detail.state == "failed":
        yield sentence(f"It failed: {detail.failure.message if detail.failure else 'no reason was given'}")
    elif detail.state != "finished":
        yield f"It is {detail.state}: the figures are not final."


def _time(detail: ExperimentDetail, imported: bool) -> Iterator[str]:
    if imported:
        yield f"Imported on {when(detail.created_at)}."
    elif detail.started_at and detail.finished_at:
        seconds = (detail.finished_at - detail.started_at).total_seconds()
        took = f", {span(seconds)}" if seconds >= 1 else ""
        yield f"Measured from {when(detail.started_at)}{took}."
