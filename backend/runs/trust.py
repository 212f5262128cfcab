"""Trust in the figures of one run, by the rules that its experiment's result is trusted by."""

from collections.abc import Sequence

from agents.contract.states import ExperimentState
from backend.analysis.headlines.schemas import Trust
from backend.analysis.headlines.sentences import SETTLED
from backend.analysis.headlines.trust import Conditions, trust_in
from backend.definition.ceiling_rules import is_search
from backend.records.experiments import Experiment
from backend.records.facts_flat import changes
from backend.records.origin import Origin
from backend.records.runs import Run, Trial
from backend.records.trial_rows import is_attempt
from backend.runs.schemas import MetricFigure


def trust_of_run(
    experiment: Experiment, run: Run, trials: Sequence[Trial], figures: Sequence[MetricFigure]
) -> Trust | None:
    """Judge its own trials; None before the end, and for a search, which overloads its servers on purpose."""
    if not ExperimentState(experiment.state).is_final or is_search(experiment.definition):
        return None
    questions = [figure.delta for figure in figures if figure.delta and not figure.delta.exploratory]
    return trust_in(
        Conditions(
            trials=[(trial.state, trial.findings) for trial in trials if is_attempt(trial, run.failure)],
            is_settled=not questions or any(delta.verdict in SETTLED for delta in questions),
            changed_facts=changes(experiment.facts, experiment.facts_after),
            is_imported=experiment.origin == Origin.IMPORTED,
        )
    )
