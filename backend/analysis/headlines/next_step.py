"""The next step after a result."""

from dataclasses import dataclass

from backend.analysis.candidates.second_stage import seconds_per_round
from backend.analysis.headlines.schemas import NextStep, Trust
from backend.analysis.schemas import Headline
from backend.presentation.words import plural
from backend.records.experiments import Experiment
from backend.records.origin import DerivedHow, Origin

MIN_CANDIDATES = 3
"""Candidates of which the best one looks better than it is."""


@dataclass(frozen=True)
class Course:
    """History of an experiment.

    runs          number of runs
    candidates    number of variants that were compared with the baseline
    is_resumable  whether it ended early with trials left
    """

    runs: int
    candidates: int
    is_resumable: bool = False


def next_step_of(experiment: Experiment, headline: Headline, trust: Trust, course: Course) -> NextStep | None:
    """One step; None where an import or a calibration has none."""
    if course.is_resumable:
        return NextStep(kind="resume", label="Resume", sentence="It ended before its last trial.")
    if experiment.origin != Origin.MEASURED or experiment.is_calibration:
        return None
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
        return _measure_more(experiment, headline, course)
    delta = headline.delta
    if delta is None or delta.verdict != "better":
        return NextStep(
            kind="change", label="Change and measure", sentence="Nothing is better than the baseline."
        )
    is_retest = experiment.derived_how == DerivedHow.RETEST
    if course.candidates >= MIN_CANDIDATES and not is_retest and delta.change is not None:
        number = plural(course.candidates, "variant")
        return NextStep(
            kind="retest",
            label="Re-test the winner",
            sentence=f"The best of {number} looks better than it is.",
            run_id=headline.run_id,
        )
    return NextStep(
        kind="apply",
        label=f"Apply {headline.name}",
        sentence="Its settings are on the page of its run.",
        run_id=headline.run_id,
    )


def _measure_again(experiment: Experiment, trust: Trust) -> NextStep:
    is_busy = any(reason.code == "busy_host" for reason in trust.reasons)
    start, end = experiment.started_at, experiment.finished_at
    seconds = experiment.seconds_at_work(start, end) if start and end else experiment.estimate_s
    return NextStep(
        kind="measure_again",
        label="Free the host, measure again" if is_busy else "Measure again",
        sentence="Stop what else runs on the hosts first." if is_busy else "Find out first what differed.",
        seconds=seconds,
    )


def _measure_more(experiment: Experiment, headline: Headline, course: Course) -> NextStep | None:
    if headline.more is None or headline.more.rounds is None:
        return None
    rounds, name = headline.more.rounds, headline.more.name
    share = len(headline.more.run_ids) / max(course.runs, 1)
    return NextStep(
        kind="measure_more",
        label=f"Measure {plural(rounds, 'more round')}",
        sentence=f"They would settle {name}.",
        seconds=rounds * seconds_per_round(experiment) * share,
    )
