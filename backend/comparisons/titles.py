"""What the two sides of a comparison are called. Pure."""

from collections.abc import Mapping, Sequence

from backend.comparisons.groups import is_pinned
from backend.comparisons.matching import Matched, separating
from backend.runs.models import Run


def side_titles(found: Matched, names: Mapping[str, str]) -> tuple[str, str]:
    """(A, candidate): Unpinned and Pinned where CPUs are what sets them apart, else level, run or number of
    runs. `names`: experiment id → what it is called, for sides that have nothing else to tell them apart.
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
    if len(apart) == 1 and len(found.pairs) > 1:
        (factor, levels), *_ = apart.items()
        return f"{factor} {levels[0]}", f"{factor} {levels[1]}"
    one, other = _of_runs(a), _of_runs(b)
    if one != other:
        return one, other
    one, other = _with_experiment(one, a, names), _with_experiment(other, b, names)
    return (one, other) if one != other else (f"{one} (A)", f"{other} (B)")


def title(a: str, b: str) -> str:
    """`Pinned against unpinned`: whatever stands on the B side is what is asked about."""
    if {a, b} == {"Unpinned", "Pinned"}:
        return f"{b} against {a.lower()}"
    return f"{b} against {a}"


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


def _with_experiment(title: str, runs: Sequence[Run], names: Mapping[str, str]) -> str:
    experiments = list(dict.fromkeys(r.experiment_id for r in runs))
    if len(experiments) == 1:
        return f"{title}, {names.get(experiments[0], experiments[0])}"
    return f"{title}, {len(experiments)} experiments"
