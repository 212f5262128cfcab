"""Answers of a grid: what each factor does, in place of its best cell."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from agents.catalog.metrics import METRICS, Metric
from backend.analysis.deltas import measured_rows
from backend.analysis.grids.grid_schemas import EffectOut
from backend.analysis.grids.grid_views import main_effects_of
from backend.analysis.headlines.failures import add_failures
from backend.analysis.headlines.lead import CONTROL_MOVED
from backend.analysis.headlines.sentences import SETTLED
from backend.analysis.schemas import Headline
from backend.definition.ceiling_rules import is_search
from backend.definition.halving import is_halving
from backend.definition.stopping_rule import questions_of
from backend.presentation.changes import amount
from backend.presentation.figures import short_percent
from backend.presentation.words import join_words, quantity
from backend.records.experiments import Experiment
from backend.records.runs import Run
from backend.statistics.rules import RULES_2

MAX_NAMED = 3
"""Effects with their figures in one sentence."""
_MOVED = ("better", "worse")


def answer_factors(session: Session, experiment: Experiment, runs: Sequence[Run], headline: Headline) -> None:
    """Put the effects of a grid's factors into its answers, where rules 2 judge them."""
    definition = experiment.definition
    varied_factors = [name for name, levels in (definition.get("factors") or {}).items() if len(levels) > 1]
    is_excluded = is_search(definition) or is_halving(definition) or experiment.rules_version < RULES_2
    if len(varied_factors) < 2 or is_excluded:
        return
    if headline.cause:
        headline.cause = f"{headline.name}: {headline.cause}"  # it is about one cell
    for answer in headline.answers:
        metric = METRICS[answer.metric]
        effects = main_effects_of(session, experiment.id, metric.name).effects
        text = effects_sentence(effects, metric, bool(answer.delta.control_alarm))
        if answer.metric == questions_of(definition)[0]:
            text = add_failures(text, None, measured_rows(session, experiment, runs, metric))
        answer.sentence = text
        effect = next(iter(_by_weight([effect for effect in effects if effect.delta.is_known])), None)
        if effect is not None:
            answer.run_id, answer.name = None, f"{effect.factor} {effect.level}"
            answer.delta = effect.delta
            answer.verdict, answer.size = effect.delta.verdict, effect.delta.size
        if answer.metric == headline.metric:
            headline.sentence, headline.delta = text, answer.delta
            headline.name, headline.settled = answer.name, answer.verdict in SETTLED


def effects_sentence(effects: Sequence[EffectOut], metric: Metric, has_alarm: bool = False) -> str:
    """`pin cores raises throughput against none (+14.5% [8.3, 21.0]); not settled: workers.` Pure."""
    known_effects = [effect for effect in effects if effect.delta.is_known]
    noun = metric.noun or quantity(metric)
    changes = [effect for effect in _by_weight(known_effects) if effect.delta.verdict in _MOVED]
    if not known_effects:
        return f"No two cells tell what a factor does to {noun}."
    if has_alarm or not changes:
        return _describe_unsettled(known_effects, metric, noun, has_alarm)
    clauses = [
        f"{e.factor} {e.level} {'raises' if _change(e) > 0 else 'lowers'} {noun if i == 0 else 'it'} "
        f"against {e.against} ({_amount(e, metric)})"
        for i, e in enumerate(changes[:MAX_NAMED])
    ]
    rest = [*changes[MAX_NAMED:], *(e for e in effects if e not in changes)]
    for verdict, words in (("same", "no change"), ("unclear", "not settled")):
        factors = dict.fromkeys(_name(e, effects) for e in rest if e.delta.verdict == verdict)
        if factors:
            clauses.append(f"{words}: {join_words(list(factors))}")
    more_count = len(changes) - MAX_NAMED
    if more_count > 0:
        clauses.append(f"{more_count} more effects are in the table")
    return "; ".join(clauses) + "."


def _by_weight(effects: Sequence[EffectOut]) -> list[EffectOut]:
    """Helpful effects first, then harmful ones, then the rest; the largest of each first."""
    ranks = {"better": 0, "worse": 1}
    return sorted(effects, key=lambda effect: (ranks.get(effect.delta.verdict, 2), -_size(effect)))


def _describe_unsettled(
    known_effects: Sequence[EffectOut], metric: Metric, noun: str, has_alarm: bool
) -> str:
    largest = max(known_effects, key=_size)
    largest_words = f"{largest.factor} {largest.level} against {largest.against}, {_amount(largest, metric)}"
    if has_alarm:
        return f"{CONTROL_MOVED}; largest: {largest_words}."
    if all(e.delta.verdict == "same" for e in known_effects):
        bound = largest.delta.min_effect
        least = f" by more than ±{short_percent(bound)}" if bound else ""
        return f"No factor changes {noun}{least}; largest: {largest_words}."
    return f"No factor’s effect on {noun} is settled; largest: {largest_words}."


def _name(effect: EffectOut, beside: Sequence[EffectOut]) -> str:
    """The factor, with its level where it has several beside the baseline's."""
    levels = {e.level for e in beside if e.factor == effect.factor}
    return effect.factor if len(levels) == 1 else f"{effect.factor} {effect.level}"


def _amount(effect: EffectOut, metric: Metric) -> str:
    return amount(_change(effect), effect.delta.low, effect.delta.high, metric)


def _change(effect: EffectOut) -> float:
    delta = effect.delta
    return delta.change if delta.change is not None else delta.difference or 0.0


def _size(effect: EffectOut) -> float:
    return abs(_change(effect))
