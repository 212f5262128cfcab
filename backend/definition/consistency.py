"""Consistency of a definition: names, `from`, baseline, published rows, sizes.

Works on tidied plain data, so that all of it is checked even where the shape is wrong elsewhere.
"""

import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from math import prod
from typing import Any

from agents.catalog.knobs.values import quote
from backend.definition.issues import MAX_ISSUES, Issue, Path
from backend.definition.normalize import items_of, maps_in
from backend.definition.stopping_rule import max_of
from backend.definition.variants import cell_name, cells_of

MAX_RUNS = 500
MAX_TRIALS = 20_000
_COMPARED = 120  # characters of names, when looking for what was meant
CONTROL = "control (A/A)"


def check(data: dict[str, Any]) -> list[Issue]:
    variants = maps_in(data.get("variants"))
    names = [v.get("name") for v in variants]
    sizes = list(_sizes(data, len(variants)))
    if len(variants) > MAX_RUNS:
        return sizes
    issues = [
        *_doubles(names, "variants", "variant"),
        *_doubles(
            [w.get("name", "default") for w in maps_in(data.get("workloads"))], "workloads", "workload"
        ),
        *_parents(variants),
        *_two_testbeds(data),
        *_reserved_names(data, names),
        *_levels(data),
        *sizes,
    ]
    if not sizes:
        variant_names = [str(n) for n in names if n is not None] + _cell_names(data)
        issues += [*_nothing_to_run(data, variant_names), *_baseline(data, variant_names)]
        issues += islice(_published_rows(data, variant_names), MAX_ISSUES)
    return issues


def _two_testbeds(data: dict[str, Any]) -> Iterator[Issue]:
    if data.get("testbed") and data.get("testbed_labels"):
        yield ("testbed_labels",), "give either a testbed or testbed_labels, not both"


def did_you_mean(name: object, choices: Iterable[str]) -> str:
    """Name what is spelt almost like it, after a semicolon; nothing where nothing is."""
    near = difflib.get_close_matches(str(name)[:_COMPARED], [k[:_COMPARED] for k in choices], n=1, cutoff=0.6)
    return f"; did you mean “{near[0]}”?" if near else ""


def _doubles(names: list[Any], key: str, noun: str) -> Iterator[Issue]:
    first: dict[Any, int] = {}
    for i, name in enumerate(names):
        if isinstance(name, str | int | float) and first.setdefault(str(name), i) != i:
            yield (
                (key, i, "name"),
                f"two {noun}s are called {quote(name)}; the other is {noun} {first[str(name)] + 1}",
            )


def _parents(variants: list[dict[str, Any]]) -> Iterator[Issue]:
    parent_of = {str(v["name"]): v.get("from") for v in variants if v.get("name") is not None}
    in_cycle: set[str] = set()
    for i, variant in enumerate(variants):
        name, parent = variant.get("name"), variant.get("from")
        if parent is None or isinstance(parent, dict | list):
            continue
        if str(parent) not in parent_of:
            hint = did_you_mean(parent, parent_of)
            yield (("variants", i, "from"), f"there is no variant called {quote(parent)}{hint}")
        elif str(name) not in in_cycle and (cycle := _cycle(str(name), parent_of)):
            in_cycle.update(cycle)
            way = " → ".join([*cycle, cycle[0]])
            yield (("variants", i, "from"), f"variants derive from each other in a circle: {way}")


def _cycle(start: str, parent_of: dict[str, Any]) -> list[str]:
    """The circle that starts here, or nothing."""
    way = [start]
    while (parent := parent_of.get(way[-1])) is not None:
        if str(parent) == start:
            return way
        if str(parent) in way:
            return []
        way.append(str(parent))
    return []


def _reserved_names(data: dict[str, Any], names: list[Any]) -> Iterator[Issue]:
    for i, name in enumerate(names):
        if name == CONTROL and data.get("control") is not False:
            yield (("variants", i, "name"), f"“{CONTROL}” is the name of the control; choose another")


def _levels(data: dict[str, Any]) -> Iterator[Issue]:
    for factor, levels in items_of(data.get("factors")):
        if levels == {}:
            yield (("factors", factor), f"factor {quote(factor)} has no levels")


def _cells(data: dict[str, Any]) -> int:
    factors = items_of(data.get("factors"))
    return prod(len(levels) if isinstance(levels, dict) else 1 for _, levels in factors) if factors else 0


def _cell_names(data: dict[str, Any]) -> list[str]:
    factors = {f: list(levels) for f, levels in items_of(data.get("factors")) if isinstance(levels, dict)}
    return [cell_name(cell) for cell in islice(cells_of(factors), MAX_RUNS)]


def _sizes(data: dict[str, Any], variant_count: int) -> Iterator[Issue]:
    cells = _cells(data)
    control = 1 if data.get("control", True) is not False else 0
    workloads = max(1, len(maps_in(data.get("workloads"))))
    runs = (cells + variant_count + control) * workloads
    if runs > MAX_RUNS:
        path: Path = ("factors",) if cells > variant_count else ("variants",)
        grid = f"the grid has {cells} cells; " if cells > variant_count else ""
        yield (path, f"{grid}{runs} runs (variants × workloads, control included) are more than {MAX_RUNS}")
    trials = max_of(data.get("trials", 5))
    if isinstance(trials, int) and not isinstance(trials, bool) and runs * trials > MAX_TRIALS:
        yield (("trials",), f"{runs} runs × {trials} trials are {runs * trials}; at most {MAX_TRIALS} trials")


def _nothing_to_run(data: dict[str, Any], variant_names: list[str]) -> Iterator[Issue]:
    if not variant_names and not data.get("factors") and not data.get("variants"):
        yield ((), "nothing to measure: give variants (a list) or factors (a grid)")
    for name, count in Counter(variant_names).items():
        if count > 1 and name in _cell_names(data):
            yield (("factors",), f"{count} variants would be called “{name}”; rename a level or a variant")


def _baseline(data: dict[str, Any], variant_names: list[str]) -> Iterator[Issue]:
    baseline = data.get("baseline")
    if isinstance(baseline, str) and variant_names and baseline not in variant_names:
        yield (
            ("baseline",),
            f"there is no variant called {quote(baseline)}{did_you_mean(baseline, variant_names)}",
        )
    if not isinstance(baseline, dict):
        return
    factors = dict(items_of(data.get("factors")))
    for factor, level in baseline.items():
        if factor not in factors:
            yield (
                ("baseline", factor),
                f"the grid has no factor {quote(factor)}{did_you_mean(factor, factors)}",
            )
        elif isinstance(factors[factor], dict) and level not in factors[factor]:
            levels = ", ".join(list(factors[factor])[:20])
            yield (
                ("baseline", factor),
                f"{quote(level)} is not a level of {factor}; its levels are {levels}",
            )
    for factor in factors:
        if factor not in baseline:
            yield (("baseline",), f"the baseline is not in the grid: it names no level of {quote(factor)}")


def _published_rows(data: dict[str, Any], variant_names: list[str]) -> Iterator[Issue]:
    table = data.get("published")
    rows = maps_in(table.get("rows")) if isinstance(table, dict) else []
    workloads = [str(w.get("name", "default")) for w in maps_in(data.get("workloads"))]
    for i, row in enumerate(rows):
        name, workload = row.get("variant"), row.get("workload")
        if workload is not None and str(workload) not in workloads:
            text = f"there is no workload called {quote(workload)}{did_you_mean(workload, workloads)}"
            yield (("published", "rows", i, "workload"), text)
        if variant_names and name is not None and str(name) not in variant_names and not row.get("note"):
            text = f"there is no variant called {quote(name)}{did_you_mean(name, variant_names)}"
            yield (("published", "rows", i, "variant"), f"{text} (a row without its variant needs a note)")
