"""An nginx that ends by itself is started anew and warmed, once for each run, and the trial is repeated.

The repeat counts like any other trial. The failed attempt (“nginx_died”) has the end of nginx's log. If it
ends a second time, the run fails.
"""

from collections.abc import Iterator

from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    for host in evidence.renewed_hosts:
        yield Hit(f"nginx of {host} ended by itself before this trial and was started anew", 1.0)


RULE = Rule(
    code="server_renewed",
    level="note",
    title="Server kept running",
    sentence="No server under test or backend ends by itself.",
    limit="0 ended",
    threshold=0,
    check=check,
)
