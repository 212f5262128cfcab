"""Trust in a result, by the conditions that it was measured under. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agents.contract.states import TrialState
from backend.analysis.failures.reasons import OWN_FINDINGS
from backend.analysis.headlines.busy_host import Findings, busy_shares, busy_words
from backend.analysis.headlines.schemas import Reason, Trust
from backend.presentation.figures import span, whole_percent
from backend.presentation.words import plural
from backend.records.facts_flat import FactChange
from backend.validity import RULES
from backend.validity.answers import is_redirect

MAX_REASONS = 3
BUSY_RED = 0.5
"""Share of CPU taken by others above which results of a host say little about a quiet one."""
LOST_AMBER, LOST_RED = 0.1, 0.5
"""Share of trials that are invalid or failed."""
SUSPECT_AMBER = 0.25
"""Share of valid trials that are suspect."""
LIMIT_AMBER = 0.5
"""Share of runs that the load tool limited."""
FAILING_BASELINE = 0.01
"""Share of the baseline's requests that failed."""

_TITLES: Mapping[str, str] = {rule.code: rule.title for rule in RULES}


@dataclass(frozen=True)
class Conditions:
    """Conditions that a result was measured under.

    trials           state and findings of each trial
    is_settled       whether a question has its answer
    has_alarm        whether a control moved
    runs             number of runs
    limited_runs     those that the load tool limited
    changed_facts    facts of the hosts that differed at the end
    interrupted_s    seconds between trials in which it did not have its hosts
    failed_requests  share of the baseline's requests
    has_stopped_search  whether a search for the ceiling ended before its answer
    other_payload    which runs answer with other bytes than what they are compared with, as a sentence
    """

    trials: Sequence[tuple[str, Findings]]
    is_settled: bool = False
    has_alarm: bool = False
    runs: int = 0
    limited_runs: int = 0
    changed_facts: Sequence[FactChange] = ()
    interrupted_s: float = 0.0
    failed_requests: float = 0.0
    is_sequential: bool = False
    is_imported: bool = False
    has_stopped_search: bool = False
    other_payload: str = ""


def trust_in(conditions: Conditions) -> Trust:
    """Green, amber or red, with the gravest reasons."""
    reasons = sorted(_reasons(conditions), key=lambda reason: reason.level != "red")
    level = reasons[0].level if reasons else "green"
    return Trust(level=level, reasons=reasons[:MAX_REASONS])


def _reasons(conditions: Conditions) -> Iterator[Reason]:
    valid = [findings for state, findings in conditions.trials if state == TrialState.DONE]
    yield from _busy(valid or list(_findings_of_spoiled(conditions.trials)), conditions.is_settled)
    if conditions.has_alarm:
        yield _red("control", "The control, equal to the baseline, came out different from it.")
    if conditions.other_payload:
        yield _amber("payload", conditions.other_payload)
    yield from _lost_trials(conditions)
    yield from _suspect(valid)
    yield from _redirects(valid)
    if conditions.runs and conditions.limited_runs > LIMIT_AMBER * conditions.runs:
        runs = f"{conditions.limited_runs} of {plural(conditions.runs, 'run')}"
        yield _amber("load_tool", f"The load tool limited {runs}: the server may do more.")
    if change := next((c for c in conditions.changed_facts if c.name == "nginx.version" and c.after), None):
        text = f"{change.before} of {change.host} became {change.after} while it was measured."
        yield _red("changed_facts", text)
    elif conditions.changed_facts:
        facts = plural(len(conditions.changed_facts), "setting")
        yield _amber("changed_facts", f"{facts} of the hosts changed while it was measured.")
    if conditions.failed_requests > FAILING_BASELINE:
        share = whole_percent(conditions.failed_requests)
        yield _amber("failures", f"{share} of the baseline’s requests failed.")
    if conditions.is_sequential:
        yield _amber("sequential", "Runs were measured one after the other: drift looks like a change.")
    if conditions.interrupted_s:
        yield _amber("interrupted", f"It was interrupted for {span(conditions.interrupted_s)}.")
    if conditions.has_stopped_search:
        yield _amber("stopped_search", "The search stopped before it had its answer.")
    if conditions.is_imported:
        yield _amber("imported", "It was imported: nobody watched the hosts.")


def _findings_of_spoiled(trials: Sequence[tuple[str, Findings]]) -> Iterator[Findings]:
    """Findings of the trials that are invalid for reasons of the host."""
    for state, findings in trials:
        if state == TrialState.INVALID and any(
            f["level"] == "invalid" and f["code"] not in OWN_FINDINGS for f in findings
        ):
            yield findings


def _busy(trials: Sequence[Findings], is_settled: bool) -> Iterator[Reason]:
    shares = busy_shares(trials)
    if not shares:
        return
    words = busy_words(shares)
    if not is_settled:
        yield _red("busy_host", f"The machine was too busy to tell: {words}.")
    elif sum(shares.values()) > BUSY_RED:
        yield _red("busy_host", f"The machine was busy: {words}.")
    else:
        yield _amber("busy_host", f"The host was busy: {words}.")


def _lost_trials(conditions: Conditions) -> Iterator[Reason]:
    """Each attempt at a trial counts: an invalid one was repeated."""
    states = Counter(state for state, _ in conditions.trials)
    lost_count = states[TrialState.INVALID] + states[TrialState.FAILED]
    measured_count = states[TrialState.DONE] + lost_count
    share = lost_count / measured_count if measured_count else 0.0
    if share > LOST_AMBER:
        noun = "trial" if conditions.is_imported else "attempt"
        verb = "was" if lost_count == 1 else "were"
        text = f"{lost_count} of {plural(measured_count, noun)} {verb} invalid or failed."
        yield _red("lost_trials", text) if share > LOST_RED else _amber("lost_trials", text)


def _suspect(valid: Sequence[Findings]) -> Iterator[Reason]:
    """The kind of finding that is most frequent; what makes the host busy has a reason of its own."""
    reasons_given = busy_shares(valid)
    codes = [
        {f["code"] for f in findings if f["level"] == "suspect" and f["code"] not in reasons_given}
        for findings in valid
    ]
    number = sum(bool(trial_codes) for trial_codes in codes)
    if not codes or number / len(codes) < SUSPECT_AMBER:
        return
    code, _ = Counter(code for trial_codes in codes for code in trial_codes).most_common(1)[0]
    title = _TITLES.get(code, code.replace("_", " "))
    trials = f"{number} of {plural(len(codes), 'trial')} {'is' if number == 1 else 'are'} suspect"
    yield _amber("suspect", f"{trials}, most by the check “{title}”.")


def _redirects(valid: Sequence[Findings]) -> Iterator[Reason]:
    """Answers that lead elsewhere, which are seldom meant: the page is not measured."""
    codes = [
        f["value"]
        for findings in valid
        for f in findings
        if f["code"] == "answer_status" and is_redirect(f["value"])
    ]
    if codes:
        subject = "Requests" if len(codes) == len(valid) else f"Requests of {plural(len(codes), 'trial')}"
        text = (
            f"{subject} are answered by a redirect ({codes[0]:.0f}), which load tools do not follow: set the "
            "path, Host or TLS that the page itself answers to."
        )
        yield _amber("redirect", text)


def _red(code: str, sentence: str) -> Reason:
    return Reason(code=code, level="red", sentence=sentence)


def _amber(code: str, sentence: str) -> Reason:
    return Reason(code=code, level="amber", sentence=sentence)
