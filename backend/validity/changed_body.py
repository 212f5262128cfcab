"""Two servers are comparable only while they serve the same page: a smaller one is quicker to send.

The answer to one request before each trial is compared with that of the first run with equal origin.* knobs,
raw text, path and headers. A page that differs between two requests in a row is not compared.
"""

from collections.abc import Iterator

from agents.contract.reports import Probe
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    probe, reference = evidence.load.probe, evidence.reference
    if probe is None or reference is None or not (_has_body(probe) and _has_body(reference.probe)):
        return
    if probe.sha256 != reference.probe.sha256:
        yield Hit(f"{_difference(probe, reference.probe)} “{reference.run}” was given", float(probe.bytes))


def _has_body(probe: Probe) -> bool:
    return probe.steady and 200 <= probe.status < 300


def _difference(probe: Probe, reference: Probe) -> str:
    if probe.bytes == reference.bytes:
        return f"the answer is not the one of as many bytes ({probe.bytes:,}) that"
    return f"the answer has {probe.bytes:,} bytes instead of the {reference.bytes:,} that"


RULE = Rule(
    code="changed_body",
    level="invalid",
    title="Same answer",
    sentence="Runs meant to serve the same content answer with the same body.",
    limit="the same body",
    threshold=None,
    check=check,
)
