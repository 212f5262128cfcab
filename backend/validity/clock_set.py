"""Load tools time requests by the system's clock: one that is set during a trial shifts their figures.

Only jumps count. A clock that NTP slews does not.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule

STEP_S = 0.01


def check(evidence: Evidence) -> Iterator[Hit]:
    for host, window in evidence.windows.items():
        step = abs(window.clock.step_s) if window.clock else 0.0
        if step >= STEP_S:
            yield Hit(f"the clock of {host} was set by {step * 1000:,.0f} ms during the trial", step)


RULE = Rule(
    code="clock_set",
    level="suspect",
    title="Clock not set",
    sentence="No host's clock is set during the trial.",
    limit="below 10 ms",
    threshold=STEP_S,
    check=check,
)
