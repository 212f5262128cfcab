"""Main effects and interactions in sentences. Pure."""

from collections.abc import Sequence
from typing import Literal

from agents.catalog.metrics import Metric
from backend.presentation.changes import percent
from backend.presentation.figures import ABSENT, MINUS
from backend.presentation.words import plural, verdict_word
from backend.statistics.assemble import Delta
from backend.statistics.grids.main_effects import Effect, Interaction
from backend.statistics.verdict import Verdict

Depends = Literal["yes", "no", "unclear"]
_DEPENDS: dict[Verdict, Depends] = {
    Verdict.BETTER: "yes",
    Verdict.WORSE: "yes",
    Verdict.SAME: "no",
    Verdict.UNCLEAR: "unclear",
}


def factor_sentence(effects: Sequence[Effect], metric: Metric) -> str:
    """`pin: cores is +14.5% [+8.3, +21.0] against none, over 5 pairs; better.` for all levels of a factor."""
    parts = [f"{e.level} is {_effect_text(e.delta, metric)} against {e.against}{_over(e)}" for e in effects]
    return f"{effects[0].factor}: {'. '.join(parts)}."


def _over(effect: Effect) -> str:
    if effect.pairs == 0:
        return ": no two cells that are equal otherwise were measured at both"
    word = verdict_word("interim" if effect.delta.interim else effect.delta.verdict.value)
    return f", over {plural(effect.pairs, 'pair')}; {word}"


def interaction_sentence(effect: Interaction, metric: Metric) -> str:
    """Describe a level's effect at two levels of another dimension, and how sure the difference is."""
    base, level = (_change(d, metric) for d in (effect.here, effect.there))
    text = f"{base} at {effect.other} {effect.other_against}, {level} at {effect.other} {effect.other_level}"
    verdict = {"yes": "it depends", "no": "it does not depend", "unclear": "not settled"}[depends(effect)]
    kind = "difference" if metric.can_be_zero else "ratio of the two"
    lead = f"{effect.factor} {effect.level} against {effect.against}: {text}"
    size = _effect_text(effect.delta, metric)
    return f"{lead}; {kind} {size}, over {plural(effect.pairs, 'pair')} of each: {verdict}."


def depends(effect: Interaction) -> Depends:
    """Whether the effect depends on the other dimension."""
    return _DEPENDS[effect.delta.verdict]


def _effect_text(delta: Delta, metric: Metric) -> str:
    """`+14.5% [+8.3, +21.0]`."""
    change = _change(delta, metric)
    if delta.low is None or delta.high is None:
        return change
    return f"{change} [{_number(delta.low, metric)}, {_number(delta.high, metric)}]"


def _change(delta: Delta, metric: Metric) -> str:
    value = delta.difference if metric.can_be_zero else delta.change
    if value is None:
        return ABSENT
    return _number(value, metric) + (_unit(metric) if metric.can_be_zero else "%")


def _number(value: float, metric: Metric) -> str:
    if not metric.can_be_zero:
        return percent(value).removesuffix("%")
    return f"{value:+.3g}".replace("-", MINUS) if value else "0"


def _unit(metric: Metric) -> str:
    return f" {metric.label}" if metric.unit == "1" else f" {metric.unit}"
