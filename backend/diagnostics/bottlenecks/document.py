"""docs/bottlenecks.md from the rules; `python -m backend.diagnostics.bottlenecks.document` writes it."""

from pathlib import Path

from backend.diagnostics.bottlenecks import RULES
from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule

TARGET = Path(__file__).parents[3] / "docs" / "bottlenecks.md"
HEAD = """# Bottlenecks of a run

The page of a finished run shows its bottlenecks, with numbers and a link to the chart that
shows them. Experiment, report and `dyno show` have the first bottleneck beside the verdict.

Bottlenecks come from exact counters of the measured window on every host, over all valid trials. Several
may hold; this page lists them in order, the most likely one first. Where the two
sides of a difference have different bottlenecks, or the load tool is the bottleneck, the verdict says so:
then the difference is not one of the server alone.

A bottleneck whose interval holds its border is **near** a limit: the rules are asked of the trials drawn
again and again (of whole starts, where servers are kept), and it does not hold each time. Then nothing is
said about a difference between this run's bottleneck and another one's. Of equal runs whose worker is 95%
busy, 52% were said to have different bottlenecks by their means, 0.5% are now
(`python -m e2e.bench.calibration.near_limits`). Experiments under rules 1 keep theirs.

Counters show what was busy or waited, so a bottleneck is evidence, no proof. Runs of an older agent
have no counts of workers and threads, and fewer bottlenecks.
"""


def page() -> str:
    """The whole page; this file is its only source."""
    return "\n".join([HEAD, *map(_section, RULES)])


def _section(rule: BottleneckRule) -> str:
    text = f"Holds when {rule.holds}. What helps: {rule.advice}."
    return f"## {rule.title[0].upper()}{rule.title[1:]} (`{rule.code}`)\n{text}\n\n{rule.explanation}\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
