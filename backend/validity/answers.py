"""Checks that what is measured is what was asked for: the same answer, the held connections."""

from collections.abc import Iterator

from agents.catalog.knobs import KNOBS
from agents.contract.held import HeldReport, Hold
from agents.contract.probe import Probe, ProbedBody, ProbedEntry
from agents.contract.workload import Workload
from backend.validity.evidence import Evidence, Expected
from backend.validity.rule import Hit, rule

RAW_TEXT = ("nginx.conf", "nginx.http_extra", "nginx.server_extra", "nginx.location_extra")
COMPRESSION = tuple(name for name in KNOBS if name.startswith("nginx.gzip"))
OF_BACKEND = ("origin.body_bytes", "origin.kind", "origin.address")
"""Knobs that decide what is answered: own text of any kind, and what makes or packs the page."""


@rule(
    level="invalid",
    title="Same answer",
    sentence="Runs meant to serve the same content answer with the same body.",
    limit="the same body",
    threshold=None,
)
def changed_body(evidence: Evidence) -> Iterator[Hit]:
    """Two servers are comparable only while they serve the same page: a smaller one is quicker to send.

    The answer to one request before each trial is compared with that of the first run with equal origin.*
    knobs, raw text, path, mix and headers; of a mix the heaviest requests are compared. A page that differs
    between two requests in a row is not.
    """
    probe, reference = evidence.load.probe, evidence.reference
    if probe is None or reference is None:
        return
    if difference := find_difference(probe, reference, evidence.workload):
        yield Hit(difference, float(probe.bytes))


GATEWAY = (502, 504)
"""Statuses by which a proxy says that its backend does not answer."""


@rule(
    level="note",
    title="Status",
    sentence="The page itself is the answer: no redirect, and no error of a proxy without its backend.",
    limit="no status 300 to 399, 502 or 504",
    threshold=None,
)
def answer_status(evidence: Evidence) -> Iterator[Hit]:
    """Load tools follow no redirect, and most count it as a good answer: its sending is what is measured.

    The answer to the request before the trial tells. A status of 502 or 504 is that of a proxy whose
    backend does not answer.
    """
    probe = evidence.load.probe
    for answer in (probe.mix or [probe]) if probe else []:
        place = _place(evidence.workload, answer) or f"{evidence.workload.path}: "
        if is_redirect(answer.status):
            text = f"{place}answered by a redirect ({answer.status}), which load tools do not follow"
            yield Hit(text, answer.status)
            return
        if answer.status in GATEWAY:
            yield Hit(f"{place}answered by {answer.status}: the proxy's backend is away", answer.status)
            return


def is_redirect(code: float | None) -> bool:
    """Whether a status leads to another page; 304 answers a conditional request."""
    return code is not None and 300 <= code < 400 and code != 304


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


@rule(
    level="invalid",
    title="Connections held",
    sentence="The connections that the workload holds are open at both ends of the trial.",
    limit="at most 0.1% missing",
    threshold=None,
)
def connections_missing(evidence: Evidence) -> Iterator[Hit]:
    """Held connections are part of the load: a server with fewer has less memory and fewer timers to look
    after.

    Both ends count: the generators, connections that were answered and are open; nginx, its active
    connections.
    """
    hold = evidence.workload.hold
    if hold is None:
        return
    reports = [w.held_connections for w in evidence.windows.values() if w.held_connections]
    if not reports:
        yield Hit("the load host did not say how many connections it held", float(hold.connections))
        return
    for side, begin, end in (_generators(reports), *_servers(evidence)):
        count, moment = (begin, "began") if begin < hold.least else (end, "ended")
        if count < hold.least:
            missing = hold.connections - count
            yield Hit(_sentence(hold, side, count, moment, reports), float(missing))
            return


def _generators(reports: list[HeldReport]) -> tuple[str, int, int]:
    return "were held", sum(r.at_begin for r in reports), sum(r.at_end for r in reports)


def _servers(evidence: Evidence) -> Iterator[tuple[str, int, int]]:
    """The server that saw most of them: others of the testbed are asked only now and then."""
    servers = [server for window in evidence.windows.values() for server in window.servers.values()]
    counts = [
        (int(s.active_begin), int(s.active_end))
        for s in servers
        if s.active_begin is not None and s.active_end is not None
    ]
    if counts:
        begin, end = max(counts)
        yield "were open at the server", begin, end


def _sentence(hold: Hold, side: str, count: int, moment: str, reports: list[HeldReport]) -> str:
    closes, losses = sum(r.closes for r in reports), sum(r.losses for r in reports)
    causes = [
        *([f"the server closed {closes:,}"] if closes else []),
        *([f"{losses:,} were lost with a generator that ended"] if losses else []),
    ]
    cause = f": {' and '.join(causes)}" if causes and moment == "ended" else ""
    return f"only {count:,} of {hold.connections:,} connections {side} when the trial {moment}{cause}"
