"""Requests wait longer and longer where a server does not keep up with a fixed rate.

Latency then tells only how long the trial was. To a search over the rate it is an answer.
"""

from collections.abc import Iterator
from itertools import pairwise

from agents.catalog.pace import Pace
from backend.validity.evidence import Evidence
from backend.validity.generators import rate_not_kept
from backend.validity.rule import Hit, Rule

_MIN_GROWTH = 0.02  # share of the requests of the last quarter


def check(evidence: Evidence) -> Iterator[Hit]:
    """Nothing where the load tool did not keep the rate: its own delay is in the backlog."""
    rate, pace = evidence.workload.rate, evidence.load.pace
    if rate is None or pace is None or any(rate_not_kept.check(evidence)):
        return
    if (growth := backlog_growth(pace)) > _MIN_GROWTH:
        text = (
            f"the backlog grew to {pace.backlog[-1]:,} requests, all through the last quarter: "
            f"the server does not keep up with {rate:,} requests per second"
        )
        yield Hit(text, growth)


def backlog_growth(pace: Pace) -> float:
    """Growth in the last quarter, as a share of its requests; 0 where the backlog shrank meanwhile."""
    readings = pace.backlog[-1 - len(pace.backlog) // 4 :]
    rises = all(a < b for a, b in pairwise(readings))
    return (readings[-1] - readings[0]) / (pace.planned_requests / 4) if rises and readings else 0.0


RULE = Rule(
    code="backlog",
    level="invalid",
    title="Growing backlog",
    sentence="At a fixed rate, no backlog grows all through the last quarter.",
    limit="up to 2% of its requests",
    threshold=_MIN_GROWTH,
    check=check,
)
