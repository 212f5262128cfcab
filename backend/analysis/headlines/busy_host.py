"""Words on a host that others kept busy while it was measured. Pure."""

from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

_BUSY: Mapping[str, tuple[float, str]] = {
    "other_cpu": (0.20, "other programs took {share:.0%} of its CPU"),
    "steal": (0.05, "the hypervisor took {share:.0%} of its CPU"),
}
"""Code of a finding → the share of CPU above which a host is busy, and its words."""
_PLACED = ("pin.", "nginx.worker_processes", "nginx.worker_cpu_affinity")
"""Knobs whose effect depends on who else has the CPUs."""

Findings = Sequence[Mapping[str, Any]]
Knobs = Mapping[str, Any]


def add_busy(sentence: str, trials: Sequence[Findings], knobs: Sequence[str] = ()) -> str:
    """“…; the host was busy: other programs took 31% of its CPU.”, where most valid trials had that.

    trials  findings of each valid trial; the share is the median over all
    knobs   that the run of the sentence changes: a verdict about pinning or workers is one “on a busy host”
    """
    causes = _causes(trials)
    if not causes:
        return sentence
    lead = "on a busy host" if depends_on_cpus(knobs) else "the host was busy"
    return f"{sentence.removesuffix('.')}; {lead}: {' and '.join(causes)}."


def is_busy(trials: Sequence[Findings]) -> bool:
    """Whether others kept a host busy in most valid trials."""
    return bool(_causes(trials))


def changed_knobs(run: Knobs, baseline: Knobs) -> list[str]:
    """Names of the knobs that a run sets otherwise than its baseline."""
    return [name for name in {*run, *baseline} if run.get(name) != baseline.get(name)]


def depends_on_cpus(knobs: Sequence[str]) -> bool:
    """Whether the effect of these knobs depends on who else has the CPUs."""
    return any(knob.startswith(_PLACED) for knob in knobs)


def _causes(trials: Sequence[Findings]) -> list[str]:
    causes: list[str] = []
    for code, (threshold, words) in _BUSY.items():
        shares = [_share(findings, code) for findings in trials]
        if shares and median(shares) > threshold:
            causes.append(words.format(share=median(shares)))
    return causes


def _share(findings: Findings, code: str) -> float:
    return max((finding.get("value") or 0.0 for finding in findings if finding["code"] == code), default=0.0)
