"""The end of a stage of halving: who goes on, and the trials of the next stage.

Written in the transaction that notes the stage as seen, so it happens once; made from finished trials and the
experiment's seed alone, so it comes out the same whenever it is done.
"""

from backend.analysis.halving import choose_remaining
from backend.definition.halving import stage_after, stages_of_stored
from backend.definition.model import Definition
from backend.execution.orchestration.rows import ExperimentRows
from backend.planning.plan import runs_of
from backend.planning.rounds import trials_of_stage
from backend.records import runs_queries


def begin(rows: ExperimentRows, rounds: int) -> None:
    """Begin a stage after so many whole rounds: leave out the worse half, queue what the rest measures next.

    A workload none of whose candidates goes on is measured no further, its baseline neither.
    """
    experiment, runs = rows.experiment, rows.runs()
    stage = stage_after(stages_of_stored(experiment.definition, len(runs)), rounds)
    if stage is None:
        return
    trials = runs_queries.trial_rows(rows.session, experiment.id)
    remain = choose_remaining(experiment, runs, trials, stage)
    for run in runs:
        if run.id not in remain and run.eliminated_after is None and not (run.is_baseline or run.is_control):
            run.eliminated_after = rounds
    definition = Definition.model_validate(experiment.definition)
    ids = {run.position: run.id for run in runs}
    remaining_runs = [run for run in runs_of(definition) if ids[run.position] in remain]
    rows.add_trials(trials_of_stage(definition, remaining_runs, stage, experiment.seed), ids)
