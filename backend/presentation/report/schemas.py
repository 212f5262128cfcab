"""Schemas of a report: an experiment or a comparison as a write-up."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.metrics import Metric
from backend.analysis.delta_schemas import DeltaOut
from backend.analysis.schemas import Published
from backend.diagnostics.accounting.schemas import Accounting

ChartName = Literal["delta", "steps", "trials", "percentiles", "grid", "pairs"]


class ReportSource(BaseModel):
    """Source of imported figures, or of the published ones beside ours."""

    text: str
    url: str | None = Field(default=None, description="http or https only")


class ReportVariant(BaseModel):
    """Settings of one run in words."""

    run_id: str
    name: str
    is_baseline: bool
    is_control: bool
    settings: list[str] = Field(examples=[["worker_processes 2", "pin.load 0-1"]])
    sentence: str = Field(examples=["worker_processes 2", "nothing: the defaults", "a copy of the baseline"])


class ReportFact(BaseModel):
    name: str = Field(examples=["CPU"])
    value: str = Field(examples=["S2500, 128 CPUs"])


class ReportHost(BaseModel):
    """A machine and what was known of it; roles that share a machine stand together."""

    roles: list[str]
    host: str
    facts: list[ReportFact]


class ReportRow(BaseModel):
    """One run in the table of an experiment, numbered as write-ups do, baseline first."""

    number: int
    run_id: str
    name: str
    what: str = Field(description="what is set, in words")
    workload: str = Field(description="its name, empty where there is one only")
    is_baseline: bool
    is_control: bool
    trials: int = Field(description="valid ones")
    requests: float | None = Field(description="arithmetic mean of a trial")
    requests_per_s: float | None
    latency_mean: float | None = Field(description="s")
    value: float | None = Field(description="arithmetic mean of the report's metric, SI")
    cv: float | None = Field(description="spread of the trials of that metric, 0.05 = 5%")
    delta: DeltaOut | None = Field(description="None for the baseline, and where nothing can be compared")
    failure: str | None = Field(default=None, description="why no trial of it was measured")
    clean: int | None = Field(default=None, description="of a search: largest load that passed")
    failing: int | None = Field(default=None, description="of a search: smallest load that failed")
    clean_change: float | None = Field(default=None, description="of `clean` against the baseline's")


class ReportPair(BaseModel):
    """Two runs side by side in the table of a comparison; A is the baseline."""

    label: str
    a_run_id: str
    b_run_id: str
    a_value: float | None
    b_value: float | None
    a_cv: float | None
    b_cv: float | None
    delta: DeltaOut


class ReportStep(BaseModel):
    """A run against the run that its variant derives from."""

    run_id: str
    name: str
    before: str = Field(description="the run before the step")
    settings: str = Field(description="what the step sets otherwise, in words", examples=["access_log off"])
    delta: DeltaOut


class ReportFinding(BaseModel):
    """One sentence of what was found, with the interval in it."""

    text: str = Field(examples=["workers 2 raised requests per second by 92.2% [88.1, 96.4]; better."])
    verdict: str | None = Field(
        default=None, description="better, worse, same, unclear, steadier or less_steady"
    )
    run_id: str | None = None


class ReportRemark(BaseModel):
    """Something about trials that a reader has to know; `level` as of findings, or `failed`."""

    level: Literal["invalid", "suspect", "note", "failed"]
    text: str = Field(examples=["workers 2: 1 of 13 trials is invalid and left out: 12 requests failed."])
    run_id: str | None = None


class ReportChart(BaseModel):
    """A chart drawn on the server; `svg` and `png` are addresses below this dashboard."""

    name: ChartName
    title: str
    caption: str = Field(description="how to read it")
    summary: str = Field(description="what it shows in words, for those who do not see it")
    svg: str
    png: str


class Report(BaseModel):
    """All content of a report, in its order; the page and the files render it."""

    kind: Literal["experiment", "comparison"]
    id: str | None = Field(description="None for a comparison that was not saved")
    path: str = Field(examples=["/experiments/06f3k2a8d1xq9z"], description="the page that it is about")
    title: str
    question: str = ""
    headline: str = Field(description="what came out, in one sentence")
    trust: str = Field(default="", description="in words; empty before the end, and of a comparison")
    settled: bool = Field(description="whether the headline has a verdict")
    is_untrusted: bool = Field(default=False, description="trust is red: verdicts have no colour")
    cause: str | None = Field(default=None, description="what made the difference, where profiles tell it")
    accounting: Accounting | None = Field(default=None, description="of the headline’s change in throughput")
    state: str = Field(description="of the experiment; finished for a comparison")
    imported: bool
    description: str | None
    tags: list[str]
    created_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    metric: Metric
    metrics: list[str] = Field(description="names of the metrics that there are values of")
    tested: list[str] = Field(description="sentences: what was compared under which load, how requests went")
    variants: list[ReportVariant]
    environment: list[ReportHost]
    environment_note: str | None = Field(description="why nothing, or not everything, is known")
    method: list[str] = Field(description="sentences: rounds, order, control, noise, what ended it")
    min_effect: float | None = Field(
        description="the smallest change that matters, 0.01 = ±1%; None where nothing is compared"
    )
    a_title: str | None = Field(default=None, description="of a comparison's sides")
    b_title: str | None = None
    rows: list[ReportRow] = Field(description="of an experiment; a comparison has `pairs`")
    pairs: list[ReportPair]
    steps: list[ReportStep] = Field(
        default_factory=list, description="of an experiment whose variants derive from each other"
    )
    findings: list[ReportFinding]
    spread: list[ReportFinding] = Field(description="whose trials lie closer together")
    bottlenecks: list[str] = Field(
        default_factory=list, description="of an experiment: what limited its runs, alike ones together"
    )
    differs: list[str] = Field(description="of a comparison: settings and facts that are not equal")
    remarks: list[ReportRemark] = Field(description="invalid, failed and suspect trials, and why")
    not_comparable: list[str] = Field(description="sentences; empty: nothing was found")
    published: Published | None
    notes: str = Field(description="Markdown, as written")
    notes_html: str = Field(description="the same, sanitised")
    source: ReportSource | None
    charts: list[ReportChart]
