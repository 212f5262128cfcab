"""The end of a stage of halving: who goes on, and the trials of the next stage.

Written in the transaction that notes the stage as seen, so it happens once; made from finished trials and the
experiment's seed alone, so it comes out the same whenever it is done.
"""

from backend.analysis.halving import choose_remaining
from backend.definition.halving import stage_after, stages_of_stored
from backend.definition.model import Definition
from backend.execution.orchestration.rows import ExperimentRows
from backend.ids import new_id
from backend.planning.plan import runs_of
from backend.planning.rounds import trials_of_stage
from backend.records import runs_queries
from backend.records.runs import Trial


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
    last_position = max(t.position for t in trials)
    rows.session.add_all(
        Trial(
            id=new_id(),
            experiment_id=experiment.id,
            run_id=ids[planned_trial.run],
            round=planned_trial.round + 1,
            position=last_position + planned_trial.position + 1,
            repeat=planned_trial.repeat,
        )
        for planned_trial in trials_of_stage(definition, remaining_runs, stage, experiment.seed)
    )
