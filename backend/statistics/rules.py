"""Version of the rules by which verdicts are computed, and what each one changed. Pure."""

from collections.abc import Mapping

RULES_VERSION = 2
"""Counts up when the same trials could get another interval, verdict or word."""
RULES_2 = 2
"""The rules after those of 0.1.0: code that asks for at least these does what `CHANGES` says of them."""
CHANGES: Mapping[int, str] = {
    2: "candidates are compared with the control as well as the baseline, and their spreads lean on one "
    "another; throughput and CPU a request are judged together, as are all other metrics; a verdict has its "
    "size apart; failures are outcomes; controls are judged together; intervals go over starts of servers; "
    "bottlenecks may be near a limit, a backend is one from 60% of the connections on, a proxy that delays "
    "is named, and probes may not tell; until decided, candidates leave once they are decided in both "
    "questions, or hardly will be; fixed rounds are judged at 4.5% in place of 5%, which leaves some for "
    "rounds that are added; what differs in context alone is no candidate, and each "
    "context has a baseline of its own, also in imports; comparisons count interim analyses"
}
"""Version after the first → what it changed, as a clause."""


def rules_note(
    version: int,
    launch: int,
    own_version: int = RULES_VERSION,
    changes: Mapping[int, str] = CHANGES,
) -> str:
    """Sentence on an experiment that was launched under other rules than today's; empty: under the same.

    version  the rules that its verdicts follow
    """
    if version == launch == own_version:
        return ""
    if version > own_version:
        return f"It was launched under rules {launch}; this dashboard knows rules up to {own_version}."
    if version > launch:
        clauses = _clauses(launch, version, changes)
        return f"It was launched under rules {launch} and judged again: {clauses}."
    return (
        f"It was launched under rules {launch}, which its verdicts follow. What changed since: "
        f"{_clauses(version, own_version, changes)}."
    )


def _clauses(before: int, last: int, changes: Mapping[int, str]) -> str:
    return "; ".join(changes[later] for later in range(before + 1, last + 1))
