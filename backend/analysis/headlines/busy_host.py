"""Words on a host that others kept busy while it was measured. Pure."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

_BUSY: Mapping[str, tuple[float, str]] = {
    "other_cpu": (0.20, "other programs took {share:.0%} of its CPU"),
    "steal": (0.05, "the hypervisor took {share:.0%} of its CPU"),
}
"""Code of a finding → the share of CPU above which a host is busy, and its words."""
BUSY_CODES = tuple(_BUSY)
_PLACED = ("pin.", "nginx.worker_processes", "nginx.worker_cpu_affinity")
"""Knobs whose effect depends on who else has the CPUs."""

Findings = Sequence[Mapping[str, Any]]
Knobs = Mapping[str, Any]


def busy_shares(trials: Sequence[Findings]) -> dict[str, float]:
    """Code of a finding → median share of CPU over all valid trials, where it makes a host busy."""
    medians = {code: median(_share(findings, code) for findings in trials) for code in BUSY_CODES if trials}
    return {code: share for code, share in medians.items() if share > _BUSY[code][0]}


def busy_words(shares: Mapping[str, float]) -> str:
    """`other programs took 31% of its CPU`"""
    return " and ".join(_BUSY[code][1].format(share=share) for code, share in shares.items())


def is_busy(trials: Sequence[Findings]) -> bool:
    """Whether others kept a host busy in most valid trials."""
    return bool(busy_shares(trials))


def changed_knobs(run: Knobs, baseline: Knobs) -> list[str]:
    """Names of the knobs that a run sets otherwise than its baseline."""
    return [name for name in {*run, *baseline} if run.get(name) != baseline.get(name)]


def depends_on_cpus(knobs: Sequence[str]) -> bool:
    """Whether the effect of these knobs depends on who else has the CPUs."""
    return any(knob.startswith(_PLACED) for knob in knobs)


def _share(findings: Findings, code: str) -> float:
    return max((finding.get("value") or 0.0 for finding in findings if finding["code"] == code), default=0.0)
