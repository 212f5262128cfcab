"""docs/what-limits.md from the rules; `python -m backend.diagnostics.bottlenecks.document` writes it."""

from pathlib import Path

from backend.diagnostics.bottlenecks import RULES
from backend.diagnostics.bottlenecks.limit import LimitRule

TARGET = Path(__file__).parents[3] / "docs" / "what-limits.md"
HEAD = """# What limited a run

The page of a finished run shows what limited it, with numbers and a link to the chart that
shows it. Experiment, report and `dyno show` have the first limit beside the verdict.

Limits come from exact counters of the measured window on every host, over all valid trials. Several
limits may hold; this page lists them in order, the most likely one first. Where the two
sides of a difference have different limits, or the load tool is the limit, the verdict says so:
then the difference is not one of the server alone.

Counters show what was busy or waited, so a limit is evidence, not proof. Runs that were measured by an older
agent have no counts of workers and threads, and fewer limits.
"""


def page() -> str:
    """The whole page; this file is its only source."""
    return "\n".join([HEAD, *map(_section, RULES)])


def _section(rule: LimitRule) -> str:
    text = f"Holds when {rule.holds}. What helps: {rule.advice}."
    return f"## {rule.title[0].upper()}{rule.title[1:]} (`{rule.code}`)\n{text}\n\n{rule.explanation}\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
