"""Checks of rates that a load tool or a server does not carry, and of limits that a search sets."""

from collections.abc import Iterator
from itertools import pairwise

from agents.catalog.pace import Pace
from backend.presentation.figures import latency
from backend.validity.evidence import Evidence
from backend.validity.generators import BUSY
from backend.validity.rule import Hit, rule

MIN_SENT_SHARE = 0.99
MAX_LAG_S = 0.002
NOTED_LAG_S = 0.0015


@rule(
    level="invalid",
    title="Rate not kept",
    sentence="At a fixed rate, 99% of the requests are sent, and 99% at most 2 ms late.",
    limit="99% sent, lag p99 up to 2 ms",
    threshold=MAX_LAG_S,
)
def rate_not_kept(evidence: Evidence) -> Iterator[Hit]:
    """A fixed rate tells the latency at that rate, where the load tool sends on schedule.

    Lag is counted in latency: a tool that sends late makes the server look slow. 1 ms of lag is its timer.
    """
    rate, pace = evidence.workload.rate, evidence.load.pace
    if rate is None or not evidence.load.figures.get("requests"):
        return
    if pace is None:
        yield Hit("the rows of the requests were not read, so whether the rate was kept is not known", 0.0)
    elif pace.sent_share < MIN_SENT_SHARE:
        text = (
            f"only {pace.sent_share:.1%} of {pace.planned_requests:,} requests were sent: {_blame(evidence)}"
        )
        yield Hit(text, pace.sent_share, MIN_SENT_SHARE)
    elif pace.lag_p99_s > MAX_LAG_S:
        text = f"1% of the requests were sent {pace.lag_p99_s * 1e3:.1f} ms late or more: {_blame(evidence)}"
        yield Hit(text, pace.lag_p99_s)


@rule(
    level="suspect",
    title="Lag",
    sentence="At a fixed rate, 99% of the requests are sent at most 1.5 ms late.",
    limit="up to 1.5 ms",
    threshold=NOTED_LAG_S,
)
def lag(evidence: Evidence) -> Iterator[Hit]:
    """A fixed rate tells the latency at that rate, where the load tool sends on schedule.

    Lag is counted in latency: a tool that sends late makes the server look slow. 1 ms of lag is its timer.
    """
    pace = evidence.load.pace
    if pace and NOTED_LAG_S < pace.lag_p99_s <= MAX_LAG_S:
        yield Hit(f"1% of the requests were sent {pace.lag_p99_s * 1e3:.1f} ms late or more", pace.lag_p99_s)


def _blame(evidence: Evidence) -> str:
    """The side that was out of CPU, by the windows; else what else delays a load tool."""
    threads = evidence.workload.total_threads
    for machine in evidence.machines:
        tool_s = sum(window.own_cpu_s.get("load", 0.0) for window in machine.windows)
        count = min(threads, evidence.load_cpus or threads)
        seconds = machine.windows[0].seconds if machine.windows else 0.0
        if tool_s and seconds and tool_s / (seconds * count) >= BUSY:
            return f"{evidence.workload.tool} has no CPU left; give it more threads, or lower the rate"
        if tool_s and machine.cpu_capacity_s and machine.busy_s / machine.cpu_capacity_s >= BUSY:
            return f"the CPUs of {machine.name}, where the load tool runs, are full"
    return "other programs or the host delayed the load tool; its CPUs were not full"


_MIN_GROWTH = 0.02  # share of the requests of the last quarter


@rule(
    level="invalid",
    title="Growing backlog",
    sentence="At a fixed rate, no backlog grows all through the last quarter.",
    limit="up to 2% of its requests",
    threshold=_MIN_GROWTH,
)
def backlog(evidence: Evidence) -> Iterator[Hit]:
    """Requests wait longer and longer where a server does not keep up with a fixed rate.

    Latency then tells only how long the trial was. To a search over the rate it is an answer.
    """
    # where the load tool did not keep the rate, its own delay is in the backlog
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


@rule(
    level="invalid",
    title="Latency limit",
    sentence="In a search with a latency limit, the latency of a probe is within it.",
    limit="as the definition says",
    threshold=None,
)
def latency_limit(evidence: Evidence) -> Iterator[Hit]:
    """A search with a latency limit looks for the largest load within it: a probe above it does not pass."""
    for metric, limit in evidence.latency_limits.items():
        percentile = metric.removeprefix("latency_").replace("_", ".")
        value = evidence.load.figures.get(metric)
        if value is None and evidence.load.figures.get("requests"):
            yield Hit(f"the load tool gave no {percentile}, so the limit is not known to hold", 0.0, limit)
        elif value is not None and value > limit:
            text = f"{percentile} was {latency(value)}, above the limit of {latency(limit)}"
            yield Hit(text, value, limit)
