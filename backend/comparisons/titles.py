"""What the two sides of a comparison are called."""

from collections.abc import Mapping, Sequence

from backend.comparisons.groups import is_pinned
from backend.comparisons.matching import Matched, separating
from backend.records.runs import Run


def side_titles(
    found: Matched, names: Mapping[str, str], days: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """(A, candidate): Unpinned and Pinned where CPUs are what sets them apart, else level, run or number of
    runs. For sides that have nothing else to tell them apart: `names` (experiment id → what it is called)
    and `days` (experiment id → its day, the oldest first).
    """
    a = [r for pair in found.pairs for r in pair.a]
    b = [r for pair in found.pairs for r in pair.b]
    pinned = (_all_pinned(a), _all_pinned(b))
    only_pins = all(_only_pins_differ(x, y) for pair in found.pairs for x in pair.a for y in pair.b)
    if only_pins and pinned in ((False, True), (True, False)):
        return _pinned(pinned[0]), _pinned(pinned[1])
    if found.factor is not None:
        return f"{found.factor} {found.level_a}", f"{found.factor} {found.level_b}"
    apart = separating(a, b)
    if apart and len(found.pairs) > 1:
        one, other = (" · ".join(f"{f} {levels[i]}" for f, levels in apart.items()) for i in (0, 1))
        return one, other
    one, other = _of_runs(a), _of_runs(b)
    if one != other:
        return one, other
    one, other = (_with_experiment(t, side, names, days or {}) for t, side in ((one, a), (other, b)))
    return (one, other) if one != other else (f"{one} (A)", f"{other} (B)")


def title(a: str, b: str) -> str:
    """`Pinned against unpinned`: whatever stands on the B side is what is asked about."""
    return f"{b} {against(a, b)}"


def against(a: str, b: str) -> str:
    return f"against {a.lower()}" if {a, b} == {"Unpinned", "Pinned"} else f"against {a}"


def _pinned(yes: bool | None) -> str:
    return "Pinned" if yes else "Unpinned"


def _all_pinned(runs: Sequence[Run]) -> bool | None:
    """True if every run pins something, False if none does, None if it is mixed."""
    found = {is_pinned(r) for r in runs}
    return found.pop() if len(found) == 1 else None


def _only_pins_differ(a: Run, b: Run) -> bool:
    names = a.knobs.keys() | b.knobs.keys()
    return a.described == b.described and all(
        name.startswith("pin.") or a.knobs.get(name) == b.knobs.get(name) for name in names
    )


def _of_runs(runs: Sequence[Run]) -> str:
    names = list(dict.fromkeys(r.name for r in runs))
    return names[0] if len(names) == 1 else f"{len({r.id for r in runs})} runs"


def _with_experiment(
    title: str, runs: Sequence[Run], names: Mapping[str, str], days: Mapping[str, str]
) -> str:
    experiments = list(dict.fromkeys(r.experiment_id for r in runs))
    if len(experiments) == 1:
        return f"{title}, {names.get(experiments[0], experiments[0])}"
    own = [day for i, day in days.items() if i in experiments]
    if own and own[0] != own[-1]:
        return f"{title}, {own[0]} to {own[-1]}"
    return f"{title}, {len(experiments)} experiments"
