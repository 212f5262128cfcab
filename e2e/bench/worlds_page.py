"""The tables of docs/statistics.md on worlds and on rounds until decided, from rows of the calibration."""

from collections.abc import Mapping, Sequence
from typing import Any

from e2e.bench.calibration.in_worlds import ROUNDS
from e2e.bench.calibration.worlds import WORLDS, World

BEGIN = "<!-- written by python -m e2e.bench.statistics_page: worlds -->"
END = "<!-- end of worlds -->"
POWER_ROUNDS = 12
EFFECTS = ("+2%", "+3%", "+5%")
Rows = Sequence[Mapping[str, Any]]


def block(rows: Rows) -> str:
    """What stands between the marks."""
    values = {(row["what"], row["figure"]): row["value"] for row in rows}
    experiments = next(row["experiments"] for row in rows if row["what"].startswith("world: "))
    return "\n".join(
        [
            BEGIN,
            f"{experiments:,} experiments for each figure. *False*: any of five equal candidates called "
            "better or worse. *Held*: single 95% intervals with the truth. Each after 8, 12, 20 rounds. "
            f"*Found*: one of the five is truly better by so much, and called so, {POWER_ROUNDS} rounds.",
            "",
            "| world | false | held | found +2 · +3 · +5% |",
            "| --- | --- | --- | --- |",
            *(_world(world, values) for world in WORLDS),
            "",
            *_reasons(),
            "",
            "Rounds until decided where a round's change scatters by 6% and 1% matters, and fixed numbers:",
            "",
            "| rounds | of | equal called | held | rounds | found +3% | rounds | found +5% | rounds |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
            *_decided(values),
            END,
        ]
    )


def _world(world: World, values: Mapping[tuple[str, str], float]) -> str:
    def of(figure: str, rounds: Sequence[int] = ROUNDS) -> str:
        return _several([values[f"world: {world.name}, n = {n}", figure] for n in rounds])

    found = _several([values[f"world: {world.name}, n = {POWER_ROUNDS}", f"found {e}"] for e in EFFECTS], 0)
    mark = " ¹²³"[_reasons_of().index(world.beyond) + 1] if world.beyond else ""
    only = "" if world.candidates > 1 else " (of one)"
    return f"| {world.name}{mark} | {of('any called')}{only} | {of('coverage')} | {found} |"


def _reasons_of() -> list[str]:
    return list(dict.fromkeys(world.beyond for world in WORLDS if world.beyond))


def _reasons() -> list[str]:
    marks = "¹²³"
    said = [f"{marks[i]} {why[0].upper()}{why[1:]}." for i, why in enumerate(_reasons_of())]
    return [f"Outside 5% or 93 to 97%, and why: {' '.join(said)}"]


def _decided(values: Mapping[tuple[str, str], float]) -> list[str]:
    names = dict.fromkeys(what for what, _ in values if what.startswith("decided, "))
    lines = []
    for what in names:
        name, whom = what.removeprefix("decided, ").rsplit(", ", 1)
        cells = [name, whom.split(" ")[0]]
        cells += [_percent(values[what, "equal called"]), _percent(values[what, "coverage"])]
        cells.append(f"{values[what, 'rounds of equals, mean']:.0f}")
        for effect in EFFECTS[1:]:
            cells.append(_percent(values[what, f"found {effect}"], 0))
            cells.append(f"{values[what, f'rounds at {effect}, mean']:.0f}")
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def _several(shares: Sequence[float], decimals: int = 1) -> str:
    return " · ".join(f"{100 * share:.{decimals}f}" for share in shares) + "%"


def _percent(share: float, decimals: int = 1) -> str:
    return f"{100 * share:.{decimals}f}%"
