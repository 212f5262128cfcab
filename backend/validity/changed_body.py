"""Two servers are comparable only while they serve the same page: a smaller one is quicker to send.

The answer to one request before each trial is compared with that of the first run with equal origin.* knobs,
raw text, path, mix and headers; of a mix the heaviest requests are compared. A page that differs between two
requests in a row is not.
"""

from collections.abc import Iterator

from agents.contract.probe import Probe, ProbedBody, ProbedEntry
from agents.contract.workload import Workload
from backend.validity.evidence import Evidence, Expected
from backend.validity.rule import Hit, Rule


def check(evidence: Evidence) -> Iterator[Hit]:
    probe, reference = evidence.load.probe, evidence.reference
    if probe is None or reference is None:
        return
    if difference := find_difference(probe, reference, evidence.workload):
        yield Hit(difference, float(probe.bytes))


def find_difference(probe: Probe, reference: Expected, workload: Workload) -> str | None:
    """The first answer that is not the expected one, in words."""
    expected_answers = {answer.entry: answer for answer in reference.probe.mix}
    of_mix = [(answer, expected_answers.get(answer.entry)) for answer in probe.mix]
    pairs: list[tuple[ProbedBody, ProbedBody | None]] = [*of_mix] or [(probe, reference.probe)]
    for answer, usual in pairs:
        if usual and (words := _differs(answer, usual, reference.with_status)):
            return f"{_place(workload, answer)}{words} “{reference.run}” was given"
    return None


def _differs(answer: ProbedBody, usual: ProbedBody, with_status: bool) -> str:
    if with_status and answer.status != usual.status:
        return f"the answer has status {answer.status} instead of the {usual.status} that"
    if not (_has_body(answer) and _has_body(usual)) or answer.sha256 == usual.sha256:
        return ""
    return _difference(answer, usual)


def _place(workload: Workload, answer: ProbedBody) -> str:
    if not isinstance(answer, ProbedEntry) or answer.entry >= len(workload.mix):
        return ""
    request = workload.mix[answer.entry]
    return f"{request.method} {request.path}: "


def _has_body(answer: ProbedBody) -> bool:
    return answer.steady and 200 <= answer.status < 300


def _difference(probe: ProbedBody, reference: ProbedBody) -> str:
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
