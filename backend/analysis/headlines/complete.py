"""Parts of an ended experiment's headline beside its deltas: cause, factors, trust, next step."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy.orm import Session

from agents.catalog.metrics import MAIN
from agents.contract.reports import UNREACHABLE
from agents.contract.states import ExperimentState, RunState, TrialState
from agents.render import external_backends
from backend.analysis.candidates.comparisons import context_ids, reference_of
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.failures.reasons import (
    BASELINE_FAILED,
    EXTERNAL_UNREACHABLE,
    NO_CANDIDATE,
    NO_TRIAL,
    OWN_FINDINGS,
    PASSING,
    Loss,
    list_reasons,
)
from backend.analysis.headlines.factors import answer_factors
from backend.analysis.headlines.headline import NO_BASELINE_VALID, NO_VARIANT_VALID, NOTHING_VALID
from backend.analysis.headlines.next_step import Course, next_step_of
from backend.analysis.headlines.payload import has_other_text, payload_sentence
from backend.analysis.headlines.question import question_of
from backend.analysis.headlines.schemas import Trust
from backend.analysis.headlines.sentences import SETTLED
from backend.analysis.headlines.trust import Conditions, trust_in
from backend.analysis.schemas import Headline
from backend.definition.ceiling_rules import is_search
from backend.diagnostics.results.accounting import read_accounting
from backend.diagnostics.results.profiles.views import cause
from backend.records import runs_queries
from backend.records.bisects import bisects_queries
from backend.records.experiments import Experiment
from backend.records.facts_flat import changes
from backend.records.origin import Origin
from backend.records.runs import DROPPED, Run
from backend.records.trial_rows import is_attempt
from backend.statistics.rules import RULES_2
from backend.validity.answers import GATEWAY

GENERATOR = "generator"
"""Code of the bottleneck that is the load tool's."""


def complete_headline(
    session: Session, experiment: Experiment, runs: Sequence[Run], headline: Headline
) -> None:
    """Add question, cause, trust and next step; answers of a grid are about its factors."""
    rows = runs_queries.findings_of(session, experiment.id)
    add_cause(session, experiment, runs, headline)
    headline.question = question_of(experiment, runs)
    cells = _deltas_of(headline)
    answer_factors(session, experiment, runs, headline)
    is_nothing_valid = headline.sentence in (NOTHING_VALID, NO_VARIANT_VALID, NO_BASELINE_VALID)
    if is_nothing_valid:
        headline.sentence = _say_why(session, experiment, runs, headline.sentence)
    trust = _trust(experiment, runs, rows, headline, cells, _other_payload(session, experiment, runs))
    add_trust(headline, experiment, trust)
    course = Course(
        runs=len(runs),
        candidates=_count_candidates(experiment, runs),
        is_resumable=is_resumable(experiment, [(row.failure or {}).get("code") for row in rows]),
        bisect=bisects_queries.bisect_of(session, experiment.id),
        causes=tuple(_passing_causes(_causes(experiment, runs, rows, is_nothing_valid), runs)),
    )
    headline.next_step = next_step_of(experiment, headline, trust, course)


def add_trust(headline: Headline, experiment: Experiment, trust: Trust) -> None:
    """Put trust into a headline; what cannot be trusted has no cause.

    None where it ended before anything was compared and nothing speaks against it: there is nothing to trust.
    """
    has_ended_early = experiment.state in (ExperimentState.FAILED, ExperimentState.CANCELLED)
    if has_ended_early and not trust.reasons and not _deltas_of(headline):
        return
    headline.trust, headline.opening = trust, _opening(experiment, trust)
    headline.trust_words = trust.words(headline.opening)
    headline.sentence = " ".join(filter(None, [headline.opening, headline.sentence]))
    if trust.level == "red":
        headline.cause = None


def is_resumable(experiment: Experiment, failure_codes: Sequence[str | None]) -> bool:
    """Whether it ended early with trials left. Whether its hosts are the same is asked when it is resumed."""
    has_ended_early = experiment.state in (ExperimentState.FAILED, ExperimentState.CANCELLED)
    code = (experiment.failure or {}).get("code")
    stops = experiment.definition.get("on_failure") == "stop" and experiment.state == ExperimentState.FAILED
    if code in (BASELINE_FAILED, NO_CANDIDATE) or (stops and code not in (*PASSING, "facts_changed")):
        return False
    has_trials_left = not set(DROPPED).isdisjoint(failure_codes)
    return has_ended_early and experiment.measuring_at is not None and has_trials_left


def _causes(
    experiment: Experiment,
    runs: Sequence[Run],
    rows: Sequence[runs_queries.FindingsRow],
    is_nothing_valid: bool,
) -> Iterator[str]:
    """Codes of what an experiment failed by, or of why nothing was compared, without findings about hosts."""
    code = (experiment.failure or {}).get("code")
    if code in (BASELINE_FAILED, NO_CANDIDATE):
        yield from (run.failure["code"] for run in runs if run.failure and run.state == RunState.FAILED)
    elif code == NO_TRIAL or is_nothing_valid:
        yield from (row.failure["code"] for row in rows if row.state == TrialState.FAILED and row.failure)
        for row in (row for row in rows if row.state == TrialState.INVALID):
            codes = {f["code"] for f in row.findings if f["level"] == "invalid"}
            has_no_backend = any(f["code"] == "answer_status" and f["value"] in GATEWAY for f in row.findings)
            if codes <= OWN_FINDINGS:  # else its host spoiled it, too
                yield from {UNREACHABLE} if has_no_backend else codes
    elif code:
        yield code


def _passing_causes(causes: Iterable[str], runs: Sequence[Run]) -> Iterator[str]:
    """The causes, of which a server that somebody else runs may pass where every run asks one."""
    is_external = all(external_backends(run.knobs) and run.topology != "proxy_only" for run in runs)
    for cause_code in causes:
        yield EXTERNAL_UNREACHABLE if is_external and cause_code == UNREACHABLE else cause_code


def _say_why(session: Session, experiment: Experiment, runs: Sequence[Run], text: str) -> str:
    """The sentence with the reasons of the variants that have no valid trial."""
    measured_ids = runs_queries.measured_ids(session, experiment.id)
    names = {run.name for run in runs if run.id not in measured_ids}
    lost_trials = runs_queries.lost_trials(session, experiment.id)
    losses = [Loss(name, cause) for name, cause in lost_trials if name in names]
    return f"{text.removesuffix('.')}: {list_reasons(losses)}." if losses else text


def _trust(
    experiment: Experiment,
    runs: Sequence[Run],
    rows: Sequence[runs_queries.FindingsRow],
    headline: Headline,
    cells: Sequence[DeltaOut],
    other_payload: str,
) -> Trust:
    """Trust in an answer; `cells`: deltas of the runs that it was about before it was about factors."""
    failures = next((delta.failures for delta in cells if delta.failures), None)
    is_imported = experiment.origin == Origin.IMPORTED
    has_answer = any(delta.verdict in SETTLED for delta in _deltas_of(headline))
    # a search overloads its servers on purpose
    measured_rows = [] if is_search(experiment.definition) else rows
    return trust_in(
        Conditions(
            trials=[(row.state, row.findings) for row in measured_rows if is_attempt(row, row.run_failure)],
            is_settled=headline.settled or has_answer,
            has_alarm=any(delta.control_alarm for delta in cells),
            runs=sum(run.state != RunState.FAILED for run in runs),
            limited_runs=sum(_is_limited_by_load_tool(run) for run in runs),
            changed_facts=changes(experiment.facts, experiment.facts_after),
            interrupted_s=experiment.seconds_interrupted,
            failed_requests=failures.baseline.request_share if failures else 0.0,
            is_sequential=experiment.definition.get("order") == "sequential" and not is_imported,
            is_imported=is_imported,
            has_stopped_search=is_search(experiment.definition) and not headline.settled,
            other_payload=other_payload,
        )
    )


def _other_payload(session: Session, experiment: Experiment, runs: Sequence[Run]) -> str:
    references = {run.id: reference_of(experiment, run, runs) for run in runs if run.deleted_at is None}
    pairs = {
        run.name: reference.name
        for run in runs
        if (reference := references.get(run.id))
        and run.topology == reference.topology
        and has_other_text(run.knobs, reference.knobs)
    }
    return payload_sentence(pairs, _bytes_per_answer(session, experiment, runs)) if pairs else ""


def _bytes_per_answer(session: Session, experiment: Experiment, runs: Sequence[Run]) -> dict[str, float]:
    """Name → bytes of all valid trials for each request of them."""
    payloads = _sums(session, experiment, "bytes_per_s")
    answers = _sums(session, experiment, MAIN.name)
    return {r.name: payloads[r.id] / answers[r.id] for r in runs if payloads[r.id] and answers[r.id]}


def _sums(session: Session, experiment: Experiment, metric: str) -> dict[str, float]:
    """Run id → sum of a metric over its valid trials."""
    sums: dict[str, float] = defaultdict(float)
    for row in runs_queries.valid_values(session, [experiment.id], metric):
        sums[row.run_id] += row.value or 0
    return sums


def _deltas_of(headline: Headline) -> list[DeltaOut]:
    return [delta for delta in (headline.delta, *(a.delta for a in headline.answers)) if delta]


def _is_limited_by_load_tool(run: Run) -> bool:
    first = next(iter(run.bottlenecks or ()), None)
    return first is not None and first["code"] == GENERATOR and not first.get("is_near")


def _opening(experiment: Experiment, trust: Trust) -> str:
    """The gravest reason, where answers do not begin with it: an alarm of the control is in their words."""
    if experiment.rules_version < RULES_2:
        return ""
    red_reasons = [reason for reason in trust.reasons if reason.level == "red" and reason.code != "control"]
    return red_reasons[0].sentence if red_reasons else ""


def _count_candidates(experiment: Experiment, runs: Sequence[Run]) -> int:
    contexts = context_ids(experiment, runs)
    return len({run.variant for run in runs if not (run.is_baseline or run.is_control or run.id in contexts)})


def add_cause(session: Session, experiment: Experiment, runs: Sequence[Run], headline: Headline) -> None:
    """Put the cause of the change, and under throughput the accounting of its time, into a headline.

    Neither where it is about no run, or nothing is known. CPU alone may be little: the accounting is first.
    """
    run = next((r for r in runs if r.id == headline.run_id and headline.delta is not None), None)
    baseline = reference_of(experiment, run, runs) if run else None
    if run is None or baseline is None or baseline is run:
        return
    if headline.metric == MAIN.name and experiment.rules_version >= RULES_2:
        headline.accounting = read_accounting(session, experiment, baseline, run)
    lead = headline.accounting.sentence if headline.accounting else ""
    headline.cause = " ".join(filter(None, [lead, cause(session, experiment, baseline, run)])) or None
