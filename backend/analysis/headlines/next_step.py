"""The next step after a result."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.contract.states import ExperimentState
from backend.analysis.candidates.second_stage import seconds_per_round
from backend.analysis.failures.reasons import PASSING, UNANSWERED
from backend.analysis.headlines.schemas import NextStep, Trust
from backend.analysis.schemas import Headline
from backend.definition.ceiling_rules import is_search
from backend.presentation.words import few, plural
from backend.records.experiments import Experiment
from backend.records.origin import DerivedHow, Origin

MIN_RETEST_CANDIDATES = 3
"""Candidates of which the best one looks better than it is."""


@dataclass(frozen=True)
class Course:
    """History of an experiment.

    runs          number of runs
    candidates    number of variants that were compared with the baseline
    is_resumable  whether it ended early with trials left
    bisect        id and name of the bisect that launched it
    causes        codes of what it failed by, or of why nothing was compared: of runs or trials, where these
                  are the reason
    """

    runs: int
    candidates: int
    is_resumable: bool = False
    bisect: tuple[str, str] | None = None
    causes: tuple[str, ...] = ()


def next_step_of(experiment: Experiment, headline: Headline, trust: Trust, course: Course) -> NextStep | None:
    """One step; None where an import, a calibration or a search has none."""
    if course.is_resumable:
        has_changed = (experiment.failure or {}).get("code") == "facts_changed"
        text = "Put back what changed first." if has_changed else "It ended before its last trial."
        return NextStep(kind="resume", label="Resume", sentence=text)
    if course.bisect:
        bisect_id, name = course.bisect
        return NextStep(
            kind="bisect", label="See the bisect", sentence=f"It is a step of “{name}”.", bisect_id=bisect_id
        )
    if experiment.origin != Origin.MEASURED:
        return None
    if course.causes:
        return _after_failure(course.causes)
    if experiment.state == ExperimentState.FAILED:
        return _measure_again(experiment, trust)  # only its hosts were at fault
    if experiment.is_calibration or is_search(experiment.definition):
        return None
    if experiment.state == ExperimentState.CANCELLED and headline.delta is None:
        return _launch_again("It was cancelled before anything was compared.")
    return _after_result(experiment, headline, trust, course)


def _after_result(experiment: Experiment, headline: Headline, trust: Trust, course: Course) -> NextStep:
    if trust.level == "red":
        return _measure_again(experiment, trust)
    if experiment.derived_how == DerivedHow.REPRODUCE and experiment.derived_from:
        return NextStep(
            kind="compare",
            label="Compare with the original",
            sentence="It repeats an earlier experiment.",
            experiment_id=experiment.derived_from,
        )
    if headline.more and headline.more.rounds and not headline.settled:
        return NextStep(
            kind="measure_more",
            label=f"Measure {plural(headline.more.rounds, 'more round')}",
            sentence=f"They would settle {headline.more.name}.",
            seconds=headline.more.rounds * seconds_per_round(experiment, headline.more, course.runs),
        )
    delta = headline.delta
    if delta is None or delta.verdict != "better":
        is_open = delta is not None and delta.verdict == "unclear"
        text = "A larger change may show." if is_open else "Other settings may do more."
        return _change(text if delta else "Nothing was compared.")
    # answers of a grid are about factors, and begin with its best cell
    winning_answers = [a for a in headline.answers if a.run_id in (headline.run_id, None)]
    opposites = list(dict.fromkeys(name for a in winning_answers for name in a.opposite_workloads))
    if opposites:
        text = f"The same settings are worse under {few([f'“{name}”' for name in opposites])}."
        return _change(text)
    is_retest = experiment.derived_how == DerivedHow.RETEST
    if course.candidates >= MIN_RETEST_CANDIDATES and not is_retest and delta.change is not None:
        number = plural(course.candidates, "variant")
        return NextStep(
            kind="retest",
            label="Re-test the winner",
            sentence=f"The best of {number} looks better than it is.",
            run_id=headline.run_id,
        )
    return NextStep(
        kind="apply",
        label="Apply it",
        sentence=f"The settings of {headline.name} are on the page of its run.",
        run_id=headline.run_id,
    )


def _after_failure(causes: Sequence[str]) -> NextStep:
    """Launch the same again only where nothing of it has to change: else it would fail in the same way."""
    if all(code in PASSING for code in causes):
        return _launch_again(PASSING[causes[0]])
    if all(code in UNANSWERED for code in causes):
        return _change("Make the server answer every request first, or raise allowed_failures.")
    return _change("Change what failed.")


def _change(sentence: str) -> NextStep:
    return NextStep(kind="change", label="Change and measure", sentence=sentence)


def _launch_again(sentence: str) -> NextStep:
    return NextStep(kind="measure_again", label="Launch again", sentence=sentence)


def _measure_again(experiment: Experiment, trust: Trust) -> NextStep:
    is_busy = any(reason.code == "busy_host" for reason in trust.reasons)
    seconds = experiment.estimate_s if experiment.seconds_taken is None else experiment.seconds_taken
    return NextStep(
        kind="measure_again",
        label="Measure again",
        sentence="Stop what else runs on the hosts first." if is_busy else "Find out first what differed.",
        seconds=seconds,
    )
