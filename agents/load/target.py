"""Targets that load may go to, and one request to them before the measurement."""

import hashlib
import http.client
import time
from collections.abc import Callable
from contextlib import closing
from urllib.parse import urlsplit

from agents.catalog.tools import TOOLS
from agents.catalog.wire import WITH_BODY, headers_of
from agents.contract.crowding import Tracked
from agents.contract.mix import MixEntry, heaviest
from agents.contract.probe import Probe, ProbedEntry
from agents.contract.reports import UNREACHABLE
from agents.contract.workload import Workload
from agents.failure import JobFailed
from agents.load import http2_clear_text
from agents.observe.conntrack import read_tracked
from agents.targets import Targets, addresses_of
from agents.tls import connection_to

MAX_PROBE_S = 20.0  # for the requests of a mix together
_MAX_BODY = 64 * 1024 * 1024
_MAX_ASKED = 4  # times that a silent server is asked, as it may only stand still


def checked_target(target: str, targets: Targets) -> str:
    """`http[s]://address:port` with the name resolved, or JobFailed: what is checked is what is used."""
    try:
        parts = urlsplit(target)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise JobFailed("target_refused", f"“{target}” is not an address: {error}") from error
    is_plain = parts.path in ("", "/") and "@" not in parts.netloc and parts.scheme in ("http", "https")
    if not is_plain or not host or not port:
        raise JobFailed("target_refused", f"“{target}” is not of the form http://address:port")
    if reason := targets.why_not(host, port):
        raise JobFailed("target_refused", reason)
    address = addresses_of(host)[0]
    return f"{parts.scheme}://[{address}]:{port}" if ":" in address else f"{parts.scheme}://{address}:{port}"


def probe(
    target: str,
    workload: Workload,
    timeout: float = 5.0,
    check_cancelled: Callable[[], None] = lambda: None,
) -> Probe:
    """Send a request before any load, twice; tell what the target answers, and whether it does so twice.

    Of a mix the heaviest requests, as many as fit into MAX_PROBE_S. JobFailed when one is not answered.
    """
    if not workload.mix:
        return _ask_twice(target, workload, MixEntry(path=workload.path), timeout, check_cancelled)
    deadline = time.monotonic() + MAX_PROBE_S
    probes: dict[int, Probe] = {}
    for index in heaviest(workload.mix):
        if not probes or time.monotonic() < deadline:
            probes[index] = _ask_twice(target, workload, workload.mix[index], timeout, check_cancelled)
    answers = [
        ProbedEntry(entry=index, **answer.model_dump(exclude={"server"})) for index, answer in probes.items()
    ]
    return next(iter(probes.values())).model_copy(update={"mix": answers})


def _ask_twice(
    target: str, workload: Workload, request: MixEntry, timeout: float, check_cancelled: Callable[[], None]
) -> Probe:
    first = _ask_patiently(target, workload, request, timeout, check_cancelled)
    second = _ask(target, workload, request, timeout)
    return second.model_copy(update={"steady": first.sha256 == second.sha256})


def _ask_patiently(
    target: str, workload: Workload, request: MixEntry, timeout: float, check_cancelled: Callable[[], None]
) -> Probe:
    """A server that is silent may stand still for a moment, which is to cost no trial."""
    for _ in range(_MAX_ASKED - 1):
        try:
            return _ask(target, workload, request, timeout)
        except JobFailed as error:
            if not isinstance(error.__cause__, TimeoutError):
                raise
        check_cancelled()
    return _ask(target, workload, request, timeout)


def _ask(target: str, workload: Workload, request: MixEntry, timeout: float) -> Probe:
    protocol = workload.protocol or next(iter(TOOLS[workload.tool].protocols), "h1")
    is_clear_text_http2 = protocol == "h2" and target.startswith("http:")
    exchange = _exchange_http2 if is_clear_text_http2 else _exchange
    try:
        status, server, body = exchange(target, workload, request, timeout)
    except http.client.IncompleteRead as error:
        raise JobFailed(UNREACHABLE, f"{target}{request.path} {describe_break(error)}") from error
    except (OSError, http.client.HTTPException) as error:
        reason = f"{describe_error(error)}{describe_drops(read_tracked())}"
        raise JobFailed(UNREACHABLE, f"{target}{request.path} does not answer: {reason}") from error
    return Probe(status=status, bytes=len(body), sha256=hashlib.sha256(body).hexdigest(), server=server)


def _exchange(target: str, workload: Workload, request: MixEntry, timeout: float) -> tuple[int, str, bytes]:
    """Status, name of the server and body."""
    parts = urlsplit(target)
    with closing(
        connection_to(parts.hostname or "", parts.port, parts.scheme == "https", timeout)
    ) as connection:
        _send(connection, workload, request)
        answer = connection.getresponse()
        body = answer.read(_MAX_BODY)
        if answer.length and len(body) < _MAX_BODY:  # `read` with a size does not say so
            raise http.client.IncompleteRead(body, answer.length)
        return answer.status, answer.headers.get("Server", ""), body


def _exchange_http2(
    target: str, workload: Workload, request: MixEntry, timeout: float
) -> tuple[int, str, bytes]:
    """The same over HTTP/2 in clear text, which is all that such a port may understand; no name is read."""
    parts = urlsplit(target)
    pseudo_headers = {
        ":method": "GET",
        ":scheme": "http",
        ":authority": workload.host or parts.netloc,
        ":path": request.path,
    }
    headers = {name.lower(): value for name, value in headers_of(workload, request).items()}
    status, body = http2_clear_text.get(
        (parts.hostname or "", parts.port or 80), pseudo_headers | headers, timeout, _MAX_BODY
    )
    return status, "", body


def describe_error(error: OSError | http.client.HTTPException) -> str:
    """Describe what went wrong, without the bytes of an answer that is no HTTP. Pure."""
    if isinstance(error, http.client.BadStatusLine) and not isinstance(error, OSError):
        return "what it sends is no HTTP"
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def describe_break(error: http.client.IncompleteRead) -> str:
    """The end of a sentence on an answer that ends too early. Pure."""
    size = len(error.partial)
    of_all = "" if error.expected is None else f" of the {size + error.expected:,} that Content-Length says"
    return f"breaks its answer off after {size:,} bytes{of_all}: see the log of that server"


def describe_drops(tracking: Tracked | None) -> str:
    """The end of a sentence on a target that does not answer: what this host itself does about it. Pure."""
    if tracking is None or not tracking.is_full:
        return ""
    return (
        f". netfilter tracks {tracking.count} of {tracking.most} connections on the load host and drops new "
        "ones: raise net.netfilter.nf_conntrack_max, or wait two minutes until it has forgotten closed ones"
    )


def _send(connection: http.client.HTTPConnection, workload: Workload, request: MixEntry) -> None:
    """The request of a load tool: its headers, and none that it would not send."""
    connection.putrequest(
        request.method, request.path, skip_host=workload.host is not None, skip_accept_encoding=True
    )
    framing = (
        {"Connection": "close"} if workload.host is None else {"Host": workload.host, "Connection": "close"}
    )
    if request.method in WITH_BODY:
        framing["Content-Length"] = str(len(request.content))
    for name, value in (headers_of(workload, request) | framing).items():
        connection.putheader(name, value)
    connection.endheaders(request.content or None)
