"""Which runs of two sides stand side by side: those that are equal in something, else by their order.

A side may hold the same variant several times, from several experiments (a nightly one, say): where nothing
tells these repeats apart they stand together as one group.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from backend.records.runs import Run

How = Literal[
    "factor", "pins", "alone", "others_here", "variant_here", "experiment", "variant", "others",
    "any_workload", "workload", "order",
]  # fmt: skip
Runs = tuple[Run, ...]
Key = Callable[[Run], tuple[Any, ...]]


class Pair(NamedTuple):
    """Runs that stand side by side; several on a side are repeats of one variant."""

    label: str
    a: Runs
    b: Runs

    @property
    def alone(self) -> bool:
        """One run on each side, so that their trials are what is compared."""
        return len(self.a) == len(self.b) == 1


@dataclass(frozen=True)
class Matched:
    """Pairs (A, candidate) and how they came about; `left_out` says in sentences what has no partner."""

    pairs: list[Pair]
    method: How
    text: str
    factor: str | None = None
    level_a: str | None = None
    level_b: str | None = None
    left_out: list[str] = field(default_factory=list)

    def runs(self) -> list[Run]:
        """Every run once, A first in each pair."""
        return list({r.id: r for pair in self.pairs for r in (*pair.a, *pair.b)}.values())


class _Rule(NamedTuple):
    method: How
    text: str
    key: Key


def match(
    a: Sequence[Run], b: Sequence[Run], letter: str, names: Mapping[str, str], by_order: bool = False
) -> Matched:
    """Pairs of A's runs with the candidate's. `names`: experiment id → what it is called in a label.

    The rule that matches most runs wins, the strictest first; one that leaves out more than half of the
    smaller side gives way to the order of the runs.
    """
    if len(a) == len(b) == 1:
        return Matched([Pair(_pair_label(a[0], b[0]), (a[0],), (b[0],))], "alone", "one run on each side")
    order = _by_order(a, b, letter)
    if by_order:
        return order
    matches = [m for rule in _rules(a, b) if (m := _by_rule(rule, a, b, letter, names)) is not None]
    best = max(matches, key=lambda m: len(m.runs()), default=order)
    enough = 2 * len(best.pairs) >= min(len(_groups(a)), len(_groups(b)))
    return best if enough else order


def separating(a: Sequence[Run], b: Sequence[Run]) -> dict[str, tuple[str, str]]:
    """Factor → (level of every run of A, level of every run of B), where these differ."""
    levels = [{f: {(r.factors or {}).get(f) for r in side} for f in _factors(*a, *b)} for side in (a, b)]
    return {
        f: (x, y)
        for f in levels[0]
        if len(levels[0][f]) == len(levels[1][f]) == 1
        and (x := next(iter(levels[0][f]))) is not None
        and (y := next(iter(levels[1][f]))) is not None
        and x != y
    }


def _factors(*runs: Run) -> list[str]:
    return list(dict.fromkeys(f for r in runs for f in r.factors or {}))


def _rules(a: Sequence[Run], b: Sequence[Run]) -> Iterator[_Rule]:
    """From the strictest to the loosest."""
    apart = separating(a, b)
    other_factors = [f for f in _factors(*a, *b) if f not in apart]

    def rest(run: Run) -> tuple[Any, ...]:
        return (tuple((run.factors or {}).get(f) for f in other_factors), run.workload["name"], run.topology)

    equal = ", ".join([*other_factors, "workload"])
    if apart:
        text = f"the same experiment and the same {equal}"
        yield _Rule("others_here", text, lambda r: (r.experiment_id, *rest(r)))
    text = "the same experiment and the same variant"
    yield _Rule("variant_here", text, lambda r: (r.experiment_id, r.variant))
    text = "the same experiment and the same workload"
    yield _Rule("experiment", text, lambda r: (r.experiment_id, r.workload["name"]))
    text = "the same variant and the same workload"
    yield _Rule("variant", text, lambda r: (r.variant, r.workload["name"]))
    if apart:
        yield _Rule("others", f"the same {equal}", rest)
    yield _Rule("any_workload", "the same variant", lambda r: (r.variant,))
    yield _Rule("workload", "the same workload", lambda r: (r.workload["name"],))


def _by_rule(
    rule: _Rule, a: Sequence[Run], b: Sequence[Run], letter: str, names: Mapping[str, str]
) -> Matched | None:
    """None where the rule finds no pair, or would put different things together."""
    left_runs, right = _classes(rule.key, a), _classes(rule.key, b)
    common = [key for key in left_runs if key in right]
    is_mixed = any(len(_groups(side[key])) > 1 for key in common for side in (left_runs, right))
    if not common or is_mixed or any(left_runs[key] == right[key] for key in common):
        return None
    several = len({r.workload["name"] for r in (*a, *b)}) > 1
    pairs = [
        Pair(_label(rule.method, left_runs[key], right[key], names, several), left_runs[key], right[key])
        for key in common
    ]
    out = [r for key, runs in left_runs.items() if key not in right for r in runs]
    out_b = [r for key, runs in right.items() if key not in left_runs for r in runs]
    return Matched(pairs, rule.method, rule.text, left_out=_left_out(out, out_b, letter))


def _by_order(a: Sequence[Run], b: Sequence[Run], letter: str) -> Matched:
    left_groups, right = _groups(a), _groups(b)
    pairs = [Pair(_pair_label(x[0], y[0]), x, y) for x, y in zip(left_groups, right, strict=False)]
    out = [r for group in left_groups[len(right) :] for r in group]
    out_b = [r for group in right[len(left_groups) :] for r in group]
    text = "the order in which they were chosen"
    return Matched(pairs, "order", text, left_out=_left_out(out, out_b, letter))


def _left_out(a: Sequence[Run], b: Sequence[Run], letter: str) -> list[str]:
    return [f"{r.name} has no partner on side {letter.upper()}" for r in a] + [
        f"{r.name} has no partner on side A" for r in b
    ]


def _classes(key: Key, runs: Sequence[Run]) -> dict[tuple[Any, ...], Runs]:
    classes: dict[tuple[Any, ...], list[Run]] = {}
    for run in runs:
        classes.setdefault(key(run), []).append(run)
    return {k: tuple(of) for k, of in classes.items()}


def _groups(runs: Sequence[Run]) -> list[Runs]:
    """Repeats of one variant under one workload, in the order of the first of each."""
    return list(_classes(_identity, runs).values())


def _identity(run: Run) -> tuple[Any, ...]:
    return (
        run.variant,
        run.variant_hash,
        run.is_control,
        json.dumps(run.workload, sort_keys=True, default=str),
    )


def _pair_label(a: Run, b: Run) -> str:
    return a.name if a.name == b.name else f"{a.name} → {b.name}"


def _label(method: How, a: Runs, b: Runs, names: Mapping[str, str], several: bool) -> str:
    run_a, run_b = a[0], b[0]
    if method == "experiment":
        return names.get(run_a.experiment_id, run_a.experiment_id) + (
            f" · {run_a.workload['name']}" if several else ""
        )
    if method in ("others_here", "others"):
        equal = [f for f, x in (run_a.factors or {}).items() if (run_b.factors or {}).get(f) == x]
        return cell_label(run_a, equal, several)
    if method in ("variant_here", "any_workload"):
        return run_a.variant
    return _pair_label(run_a, run_b)


def cell_label(run: Run, factors: Sequence[str], several: bool) -> str:
    """`workers 16 · log off`: a run's levels of these factors, with its workload where there are several."""
    parts = [f"{f} {(run.factors or {})[f]}" for f in factors]
    return " · ".join([*parts, *([run.workload["name"]] if several or not parts else [])])
