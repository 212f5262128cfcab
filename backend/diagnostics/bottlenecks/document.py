"""docs/bottlenecks.md from the rules; `python -m backend.diagnostics.bottlenecks.document` writes it."""

from pathlib import Path

from backend.diagnostics.bottlenecks import RULES
from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule

TARGET = Path(__file__).parents[3] / "docs" / "bottlenecks.md"
HEAD = """# Bottlenecks of a run

The page of a finished run shows its bottlenecks, with numbers and a link to the chart that shows them.
Experiment, report and `dyno show` have the first one beside the verdict. This page lists them in order, the
most likely one first; several may hold.

They come from counters of the measured window on every host, over all valid trials: evidence, no proof. If
the two sides of a difference have different bottlenecks, or the load tool is one, the verdict says so: the
difference is then not one of the server alone.

A bottleneck whose interval includes its limit is **near** a limit: in resampled trials (or server starts) it
does not hold each time. Then nothing is said about different bottlenecks. Agents of older versions count
less, so their runs have fewer bottlenecks; experiments under rules 1 keep theirs.
"""


def page() -> str:
    """The whole page; this file is its only source."""
    return "\n".join([HEAD, *map(_section, RULES)])


def _section(rule: BottleneckRule) -> str:
    text = f"Holds when {rule.holds}. What helps: {rule.advice}."
    return f"## {rule.title[0].upper()}{rule.title[1:]} (`{rule.code}`)\n{text}\n\n{rule.explanation}\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
