"""Trials that were left out or marked, and what cannot be compared, in sentences. Pure."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from agents.contract.states import TrialState
from backend.analysis.schemas import RunSummary
from backend.experiments.schemas import ExperimentDetail
from backend.presentation.report.schemas import ReportRemark
from backend.presentation.words import join_words, plural, sentence
from backend.records.trial_rows import TrialRow

Level = Literal["invalid", "suspect", "note", "failed"]
_LEVELS: tuple[Level, ...] = ("failed", "invalid", "suspect")
_MARKED = {
    "failed": ("failed", "failed"),
    "invalid": ("is invalid and left out", "are invalid and left out"),
    "suspect": ("is suspect", "are suspect"),
}


class _Reason(NamedTuple):
    level: Level
    code: str


def remarks_of(
    runs: Sequence[RunSummary], trials: Iterable[TrialRow], answers: Collection[str] = ()
) -> list[ReportRemark]:
    """One remark per reason, the worst first; each names its runs and cites the first message.

    `answers`: findings that are what a search looks for, and so no remark.
    """
    names = {r.id: r.name for r in runs}
    cases_by_reason: dict[_Reason, list[tuple[str, str]]] = {}
    for trial in trials:
        for reason, message in _reasons(trial):
            if trial.run_id in names and reason.code not in answers:
                cases_by_reason.setdefault(reason, []).append((trial.run_id, message))
    by_level = sorted(cases_by_reason.items(), key=lambda item: _LEVELS.index(item[0].level))
    return [_remark(reason, cases, names) for reason, cases in by_level]


def _reasons(trial: TrialRow) -> Iterator[tuple[_Reason, str]]:
    if trial.state == TrialState.FAILED:
        failure: Mapping[str, Any] = trial.failure or {}
        message = str(failure.get("message", "no reason was given"))
        kind = "".join(character for character in message if not character.isdigit())
        yield _Reason("failed", f"{failure.get('code', '')} {kind}"), message
    for finding in trial.findings:
        code, message = str(finding.get("code", "")), str(finding.get("message", ""))
        if finding.get("level") == "invalid" and trial.state == TrialState.INVALID:
            yield _Reason("invalid", code), message
        if finding.get("level") == "suspect" and trial.state == TrialState.DONE:
            yield _Reason("suspect", code), message


def _remark(reason: _Reason, cases: Sequence[tuple[str, str]], names: Mapping[str, str]) -> ReportRemark:
    ids = list(dict.fromkeys(run_id for run_id, _ in cases))
    runs = join_words([names[i] for i in ids], most=4)
    consequence = _MARKED[reason.level][len(cases) > 1]
    example = sentence(cases[0][1])
    first = f"for example: {example}" if len({m for _, m in cases}) > 1 else example
    text = f"{plural(len(cases), 'trial')} of {runs} {consequence}: {first}"
    return ReportRemark(level=reason.level, text=text, run_id=ids[0] if len(ids) == 1 else None)


def not_comparable(detail: ExperimentDetail, runs: Sequence[RunSummary], is_imported: bool) -> list[str]:
    """Reasons why rows of an experiment may not be comparable."""
    return [
        *_import_caveat(is_imported),
        *_order_caveat(detail, is_imported),
        *_path_caveat(runs),
        *_workload_caveat(runs),
        *_trials_caveat(detail, runs),
        *_deletion_caveat(detail),
        *_rules_caveat(detail),
        *_interruption_caveat(detail),
        *_change_caveat(detail),
        *_published_caveat(detail, is_imported),
    ]


def _import_caveat(is_imported: bool) -> Iterator[str]:
    if is_imported:
        yield (
            "The figures come from another source and were imported: hosts, kernel and nginx are not known, "
            "nor what else ran on the hosts."
        )


def _order_caveat(detail: ExperimentDetail, is_imported: bool) -> Iterator[str]:
    if detail.order == "sequential" and not is_imported and detail.kind == "compare":
        yield "The runs were measured one after the other, so slow drift of the hosts counts as change."


def _path_caveat(runs: Sequence[RunSummary]) -> Iterator[str]:
    base = next((r for r in runs if r.is_baseline), None)
    other_runs = [r.name for r in runs if base and r.topology != base.topology]
    if base and other_runs:
        verb = "takes" if len(other_runs) == 1 else "take"
        base_path = base.topology.replace("_", " ")
        yield (
            f"{join_words(other_runs)} {verb} another path than the baseline ({base_path}): "
            "the difference is that of the path, not of a setting."
        )


def _workload_caveat(runs: Sequence[RunSummary]) -> Iterator[str]:
    if len({r.workload.name for r in runs}) > 1:
        yield "Runs under different workloads are not compared: each has the baseline of its own workload."


def _trials_caveat(detail: ExperimentDetail, runs: Sequence[RunSummary]) -> Iterator[str]:
    if detail.kind != "compare" or detail.state in ("queued", "running", "cancelling"):
        return
    without_trials = [r.name for r in runs if not r.trials_done]
    if without_trials:
        yield f"{join_words(without_trials)} {'has' if len(without_trials) == 1 else 'have'} no valid trial."
    single = [r.name for r in runs if r.trials_done == 1]
    if single and len(single) == len(runs):
        yield "Every run has a single trial: there are changes but no intervals, so no verdict."
    elif single:
        yield f"{join_words(single)} {'has' if len(single) == 1 else 'have'} a single trial, so no interval."


def _deletion_caveat(detail: ExperimentDetail) -> Iterator[str]:
    n = sum(r.deleted for r in detail.run_list)
    if n:
        was, are = ("was", "is") if n == 1 else ("were", "are")
        yield f"{plural(n, 'run')} of this experiment {was} deleted and {are} not shown."


def _interruption_caveat(detail: ExperimentDetail) -> Iterator[str]:
    """Gaps between trials; one that ended early and was not resumed has none."""
    yield from (gap.sentence for gap in detail.interruptions if gap.ended_at)


def _rules_caveat(detail: ExperimentDetail) -> Iterator[str]:
    if detail.rules.note:
        yield detail.rules.note


def _change_caveat(detail: ExperimentDetail) -> Iterator[str]:
    for change in detail.facts_changed[:10]:
        before, after = (_text(v) for v in (change.before, change.after))
        yield f"{change.name} of {change.host} changed from {before} to {after} while it was measured."
    if len(detail.facts_changed) > 10:
        yield f"{plural(len(detail.facts_changed) - 10, 'more fact')} of the hosts changed as well."


def _text(value: Any) -> str:
    return "nothing" if value is None or value == "" else str(value)[:80]


def _published_caveat(detail: ExperimentDetail, is_imported: bool) -> Iterator[str]:
    if detail.published and not is_imported:
        yield (
            "The published figures come from other hosts: their changes can be set beside ours, "
            "their requests per second cannot."
        )
