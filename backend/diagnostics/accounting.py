"""Accounting of a change in throughput: time a request as CPU, waiting at backend or proxy, and rest. Pure.

Time a request is 1 ÷ throughput. CPU time of all parts is the most that CPU can explain: parts that run side
by side explain less. Connections in a server, as a share of all, are its share of that time (Little's law);
less its CPU time they wait there. What counters do not tell is rest: load tool, network,
connections being opened.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from agents.catalog.roles import Role
from backend.presentation.figures import whole_percent
from backend.statistics.estimate import estimate_pairs
from backend.statistics.units import mean_by_unit, too_few, units

PLACES = {"backend": "at the backend", "proxy": "in the proxy", "rest": "outside of proxy and backend"}
_MOSTLY = 0.6
_ALL, _SMALL = 0.95, 0.05


@dataclass(frozen=True)
class Counted:
    """Counters of one valid trial. `in_progress`: connections in each server; `cpu_us`: a request."""

    round: int
    start: int
    rate: float
    connections: int
    cpu_us: Mapping[Role, float]
    in_progress: Mapping[Role, float]

    @property
    def parts(self) -> dict[str, float]:
        """µs a request: `cpu`, waiting at `backend` and `proxy`, and `rest`. They add up to 1 ÷ rate."""
        total = 1e6 / self.rate
        inside = {role: total * min(1.0, n / self.connections) for role, n in self.in_progress.items()}
        cpu, waits = sum(self.cpu_us.values()), dict.fromkeys(("backend", "proxy"), 0.0)
        if "backend" in inside:
            waits["backend"] = max(0.0, inside["backend"] - self.cpu_us.get("backend", 0.0))
        if "proxy" in inside:
            in_proxy = inside["proxy"] - inside.get("backend", 0.0)
            waits["proxy"] = max(0.0, in_proxy - self.cpu_us.get("proxy", 0.0))
        return {"cpu": cpu, **waits, "rest": total - cpu - sum(waits.values())}


@dataclass(frozen=True)
class PartOfChange:
    """Change in µs a request, B − A, with its 95% interval by units; None where there are too few."""

    part: str
    change: float
    low: float | None
    high: float | None


def accounting(a: Sequence[Counted], b: Sequence[Counted]) -> list[PartOfChange]:
    """Parts of the change in time a request, of the rounds that both have; `total` last. They add up."""
    of_a, of_b = ({trial.round: trial for trial in side} for side in (a, b))
    rounds = sorted(of_a.keys() & of_b.keys())
    if not rounds:
        return []
    names = ["cpu", "backend", "proxy", "rest"]
    before, after = ([side[r].parts for r in rounds] for side in (of_a, of_b))
    d = np.array([[y[name] - x[name] for x, y in zip(before, after, strict=True)] for name in names])
    unit = units([[of_a[r].start, of_b[r].start] for r in rounds])
    e = estimate_pairs(mean_by_unit(np.vstack([d, d.sum(axis=0)]), unit), trim=False)
    half = np.full(len(e.mean), np.nan) if too_few(unit) else e.ci_half_width
    return [
        PartOfChange(name, float(mean), _or_none(mean - h), _or_none(mean + h))
        for name, mean, h in zip([*names, "total"], e.mean, half, strict=True)
    ]


def accounting_sentence(parts: Sequence[PartOfChange]) -> str:
    """“CPU explains at most 7% of the loss; the requests wait 134 µs more, at the backend.”"""
    by_name = {part.part: part for part in parts}
    if not parts:
        return ""
    total, cpu = by_name["total"], by_name["cpu"]
    if not _is_clear(total):
        return ""
    sign = 1 if total.change > 0 else -1
    most = (cpu.high if sign > 0 else cpu.low) or 0.0
    share, word = most / total.change, "loss" if sign > 0 else "gain"
    text = (
        f"CPU may explain all of the {word}"
        if share >= _ALL
        else f"CPU explains none of the {word}"
        if share <= 0
        else f"CPU explains at most {whole_percent(share)} of the {word}"
    )
    wait = total.change - cpu.change
    if wait * sign < _SMALL * abs(total.change):
        return f"{text}."
    size = f"{_microseconds(abs(wait))} {'more' if sign > 0 else 'less'}"
    return f"{text}; the requests wait {size}{_place(by_name, wait)}."


def _place(by_name: Mapping[str, PartOfChange], wait: float) -> str:
    """Place of most of the waiting; empty where no place has most of it for sure."""
    for name, words in PLACES.items():
        part = by_name[name]
        if _is_clear(part) and part.change / wait >= _MOSTLY:
            return f", {words}"
    return ""


def _is_clear(part: PartOfChange) -> bool:
    return part.low is not None and part.high is not None and part.low * part.high > 0


def _microseconds(value: float) -> str:
    return f"{value:.1f} µs" if value < 9.95 else f"{value:,.0f} µs"


def _or_none(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
