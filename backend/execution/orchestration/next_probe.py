"""A running search for the ceiling: from a judged probe to the trial that follows it."""

from sqlalchemy.orm import Session

from agents.contract.states import TrialState
from agents.contract.workload import Workload
from backend.analysis.probes import is_clean, probes_of
from backend.definition.ceiling_rules import search_of
from backend.definition.ceiling_search import next_probe
from backend.definition.model import Ceiling
from backend.execution.orchestration.outcome import MAX_ATTEMPTS, again
from backend.ids import new_id
from backend.records import runs_queries
from backend.records.experiments import Experiment
from backend.records.runs import Run, Trial


def following(session: Session, experiment: Experiment, trial: Trial) -> Trial | None:
    """The next probe of the same run; the same one again where it gave no answer; None at the end."""
    if is_clean(trial) is None:
        is_spoilt = trial.state in (TrialState.INVALID, TrialState.FAILED)
        return again(trial) if is_spoilt and trial.attempt < MAX_ATTEMPTS else None
    run = session.get_one(Run, trial.run_id)
    search = search_of(
        Ceiling.model_validate(experiment.definition["ceiling"]), Workload.model_validate(run.workload)
    )
    size = next_probe(search, probes_of(runs_queries.trials_of_run(session, run.id)))
    if size is None:
        return None
    return Trial(
        id=new_id(),
        experiment_id=trial.experiment_id,
        run_id=trial.run_id,
        round=trial.round + 1,
        position=trial.position + _step(session, experiment),
        connections=size if trial.rate is None else None,
        rate=size if trial.rate is not None else None,
    )


def _step(session: Session, experiment: Experiment) -> int:
    """Interleaved: each round probes every run once, in the order of the first; else run after run."""
    if experiment.definition.get("order") == "sequential":
        return 1
    return runs_queries.count(session, experiment.id) or 1
