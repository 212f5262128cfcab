"""Checks of what the load tool printed."""

from collections.abc import Iterator

from agents.catalog.tools import LOAD_TOOLS
from agents.contract.reports import LoadReport, Window
from agents.contract.workload import Workload
from backend.validity.evidence import Evidence
from backend.validity.rule import Hit, rule

OPENED_PER_S = 1_000
"""Connections that a busy host opens in a second; a load tool opens all of them before it sees an answer."""


@rule(
    level="invalid",
    title="Answers",
    sentence="At least one request is answered.",
    limit="at least 1 request",
    threshold=None,
)
def no_request(evidence: Evidence) -> Iterator[Hit]:
    """A load tool that got no answer at all has measured nothing, whatever figure it prints."""
    if not evidence.load.figures.get("requests"):
        kinds = ", ".join(_failure_kinds(evidence, 0))
        text = f": {kinds}" if kinds else _time_text(evidence.workload)
        yield Hit(f"not one request was answered{text}", 0)


def _time_text(workload: Workload) -> str:
    """Say how long it was, and that the time went by while connections were opened, where that can be so."""
    if not workload.duration_s:
        return ""
    text = f" in {workload.duration_s} s"
    if workload.connections < OPENED_PER_S * workload.duration_s:
        return text
    many = f"opening {workload.connections} connections can take longer"
    return f"{text}: {many}, so measure for longer or with fewer"


_WITHOUT_ANSWER = ("connect", "read", "write", "timeout")


@rule(
    level="invalid",
    title="Failed requests",
    sentence="No more requests fail, reset, time out or come back short than the definition allows.",
    limit="0, or allowed_failures",
    threshold=0,
)
def failed_requests(evidence: Evidence) -> Iterator[Hit]:
    """A failed request is quick to serve: counted as throughput, it makes a broken server look fast.

    Load tools count answers with a status of 400 or more, resets, timeouts and bodies of the wrong length as
    requests. If some failures are part of what you measure, raise `allowed_failures` in the definition.
    """
    failed_count = evidence.load.figures.get("failed_requests") or 0
    total = max(_count_requests(evidence), failed_count)
    if failed_count > evidence.allowed_failures * total:
        kinds = ", ".join(_failure_kinds(evidence, failed_count))
        text = f"{failed_count:,.0f} of {total:,.0f} requests failed{f': {kinds}' if kinds else ''}"
        more = f"; a failed request is not throughput{_allowance_text(evidence.allowed_failures)}"
        yield Hit(text + more, failed_count, evidence.allowed_failures * total)


_KINDS = {
    "connect": "connect errors",
    "read": "read errors",
    "write": "write errors",
    "timeout": "timeouts",
    "status": "error statuses",
    "length": "wrong lengths",
    "exceptions": "no answer",
}


def _failure_kinds(evidence: Evidence, failed_count: float) -> Iterator[str]:
    """The kinds of failures, with counts where these add up: tools count some failures several times."""
    counts = {kind: count for kind in _KINDS if (count := evidence.load.errors.get(kind))}
    has_sum = len(counts) > 1 and sum(counts.values()) == failed_count
    for kind, count in counts.items():
        place = f"{_error_page(evidence)}{_refusals_text(evidence)}" if kind == "status" else ""
        yield f"{f'{count:,} ' if has_sum else ''}{_KINDS[kind]}{place}"


def _error_page(evidence: Evidence) -> str:
    """The first request whose answer was an error when it was asked before the trial."""
    probe, workload = evidence.load.probe, evidence.workload
    if probe is None:
        return ""
    first = LOAD_TOOLS[workload.tool].first_failing_status
    for answer in probe.mix:
        if answer.status >= first and answer.entry < len(workload.mix):
            request = workload.mix[answer.entry]
            return f" ({request.method} {request.path} answers {answer.status})"
    return f" ({workload.path} answers {probe.status})" if not probe.mix and probe.status >= first else ""


def _refusals_text(evidence: Evidence) -> str:
    return f", which {' and '.join(evidence.limits)} may have answered" if evidence.limits else ""


def _count_requests(evidence: Evidence) -> float:
    """Requests that were begun: some tools leave those out that ended without an answer."""
    requests = evidence.load.figures.get("requests") or 0
    if not LOAD_TOOLS[evidence.workload.tool].omits_unanswered:
        return requests
    return requests + sum(evidence.load.errors.get(kind) or 0 for kind in _WITHOUT_ANSWER)


def _allowance_text(share: float) -> str:
    return f" (allowed: {share * 100:g}%)" if share else ""


@rule(
    level="invalid",
    title="Connections opened",
    sentence="Every connection that the workload asks for is opened.",
    limit="0 missing",
    threshold=0,
)
def connections(evidence: Evidence) -> Iterator[Hit]:
    """With fewer connections than asked, the server had less to do, and latencies look better than they
    are.
    """
    missing = evidence.load.errors.get("connect") or 0
    if missing > 0:
        connection_count = evidence.workload.connections
        yield Hit(f"{missing} of {connection_count} connections could not be opened", float(missing))


MIN_S = 3.0


@rule(
    level="note",
    title="Length",
    sentence="The load lasts at least 3 s.",
    limit="at least 3 s",
    threshold=MIN_S,
)
def short(evidence: Evidence) -> Iterator[Hit]:
    """The first moments of a short run weigh much: caches, connections and clock speeds still settle.

    It marks no delta, because the interval already shows how far short runs spread.
    """
    seconds = evidence.load.ended_at - evidence.load.started_at
    if 0 < seconds < MIN_S:
        text = f"{seconds:.1f} s" if seconds >= 0.1 else f"{max(seconds * 1000, 1):.0f} ms"
        yield Hit(f"the load lasted {text}; short runs spread more", seconds)


@rule(
    level="note",
    title="Latencies",
    sentence="The histogram of the load tool holds one latency for each request that was answered in time.",
    limit="exactly",
    threshold=0,
)
def latency_counts(evidence: Evidence) -> Iterator[Hit]:
    """Invented requests for slow ones are removed from measured latencies, and then counts must fit.

    There must be one latency for each request that did not time out. Otherwise the trial keeps its latency as
    printed, which is not comparable with measured latency. Its requests per second are unaffected.
    """
    latency, figures, errors = evidence.load.latency, evidence.load.figures, evidence.load.errors
    if latency is None or latency.fits(figures.get("requests"), errors.get("timeout")):
        return
    expected_count = (figures.get("requests") or 0) - (errors.get("timeout") or 0)
    off, tool = latency.counted - expected_count, evidence.workload.tool
    text = (
        f"the histogram of {tool} holds {latency.counted:,} latencies as measured, where "
        f"{expected_count:,.0f} requests were answered in time: latency is kept as {tool} printed it"
    )
    yield Hit(text, off)


MAX_DIFFERENCE = 0.001
_PROBES_PER_REQUEST = 2
_MISSED_S = 0.1
"""Time of the load that a watch may miss: what was served in it, the watch counts nevertheless."""


@rule(
    level="note",
    title="Requests counted twice",
    sentence="Load tool and server count the same requests but for those under way and those that failed.",
    limit="0.1% and one for each connection and stream",
    threshold=MAX_DIFFERENCE,
)
def request_count(evidence: Evidence) -> Iterator[Hit]:
    """The server counts requests too. A load tool leaves out those that were under way at its end, those
    without an answer, and those that the agent asks to see the answers; what differs by more was not asked by
    this load, or never arrived. A server that was watched for part of the load's time counted those of that
    part.
    """
    tool_count = evidence.load.figures.get("requests")
    watches = ((w, w.servers.get(evidence.server_key or "")) for w in evidence.windows.values())
    window, counts = next(((w, c) for w, c in watches if c is not None), (None, None))
    server_count = counts.requests if counts else None
    if not evidence.counts_requests:
        yield Hit("the server counts no requests, so those of the load tool are not cross-checked", 0.0)
    if tool_count is None or window is None or server_count is None or evidence.workload.hold:
        return
    probed_requests = max(1, len(evidence.load.probe.mix)) if evidence.load.probe else 0
    failed_requests = sum(count or 0 for count in evidence.load.errors.values())
    unclear = (
        evidence.workload.connections * (evidence.workload.streams or 1)
        + failed_requests
        + _PROBES_PER_REQUEST * probed_requests * evidence.load_hosts
    )
    if abs(tool_count - server_count) > MAX_DIFFERENCE * max(tool_count, server_count) + unclear:
        span_text = _span_text(evidence.load, window) if server_count < tool_count else ""
        text = f"the server counted {server_count:,.0f} requests{span_text}, the load tool {tool_count:,.0f}"
        yield Hit(f"{text} in all" if span_text else text, abs(tool_count - server_count))


def _span_text(load: LoadReport, window: Window) -> str:
    """Say which part of the load's time the watch saw; empty where it saw all of it."""
    load_s = load.ended_at - load.started_at
    begin = load_s - window.seconds if window.started_at is None else window.started_at - load.started_at
    begin = min(load_s, max(0.0, begin))
    end = min(load_s, begin + window.seconds)
    if load_s - (end - begin) <= _MISSED_S:
        return ""
    return f" in the part of the load that it was watched for ({begin:.1f} to {end:.1f} of {load_s:.1f} s)"
