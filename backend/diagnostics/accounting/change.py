"""Change of the time a request and of its parts between two runs, with intervals. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from backend.diagnostics.accounting.parts import PartName, TrialParts
from backend.statistics.estimate import ALPHA, estimate_pairs
from backend.statistics.holm import holm
from backend.statistics.pairing import Floats
from backend.statistics.units import mean_by_unit, too_few, too_few_words, units

ORDER: tuple[PartName, ...] = ("cpu", "proxy", "backend", "load", "network", "others", "steal", "rest")


@dataclass(frozen=True)
class PartOfChange:
    """µs a request: of A, and B − A with its 95% interval; `clear`: not 0, counting all parts."""

    before: float
    change: float
    low: float | None
    high: float | None
    clear: bool

    @property
    def after(self) -> float:
        return self.before + self.change


@dataclass(frozen=True)
class Change:
    """Parts by name; they add up to the whole. `missing`: unmeasured parts, which are in the rest, and why.

    too_few: why there are no intervals, where servers were kept for too many rounds.
    """

    whole: PartOfChange
    parts: Mapping[PartName, PartOfChange]
    missing: Mapping[PartName, str]
    too_few: str = ""


def compare_parts(a: Sequence[TrialParts], b: Sequence[TrialParts]) -> Change | None:
    """B against A in the rounds that both have, trimmed as deltas are; None where there is none.

    A part that most trials lack is in the rest on both sides; a trial that lacks another part is left out.
    """
    missing = _missing([*a, *b])
    a, b = ([trial for trial in side if trial.missing.keys() <= missing.keys()] for side in (a, b))
    names: list[PartName] = [
        name
        for name in ORDER
        if name != "rest" and name not in missing and any(name in trial.costs for trial in (*a, *b))
    ]
    of_a, of_b = _by_round(a, names), _by_round(b, names)
    rounds = sorted(of_a.keys() & of_b.keys())
    if not rounds:
        return None
    starts_a, starts_b = ({trial.round: trial.start for trial in side} for side in (a, b))
    unit = units([[starts_a[r], starts_b[r]] for r in rounds])
    before, after = (mean_by_unit(np.column_stack([side[r] for r in rounds]), unit) for side in (of_a, of_b))
    reason = too_few_words(count) if (count := too_few(unit)) else ""
    *parts, whole = _estimates(before, after, has_interval=not reason)
    by_name: dict[PartName, PartOfChange] = dict(zip([*names, "rest"], parts, strict=True))
    return Change(whole, by_name, missing, reason)


def _missing(trials: Sequence[TrialParts]) -> dict[PartName, str]:
    """Parts that at least half of the trials lack, and why."""
    reasons: dict[PartName, str] = {
        name: reason for trial in trials for name, reason in trial.missing.items()
    }
    for name in tuple(reasons):
        if 2 * sum(name in trial.missing for trial in trials) < len(trials):
            del reasons[name]
    return reasons


def _by_round(trials: Sequence[TrialParts], names: Sequence[PartName]) -> dict[int, Floats]:
    """Round → parts by name, the rest, and the whole; the mean where a round has several trials."""
    rows: dict[int, list[list[float]]] = {}
    for trial in trials:
        parts = [trial.costs.get(name, 0.0) for name in names]
        whole = sum(trial.costs.values())
        rows.setdefault(trial.round, []).append([*parts, whole - sum(parts), whole])
    return {number: np.mean(values, axis=0) for number, values in rows.items()}


def _estimates(before: Floats, after: Floats, has_interval: bool) -> list[PartOfChange]:
    """Estimate each row; the rest, which stands before the whole, is what the other parts leave of it."""
    scale = float(np.abs([before, after]).max())
    e, middle = estimate_pairs(after - before, scale), estimate_pairs(before, scale).mean
    changes, levels = _rest_of_whole(e.mean), _rest_of_whole(middle)
    adjusted_ps = [*holm(list(e.p[:-1])), e.p[-1]]
    half = e.ci_half_width if has_interval else np.full(len(e.p), np.nan)
    return [
        PartOfChange(float(level), float(change), *_ends(change, h), clear=bool(np.isfinite(h) and p < ALPHA))
        for level, change, h, p in zip(levels, changes, half, adjusted_ps, strict=True)
    ]


def _rest_of_whole(values: Floats) -> Floats:
    """Put the rest as the whole without the other parts: trimmed means do not add up."""
    rest = values[-1] - values[:-2].sum()
    return np.concatenate([values[:-2], [rest, values[-1]]])


def _ends(change: float, half: float) -> tuple[float | None, float | None]:
    return (float(change - half), float(change + half)) if np.isfinite(half) else (None, None)
