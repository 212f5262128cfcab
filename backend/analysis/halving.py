"""Halving as it stands: who goes on after a stage, who was eliminated when, in rows and in words."""

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np

from agents.catalog.metrics import METRICS
from agents.contract.states import ExperimentState, RunState, TrialState
from backend.analysis.candidates.comparisons import context_ids
from backend.analysis.candidates.judged import deltas_of_trials
from backend.analysis.candidates.leavers import is_reference
from backend.analysis.precision_schemas import Halving, Ranked, StageOut
from backend.definition.halving import Stage, stages_of_stored
from backend.definition.stopping_rule import MAIN_METRIC
from backend.model_fields import copy_fields
from backend.presentation.words import few, plural
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.records.trial_rows import TrialRow
from backend.statistics.halving import go_on

MAX_NAMES = 4
Changes = Mapping[str, Sequence[tuple[int, float]]]
"""Run id → (round, change of req/s against the baseline), of each round that has both."""


# ---- the choice ----------------------------------------------------------------------------------


def choose_remaining(
    experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow], stage: Stage
) -> set[str]:
    """Ids of the runs that a stage measures: of each workload the candidates that are best in the rounds
    before it, with their baseline and control.

    Failed runs and those without a round beside the baseline do not go on.
    """
    remain = set[str]()
    context = context_ids(experiment, runs)
    before = _before(_changes(experiment, runs, trials), stage.first)
    for group in _by_workload(runs).values():
        best = go_on(
            {r.id: before.get(r.id, []) for r in group if _may_go_on(r) and r.id not in context},
            stage.candidates,
        )
        if best:
            remain |= {*best, *(r.id for r in group if is_reference(r) or r.id in context)}
    return remain


def _changes(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Changes:
    deltas = deltas_of_trials(experiment, runs, trials, METRICS[MAIN_METRIC])
    return {run_id: delta.pairs for run_id, delta in deltas.items()}


def _before(changes: Changes, round: int) -> dict[str, list[float]]:
    return {run_id: [x for number, x in of if number < round] for run_id, of in changes.items()}


def _by_workload(runs: Sequence[Run]) -> Mapping[str, list[Run]]:
    groups: dict[str, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.workload["name"], []).append(run)
    return groups


def _may_go_on(run: Run) -> bool:
    return not is_reference(run) and run.eliminated_after is None and run.state != RunState.FAILED


# ---- as it stands --------------------------------------------------------------------------------


def halving_of(experiment: Experiment, runs: Sequence[Run], trials: Sequence[TrialRow]) -> Halving | None:
    """None where every run is measured to the end."""
    stages = stages_of_stored(experiment.definition, len(runs))
    if not stages:
        return None
    changes, context = _changes(experiment, runs, trials), context_ids(experiment, runs)
    candidates = [r for r in runs if not is_reference(r) and r.id not in context]
    is_open = not ExperimentState(experiment.state).is_final
    return Halving(
        stages=[_stage_out(stage, candidates, changes, trials, is_open) for stage in stages],
        entrants=len(candidates),
        remaining=[r.id for r in candidates if r.eliminated_after is None],
    )


def _stage_out(
    stage: Stage, candidates: Sequence[Run], changes: Changes, trials: Sequence[TrialRow], is_open: bool
) -> StageOut:
    has_chosen = any(r.eliminated_after == stage.last for r in candidates)
    return copy_fields(
        StageOut,
        stage,
        state=_state([t for t in trials if stage.first <= t.round <= stage.last], is_open),
        ranking=_ranking(candidates, changes, stage.last) if has_chosen else [],
    )


def _state(
    stage_trials: Sequence[TrialRow], is_open: bool
) -> Literal["waiting", "running", "ended", "stopped"]:
    if not stage_trials:
        return "waiting" if is_open else "stopped"
    if any(not TrialState(t.state).is_final for t in stage_trials):
        return "running"
    return "stopped" if any(t.state == TrialState.CANCELLED for t in stage_trials) else "ended"


def _ranking(candidates: Sequence[Run], changes: Changes, last: int) -> list[Ranked]:
    """Those that were still there, after so many rounds."""
    before = _before(changes, last + 1)
    remaining_runs = [r for r in candidates if r.eliminated_after is None or r.eliminated_after >= last]
    return [
        entry
        for group in _by_workload(remaining_runs).values()
        for entry in sorted((_rank(r, before.get(r.id, []), last) for r in group), key=_place)
    ]


def _rank(run: Run, changes: Sequence[float], last: int) -> Ranked:
    middle = float(np.median(changes)) if changes else None
    return Ranked(run_id=run.id, name=run.name, change=middle, goes_on=run.eliminated_after != last)


def _place(entry: Ranked) -> tuple[bool, float]:
    """Sort key of a place: those that go on come first; one that failed since is out, however good it was."""
    return not entry.goes_on, -(entry.change if entry.change is not None else -1.0)


# ---- in words ------------------------------------------------------------------------------------


def sentence(halving: Halving, names: Mapping[str, str], is_open: bool = False) -> str:
    """“Halving: of 11 candidates 3 were measured to the end …”; `names` by run id; `is_open`: it runs."""
    total = plural(halving.entrants, "candidate")
    at = next((s for s in halving.stages if s.state in ("running", "stopped", "waiting")), None)
    remain = [names[i] for i in halving.remaining]
    if not remain:
        return f"Halving ended early: none of {total} could be measured."
    if at is None:
        return (
            f"Halving: of {total} {len(remain)} {'was' if len(remain) == 1 else 'were'} measured to the end "
            f"({few(remain, MAX_NAMES)}), in {halving.stages[-1].last} rounds. Verdicts are for these "
            f"alone, from all their rounds, and count all {halving.entrants}."
        )
    stage = f"stage {at.number} of {len(halving.stages)}"
    remainder = f"{len(remain)} of {total} {'remains' if len(remain) == 1 else 'remain'}"
    if not is_open:
        return f"Halving was stopped in {stage}: {remainder}."
    if at.number == len(halving.stages):
        return f"Halving, the last stage: {remainder}, measured until round {at.last}."
    return f"Halving, {stage}: {remainder}; after round {at.last} the better half goes on."
