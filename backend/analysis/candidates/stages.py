"""Stages of an experiment with a fixed number of rounds: more may be measured once, after its end."""

from collections.abc import Sequence

from backend.analysis.decision import analyses_of
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.interim import is_interim
from backend.definition.stopping_rule import keeps_reserve
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.statistics.rules import RULES_2
from backend.statistics.two_stages import Stages, rounds_for_second


def has_reserve(experiment: Experiment) -> bool:
    """Whether its verdicts keep a part of the 5% for a second stage."""
    is_own = experiment.rules_version >= RULES_2 and experiment.origin == Origin.MEASURED
    return is_own and keeps_reserve(experiment.definition)


def planned_analyses(experiment: Experiment, last_round: int | None = None) -> Sequence[int]:
    """Rounds at each stage or interim analysis that its verdicts count; none for one look alone.

    last_round  of verdicts that were given then, where rounds were added later
    """
    if not has_reserve(experiment):
        return analyses_of(experiment.definition)
    rounds = experiment.definition["trials"]
    all_rounds = rounds + experiment.rounds_added
    is_first = all_rounds == rounds or (last_round is not None and last_round <= rounds)
    return Stages((rounds,) if is_first else (rounds, all_rounds))


def counted_round(experiment: Experiment) -> int | None:
    """The last round of the first stage, where the second one has not ended; None: all rounds count."""
    has_open_stage = experiment.rounds_added and is_interim(experiment)
    return experiment.definition["trials"] if has_open_stage else None


def rounds_to_settle(experiment: Experiment, delta: DeltaOut) -> int | None:
    """All rounds after which a delta would have its word; None: more would hardly do."""
    if not delta.trials_needed:
        return None
    if not has_reserve(experiment) or experiment.rounds_added:
        return delta.trials_needed
    return rounds_for_second(delta.n, delta.trials_needed, delta.family)
