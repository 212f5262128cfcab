"""Sentences on how an experiment was measured. Pure."""

from collections.abc import Iterator, Sequence

from agents.catalog.metrics import Metric
from agents.catalog.tools import TOOLS
from backend.analysis.schemas import DeltaRow, RunSummary
from backend.experiments.schemas import ExperimentDetail
from backend.presentation.figures import span, spread
from backend.presentation.report.findings import control_sentence
from backend.presentation.words import capital, plural, sentence, when
from backend.statistics.verdict import family_words

EXPLORATORY = (
    "{metric} is exploratory: the headline does not ask about it, so its verdicts count all such metrics."
)


def method_of(
    detail: ExperimentDetail,
    runs: Sequence[RunSummary],
    deltas: Sequence[DeltaRow],
    metric: Metric,
    is_imported: bool,
) -> list[str]:
    return [
        *(_describe_import(runs) if is_imported else _rounds(detail)),
        *_statistics(deltas, metric, detail.order == "interleaved" and not is_imported),
        *_latency(runs, metric),
        *([detail.servers.sentence] if detail.servers else []),
        *_control(runs, deltas, metric),
        *_end(detail),
        *_time(detail, is_imported),
    ]


def _describe_import(runs: Sequence[RunSummary]) -> Iterator[str]:
    counts = {r.trials_done for r in runs}
    many = plural(counts.pop(), "trial") if len(counts) == 1 else f"{min(counts)} to {max(counts)} trials"
    if runs:
        yield f"Imported, with {many} of each run; in which order they were measured is not known."


def _rounds(detail: ExperimentDetail) -> Iterator[str]:
    seed = f"seed {detail.seed}"
    if detail.kind == "ceiling":
        rate = detail.ceiling and detail.ceiling.of == "rate"
        within = f"with {limit}" if detail.ceiling and (limit := detail.ceiling.limit) else ""
        yield (
            f"Each run looked for the largest {'rate' if rate else 'number of connections'} "
            f"{within or 'without a failed request'}: upwards by "
            f"doubling, then by halving the gap between passing and failing{_width(detail)} ({seed})."
        )
    elif not detail.rounds:
        return
    elif detail.order == "interleaved":
        yield f"{plural(detail.rounds, 'round')}, each with one trial of every run in random order ({seed})."
        if detail.first_stage:
            yield detail.first_stage.sentence
    else:
        yield f"The runs were measured one after the other, {plural(detail.rounds, 'trial')} each ({seed})."


def _width(detail: ExperimentDetail) -> str:
    if not detail.ceiling:
        return ""
    confirmation = ", both sides of which were measured twice" if detail.ceiling.confirm else ""
    resolution = detail.ceiling.resolution
    width = f"{resolution} requests/s" if detail.ceiling.of == "rate" else plural(resolution, "connection")
    return f" to {width}{confirmation}"


def _statistics(deltas: Sequence[DeltaRow], metric: Metric, is_paired: bool) -> Iterator[str]:
    known_deltas = [d for d in deltas if d.low is not None]
    if not known_deltas:
        return
    values = "their differences" if metric.can_be_zero else "logarithms: changes are ratios"
    design = "paired by round" if is_paired else "compared by Welch's t"
    largest = max(known_deltas, key=lambda d: d.family)
    candidates = family_words(largest.family, largest.metrics)
    adjustment = f", adjusted for {candidates} by Holm's method" if largest.family > 1 else ""
    yield f"Trials are {design} on {values}; brackets are 95% intervals, verdicts are at 5%{adjustment}."
    if largest.exploratory:
        yield EXPLORATORY.format(metric=capital(metric.short))
    if not metric.can_be_zero:
        yield "From 8 trials on a sixth at either end does not enter the change; none is dropped."
        least = spread(known_deltas[0].min_effect)
        yield f"What matters here is {least}: a smaller change does not count as better or worse."


def _latency(runs: Sequence[RunSummary], metric: Metric) -> Iterator[str]:
    """Kind of latency, if the report is about latency."""
    kinds = {r.latency_kind for r in runs} - {"none"}
    if not metric.name.startswith("latency") or not kinds:
        return
    inventing = [t for t in dict.fromkeys(r.workload.tool for r in runs) if TOOLS[t].invents]
    tools = " or ".join(inventing)
    if kinds == {"measured"}:
        exception = f", without those that {tools} invents for slow ones" if inventing else ""
        yield f"Latency is that of every request as measured{exception}."
    elif kinds == {"printed"} and inventing:
        yield f"Latency is as {tools} prints it, with the requests that it invents for slow ones."
    elif kinds != {"printed"}:
        yield "Latency is as measured in some trials, as the tool printed it in others: compare with care."


def _control(runs: Sequence[RunSummary], deltas: Sequence[DeltaRow], metric: Metric) -> Iterator[str]:
    ids = {r.id for r in runs if r.is_control}
    for delta in deltas:
        if delta.run_id in ids:
            yield control_sentence(delta.name, delta, metric)
            if delta.control_alarm:
                yield delta.control_alarm


def _end(detail: ExperimentDetail) -> Iterator[str]:
    if detail.carried_over:
        yield detail.carried_over
    if end := detail.precision or detail.decision or detail.halving:
        yield sentence(end.sentence)
    if detail.state == "cancelled":
        yield "It was cancelled before its end: what is here was measured until then, and has no verdicts."
    elif detail.state == "failed":
        yield sentence(f"It failed: {detail.failure.message if detail.failure else 'no reason was given'}")
    elif detail.state != "finished":
        yield f"It is {detail.state}: the figures are not final, and have no verdicts yet."


def _time(detail: ExperimentDetail, is_imported: bool) -> Iterator[str]:
    if is_imported:
        yield f"Imported on {when(detail.created_at)}."
    elif detail.started_at and detail.finished_at:
        seconds = (detail.finished_at - detail.started_at).total_seconds()
        took = f", {span(seconds)}" if seconds >= 1 else ""
        yield f"Measured from {when(detail.started_at)}{took}."
