"""What a preview takes and says: everything that was read, and the import that it suggests."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, Field

from agents.catalog.roles import Topology
from agents.catalog.tool import HttpProtocol
from agents.catalog.tools import ToolName
from backend.errors import ProblemItem
from backend.fields import file_name
from backend.imports.schemas import MAX_TEXTS, PublishedIn, RunIn


class Column(BaseModel, extra="forbid"):
    """A column of a table. `unit` is that of cells without one: ms, k."""

    name: str = Field(max_length=2000)
    role: str = Field(
        description="variant, trials, trial, seconds, delta, note, factor, setting, topology, workload, skip "
        "or a metric"
    )
    unit: str = Field("", max_length=20)


class TableChoice(BaseModel, extra="forbid"):
    """How to read a table where the guess is wrong."""

    columns: list[Column] | None = None
    decimal: Literal[".", ","] | None = None
    skip: bool = Field(default=False, description="leave the table out")


class GivenText(BaseModel, extra="forbid"):
    """One text as it was given, whatever it holds: what is wrong with it is reported for it alone."""

    name: Annotated[str, AfterValidator(file_name)] = "pasted text"
    text: str = Field(max_length=64 * 1024 * 1024)


Together = Literal["repeats", "variants"]
"""What several outputs, or rows of one name, are: trials of one run, or runs to compare."""


class PreviewIn(BaseModel, extra="forbid"):
    """Texts as they were pasted or dropped; `tables` by the number of the text and of its table, from 0."""

    texts: list[GivenText] = Field(min_length=1, max_length=MAX_TEXTS)
    tables: dict[int, dict[int, TableChoice]] = Field(
        default_factory=dict, description="a text that is named here is read as tables"
    )
    together: Together | None = Field(None, description="the answer to the preview's question")


class WorkloadGuess(BaseModel):
    """What is known of a load; None where the text does not say."""

    name: str = "default"
    tool: ToolName | None = None
    threads: int | None = None
    connections: int | None = None
    duration_s: int | None = None
    requests: int | None = None
    rate: int | None = None
    keepalive: bool | None = None
    protocol: HttpProtocol | None = None
    streams: int | None = None
    path: str | None = None
    host: str | None = None


class ReportOut(BaseModel):
    """One report inside of a text, or one start of a tool that printed none."""

    text: int
    report: int
    first: int = Field(description="line, from 1")
    last: int
    tool: str
    version: str | None
    command: str | None = Field(description="as it was typed before the report, where it is in the text")
    headings: list[str] = Field(
        default_factory=list, description="what a person wrote above it, outermost first"
    )
    url: str | None
    workload: WorkloadGuess
    document_length: int | None = Field(None, description="bytes, of the first answer")
    figures: dict[str, float | None]
    failures: str = Field(description="in words; empty when nothing failed")
    invalid: list[str] = Field(description="why its trial will not count, unless failures are allowed")
    allow: float | None = Field(
        None, description="the smallest round share of failed requests that lets an invalid trial count"
    )
    warnings: list[str]
    problem: str | None = Field(description="why there are no figures")


class TableOut(BaseModel):
    """A table as it was read."""

    headings: list[str] = Field(default_factory=list, description="over it, outermost first")
    columns: list[Column]
    rows: list[list[str]]
    lines: list[int] = Field(description="of each row in the text")
    decimal: Literal[".", ","]


class TextRead(BaseModel):
    """What one text is."""

    name: str
    kind: Literal["outputs", "table", "nothing"]
    problem: str | None = None
    warnings: list[str] = Field(default_factory=list)
    tables: list[TableOut] = Field(default_factory=list)


class RunGuess(RunIn):
    """A run as it is suggested; post it without its `place`, as it is or changed."""

    place: str = Field("", description="of its row or first report: texts[0].rows[3], texts[0].reports[1]")
    topology: Topology = "proxied"
    published: PublishedIn | None = None


class Question(BaseModel):
    """Asked where outputs or rows may be trials of one run as well as runs to compare."""

    chosen: Together = Field(description="as answered, else as suggested")
    suggested: Together
    why: str = Field(description="what the suggestion goes by, as a sentence")


class PreviewOut(BaseModel):
    """Everything that was read, and an import that can be posted once its workloads are whole."""

    texts: list[TextRead]
    reports: list[ReportOut]
    workloads: list[WorkloadGuess]
    factors: dict[str, dict[str, dict[str, str]]]
    runs: list[RunGuess]
    baseline: str | None
    question: Question | None
    problems: list[ProblemItem] = Field(description="what was left out, e.g. place texts[0].rows[3].requests")


class SettingsIn(BaseModel, extra="forbid"):
    settings: dict[str, str] = Field(max_length=500)


class SettingOut(BaseModel):
    """A setting as it will be kept: as a knob, or as reported by the source."""

    name: str
    text: str
    knob: str | None
    value: int | str | bool | None = Field(description="canonical, for a knob")
    problem: str = Field(default="", description="why it is no knob; empty for one")
