"""Whether a finished experiment can be measured more, with how many rounds, and why not."""

from agents.contract.states import ExperimentState
from backend.analysis.candidates.stages import has_reserve
from backend.analysis.schemas import FirstStage, Headline, MoreOffer, Settling
from backend.definition.consistency import MAX_TRIALS
from backend.definition.stopping_rule import rule_of
from backend.presentation.figures import span
from backend.presentation.words import plural
from backend.records.experiments import Experiment
from backend.records.origin import Origin
from backend.statistics.rules import RULES_2

MIN_SECONDS = 60.0  # of a sentence in whole minutes


def more_offer(experiment: Experiment, headline: Headline | None, runs: int) -> MoreOffer | None:
    """Offer for an experiment whose questions are open; None where there is nothing to settle.

    `runs`: all that it has. Whether its hosts are the same, and whether it is shared, is asked later.
    """
    if headline is None or not (headline.settle or headline.more):
        return None
    why_not, more = why_not_more(experiment, headline), headline.more
    if why_not or more is None:
        return MoreOffer(rounds=None, runs=0, round_s=0, max_rounds=0, sentence="", why_not=why_not)
    seconds = seconds_per_round(experiment, more, runs)
    return MoreOffer(
        rounds=more.rounds,
        runs=len(more.run_ids),
        round_s=seconds,
        max_rounds=max_rounds(experiment, more),
        sentence=_sentence(more, seconds, experiment.definition["trials"]),
        why_not="",
    )


def _sentence(more: Settling, seconds: float, rounds: int) -> str:
    if rounds < 2:
        return f"One round does not tell how many more would settle {more.name}."
    if more.rounds is None:
        return f"More rounds would hardly settle {more.name}."
    minutes = max(more.rounds * seconds, MIN_SECONDS) // 60 * 60
    return f"About {plural(more.rounds, 'more round')} ({span(minutes)}) would settle {more.name}."


def seconds_per_round(experiment: Experiment, more: Settling, runs: int) -> float:
    """Seconds of an added round, which has some of the `runs`, as those of the experiment went."""
    seconds_in_rounds = experiment.seconds_in_rounds
    seconds = experiment.estimate_s if seconds_in_rounds is None else seconds_in_rounds
    return seconds / experiment.definition["trials"] * len(more.run_ids) / max(runs, 1)


def max_rounds(experiment: Experiment, more: Settling) -> int:
    """The most rounds that may be added."""
    return max(MAX_TRIALS // max(len(more.run_ids), 1) - experiment.definition["trials"], 0)


def why_not_more(experiment: Experiment, headline: Headline | None) -> str:
    """Reason as a clause; empty: it can be."""
    if experiment.origin != Origin.MEASURED:
        return "it was imported; nothing here can measure it"
    if experiment.state != ExperimentState.FINISHED:
        return f"it is {experiment.state}; rounds can be added to a finished one"
    if experiment.rounds_added:
        return "rounds were added already, which can be done once; launch it again for new ones"
    if min(experiment.launch_rules, experiment.rules_version) < RULES_2:
        return "rules 1, which it follows, keep nothing of the 5% for more rounds; launch it again"
    if rule_of(experiment.definition):
        return "its interim analyses used all of the 5%; launch it again"
    if not has_reserve(experiment) or experiment.is_calibration:
        return "rounds can be added to a comparison with a fixed number of interleaved rounds"
    if headline is None:
        return "its results are being worked out; try again in a moment"
    return "" if headline.more else "it is settled, or rounds cannot settle it"


def first_stage(experiment: Experiment, current: Headline | None) -> FirstStage | None:
    """Result before rounds were added; its words are not repeated where they are the current ones."""
    if not experiment.rounds_added or experiment.first_headline is None:
        return None
    words = " ".join(Headline.model_validate(experiment.first_headline).lead)
    is_same = current is not None and " ".join(current.lead) == words
    return FirstStage(
        rounds=experiment.definition["trials"],
        added_rounds=experiment.rounds_added,
        finished_at=experiment.first_finished_at,
        headline="the same as now." if is_same else words,
    )
