"""What is compared: runs on up to eight sides, or two levels of an experiment's factor. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from backend.errors import Invalid

SIDES = "abcdefgh"
"""The first is the baseline; each of the others is compared with it."""

MAX_RUNS = 500
DEFAULT_METRIC = "requests_per_s"
_SPLIT = ("experiment", "factor", "level_a", "level_b")

Match = Literal["equal", "order"]


@dataclass(frozen=True)
class Selection:
    """Run ids of the sides, or an experiment to be split by two levels of a factor.

    more   sides c to h, compared with A as B is
    side   the side that stands beside A in pairs, differences and texts
    match  pair runs by what is equal, or simply in the order given
    """

    a: Sequence[str] = field(default_factory=list)
    b: Sequence[str] = field(default_factory=list)
    experiment: str | None = None
    factor: str | None = None
    level_a: str | None = None
    level_b: str | None = None
    more: Mapping[str, Sequence[str]] = field(default_factory=dict)
    side: str = "b"
    match: Match = "equal"

    def sides(self) -> dict[str, list[str]]:
        """Letter → ids without repetition, only of sides that have any."""
        run_ids = {"a": self.a, "b": self.b, **self.more}
        return {letter: list(dict.fromkeys(run_ids[letter])) for letter in SIDES if run_ids.get(letter)}


def selection_of(state: Mapping[str, str]) -> tuple[Selection, str]:
    """(selection, metric) of the Compare page's search parameters; ids of a side stand with commas.

    Invalid when these choose nothing that could be compared.
    """
    sides = {letter: [i for i in state.get(letter, "").split(",") if i] for letter in SIDES}
    metric = state.get("metric") or DEFAULT_METRIC
    match: Match = "order" if state.get("match") == "order" else "equal"
    side_text = state.get("side") or "b"
    side = side_text if side_text in SIDES else "b"
    if any(sides.values()):
        more = {letter: ids for letter, ids in sides.items() if letter not in "ab"}
        selection = Selection(sides["a"], sides["b"], more=more, side=side, match=match)
        check(selection)
        return selection, metric
    experiment, factor, level_a, level_b = (state.get(name) or None for name in _SPLIT)
    if experiment is None:
        raise Invalid.at("state", "nothing is chosen: give runs for a and b, or an experiment")
    return Selection([], [], experiment, factor, level_a, level_b), metric


def check(selection: Selection) -> None:
    """Invalid where a selection cannot be compared, whatever its runs are."""
    sides = selection.sides()
    if selection.experiment is not None:
        if sides:
            message = "give either runs for both sides or an experiment to split, not both"
            raise Invalid.at("experiment", message)
        return
    for letter in "ab":
        if letter not in sides:
            message = f"side {letter.upper()} is empty; choose at least one run for each side"
            raise Invalid.at(letter, message)
    runs = sum(len(ids) for ids in sides.values())
    if runs > MAX_RUNS:
        raise Invalid.at("a", f"{runs} runs are too many for one comparison; choose at most {MAX_RUNS}")
