"""Answers to the questions of an experiment, each in one sentence, and what would settle the open ones.

What else a headline is to say of a run, such as failures, is a clause of `finish_sentence`.
"""

from collections.abc import Callable, Sequence
from typing import cast

from agents.catalog.metrics import METRICS, Metric
from agents.catalog.roles import Topology
from agents.contract.states import ExperimentState
from backend.analysis.candidates.comparisons import reference_of
from backend.analysis.candidates.stages import rounds_to_settle
from backend.analysis.headlines.builds import builds_clause
from backend.analysis.headlines.failures import add_failures
from backend.analysis.headlines.schemas import Answer
from backend.analysis.headlines.sentences import Change, answer_sentence, condition_words
from backend.analysis.highlights import best_of
from backend.analysis.schemas import DeltaRow
from backend.definition.server_facts import chosen_servers
from backend.definition.stopping_rule import main_metric_of, questions_of
from backend.presentation.figures import span
from backend.presentation.words import few
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.statistics.rules import RULES_2

Deltas = Callable[[str], Sequence[DeltaRow]]
"""The rows of the metric of this name."""
MIN_SECONDS = 60.0  # of a sentence in whole minutes
_OPPOSITES = {"better": "worse", "worse": "better"}


def answers_of(experiment: Experiment, runs: Sequence[Run], deltas: Deltas) -> list[Answer]:
    """One for each question that was measured; none under rules 1, and none without a verdict."""
    if experiment.rules_version < RULES_2:
        return []
    answers: list[Answer] = []
    for name in questions_of(experiment.definition):
        if answer := _answer(experiment, runs, METRICS[name], deltas(name), answers):
            answers.append(answer)
    return answers


def _answer(
    experiment: Experiment,
    runs: Sequence[Run],
    metric: Metric,
    rows: Sequence[DeltaRow],
    earlier: Sequence[Answer],
) -> Answer | None:
    """Answer one question; clauses of `earlier` answers are not said again."""
    controls = {run.id for run in runs if run.is_control}
    best = best_of(rows, controls)
    if best is None or best.interim or best.n < 1:
        return None
    run = next(r for r in runs if r.id == best.run_id)
    several = len({r.workload["name"] for r in runs}) > 1
    condition = condition_words(best, run.workload["name"] if several else None)
    is_told = best.never_acted in {answer.delta.never_acted for answer in earlier}
    row = best.model_copy(update={"never_acted": ""}) if is_told else best
    change = Change(run.variant, metric, row, context=condition)
    state = ExperimentState.FINISHED if earlier else ExperimentState(experiment.state)
    verdicts = [row.verdict for row in rows if row.run_id not in controls and row.is_candidate]
    opposites = _opposite_workloads(best, run, rows, runs)
    main = answer_sentence(change, verdicts, state)
    main = add_builds(main, experiment, best.run_id, runs, [answer.sentence for answer in earlier])
    return Answer(
        metric=metric.name,
        run_id=best.run_id,
        name=best.name,
        delta=best,
        verdict=best.verdict,
        size=best.size,
        sentence=finish_sentence(
            _add_opposites(main, best, opposites), metric is main_metric_of(experiment.definition), best, rows
        ),
        opposite_workloads=opposites,
    )


def add_builds(
    sentence: str,
    experiment: Experiment,
    run_id: str | None,
    runs: Sequence[Run],
    earlier: Sequence[str] = (),
) -> str:
    """The sentence with a clause on the servers of its run, where they are not those of its reference.

    Without it where one of the `earlier` sentences has it.
    """
    run = next((run for run in runs if run.id == run_id), None)
    if run is None or not any(chosen_servers(run.knobs) for run in runs):
        return sentence
    reference = reference_of(experiment, run, runs)
    topology = cast(Topology, run.topology)
    clause = builds_clause(run.knobs, topology, reference.knobs, experiment.facts) if reference else ""
    is_new = clause and not any(f"; {clause}" in text for text in earlier)
    return f"{sentence.removesuffix('.')}; {clause}." if is_new else sentence


def _opposite_workloads(
    best: DeltaRow, best_run: Run, rows: Sequence[DeltaRow], runs: Sequence[Run]
) -> list[str]:
    """Names of the workloads under which the same variant has the opposite verdict."""
    names = {run.id: run.workload["name"] for run in runs if run.variant == best_run.variant}
    opposite = _OPPOSITES.get(best.verdict)
    return [names[row.run_id] for row in rows if row.verdict == opposite and row.run_id in names]


def _add_opposites(sentence: str, best: DeltaRow, workloads: Sequence[str]) -> str:
    """The sentence with `; worse under “c64”`."""
    if not workloads:
        return sentence
    opposite = _OPPOSITES[best.verdict]
    return f"{sentence.removesuffix('.')}; {opposite} under {few([f'“{name}”' for name in workloads])}."


def finish_sentence(sentence: str, is_first: bool, best: DeltaRow, rows: Sequence[DeltaRow]) -> str:
    """The sentence of an answer with its clauses; clauses about runs stand in the first one."""
    return add_failures(sentence, best.run_id, rows) if is_first else sentence


def seconds_to_settle(experiment: Experiment, answers: Sequence[Answer]) -> float | None:
    """Seconds of further rounds that would settle one of the questions, where none is.

    Infinite where more rounds would hardly do so. None: one is settled, or nothing here can measure on.
    """
    seconds = experiment.seconds_in_rounds
    can_measure_on = experiment.origin == Origin.MEASURED and not experiment.rounds_added
    if not answers or not can_measure_on or seconds is None:
        return None
    if any(a.verdict != "unclear" or a.delta.control_alarm or a.delta.n < 2 for a in answers):
        return None  # one round says nothing of the spread
    if any(a.delta.failure_clause for a in answers):
        return None  # more rounds make no failure undone
    if any(a.delta.is_idle for a in answers):
        return None  # nor let a setting act
    return min(
        seconds / a.delta.n * max(all_rounds - a.delta.n, 1) if all_rounds else float("inf")
        for a in answers
        for all_rounds in [rounds_to_settle(experiment, a.delta)]
    )


def settle_sentence(seconds: float | None) -> str:
    """`About 14 min more would settle it.`"""
    if seconds is None:
        return ""
    if seconds == float("inf"):
        return "More rounds would hardly settle it."
    minutes = max(seconds, MIN_SECONDS) // 60 * 60
    return f"About {span(minutes)} more would settle it."
