"""docs/what-limits.md from the rules; `python -m backend.causes.limits.document` writes it."""

from pathlib import Path

from backend.causes.limits import RULES
from backend.causes.limits.limit import LimitRule

TARGET = Path(__file__).parents[3] / "docs" / "what-limits.md"
HEAD = """# What limited a run

A finished run says what held it back: the page of a run in full, with numbers and a link to the chart that
shows it; experiment, report and `dyno show` with the first of them beside the verdict.

It is worked out from exact counters of the measured window on every host, over all valid trials. Several
limits may hold; they stand in the order of this page, what is believed first at the front. Where the two
sides of a difference have different limits, or the load tool is the limit, that is said beside the verdict:
then the difference is not one of the server alone.

A limit is found by what was busy or waited, so it is evidence, not proof. Runs that were measured by an older
agent have no counts of workers and threads, and fewer limits are found.
"""


def page() -> str:
    """The whole page; this file is its only source."""
    return "\n".join([HEAD, *map(_section, RULES)])


def _section(rule: LimitRule) -> str:
    what = f"Holds when {rule.holds}. What helps: {rule.advice}."
    return f"## {rule.title[0].upper()}{rule.title[1:]} (`{rule.code}`)\n{what}\n\n{rule.why}\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
