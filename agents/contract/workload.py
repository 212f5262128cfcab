"""The load to apply, and the limits that both sides enforce."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from agents.catalog.knobs.values import quote
from agents.catalog.pace import MAX_ROWS, requests_of
from agents.catalog.tool import HttpProtocol
from agents.catalog.tools import DEFAULT_TOOL, TOOLS, ToolName, any_of
from agents.catalog.whole import Whole
from agents.contract.generators.shares import split_evenly
from agents.contract.headers import HeaderName, HeaderValue, HostName, check_headers
from agents.contract.held import Hold
from agents.contract.mix import MAX_PATH, PATH, Mix, Order, mix_problem
from agents.contract.site import Site

MAX_DURATION_S = 3600
MAX_CONNECTIONS = 65535
MAX_REQUESTS = 1_000_000_000
MAX_STREAMS = 1000
MAX_PROCESSES = 64
MAX_HOSTS = 64
MAX_RATE = 1_000_000
MIN_RATE_SHARE = 0.01
_WITH_TIMEOUT = {name: tool for name, tool in TOOLS.items() if tool.timeout}
_WITH_PROTOCOL = {name: tool for name, tool in TOOLS.items() if tool.protocols}
_OPEN_LOOP = {name: tool for name, tool in TOOLS.items() if tool.open_loop}


def _parse_hosts(value: object) -> object:
    if value == "all" or (str(value).isdecimal() and 1 <= int(str(value)) <= MAX_HOSTS):
        return value
    raise ValueError(f"must be all, or a whole number from 1 to {MAX_HOSTS}; got {quote(value)}")


Hosts = Annotated[Literal["all"] | Annotated[int, Field(ge=1, le=MAX_HOSTS)], BeforeValidator(_parse_hosts)]


class RateShare(BaseModel, extra="forbid", frozen=True):
    """A rate as a share of the baseline's ceiling: what it answers as fast as a closed loop asks."""

    share: float = Field(ge=MIN_RATE_SHARE, le=1)
    ceiling: int | None = Field(None, ge=1, description="requests per second, once it is measured")
    is_tool_limit: bool = Field(False, description="the load tool was at its own limit when it was measured")


class Workload(BaseModel):
    """One load. It ends by a duration or a number of requests, as its tool can: `GET /api/v1/tools`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field("default", min_length=1, max_length=80)
    tool: ToolName = DEFAULT_TOOL
    threads: Whole = Field(1, ge=1, le=1024, description="of each process")
    processes: Whole = Field(
        1,
        ge=1,
        le=MAX_PROCESSES,
        exclude_if=lambda processes: processes == 1,
        description="processes on each load host, started together; they share connections and rate",
    )
    hosts: Hosts = Field(
        1,
        exclude_if=lambda hosts: hosts == 1,
        description="load hosts, the first ones or all; they share connections, requests and rate",
    )
    connections: Whole = Field(
        16, ge=1, le=MAX_CONNECTIONS, description="of all processes and hosts together"
    )
    duration_s: int | None = Field(None, ge=1, le=MAX_DURATION_S, description="whole seconds")
    requests: Whole | None = Field(None, ge=1, le=MAX_REQUESTS)
    keepalive: bool = True
    path: str = Field("/", pattern=PATH, max_length=MAX_PATH)
    mix: Mix = Field(
        default_factory=list,
        exclude_if=lambda mix: not mix,
        description="requests with weights, instead of path",
    )
    order: Order = Field(
        "shuffled",
        exclude_if=lambda order: order == "shuffled",
        description="of a mix: shuffled by the experiment's seed, or as the list has it",
    )
    site: Site = Field(
        default_factory=list,
        exclude_if=lambda site: not site,
        description="bytes of the pages /0, /1, … that the backend serves to this workload",
    )
    headers: Annotated[dict[HeaderName, HeaderValue], AfterValidator(check_headers)] = Field(
        default_factory=dict,
        max_length=30,
        description="sent with each request; Host and Connection have their own fields",
    )
    host: HostName | None = Field(None, description="Host header; default: the target's address")
    hold: Hold | None = Field(
        None, exclude_if=lambda hold: hold is None, description="connections held beside the measured load"
    )
    timeout_s: int = Field(
        2, ge=1, le=60, description=f"{any_of(_WITH_TIMEOUT)} counts later answers as timeouts"
    )
    protocol: HttpProtocol | None = Field(
        None,
        exclude_if=lambda protocol: protocol is None,
        description=f"HTTP/1.1 or HTTP/2, of {any_of(_WITH_PROTOCOL)}; default: HTTP/2",
    )
    streams: Whole | None = Field(
        None,
        ge=1,
        le=MAX_STREAMS,
        exclude_if=lambda streams: streams is None,
        description="requests that each HTTP/2 connection has open at once; default: 1",
    )
    rate: Whole | None = Field(
        None,
        ge=1,
        le=MAX_RATE,
        exclude_if=lambda rate: rate is None,
        description=f"requests per second on schedule, however slow the answers are; of {any_of(_OPEN_LOOP)}",
    )
    rate_share: RateShare | None = Field(
        None,
        exclude_if=lambda rate_share: rate_share is None,
        description="in place of rate, which follows from it before the first trial",
    )
    unknown: list[Literal["connections", "length"]] = Field(
        default_factory=list,
        exclude_if=lambda unknown: (
            not unknown
        ),  # a load that is to be applied is known: agents never hear of it
        description="of imports: what the source does not say. Connections are then a stand-in",
    )

    @model_validator(mode="after")
    def _fits_its_tool(self) -> "Workload":
        checks = (
            self._threads(),
            self._processes(),
            self._end(),
            self._sizes(),
            self._mix(),
            self._protocol(),
            self._rate(),
        )
        problem = next(filter(None, checks), None)
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

    @property
    def has_fixed_rate(self) -> bool:
        return self.rate is not None or self.rate_share is not None

    @property
    def total_threads(self) -> int:
        """Threads of all processes together, of one host where `hosts` is all."""
        return self.host_threads * (1 if self.hosts == "all" else self.hosts)

    @property
    def host_threads(self) -> int:
        """Threads of all processes on one host."""
        return self.threads * self.processes

    def host_count(self, available: int) -> int:
        """Load hosts that it uses of a testbed that has so many."""
        return max(1, available if self.hosts == "all" else min(self.hosts, available))

    def host_shares(self, count: int) -> list["Workload"]:
        """The load of each of so many hosts; the first one holds the connections that are held."""
        first, *later_shares = [share.model_copy(update={"hosts": 1}) for share in self._split(count)]
        return [first, *(share.model_copy(update={"hold": None}) for share in later_shares)]

    def shares(self) -> list["Workload"]:
        """The load of each process on one host."""
        return [share.model_copy(update={"processes": 1}) for share in self._split(self.processes)]

    def _split(self, count: int) -> list["Workload"]:
        """Parts of the load; connections in multiples of the threads."""
        unit = self.threads if TOOLS[self.tool].even_connections else 1
        parts = split_evenly(self.connections, count, unit)
        rate = self.rate and self.rate // count
        ends = [sum(parts[: n + 1]) for n in range(len(parts))]
        totals = [self.requests * end // self.connections for end in ends] if self.requests else []
        requests = [b - a for a, b in zip([0, *totals], totals, strict=False)]
        return [
            self.model_copy(update={"connections": n, "requests": most, "rate": rate})
            for n, most in zip(parts, requests or [None] * len(parts), strict=True)
        ]

    def _processes(self) -> str | None:
        if self.processes == 1 and self.hosts == 1:
            return None
        if not TOOLS[self.tool].parallel:
            able = any_of({name: tool for name, tool in TOOLS.items() if tool.parallel})
            many = f"{self.processes} processes" if self.processes > 1 else "several hosts"
            return f"{self.tool} loads a server alone: for {many} take {able}"
        return self.unshareable(1 if self.hosts == "all" else self.hosts)

    def unshareable(self, hosts: int) -> str | None:
        """Explain why connections or rate cannot be shared over so many hosts; None where they can."""
        total = hosts * self.host_threads
        if hosts > 1 and self.rate and self.rate % (hosts * self.processes):
            share = f"{hosts} hosts × {self.processes} processes"
            return f"rate ({self.rate}) must be a multiple of {share}, which share it"
        if total <= self.connections:
            return None
        on_hosts = f"{hosts} hosts × " if hosts > 1 else ""
        return (
            f"connections ({self.connections}) must be at least {total}: "
            f"one for each of {on_hosts}{self.processes} processes × {self.threads} threads"
        )

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

    def _mix(self) -> str | None:
        if not self.mix:
            return "order is of a mix: give mix too" if self.order != "shuffled" else None
        if self.path != "/":
            return "mix takes the place of path: give only one of them"
        return mix_problem(self.mix, TOOLS[self.tool])

    def _protocol(self) -> str | None:
        tool = TOOLS[self.tool]
        for name in ("protocol", "streams"):
            if getattr(self, name) is not None and not tool.protocols:
                return f"{self.tool} speaks HTTP/1 only; leave {name} out, or use {any_of(_WITH_PROTOCOL)}"
        if self.streams is not None and (self.protocol or tool.protocols[0]) != "h2":
            return "streams need HTTP/2; leave streams out, or set protocol: h2"
        if tool.keeps_connections and not self.keepalive:
            return f"{self.tool} keeps its connections open; leave keepalive on"
        return None

    def _rate(self) -> str | None:
        if not TOOLS[self.tool].open_loop:
            if not self.has_fixed_rate:
                return None
            return f"{self.tool} sends as fast as it can; leave rate out, or use {any_of(_OPEN_LOOP)}"
        if self.rate is None:
            text = f"{self.tool} needs a rate in requests per second, for example rate: 2000"
            return None if self.rate_share else text
        if self.rate % self.processes:
            return f"rate ({self.rate}) must be a multiple of processes ({self.processes}), which share it"
        if self.duration_s and requests_of(self.rate, self.duration_s) > MAX_ROWS:
            return (
                f"{self.rate} requests/s for {self.duration_s} s are more than the {MAX_ROWS:,} requests "
                f"that {self.tool} records: give a lower rate or a shorter duration"
            )
        return None
