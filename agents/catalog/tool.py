"""Interface of a load tool: one class in one file of `tools/`. Pure.

`Reader` recognises and reads what a tool prints; `LoadTool` is one that Dynoboard also runs.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from pydantic import BaseModel, Field

from agents.catalog.measured import MeasuredLatency
from agents.catalog.pace import Pace
from agents.catalog.reading.figures import printed_figures
from agents.catalog.reading.report import ToolReport
from agents.catalog.reading.text import Section

End = Literal["duration", "requests"]
HttpProtocol = Literal["h1", "h2"]
MAX_RUN_S = 3600.0
MAX_OPENING_S = 0.01
"""The longest that opening and closing one connection takes: 1 ms measured on a host at load 30, and several
above half of the ephemeral ports, where connect() searches through the rest."""
_MAX_RECORDED = 50_000_000
_MAX_RATE = 250_000  # requests/s


class MixRequest(Protocol):
    """One request of a mix, as far as a tool needs it."""

    @property
    def method(self) -> str: ...
    @property
    def path(self) -> str: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def content(self) -> bytes: ...


class Load(Protocol):
    """The load to apply: a workload, as far as a tool needs it."""

    @property
    def threads(self) -> int: ...
    @property
    def connections(self) -> int: ...
    @property
    def duration_s(self) -> int | None: ...
    @property
    def requests(self) -> int | None: ...
    @property
    def keepalive(self) -> bool: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def mix(self) -> Sequence[MixRequest]: ...
    @property
    def host(self) -> str | None: ...
    @property
    def timeout_s(self) -> int: ...
    @property
    def streams(self) -> int | None: ...
    @property
    def protocol(self) -> str | None: ...
    @property
    def rate(self) -> int | None: ...


class Threads(BaseModel, frozen=True):
    """Range of a tool's threads; never more than connections."""

    minimum: int
    maximum: int


class MixSupport(BaseModel, frozen=True):
    """Support of a tool for mixes of requests."""

    refused_methods: dict[str, str] = Field(default_factory=dict, description="method → why it cannot")
    is_paths_only: bool = Field(default=False, description="method, headers and body are the same for all")
    is_in_step: bool = Field(default=False, description="all connections begin with its first request")


class ToolInfo(BaseModel, frozen=True):
    """One load tool."""

    name: str
    label: str
    text: str  # one sentence: what it is
    ends_by: list[End]  # what can end a run; if there are several, exactly one is given
    threads: Threads
    tls: bool
    http: Literal["HTTP/1.1", "HTTP/1.0", "HTTP/2, HTTP/1.1"]  # of the requests that it sends
    protocols: list[HttpProtocol] = Field(
        default_factory=list,
        description="those that a workload can choose from, the default first; none: no choice",
    )
    percentiles: str  # which percentiles of latency it gives, and from what
    figures: list[str]  # how its figures are to be read, one sentence each
    notes: list[str]  # its other limits, one sentence each
    even_connections: bool = Field(
        default=False, description="connections are a multiple of the threads: the rest is not opened"
    )
    keeps_connections: bool = Field(default=False, description="cannot open a connection for each request")
    open_loop: bool = Field(default=False, description="sends at the rate of its workload, others have none")
    timeout: bool = Field(default=False, description="gives up on a single answer that comes late")
    resumes_tls: bool = Field(default=True, description="a new connection resumes the session of an old one")
    max_connections: int | None = Field(default=None, description="more are refused by some versions")
    max_connections_until: str = Field(default="", description="these versions: up to …")
    mix: MixSupport | None = Field(default=None, description="None: asks for one URL")
    no_percentile: str = Field(
        default="it is not in what the load tool printed", description="why a percentile can be missing"
    )
    no_histogram: str = Field(
        default="", description="sentence on a run without the latency of every request; empty: a general one"
    )
    parallel: bool = Field(
        default=False, description="several processes of it may load one server together and count as one"
    )
    invents: bool = Field(
        default=False, description="latency as it prints it has requests that it invents for slow ones"
    )
    example: str = Field(description="a command of it, without the address")
    purpose: str = Field(default="", description="why a load host has it; empty: few recipes use it")
    packages: dict[str, str] = Field(
        default_factory=dict, description="family of distributions → package; none: built from source"
    )
    build: str = Field(default="", description="a command that builds and installs it, where no package does")

    @property
    def histogram_note(self) -> str:
        return self.no_histogram or f"{self.name} gives no histogram."


class GuideRows(BaseModel, frozen=True):
    """Texts about a tool for docs/load-tools.md alone: cells of its table, and the text below its list."""

    keepalive: str  # flags for keep-alive on, off
    own_headers: str
    timeout: str
    percentiles: str
    latency_begins: str
    workload: str = ""  # an example of a workload, YAML
    text: str = ""


@dataclass(frozen=True)
class Outcome:
    """Metrics and counts of a tool's report; `exact_latency`: the latency of every request.

    `span`: start and end of its load by the clock of its host, epoch seconds; None: it does not say.
    """

    figures: dict[str, float | None]
    errors: dict[str, int | None] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)
    exact_latency: MeasuredLatency | None = None
    span: tuple[float, float] | None = None
    pace: Pace | None = None  # of tools that send at a fixed rate


Output = Callable[[Sequence[str]], str]
"""Runs a program that ends by itself and returns what it prints."""
ReadFile = Callable[[str, int], str]
"""The text of a file that the tool wrote, at most so many bytes from its end; empty where there is none."""
ReadChunks = Callable[[str], Iterable[bytes]]
"""The whole of such a file, a piece at a time."""


class Reader(ABC):
    """Reader of a tool's output. Patterns match lines without line ends."""

    name: ClassVar[str]
    order: ClassVar[int]  # in lists and in the search for a report
    dialect_of: ClassVar[str | None] = None  # the tool whose report it prints, with signs of its own
    start_words: ClassVar[str]  # regular expression: every line that can start a report or banner holds one
    causes: ClassVar[re.Pattern[str]]  # a complaint; group 1 says it
    causes_are_vague: ClassVar[bool] = False  # other programs complain in the same words
    usage: ClassVar[re.Pattern[str]]
    inner: ClassVar[re.Pattern[str] | None] = None  # lines from the middle of a report

    def starts_report(self, lines: list[str], index: int) -> bool:
        """Whether a report begins on this line."""
        return False

    def starts_banner(self, line: str) -> bool:
        """Whether this line is what the tool prints first, before any report."""
        return False

    def has_signs(self, lines: list[str]) -> bool:
        """Tell a dialect from its base: whether a section of the other tool is its own."""
        return False

    @abstractmethod
    def read(self, section: Section, stderr: list[str]) -> ToolReport:
        """The report of one section; NotAReport when it is cut."""

    def silent(self, lines: list[str]) -> ToolReport:
        """Read a start of the tool that printed no report."""
        return ToolReport(tool=self.name, report=False)

    def figures(self, report: ToolReport, read: ReadFile | None = None) -> dict[str, float | None]:
        """Metric → value, SI; `read` gives the files that the tool wrote, where it ran here."""
        return printed_figures(report)


class LoadTool(Reader):
    """A load tool that agents run."""

    info: ClassVar[ToolInfo]
    guide: ClassVar[GuideRows]
    with_value: ClassVar[str]  # letters of its options that take a value
    go_switches: ClassVar[Sequence[str]] = ()  # options without a value, of a Go program: its are words
    command_form: ClassVar[str] = r"(?:-\S|\S*://)"  # regex of what follows its name in a typed command
    omits_unanswered: ClassVar[bool] = False  # its count of requests has only those that were answered
    first_failing_status: ClassVar[int] = 400  # it counts answers from this status on as failed
    breaks_down: ClassVar[bool] = False  # it prints where the time of requests went
    waits_inside: ClassVar[bool] = False  # reads the FIFO start.gate before its first request

    @abstractmethod
    def version(self, output: Output) -> str:
        """The version of an installed tool; empty where it does not say."""

    @abstractmethod
    def argv(self, load: Load, url: str, out: str = "") -> list[str]:
        """The argument list; `out` is the folder that it writes into, with a slash."""

    def inputs(self, load: Load, url: str, sequence: Sequence[int]) -> dict[str, bytes]:
        """Files that stand in its working directory: name → content; ValueError where a request is unsafe.

        `sequence` has indexes of the load's mix in the order in which they are sent, again and again.
        """
        return {}

    def report_argv(self, out: str) -> list[str]:
        """A command that prints the report of what it wrote into `out`; empty: it prints that itself."""
        return []

    def rows_argv(self, out: str) -> list[str]:
        """A command that prints a line for every request; empty where there is none."""
        return []

    def max_written_bytes(self, load: Load) -> int:
        """Bytes of the files that it writes; with more it is ended."""
        return 8 * 1024**3

    def max_run_s(self, load: Load) -> float:
        """After this many seconds the tool hangs."""
        return MAX_RUN_S + 30 + opening_s(load.connections)

    def loads_on(self, load: Load, stdout: str) -> bool:
        """Whether its load is over by what it printed, and connections that it opens anew still send."""
        return False

    def files_needed(self, load: Load) -> int:
        """Count the files that the tool opens."""
        return load.connections + 2 * load.threads + 16

    def mismatch(self, report: ToolReport, load: Load) -> str:
        """Reason why the figures are not those of the load that was asked for; empty when they are."""
        return ""

    def outcome(self, report: ToolReport, read: ReadFile, chunks: ReadChunks) -> Outcome:
        """The figures of a report that an agent has just made."""
        return Outcome(self.figures(report, read), report.errors.model_dump(), report.cautions)

    def with_rows(self, outcome: Outcome, load: Load, lines: Iterable[str]) -> Outcome:
        """The same with what the lines of `rows_argv` say."""
        return outcome

    @abstractmethod
    def load_of_command(self, options: Mapping[str, str]) -> dict[str, Any]:
        """Fields of a workload that a typed command asks for (reading/command.py); None: it does not say."""

    @abstractmethod
    def load_of_report(
        self, report: ToolReport, text: str, options: Mapping[str, str], is_typed: bool
    ) -> dict[str, Any]:
        """The same of a report, its text, and the command before it where somebody typed one."""


def header_options(load: Load, host: str | None) -> Iterator[str]:
    """`-H` for each header, with the blank that some tools need; this Host replaces their own."""
    hosts = {"Host": host} if host else {}
    for name, value in (hosts | dict(load.headers)).items():
        yield from ("-H", f"{name}: {value}")


def opening_s(connections: int) -> float:
    """Seconds that a tool may take to open and close so many connections, beside its load."""
    return connections * MAX_OPENING_S


def requests_within(seconds: int, connections: int) -> int:
    """More requests than a tool makes in so many seconds, but not more than it has memory to record."""
    return min(_MAX_RECORDED, max(connections, seconds * _MAX_RATE))
