"""A comparison as a write-up. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from backend.comparisons.schemas import ComparedRun, CompareOut, Difference
from backend.presentation.report.findings import delta_sentence, findings_of, spread_findings
from backend.presentation.report.notes import notes_html
from backend.presentation.report.schemas import (
    Report,
    ReportChart,
    ReportFinding,
    ReportHost,
    ReportPair,
    ReportVariant,
)
from backend.presentation.report.settings_words import load_words, short_knob, value_text
from backend.presentation.words import join_words, plural, sentence


def comparison_report(
    comparison: CompareOut,
    path: str,
    hosts: Sequence[ReportHost] = (),
    charts: Sequence[ReportChart] = (),
    *,
    id: str | None = None,
    name: str | None = None,
    notes: str = "",
    created_at: datetime | None = None,
    is_imported: bool = False,
) -> Report:
    """`imported`: nothing is known of the hosts of any side."""
    metric = comparison.metric
    return Report(
        kind="comparison",
        id=id,
        path=path,
        title=name or comparison.title,
        headline=comparison.headline,
        settled=comparison.settled,
        is_untrusted=comparison.is_untrusted,
        state="finished",
        imported=is_imported,
        description=comparison.title if name and name != comparison.title else None,
        tags=[],
        created_at=created_at,
        started_at=None,
        finished_at=None,
        metric=metric,
        metrics=[row.metric.name for row in comparison.overall],
        tested=list(_describe_test(comparison)),
        variants=_variants(comparison),
        environment=list(hosts),
        environment_note="Not known: the figures were imported." if is_imported and not hosts else None,
        method=list(_method(comparison)),
        min_effect=next((p.delta.min_effect for p in comparison.pairs), None),
        a_title=comparison.a_title,
        b_title=comparison.b_title,
        rows=[],
        pairs=[
            ReportPair(
                label=pair.label,
                a_run_id=pair.a.id,
                b_run_id=pair.b.id,
                a_value=pair.a.mean,
                b_value=pair.b.mean,
                a_cv=pair.a.cv,
                b_cv=pair.b.cv,
                delta=pair.delta,
            )
            for pair in comparison.pairs
        ],
        findings=_findings(comparison),
        spread=_spreads(comparison),
        differs=[_difference(difference) for difference in comparison.differs],
        remarks=[],
        not_comparable=[f"{sentence(c.text)} {sentence(c.advice)}".strip() for c in comparison.caveats],
        published=None,
        notes=notes,
        notes_html=notes_html(notes),
        source=None,
        charts=list(charts),
    )


def _describe_test(comparison: CompareOut) -> Iterator[str]:
    sides = f"{comparison.b_title} (B) against {comparison.a_title} (A)"
    yield f"{sides}: {plural(len(comparison.pairs), 'pair')} of runs, paired by {comparison.matching.text}."
    names = [f"“{e['name']}”" for e in comparison.experiments]
    yield f"From {'' if len(names) == 1 else plural(len(names), 'experiment') + ': '}{join_words(names)}."
    workloads = {load_words(side.workload): None for pair in comparison.pairs for side in (pair.a, pair.b)}
    yield from (f"Load: {text}." for text in list(workloads)[:6])


def _variants(comparison: CompareOut) -> list[ReportVariant]:
    runs: dict[str, tuple[ComparedRun, bool]] = {}
    for pair in comparison.pairs:
        runs.setdefault(pair.a.id, (pair.a, True))
        runs.setdefault(pair.b.id, (pair.b, False))
    return [_variant(run, is_a) for run, is_a in runs.values()]


def _variant(run: ComparedRun, is_a: bool) -> ReportVariant:
    words = [f"{short_knob(name)} {value_text(value)}" for name, value in run.knobs.items()]
    words += [f"{name} {value_text(text)}".strip() for name, text in run.described.items()]
    return ReportVariant(
        run_id=run.id,
        name=run.name,
        is_baseline=is_a,
        is_control=False,
        settings=words,
        sentence="; ".join(words) or "the defaults",
    )


def _method(comparison: CompareOut) -> Iterator[str]:
    if comparison.paired:
        yield "Both sides were measured in the same rounds, so trials are paired by round on logarithms."
    else:
        yield (
            "The sides were not measured in the same rounds, "
            "so trials are compared by Welch's t on logarithms."
        )
    family = max((pair.delta.family for pair in comparison.pairs), default=1)
    adjustment = f", adjusted for {family} pairs by Holm's method" if family > 1 else ""
    yield f"Brackets are 95% intervals; verdicts are at 5%{adjustment}."
    for text in comparison.matching.left_out:
        yield sentence(text)


def _findings(comparison: CompareOut) -> list[ReportFinding]:
    """Over all pairs for every metric first, then other sides, then pair by pair, for the one asked for."""
    overall = [
        ReportFinding(
            text=delta_sentence(comparison.b_title, row.delta, row.metric), verdict=row.delta.verdict
        )
        for row in comparison.overall
        if row.delta.change is not None or row.delta.difference is not None
    ]
    overall += [
        ReportFinding(
            text=delta_sentence(f"{candidate.title} ({candidate.side.upper()})", row.delta, row.metric),
            verdict=row.delta.verdict,
        )
        for candidate in comparison.candidates
        for row in candidate.overall
        if candidate.side != comparison.side and row.metric.name == comparison.metric.name
    ]
    if len(comparison.pairs) < 2:
        return overall
    pairs = [(f"{pair.label}: {comparison.b_title}", pair.b.id, pair.delta) for pair in comparison.pairs]
    return overall + findings_of(pairs, comparison.metric)


def _spreads(comparison: CompareOut) -> list[ReportFinding]:
    row = next((row for row in comparison.overall if row.metric.name == comparison.metric.name), None)
    if row is None or row.spread is None:
        return []
    return spread_findings([(comparison.b_title, None, row.spread)], comparison.a_title)


def _difference(difference: Difference) -> str:
    return f"{_name(difference)}: {_value(difference.a)} against {_value(difference.b)}"


def _name(difference: Difference) -> str:
    return short_knob(difference.name) if difference.kind == "knob" else difference.name


def _value(value: Any) -> str:
    return "not set" if value is None else value_text(value)
