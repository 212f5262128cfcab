"""A comparison as a write-up. Pure."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from backend.comparisons.schemas import ComparedRun, CompareOut, Difference
from backend.exports.report.findings import delta_sentence, findings_of, spread_findings
from backend.exports.report.notes import notes_html
from backend.exports.report.schemas import (
    Report,
    ReportChart,
    ReportFinding,
    ReportHost,
    ReportPair,
    ReportVariant,
)
from backend.exports.report.settings_words import load_words, short_knob, value_text
from backend.words import join_words, plural, sentence


def comparison_report(
    found: CompareOut,
    path: str,
    hosts: Sequence[ReportHost] = (),
    charts: Sequence[ReportChart] = (),
    *,
    id: str | None = None,
    name: str | None = None,
    notes: str = "",
    created_at: datetime | None = None,
    imported: bool = False,
) -> Report:
    """`imported`: nothing is known of the hosts of any side."""
    metric = found.metric
    return Report(
        kind="comparison",
        id=id,
        path=path,
        title=name or found.title,
        headline=found.headline,
        settled=found.settled,
        state="finished",
        imported=imported,
        description=found.title if name and name != found.title else None,
        tags=[],
        created_at=created_at,
        started_at=None,
        finished_at=None,
        metric=metric,
        metrics=[row.metric.name for row in found.overall],
        tested=list(_tested(found)),
        variants=_variants(found),
        environment=list(hosts),
        environment_note="Not known: the figures were imported." if imported and not hosts else None,
        method=list(_method(found)),
        matters=next((p.delta.matters for p in found.pairs), None),
        a_title=found.a_title,
        b_title=found.b_title,
        rows=[],
        pairs=_pairs(found),
        findings=_findings(found),
        spread=_spreads(found),
        differs=[_difference(one) for one in found.differs],
        remarks=[],
        not_comparable=[f"{sentence(c.text)} {sentence(c.advice)}".strip() for c in found.caveats],
        published=None,
        notes=notes,
        notes_html=notes_html(notes),
        source=None,
        charts=list(charts),
    )


def _tested(found: CompareOut) -> Iterator[str]:
    sides = f"{found.b_title} (B) against {found.a_title} (A)"
    yield f"{sides}: {plural(len(found.pairs), 'pair')} of runs, paired by {found.matching.text}."
    names = [f"“{e['name']}”" for e in found.experiments]
    yield f"From {'' if len(names) == 1 else plural(len(names), 'experiment') + ': '}{join_words(names)}."
    workloads = {load_words(side.workload): None for pair in found.pairs for side in (pair.a, pair.b)}
    yield from (f"Load: {text}." for text in list(workloads)[:6])


def _variants(found: CompareOut) -> list[ReportVariant]:
    runs: dict[str, tuple[ComparedRun, bool]] = {}
    for pair in found.pairs:
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


def _method(found: CompareOut) -> Iterator[str]:
    if found.paired:
        yield "Both sides were measured in the same rounds, so trials are paired by round on logarithms."
    else:
        yield (
            "The sides were not measured in the same rounds, "
            "so trials are compared by Welch's t on logarithms."
        )
    family = max((pair.delta.family for pair in found.pairs), default=1)
    adjusted = f", adjusted for {family} pairs by Holm's method" if family > 1 else ""
    yield f"Brackets are 95% intervals; verdicts are at 5%{adjusted}."
    for text in found.matching.left_out:
        yield sentence(text)


def _pairs(found: CompareOut) -> list[ReportPair]:
    return [
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
        for pair in found.pairs
    ]


def _findings(found: CompareOut) -> list[ReportFinding]:
    """Over all pairs for every metric first, then other sides, then pair by pair, for the one asked for."""
    overall = [
        ReportFinding(text=delta_sentence(found.b_title, row.delta, row.metric), verdict=row.delta.verdict)
        for row in found.overall
        if row.delta.change is not None or row.delta.difference is not None
    ]
    overall += [
        ReportFinding(
            text=delta_sentence(f"{one.title} ({one.side.upper()})", row.delta, row.metric),
            verdict=row.delta.verdict,
        )
        for one in found.candidates
        for row in one.overall
        if one.side != found.side and row.metric.name == found.metric.name
    ]
    if len(found.pairs) < 2:
        return overall
    named = [(f"{pair.label}: {found.b_title}", pair.b.id, pair.delta) for pair in found.pairs]
    return overall + findings_of(named, found.metric)


def _spreads(found: CompareOut) -> list[ReportFinding]:
    row = next((row for row in found.overall if row.metric.name == found.metric.name), None)
    if row is None or row.spread is None:
        return []
    return spread_findings([(found.b_title, None, row.spread)], found.a_title)


def _difference(one: Difference) -> str:
    return f"{_name(one)}: {_value(one.a)} against {_value(one.b)}"


def _name(one: Difference) -> str:
    return short_knob(one.name) if one.kind == "knob" else one.name


def _value(value: Any) -> str:
    return "not set" if value is None else value_text(value)
