"""What the two sides of a comparison are called. Pure."""

from collections.abc import Sequence

from backend.comparisons.groups import Groups
from backend.runs.models import Run


def side_titles(groups: Groups) -> tuple[str, str]:
    """(A, B): Unpinned and Pinned where CPUs are what sets them apart, else level, run or number of runs."""
    a, b = [p[1] for p in groups.pairs], [p[2] for p in groups.pairs]
    pinned = (_all_pinned(a), _all_pinned(b))
    only_pins = all(_only_pins_differ(x, y) for _, x, y in groups.pairs)
    if only_pins and pinned in ((False, True), (True, False)):
        return _pinned(pinned[0]), _pinned(pinned[1])
    if groups.factor is not None:
        return f"{groups.factor} {groups.level_a}", f"{groups.factor} {groups.level_b}"
    return _of_runs(a), _of_runs(b)


def title(a: str, b: str) -> str:
    """`Pinned against unpinned`: whatever stands on the B side is what is asked about."""
    if {a, b} == {"Unpinned", "Pinned"}:
        return f"{b} against {a.lower()}"
    return f"{b} against {a}"


def _pinned(yes: bool | None) -> str:
    return "Pinned" if yes else "Unpinned"


def _all_pinned(runs: Sequence[Run]) -> bool | None:
    """True if every run pins something, False if none does, None if it is mixed."""
    found = {any(name.startswith("pin.") for name in r.knobs) for r in runs}
    return found.pop() if len(found) == 1 else None


def _only_pins_differ(a: Run, b: Run) -> bool:
    names = a.knobs.keys() | b.knobs.keys()
    return all(name.startswith("pin.") or a.knobs.get(name) == b.knobs.get(name) for name in names)


def _of_runs(runs: Sequence[Run]) -> str:
    names = list(dict.fromkeys(r.name for r in runs))
    return names[0] if len(names) == 1 else f"{len(runs)} runs"
