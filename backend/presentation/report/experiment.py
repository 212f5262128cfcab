"""An experiment told as a write-up: what the API says of it in, a Report out. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agents.catalog.metrics import METRICS, Metric
from agents.contract.states import ExperimentState
from backend.analysis.calibration.schemas import CalibrationOut
from backend.analysis.delta_schemas import SpreadOut
from backend.analysis.schemas import DeltaRow, Headline, RunSummary, StepRow
from backend.definition.ceiling_rules import FAILING
from backend.experiments.schemas import ExperimentDetail
from backend.model_fields import copy_fields
from backend.presentation.report.bottlenecks import bottlenecks_of
from backend.presentation.report.environment import hosts_of
from backend.presentation.report.findings import findings_of, spread_findings
from backend.presentation.report.method import method_of
from backend.presentation.report.notes import notes_html
from backend.presentation.report.remarks import not_comparable, remarks_of
from backend.presentation.report.schemas import (
    Report,
    ReportChart,
    ReportFinding,
    ReportRow,
    ReportSource,
    ReportStep,
    ReportVariant,
)
from backend.presentation.report.settings_words import (
    PATHS,
    common_settings,
    load_words,
    settings_of,
    what_changes,
    what_is_set,
)
from backend.presentation.words import capital, join_words, plural, sentence
from backend.records.origin import Origin
from backend.records.trial_rows import TrialRow

CALIBRATION = "This is a calibration (A/A)."


@dataclass(frozen=True)
class ReportInputs:
    """Inputs of a report. `deltas` of the metric, `spreads` of run ids against their baseline.

    `calibration`: of one that has ended.
    """

    detail: ExperimentDetail
    metric: Metric
    deltas: Sequence[DeltaRow]
    trials: Sequence[TrialRow]
    facts: Mapping[str, Any] = field(default_factory=dict)
    tools: Sequence[str] = ()
    spreads: Mapping[str, SpreadOut] = field(default_factory=dict)
    steps: Sequence[StepRow] = ()
    source: str | None = None
    charts: Sequence[ReportChart] = ()
    calibration: CalibrationOut | None = None


def report_of(inputs: ReportInputs) -> Report:
    detail, metric = inputs.detail, inputs.metric
    is_imported = detail.origin == Origin.IMPORTED
    runs = [r for r in detail.run_list if not r.deleted]
    common = common_settings([r for r in runs if not r.is_control])
    return copy_fields(
        Report,
        detail,
        kind="experiment",
        path=f"/experiments/{detail.id}",
        title=detail.name,
        headline=headline_of(detail),
        trust=_trust(detail.headline) if detail.headline else "",
        settled=bool(detail.headline and detail.headline.settled),
        cause=detail.headline.cause if detail.headline else None,
        accounting=detail.headline.accounting if detail.headline else None,
        imported=is_imported,
        metric=metric,
        metrics=[name for name in METRICS if any(name in r.means for r in runs)],
        tested=list(_describe_test(detail, runs, common)),
        variants=[_variant(r, common) for r in runs],
        environment=hosts_of(inputs.facts, inputs.tools),
        environment_note=_environment_note(inputs, is_imported),
        method=method_of(detail, runs, inputs.deltas, metric, is_imported),
        min_effect=next((row.min_effect for row in inputs.deltas), None),
        a_title=None,
        b_title=None,
        rows=rows_of(detail, runs, inputs.deltas, metric, common),
        pairs=[],
        steps=_steps(inputs.steps, runs),
        findings=_findings(inputs, runs),
        spread=_spreads(inputs, runs),
        bottlenecks=bottlenecks_of(runs),
        differs=[],
        remarks=remarks_of(runs, inputs.trials, FAILING if detail.ceiling else frozenset()),
        not_comparable=not_comparable(detail, runs, is_imported),
        notes_html=notes_html(detail.notes),
        source=source_of(inputs.source or (detail.published.source if detail.published else None)),
        charts=list(inputs.charts),
    )


def headline_of(detail: ExperimentDetail) -> str:
    """What came out, in a sentence for each question; until the end what it is doing."""
    if detail.headline:
        return " ".join(detail.headline.lead)
    if not ExperimentState(detail.state).is_final and detail.progress:
        return f"{detail.state}: {detail.progress.step}"
    return str(detail.state)


def _trust(headline: Headline) -> str:
    """Trust as a sentence, and what would settle it, unless all has to be measured again."""
    return " ".join(filter(None, [headline.trust_words, "" if headline.is_untrusted else headline.settle]))


def _describe_test(
    detail: ExperimentDetail, runs: Sequence[RunSummary], common: Mapping[str, str]
) -> Iterator[str]:
    if detail.is_calibration:
        yield f"{CALIBRATION} All {len(runs)} runs are equal: what differs is the noise of the testbed."
    candidates = [r for r in runs if not r.is_baseline and not r.is_control and not detail.is_calibration]
    bases = list(dict.fromkeys(r.variant for r in runs if r.is_baseline))
    against = f" against the baseline “{bases[0]}”" if len(bases) == 1 else ""
    control = ", with a control" if any(r.is_control for r in runs) else ""
    if candidates:
        yield f"{capital(plural(len({r.variant for r in candidates}), 'variant'))}{against}{control}."
    if detail.factors:
        levels = [f"{factor} ({', '.join(levels)})" for factor, levels in detail.factors.items()]
        yield f"A grid of {join_words(levels)}."
    ends = {detail.ceiling.of: detail.ceiling.to} if detail.ceiling else {}
    loads = {
        (r.workload.name, load_words(r.workload, ends.get("connections"), ends.get("rate"))): None
        for r in runs
    }
    for name, words in loads:
        load_name = f" “{name}”" if len(loads) > 1 else ""
        yield f"Load{load_name}: {words}."
    paths = list(dict.fromkeys(r.topology for r in runs))
    if detail.origin != Origin.IMPORTED or len(paths) > 1:
        several = len(paths) > 1
        path_texts = [
            f"{path.replace('_', ' ')}: {PATHS[path]}" if several else PATHS[path] for path in paths
        ]
        yield sentence("; ".join(path_texts))
    if common:
        yield f"All of them set {join_words([f'{k} {v}'.strip() for k, v in common.items()], most=12)}."
    if detail.note:
        yield sentence(detail.note)


def _variant(run: RunSummary, common: Mapping[str, str]) -> ReportVariant:
    return ReportVariant(
        run_id=run.id,
        name=run.name,
        is_baseline=run.is_baseline,
        is_control=run.is_control,
        settings=settings_of(run, dict(common)),
        sentence=what_is_set(run, dict(common)),
    )


def rows_of(
    detail: ExperimentDetail,
    runs: Sequence[RunSummary],
    deltas: Sequence[DeltaRow],
    metric: Metric,
    common: Mapping[str, str],
) -> list[ReportRow]:
    """Baselines first, the others in the order of the plan."""
    by_run = {d.run_id: d for d in deltas}
    ceilings = {r.run_id: r for r in detail.ceiling.runs} if detail.ceiling else {}
    workloads = {r.workload.name for r in runs}
    by_role = sorted(runs, key=lambda r: not r.is_baseline)
    usual = next((r.topology for r in by_role), None)
    return [
        ReportRow(
            number=number,
            run_id=run.id,
            name=run.name,
            what=what_is_set(run, dict(common), usual),
            workload=run.workload.name if len(workloads) > 1 else "",
            is_baseline=run.is_baseline,
            is_control=run.is_control or (detail.is_calibration and not run.is_baseline),
            trials=run.trials_done,
            requests=run.means.get("requests"),
            requests_per_s=run.means.get("requests_per_s"),
            latency_mean=run.means.get("latency_mean"),
            value=run.means.get(metric.name),
            cv=run.cv.get(metric.name),
            delta=by_run.get(run.id),
            failure=run.failure.message if run.failure and not run.trials_done else None,
            clean=ceilings[run.id].clean if run.id in ceilings else None,
            failing=ceilings[run.id].failing if run.id in ceilings else None,
            clean_change=ceilings[run.id].change if run.id in ceilings else None,
        )
        for number, run in enumerate(by_role, start=1)
    ]


def _steps(steps: Sequence[StepRow], runs: Sequence[RunSummary]) -> list[ReportStep]:
    names = {run.id: run.name for run in runs}
    return [
        ReportStep(
            run_id=step.run_id,
            name=step.name,
            before=names.get(step.before_id, step.before),
            settings=what_changes(step.changed),
            delta=step,
        )
        for step in steps
    ]


def _environment_note(inputs: ReportInputs, is_imported: bool) -> str | None:
    if is_imported:
        return "Not known: the figures were imported."
    if not inputs.facts:
        return "Not known: nothing was recorded about the hosts."
    if inputs.detail.testbed is None:
        return "The testbed has been deleted since; this is what was recorded at launch."
    return None


def _findings(inputs: ReportInputs, runs: Sequence[RunSummary]) -> list[ReportFinding]:
    if inputs.detail.ceiling:
        return [
            ReportFinding(text=f"{run.name}: {run.sentence}.", run_id=run.run_id)
            for run in inputs.detail.ceiling.runs
        ]
    if inputs.detail.is_calibration:
        return [ReportFinding(text=text) for text in _noise(inputs.calibration)]
    controls = {r.id for r in runs if r.is_control}
    candidates = [(d.name, d.run_id, d) for d in inputs.deltas if d.run_id not in controls]
    return findings_of(candidates, inputs.metric)


def _noise(calibration: CalibrationOut | None) -> Iterator[str]:
    """Findings of a calibration: nothing about single runs, because equal ones cannot be better."""
    yield f"{CALIBRATION} Changes between its runs are what equal settings show here, and no results."
    if calibration:
        yield calibration.sentence
        if calibration.equals:
            yield calibration.equals.sentence
        yield from (
            *calibration.cautions,
            *(disturbance.sentence for disturbance in calibration.disturbances),
            *calibration.todo,
        )


def _spreads(inputs: ReportInputs, runs: Sequence[RunSummary]) -> list[ReportFinding]:
    if inputs.detail.is_calibration:
        return []
    names = {r.id: r.name for r in runs if not r.is_control}
    spreads = [(names[i], i, spread) for i, spread in inputs.spreads.items() if i in names]
    return spread_findings(spreads, "the baseline")


def source_of(text: str | None) -> ReportSource | None:
    """A source's first web address becomes its link."""
    if not text or not text.strip():
        return None
    url = next((w.strip("().,;") for w in text.split() if w.startswith(("http://", "https://"))), None)
    return ReportSource(text=text.strip(), url=url)
