"""A machine that rebooted has other caches, other interrupts and none of the settings.

A restarted agent loses its jobs, so such a trial usually fails with “agent_restarted”. This rule is a second
safeguard: it compares the boot of the report with that of the preparation.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for host, window in evidence.windows.items():
        boot = evidence.boots.get(host)
        if boot and window.boot_id and boot != window.boot_id:
            yield Hit(f"{host} was restarted after it was prepared", 1.0)


RULE = Rule(
    code="host_restarted",
    level="invalid",
    title="Host not restarted",
    sentence="No host restarts between its preparation and the end of the trial.",
    limit="0 restarts",
    threshold=0,
    check=check,
)
