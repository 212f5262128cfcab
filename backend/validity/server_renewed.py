"""An nginx that ends by itself is started anew and warmed, once for each run, and the trial is repeated.

The repeat is as good as any other trial, but why the server ended is worth knowing: the attempt before it
failed with “nginx_died” and holds the end of nginx's log. Where it ends a second time, the run has failed.
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
