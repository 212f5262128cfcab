"""The load to apply, and the limits that both sides keep."""

import re
from collections.abc import Iterator

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from agents.contract.states import ToolName
from agents.contract.tools import LoadTool, load_tool

MAX_DURATION_S = 3600
MAX_CONNECTIONS = 65535
MAX_REQUESTS = 1_000_000_000
MAX_HEADERS = 30
MAX_HEADER_BYTES = 4096
"""All headers together: ab's request has 8 KiB for them and the path."""

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_VALUE = re.compile(r"[!-~](?:[ -~]*[!-~])?")
_HOST = r"^[A-Za-z0-9._:\[\]-]+$"
# What a request without a body must not say, and what has a field of its own.
_OWN_FIELD = {"host": "host", "connection": "keepalive", "keep-alive": "keepalive"}
_BREAKS_REQUESTS = {"content-length", "transfer-encoding", "expect", "upgrade", "te", "trailer"}

Misfit = tuple[str, str]
"""A field, and what is wrong with it for the tool."""


class Workload(BaseModel):
    """One load: `wrk` ends by duration, `weighttp` by a number of requests, `ab` by either."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field("default", min_length=1, max_length=80)
    tool: ToolName = "wrk"
    threads: int = Field(1, ge=1, le=1024)
    connections: int = Field(16, ge=1, le=MAX_CONNECTIONS)
    duration_s: int | None = Field(None, ge=1, le=MAX_DURATION_S, description="whole seconds")
    requests: int | None = Field(None, ge=1, le=MAX_REQUESTS)
    keepalive: bool = True
    path: str = Field("/", pattern=r"^/[!-~]*$", max_length=2000)
    headers: dict[str, str] = Field(
        default_factory=dict, max_length=MAX_HEADERS, description="sent with each request"
    )
    host: str | None = Field(
        None, pattern=_HOST, max_length=255, description="Host header; default: the target's address"
    )
    timeout_s: int = Field(2, ge=1, le=60, description="wrk counts later answers as timeouts")

    @field_validator("headers")
    @classmethod
    def _can_be_sent(cls, headers: dict[str, str]) -> dict[str, str]:
        if wrong := "; ".join(_wrong_headers(headers)):
            raise ValueError(wrong)
        return headers

    @model_validator(mode="after")
    def _fits_its_tool(self) -> "Workload":
        if found := list(misfits(self)):
            raise ValidationError.from_exception_data(
                "Workload", [_at_field(field, text, getattr(self, field)) for field, text in found]
            )
        return self


def sent_headers(workload: Workload) -> dict[str, str]:
    """The headers that a workload adds to each request, Host first where it names one."""
    return ({"Host": workload.host} if workload.host else {}) | workload.headers


def warming(workload: Workload, seconds: int) -> Workload:
    """The same load as a warm-up: of so many seconds, or without an end where its tool knows no time."""
    ends_by_time = "duration" in load_tool(workload.tool).ends_by
    end = {"duration_s": seconds, "requests": None} if ends_by_time else {"requests": MAX_REQUESTS}
    return workload.model_copy(update=end)


def misfits(workload: Workload) -> Iterator[Misfit]:
    """What the tool of a workload cannot do, each with its field."""
    tool = load_tool(workload.tool)
    yield from _threads(workload, tool)
    yield from _end(workload, tool)


def _threads(w: Workload, tool: LoadTool) -> Iterator[Misfit]:
    if w.threads > tool.most_threads:
        one = tool.most_threads == 1
        yield (
            "threads",
            f"{tool.name} has one thread; leave threads at 1"
            if one
            else f"{tool.name} takes at most {tool.most_threads} threads",
        )
    elif w.threads > w.connections:
        yield "threads", f"threads ({w.threads}) must not be more than connections ({w.connections})"
    elif w.tool == "wrk" and w.connections % w.threads:
        yield (
            "connections",
            f"wrk would drop {w.connections % w.threads} of {w.connections} connections: "
            f"make connections a multiple of threads ({w.threads})",
        )


def _end(w: Workload, tool: LoadTool) -> Iterator[Misfit]:
    by_time, by_requests = "duration" in tool.ends_by, "requests" in tool.ends_by
    if w.requests is not None and not by_requests:
        yield "requests", f"{tool.name} runs for a duration; give duration, not requests"
    elif w.duration_s is not None and not by_time:
        yield "duration_s", f"{tool.name} ends by a number of requests; give requests, not duration"
    elif by_time and by_requests and (w.requests is None) == (w.duration_s is None):
        yield "requests", f"{tool.name} needs either requests or a duration"
    elif w.requests is None and not by_time:
        yield "requests", f"{tool.name} needs a number of requests, for example 100000"
    elif w.duration_s is None and not by_requests:
        yield "duration_s", f"{tool.name} needs a duration, for example 10s"
    elif w.requests is not None and w.requests < w.connections:
        yield (
            "requests",
            f"{tool.name} needs at least as many requests as connections: {w.requests} < {w.connections}",
        )


def _wrong_headers(headers: dict[str, str]) -> Iterator[str]:
    size = sum(len(name) + len(value) + 4 for name, value in headers.items())
    if size > MAX_HEADER_BYTES:
        yield f"headers have {size} bytes together; at most {MAX_HEADER_BYTES}"
    seen: set[str] = set()
    for name, value in headers.items():
        shown, key = name[:40], name.lower()
        if not _TOKEN.fullmatch(name):
            yield f"“{shown}” is no name of a header: letters, digits and hyphens, for example X-Client"
        elif key in _OWN_FIELD:
            yield f"{shown} is not given as a header: use {_OWN_FIELD[key]}"
        elif key in _BREAKS_REQUESTS:
            yield f"{shown} is not sent: requests have no body and ask for no other protocol"
        elif key in seen:
            yield f"{shown} is given twice; a header is sent once"
        elif not _VALUE.fullmatch(value):
            yield f"the value of {shown} must be one line of ASCII text without blanks around it"
        seen.add(key)


def _at_field(field: str, text: str, value: object) -> InitErrorDetails:
    error = PydanticCustomError("value_error", "{error}", {"error": text})
    return InitErrorDetails(type=error, loc=(field,), input=value)
