"""Forecast of halving with as many trials, where many candidates share a fixed number of rounds. Pure."""

from pydantic import BaseModel, Field

from backend.definition.halving import MIN_ENTRANTS, MIN_TRIALS, entrants_of, stages_of
from backend.definition.model import HALVING, Definition
from backend.planning.design import counted_of
from backend.presentation.figures import short_percent
from backend.statistics.promise import smallest_effect


class Halved(BaseModel):
    """Forecast of halving with as many trials, where it finds smaller changes than the plan."""

    trials: int = Field(description="of a run, as the definition would say")
    smallest_effect: float = Field(description="found in 80% of experiments, 0.03 = 3%")
    sentence: str


def forecast_halving(
    definition: Definition, sd: float | None, between: float | None, now: float | None
) -> Halved | None:
    """None where halving is not possible, or finds nothing smaller than what the plan itself does (`now`).

    `sd` of a round's log ratio and `between` as in `counted_of`.
    """
    trials = definition.max_rounds
    if sd is None or now is None or not _is_possible(definition) or trials < MIN_TRIALS:
        return None
    halving_definition = definition.model_copy(update={"search": HALVING, "trials": trials})
    count = counted_of(halving_definition, sd, between)
    effect = smallest_effect(count.sd, count.design)
    if effect is None or short_percent(effect) == short_percent(now) or effect > now:
        return None
    many, last = entrants_of(definition) * len(definition.workloads), stages_of(halving_definition)[-1]
    sentence = (
        f"{many} candidates share these trials, which find a change of {short_percent(now)} in 80 of "
        f"100 experiments. With halving as many find {short_percent(effect)}: after each stage the better "
        f"half is measured on, and only the last {last.candidates} get verdicts."
    )
    return Halved(trials=trials, smallest_effect=effect, sentence=sentence)


def _is_possible(definition: Definition) -> bool:
    is_fixed = not (definition.search or definition.ceiling)
    return is_fixed and definition.order == "interleaved" and entrants_of(definition) >= MIN_ENTRANTS
