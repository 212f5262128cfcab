"""What the two sides of a comparison are called."""

from collections.abc import Mapping, Sequence

from backend.comparisons.groups import is_pinned
from backend.comparisons.matching import Matched, separating
from backend.records.runs import Run


def side_titles(
    matching: Matched, names: Mapping[str, str], days: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """(A, candidate): Unpinned and Pinned where CPUs are what sets them apart, else level, run or number of
    runs. For sides that have nothing else to tell them apart: `names` (experiment id → what it is called)
    and `days` (experiment id → its day, the oldest first).
    """
    a = [r for pair in matching.pairs for r in pair.a]
    b = [r for pair in matching.pairs for r in pair.b]
    pins = (_all_pinned(a), _all_pinned(b))
    only_pins = all(_only_pins_differ(x, y) for pair in matching.pairs for x in pair.a for y in pair.b)
    if only_pins and pins in ((False, True), (True, False)):
        return _pin_text(pins[0]), _pin_text(pins[1])
    if matching.factor is not None:
        return f"{matching.factor} {matching.level_a}", f"{matching.factor} {matching.level_b}"
    apart = separating(a, b)
    if apart and len(matching.pairs) > 1:
        title_a, title_b = (" · ".join(f"{f} {levels[i]}" for f, levels in apart.items()) for i in (0, 1))
        return title_a, title_b
    title_a, title_b = _of_runs(a), _of_runs(b)
    if title_a != title_b:
        return title_a, title_b
    title_a, title_b = (
        _with_experiment(t, side, names, days or {}) for t, side in ((title_a, a), (title_b, b))
    )
    if title_a != title_b:
        return title_a, title_b
    first_a, first_b = _by_first_run(a), _by_first_run(b)
    return (first_a, first_b) if first_a != first_b else (f"{title_a} (A)", f"{title_b} (B)")


def title(a: str, b: str) -> str:
    """`Pinned against unpinned`: whatever stands on the B side is what is asked about."""
    return f"{b} {against(a, b)}"


def against(a: str, b: str) -> str:
    return f"against {a.lower()}" if {a, b} == {"Unpinned", "Pinned"} else f"against {a}"


def _pin_text(yes: bool | None) -> str:
    return "Pinned" if yes else "Unpinned"


def _all_pinned(runs: Sequence[Run]) -> bool | None:
    """True if every run pins something, False if none does, None if it is mixed."""
    states = {is_pinned(r) for r in runs}
    return states.pop() if len(states) == 1 else None


def _only_pins_differ(a: Run, b: Run) -> bool:
    names = a.knobs.keys() | b.knobs.keys()
    return a.described == b.described and all(
        name.startswith("pin.") or a.knobs.get(name) == b.knobs.get(name) for name in names
    )


def _names(runs: Sequence[Run]) -> list[str]:
    return list(dict.fromkeys(r.name for r in runs))


def _of_runs(runs: Sequence[Run]) -> str:
    names = _names(runs)
    return names[0] if len(names) == 1 else f"{len({r.id for r in runs})} runs"


def _by_first_run(runs: Sequence[Run]) -> str:
    names = _names(runs)
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"


def _with_experiment(
    title: str, runs: Sequence[Run], names: Mapping[str, str], days: Mapping[str, str]
) -> str:
    experiments = list(dict.fromkeys(r.experiment_id for r in runs))
    if len(experiments) == 1:
        return f"{title}, {names.get(experiments[0], experiments[0])}"
    run_days = [day for i, day in days.items() if i in experiments]
    if run_days and run_days[0] != run_days[-1]:
        return f"{title}, {run_days[0]} to {run_days[-1]}"
    return f"{title}, {len(experiments)} experiments"
