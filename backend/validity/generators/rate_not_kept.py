"""A fixed rate tells the latency at that rate, where the load tool sends on schedule.

Lag is counted in latency: a tool that sends late makes the server look slow. 1 ms of lag is its timer.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.generators.limited import BUSY
from backend.validity.rule import Hit, Rule

MIN_SENT_SHARE = 0.99
MAX_LAG_S = 0.002
NOTED_LAG_S = 0.0015


def check(evidence: Evidence) -> Iterator[Hit]:
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


def check_lag(evidence: Evidence) -> Iterator[Hit]:
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


RULE = Rule(
    code="rate_not_kept",
    level="invalid",
    title="Rate not kept",
    sentence="At a fixed rate, 99% of the requests are sent, and 99% at most 2 ms late.",
    limit="99% sent, lag p99 up to 2 ms",
    threshold=MAX_LAG_S,
    check=check,
)
LAG = Rule(
    code="lag",
    level="suspect",
    title="Lag",
    sentence="At a fixed rate, 99% of the requests are sent at most 1.5 ms late.",
    limit="up to 1.5 ms",
    threshold=NOTED_LAG_S,
    check=check_lag,
)
