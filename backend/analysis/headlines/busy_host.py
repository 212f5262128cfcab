"""Clause of the headline about a host that others kept busy while it was measured. Pure."""

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


def add_busy(sentence: str, trials: Sequence[Findings], changed_knobs: Sequence[str] = ()) -> str:
    """“…; the host was busy: other programs took 31% of its CPU.”, where most valid trials had that.

    trials         findings of each valid trial; the share is the median over all
    changed_knobs  of the run that the sentence is about: a verdict about pinning or workers is one “on a
                   busy host”
    """
    causes = []
    for code, (threshold, words) in _BUSY.items():
        shares = [_share(findings, code) for findings in trials]
        if shares and median(shares) > threshold:
            causes.append(words.format(share=median(shares)))
    if not causes:
        return sentence
    is_placed = any(knob.startswith(_PLACED) for knob in changed_knobs)
    lead = "on a busy host" if is_placed else "the host was busy"
    return f"{sentence.removesuffix('.')}; {lead}: {' and '.join(causes)}."


def _share(findings: Findings, code: str) -> float:
    return max((finding.get("value") or 0.0 for finding in findings if finding["code"] == code), default=0.0)
