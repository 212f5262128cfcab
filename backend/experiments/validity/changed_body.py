"""Two servers are comparable only while they serve the same page: a smaller one is quicker to send.

A published comparison had a page of 732 bytes on one host and of 615 on the other. The answer to one
request before each trial is compared with that of the first run whose content should be the same:
equal origin.* knobs, raw text, path and headers. A page that differs between two requests in a row
has no body of its own, and is not compared.
"""

from collections.abc import Iterator

from agents.contract.reports import Probe
from backend.experiments.validity.evidence import Evidence
from backend.experiments.validity.rule import Hit, Rule


def check(seen: Evidence) -> Iterator[Hit]:
    probe, expected = seen.load.probe, seen.expected
    if probe is None or expected is None or not (_has_body(probe) and _has_body(expected.probe)):
        return
    if probe.sha256 != expected.probe.sha256:
        yield Hit(f"{_difference(probe, expected.probe)} “{expected.run}” was given", float(probe.bytes))


def _has_body(probe: Probe) -> bool:
    return probe.steady and 200 <= probe.status < 300


def _difference(probe: Probe, other: Probe) -> str:
    if probe.bytes == other.bytes:
        return f"the answer is not the one of as many bytes ({probe.bytes:,}) that"
    return f"the answer has {probe.bytes:,} bytes instead of the {other.bytes:,} that"


RULE = Rule(
    code="changed_body",
    level="invalid",
    title="Same answer",
    sentence="Runs meant to serve the same content answer with the same body.",
    limit="the same body",
    threshold=None,
    check=check,
)
