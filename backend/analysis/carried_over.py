"""Whether a run of an ended experiment left something behind for the one measured after it, in a sentence."""

from collections.abc import Sequence

from agents.contract.states import ExperimentState, TrialState
from backend.analysis.candidates.judged import is_interleaved, min_effect_of
from backend.definition.ceiling_rules import is_search
from backend.presentation.changes import percent_size
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.carry_over import MAX_RUNS, SURE, CarryOver, carry_over

METRIC = "requests_per_s"


def carried_over(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> str | None:
    """Name the run, how much it takes, and what helps; None where nothing of the kind shows."""
    is_measured = experiment.origin == Origin.MEASURED and ExperimentState(experiment.state).is_final
    if not is_measured or is_search(experiment.definition) or not is_interleaved(experiment):
        return None
    if len(runs) > MAX_RUNS:
        return None
    number = {run.id: i for i, run in enumerate(runs)}
    started_trials = sorted(
        (t for t in trials if t.started_at is not None), key=lambda t: (t.started_at, t.position)
    )
    effects = carry_over(
        [number[t.run_id] for t in started_trials],
        [t.round for t in started_trials],
        [t.figures.get(METRIC) if t.state == TrialState.DONE else None for t in started_trials],
    )
    sure = [
        effect for effect in effects if effect.p < SURE and abs(effect.effect) >= min_effect_of(experiment)
    ]
    worst = max(sure, key=lambda effect: abs(effect.effect), default=None)
    return None if worst is None else _sentence(worst, runs[worst.after].name, _warmup(experiment))


def _warmup(experiment: Experiment) -> int:
    return int((experiment.definition.get("warmup") or {}).get("trial", 0))


def _sentence(effect: CarryOver, name: str, warmup: int) -> str:
    direction = "fewer" if effect.effect < 0 else "more"
    advice = (
        f"the warm-up before each trial, {warmup} s, is too short for it"
        if warmup
        else "a warm-up before each trial (warmup: {trial: 2s}) keeps it out of what is measured"
    )
    return (
        f"Trials right after “{name}” had {percent_size(effect.effect)} {direction} requests per "
        f"second than after the others: it leaves work behind, and changes are off by part of that; {advice}."
    )
