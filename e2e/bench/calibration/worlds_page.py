"""The tables of docs/validation.md on worlds, rounds until decided and halving, from the calibration."""

from collections.abc import Mapping, Sequence
from typing import Any

from backend.statistics.rules import RULES_2
from e2e.bench.calibration.by_rules import words_of
from e2e.bench.calibration.halving import RUNS as HALVED_RUNS
from e2e.bench.calibration.verdicts import ROUNDS
from e2e.bench.calibration.worlds import WORLDS, World

BEGIN = "<!-- written by python -m e2e.bench.statistics_page: worlds -->"
END = "<!-- end of worlds -->"
POWER_ROUNDS = 12
HALVING_BEGIN = "<!-- written by python -m e2e.bench.statistics_page: halving -->"
HALVING_END = "<!-- end of halving -->"
EFFECTS = ("+2%", "+3%", "+5%")
Rows = Sequence[Mapping[str, Any]]


def block(rows: Rows) -> str:
    """What stands between the marks."""
    values = {(row["what"], row["figure"]): row["value"] for row in rows}
    experiments = next(row["experiments"] for row in rows if row["what"].startswith("world: "))
    return "\n".join(
        [
            BEGIN,
            f"{experiments:,} experiments for each figure, by rules 2 and by rules 1. *False*: any of five "
            "equal candidates called better or worse. *Held*: single 95% intervals with the truth. Both "
            "after 8, 12, 20 rounds. *Found*: one of five is truly better and called so, "
            f"{POWER_ROUNDS} rounds.",
            "",
            "| world | false | held | found +2 · +3 · +5% | rules 1: false | held | found |",
            "| --- | --- | --- | --- | --- | --- | --- |",
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


def halving_block(rows: Rows) -> str:
    """What stands between the marks of halving."""
    own = [row for row in rows if row["what"].startswith("halving, ")]
    values = {(row["what"], row["figure"]): row["value"] for row in own}
    return "\n".join(
        [
            HALVING_BEGIN,
            f"{own[0]['experiments']:,} experiments for each figure; a round's change scatters by 6%, 1% "
            "matters; one candidate is truly better:",
            "",
            "| runs | trials | found +3% | found +5% |",
            "| --- | --- | --- | --- |",
            *(_halved(what, values) for what, figure in values if figure == f"found {EFFECTS[1]}"),
            "",
            f"{HALVED_RUNS} equal runs in worlds that could mislead the choice. *Hold*: all finalists' "
            "simultaneous intervals hold the truth. *Found*: one is truly better by 5%.",
            "",
            "| world | false | hold | found +5% |",
            "| --- | --- | --- | --- |",
            *(_of_halving(world, values) for world in WORLDS if (_what(world), "any called") in values),
            HALVING_END,
        ]
    )


def _halved(what: str, values: Mapping[tuple[str, str], float]) -> str:
    runs, trials, *fixed = what.removeprefix("halving, ").split(", ")
    how = f"{trials.split(' ')[0]}, {'a fixed number' if fixed else 'halving'}"
    found = [_percent(values[what, f"found {effect}"], 0) for effect in EFFECTS[1:]]
    return f"| {runs.split(' ')[0]} | {how} | {found[0]} | {found[1]} |"


def _what(world: World) -> str:
    return f"halving, world: {world.name}"


def _of_halving(world: World, values: Mapping[tuple[str, str], float]) -> str:
    mark = "²" if world.beyond else ""
    cells = [_percent(values[_what(world), figure]) for figure in ("any called", "all intervals hold")]
    return f"| {world.name}{mark} | {' | '.join(cells)} | {_percent(values[_what(world), 'found +5%'], 0)} |"


def _world(world: World, values: Mapping[tuple[str, str], float]) -> str:
    def cells_of(rules: int) -> list[str]:
        def of(figure: str) -> str:
            return _several([values[words_of(world, rules, n), figure] for n in ROUNDS])

        what = words_of(world, rules, POWER_ROUNDS)
        found = _several([values[what, f"found {effect}"] for effect in EFFECTS], 0)
        return [of("any called") + only, of("coverage"), found]

    mark = " ¹²³"[_reasons_of().index(world.beyond) + 1] if world.beyond else ""
    only = "" if world.candidates > 1 else " (of one)"
    return f"| {' | '.join([world.name + mark, *cells_of(RULES_2), *cells_of(1)])} |"


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
