"""From the rows of an experiment to the verdicts that say whether its rounds go on."""

from collections.abc import Iterator, Sequence
from threading import Lock

from cachetools import LRUCache, cached

from agents.catalog.metrics import METRICS, Metric
from agents.contract.states import RunState, TrialState
from backend.analysis.candidates.comparisons import context_ids
from backend.analysis.candidates.judged import deltas_of_trials
from backend.analysis.decision import Candidate, Decision, decide, last_analysis
from backend.analysis.trial_values import measured_metrics
from backend.definition.model import UntilDecided
from backend.definition.stopping_rule import MAIN_METRIC, questions_of, rule_of
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.delta import Delta
from backend.statistics.leaving import NEGLIGIBLE_CHANCE
from backend.statistics.rules import RULES_2
from backend.statistics.verdict import Verdict


def analyse(
    experiment: Experiment, rule: UntilDecided, runs: Sequence[Run], trials: Sequence[TrialRow], rounds: int
) -> Decision:
    """Analyse the first `rounds` rounds, by the same deltas that the page shows."""
    return decide(rule, rounds, _candidates(experiment, runs, [t for t in trials if t.round <= rounds]))


def _candidates(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]
) -> Iterator[Candidate]:
    """Yield every workload's candidates without controls, which are the baseline, and context."""
    failures, context = _failures(runs), context_ids(experiment, runs)
    questions = _questions(experiment, trials)
    by_question = [deltas_of_trials(experiment, runs, trials, METRICS[name]) for name in questions]
    for run in runs:
        if run.id in by_question[0] and not run.is_control and run.id not in context:
            deltas = {name: of[run.id] for name, of in zip(questions, by_question, strict=True)}
            # one may lack the CPU's figures
            measured_deltas = {n: d for n, d in deltas.items() if d.n} or {questions[0]: deltas[questions[0]]}
            open_deltas = {n: d for n, d in measured_deltas.items() if d.verdict is Verdict.UNCLEAR}
            may_leave = is_adaptive(experiment) and all(map(_is_hopeless, open_deltas.values()))
            is_open_in_part = 0 < len(open_deltas) < len(measured_deltas)
            yield Candidate(
                run.id,
                run.name,
                not open_deltas,
                max(delta.n for delta in deltas.values()),
                failures.get(run.id),
                run.last_round is not None or may_leave,
                tuple(_noun(METRICS[name]) for name in open_deltas) if is_open_in_part else (),
            )


def _noun(metric: Metric) -> str:
    return metric.noun or metric.phrase


def _questions(experiment: Experiment, trials: Sequence[TrialRow]) -> list[str]:
    """Names of the metrics that all have to be decided; the main one where none of them is measured."""
    if experiment.rules_version < RULES_2:
        return [MAIN_METRIC]
    metric_names = measured_metrics(trials)
    questions = questions_of(experiment.definition)
    return [name for name in questions if name in metric_names] or [MAIN_METRIC]


def is_adaptive(experiment: Experiment) -> bool:
    """Whether candidates leave before the end: not where the cells of a grid are compared."""
    return experiment.rules_version >= RULES_2 and not experiment.definition.get("factors")


def _is_hopeless(delta: Delta) -> bool:
    return delta.chance is not None and delta.chance < NEGLIGIBLE_CHANCE


def _failures(runs: Sequence[Run]) -> dict[str, str]:
    return {
        r.id: (r.failure or {}).get("message") or "its run failed" for r in runs if r.state == RunState.FAILED
    }


def decision_of(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Decision | None:
    """As it was at the end, or at the last analysis so far; None for any other rule."""
    rule = rule_of(experiment.definition)
    if rule is None:
        return None
    if experiment.rounds_ended:
        return Decision.model_validate(experiment.rounds_ended)
    rounds = last_analysis(rule, whole_rounds(trials))
    return _latest_decision(experiment, rule, runs, trials, rounds).model_copy(update={"rule": None})


def _key(
    experiment: Experiment, rule: UntilDecided, runs: Sequence[Run], trials: Sequence[TrialRow], rounds: int
) -> tuple[object, ...]:
    states = tuple((run.id, run.state, run.deleted_at is None, run.last_round) for run in runs)
    return experiment.id, experiment.rules_version, rounds, states


@cached(LRUCache(1_000), key=_key, lock=Lock())
def _latest_decision(
    experiment: Experiment, rule: UntilDecided, runs: Sequence[Run], trials: Sequence[TrialRow], rounds: int
) -> Decision:
    """Cached: every open page asks for it after each trial, and it changes with an analysis alone."""
    return analyse(experiment, rule, runs, trials, rounds)


def whole_rounds(trials: Sequence[TrialRow]) -> int:
    """Rounds in which every trial has ended otherwise than by being called off."""
    missing = [t.round for t in trials if not TrialState(t.state).is_final or t.state == TrialState.CANCELLED]
    return min(missing) - 1 if missing else max((t.round for t in trials), default=0)
