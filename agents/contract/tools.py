"""The one table of load tools: what each can do and where its figures end, for forms, checks and docs."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from agents.contract.states import ToolName

End = Literal["duration", "requests"]


class Threads(BaseModel):
    """How many threads a tool takes; never more than connections."""

    model_config = ConfigDict(frozen=True)

    minimum: int
    maximum: int


class ToolInfo(BaseModel):
    """One load tool."""

    model_config = ConfigDict(frozen=True)

    name: ToolName
    label: str
    text: str  # one sentence: what it is
    ends_by: list[End]  # what can end a run; if there are several, exactly one is given
    threads: Threads
    tls: bool
    http: Literal["HTTP/1.1", "HTTP/1.0"]  # of the requests that it sends
    percentiles: str  # which percentiles of latency it gives, and from what
    figures: list[str]  # how its figures are to be read, one sentence each
    notes: list[str]  # its other limits, one sentence each


_CLOSED_LOOP = (
    "Closed-loop: a connection sends its next request when the answer has arrived, so a server that "
    "stalls is asked less often (coordinated omission)."
)

_TOOLS = (
    ToolInfo(
        name="wrk",
        label="wrk",
        text="A multi-threaded closed-loop load generator; runs for a duration.",
        ends_by=["duration"],
        threads=Threads(minimum=1, maximum=1024),
        tls=True,
        http="HTTP/1.1",
        percentiles="50, 75, 90, 95, 99, 99.9 and 99.99, in microseconds, of every request as measured",
        figures=[
            _CLOSED_LOOP,
            "Adds invented requests for stalls to the latencies that it prints; they are taken out again, "
            "and what it printed is kept beside.",
            "An answer later than the timeout counts as a request and a timeout, and is left out of latency; "
            "a request that is never answered is counted nowhere.",
            "Latency begins when the request is written: connecting and TLS are not in it.",
        ],
        notes=[
            "A connection that fails to open at once is not tried again: fewer connections carry the load.",
            "Connections are divided evenly among threads: their number must be a multiple of the threads.",
            "TLS certificates are not verified.",
        ],
    ),
    ToolInfo(
        name="ab",
        label="ab",
        text="ApacheBench: one thread; runs for a number of requests or a duration.",
        ends_by=["requests", "duration"],
        threads=Threads(minimum=1, maximum=1),
        tls=True,
        http="HTTP/1.0",
        percentiles="50, 75, 90, 95 and 99, in microseconds, of every request; none below 51 requests",
        figures=[
            _CLOSED_LOOP,
            "Latency includes connecting, and TLS.",
            "Counts every answer whose length differs from the first one's as a failed request.",
            "One reset connection can be counted as failed up to three times.",
        ],
        notes=[
            "Speaks HTTP/1.0 on one thread: it fills one CPU before a server with several workers is full.",
            "Keep-alive works only where the server answers `Connection: keep-alive` with a length.",
            "Has no timeout for one request: it gives up after 30 seconds in which nothing happens.",
            "TLS certificates are not verified.",
        ],
    ),
    ToolInfo(
        name="weighttp",
        label="weighttp",
        text="A small multi-threaded load generator by the lighttpd project; runs for a number of requests.",
        ends_by=["requests"],
        threads=Threads(minimum=1, maximum=255),
        tls=False,
        http="HTTP/1.1",
        percentiles="50, 75, 90, 95 and 99 from version 0.5 on; 0.3 and 0.4 say nothing about latency",
        figures=[
            _CLOSED_LOOP,
            "Prints requests per second as a whole number, rounded down.",
            "Failures of all kinds are one count: connect, read, and answers of status 4xx and 5xx.",
        ],
        notes=[
            "Has no TLS and no duration: it ends by a number of requests, at least one for each connection.",
            "Has no timeout: where a server never answers, the trial fails at its time limit.",
            "Reaches hosts by IPv4 only.",
            "Has no Debian package: it must be built from source.",
        ],
    ),
)

TOOLS: dict[ToolName, ToolInfo] = {tool.name: tool for tool in _TOOLS}
