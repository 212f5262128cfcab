"""The load to apply, and the limits that both sides enforce."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator, model_validator

from agents.catalog.tools import DEFAULT_TOOL, TOOLS, ToolName, any_of

MAX_DURATION_S = 3600
MAX_CONNECTIONS = 65535
MAX_REQUESTS = 1_000_000_000
MAX_HEADERS = 4096  # bytes of all of them: servers and ab take 8 KiB for a whole request
_WITH_TIMEOUT = {name: tool for name, tool in TOOLS.items() if tool.timeout}

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}")
_TEXT = re.compile(r"[!-~]([ -~]*[!-~])?")
_HOST = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")
_ELSEWHERE = {
    "host": "must not be among the headers: set host instead",
    "connection": "must not be among the headers: set keepalive instead",
    "keep-alive": "must not be among the headers: set keepalive instead",
    "content-length": "must not be sent: requests have no body",
    "transfer-encoding": "must not be sent: requests have no body",
    "expect": "must not be sent: requests have no body",
    "upgrade": "must not be sent: the load tools speak HTTP/1 only",
}


def _name(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise ValueError("must be the name of a header: letters, digits and !#$%&'*+-.^_`|~, at most 100")
    if text.lower() in _ELSEWHERE:
        raise ValueError(_ELSEWHERE[text.lower()])
    return text


def _value(text: str) -> str:
    if not _TEXT.fullmatch(text):
        raise ValueError("must be one line of printable ASCII that neither starts nor ends with a blank")
    return text


def _host(text: str) -> str:
    if not _HOST.fullmatch(text):
        raise ValueError("must be a name or an address, optionally with a port, such as example.org:8080")
    return text


HeaderName = Annotated[str, AfterValidator(_name)]
HeaderValue = Annotated[str, Field(coerce_numbers_to_str=True), AfterValidator(_value)]
HostName = Annotated[str, AfterValidator(_host)]


class Workload(BaseModel):
    """One load. It ends by a duration or a number of requests, as its tool can: `GET /api/v1/tools`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field("default", min_length=1, max_length=80)
    tool: ToolName = DEFAULT_TOOL
    threads: int = Field(1, ge=1, le=1024)
    connections: int = Field(16, ge=1, le=MAX_CONNECTIONS)
    duration_s: int | None = Field(None, ge=1, le=MAX_DURATION_S, description="whole seconds")
    requests: int | None = Field(None, ge=1, le=MAX_REQUESTS)
    keepalive: bool = True
    path: str = Field("/", pattern=r"^/[!-~]*$", max_length=2000)
    headers: dict[HeaderName, HeaderValue] = Field(
        default_factory=dict,
        max_length=30,
        description="sent with each request; Host and Connection have their own fields",
    )
    host: HostName | None = Field(None, description="Host header; default: the target's address")
    timeout_s: int = Field(
        2, ge=1, le=60, description=f"{any_of(_WITH_TIMEOUT)} counts later answers as timeouts"
    )
    unknown: list[Literal["connections", "length"]] = Field(
        default_factory=list,
        exclude_if=lambda unknown: (
            not unknown
        ),  # a load that is to be applied is known: agents never hear of it
        description="of imports: what the source does not say. Connections are then a stand-in",
    )

    @field_validator("headers")
    @classmethod
    def _fit(cls, headers: dict[str, str]) -> dict[str, str]:
        if len({name.lower() for name in headers}) < len(headers):
            raise ValueError("must not name a header twice; upper and lower case are the same")
        size = sum(len(name) + len(value) + len(": \r\n") for name, value in headers.items())
        if size > MAX_HEADERS:
            raise ValueError(f"must have at most {MAX_HEADERS} bytes together; got {size}")
        return headers

    @model_validator(mode="after")
    def _fits_its_tool(self) -> "Workload":
        problem = next(filter(None, (self._threads(), self._end(), self._sizes())), None)
        if problem:
            raise ValueError(problem)
        return self

    def _threads(self) -> str | None:
        limit = TOOLS[self.tool].threads.maximum
        if self.threads > self.connections:
            return f"threads ({self.threads}) must not be more than connections ({self.connections})"
        if self.threads > limit:
            few = "one thread; leave threads at 1" if limit == 1 else f"at most {limit} threads"
            return f"{self.tool} has {few}"
        return None

    def _end(self) -> str | None:
        if "length" in self.unknown and self.requests is None and self.duration_s is None:
            return None
        ends = TOOLS[self.tool].ends_by
        if ends == ["duration"] and self.requests is not None:
            return f"{self.tool} runs for a duration; give duration, not requests"
        if ends == ["requests"] and self.duration_s is not None:
            return f"{self.tool} runs for a number of requests; give requests, not duration"
        if (self.requests is None) != (self.duration_s is None):
            return None
        if len(ends) > 1:
            return f"{self.tool} needs either requests or a duration"
        example = "a duration, for example 10s" if ends == ["duration"] else "requests, for example 100000"
        return f"{self.tool} needs {example}"

    def _sizes(self) -> str | None:
        if self.requests is not None and self.requests < self.connections:
            return (
                f"{self.tool} needs at least as many requests as connections: "
                f"{self.requests} < {self.connections}"
            )
        if TOOLS[self.tool].even_connections and self.connections % self.threads:
            return (
                f"{self.tool} would drop {self.connections % self.threads} of {self.connections} "
                "connections: "
                f"make connections a multiple of threads ({self.threads})"
            )
        return None
