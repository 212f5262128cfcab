"""The step before each row of a stepwise table: “4 and worker_connections 65535” follows row 4. Pure."""

import re
from collections.abc import Sequence

from backend.imports.preview_schemas import RunGuess

_REFERENCE = re.compile(r"#?(\d{1,3}(?:\.\d{1,2})?)\s*(?:and\b|&|\+|,|with\b|plus\b|加上?|和|に|と)\s*\S")


def set_parents(runs: Sequence[RunGuess], numbers: Sequence[str]) -> None:
    """Set the parents that rows name by the numbers of a column; rows without one follow the first of them.

    Nothing where no row names another one. `numbers`: for each run the cell that numbers its row.
    """
    by_number = {number: run for run, number in zip(runs, numbers, strict=True) if number}
    if len(by_number) < len(runs):
        return
    parents = [_parent(run, by_number) for run in runs]
    first = _root(runs, parents)
    if first is None:
        return
    for run, parent in zip(runs, parents, strict=True):
        if parent is not None:
            run.parent = parent.variant
        elif run is not first and run.topology == first.topology:
            run.parent = first.variant


def _parent(run: RunGuess, by_number: dict[str, RunGuess]) -> RunGuess | None:
    match = _REFERENCE.match(run.variant or "")
    parent = by_number.get(match[1]) if match else None
    return None if parent is run else parent


def _root(runs: Sequence[RunGuess], parents: Sequence[RunGuess | None]) -> RunGuess | None:
    """The run without a printed change, else the first that others follow; None where none names another."""
    if not any(parents):
        return None
    without = [run for run in runs if run.published and run.published.delta is None]
    return without[0] if len(without) == 1 else next(run for run in runs if run in parents)
