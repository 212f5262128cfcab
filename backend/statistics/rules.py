"""Version of the rules by which verdicts are computed, and what each one changed. Pure."""

from collections.abc import Mapping

RULES_VERSION = 1
"""Counts up when the same trials could get another interval, verdict or word."""
CHANGES: Mapping[int, str] = {}
"""Version after the first → what it changed, as a clause."""


def rules_note(version: int, own_version: int = RULES_VERSION, changes: Mapping[int, str] = CHANGES) -> str:
    """Sentence on an experiment that was launched under other rules than today's; empty: under the same."""
    if version == own_version:
        return ""
    if version > own_version:
        return f"It was launched under rules {version}; this dashboard knows rules up to {own_version}."
    clauses = "; ".join(changes[later] for later in range(version + 1, own_version + 1))
    return (
        f"It was launched under rules {version}. Verdicts here follow rules {own_version} and may "
        f"differ from those of then: {clauses}."
    )
