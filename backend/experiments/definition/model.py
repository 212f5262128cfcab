"""An experiment's definition: what the YAML of a person, a recipe or the browser says."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from agents.contract.knobs import Value, value_text
from agents.contract.knobs.values import shown
from agents.contract.states import Role, Topology
from agents.contract.workload import MAX_CONNECTIONS, Workload
from backend.experiments.definition import consistency, error_text, normalize, semantics, stopping_rule
from backend.experiments.definition.issues import DefinitionErrors, Finding, Marks, Problem, located
from backend.experiments.definition.units import duration_text, percent_text, share_text
from backend.experiments.definition.yaml_text import Flow, dump, load

__all__ = [
    "Definition",
    "DefinitionErrors",
    "Problem",
    "Published",
    "PublishedRow",
    "Variant",
    "Warmup",
    "parse_definition",
    "to_yaml",
]


def _one_line(text: str) -> str:
    if any(ord(c) < 32 or ord(c) == 127 for c in text):
        raise ValueError("must be one line of text")
    return text


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("must be text without NUL")
    return text


def _boot_parameter(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*(=[!-~]+)?", text):
        raise ValueError(f"must be a boot parameter such as isolcpus=1 or nohz_full; got {shown(text)}")
    return text


Name = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(_one_line)]
Text = Annotated[str, AfterValidator(_storable)]
BootParameter = Annotated[str, Field(max_length=200), AfterValidator(_boot_parameter)]
KnobMap = dict[str, Value | None]
"""Knob → canonical value; None puts the knob back to its default."""


class _Model(BaseModel):
    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        populate_by_name=True,
        serialize_by_alias=True,
        coerce_numbers_to_str=True,
    )


class Warmup(_Model):
    """Whole seconds of load that are not measured."""

    prepared: int = Field(2, ge=0, le=300, description="once when a run's setups are prepared")
    trial: int = Field(0, ge=0, le=300, description="before every trial")


class Ceiling(_Model):
    """The search for the largest number of connections without a failed request."""

    start: int = Field(
        normalize.FIRST_PROBE, alias="from", ge=1, le=MAX_CONNECTIONS, strict=True, description="first probe"
    )
    to: int = Field(4096, ge=1, le=MAX_CONNECTIONS, strict=True, description="largest probe")
    resolution: int = Field(16, ge=1, strict=True, description="widest bracket that is an answer")
    confirm: bool = Field(True, description="repeat both sides of the bracket")


class Variant(_Model):
    """Knobs on top of another variant, or on top of what all share."""

    name: Name
    parent: str | None = Field(None, alias="from")
    knobs: KnobMap = Field(default_factory=dict, alias="set")
    topology: Topology | None = None
    note: str | None = Field(None, max_length=2000)


class PublishedRow(_Model):
    """One line of a write-up's table. SI units; `delta` 0.1 is +10%; `trials` are requests per second."""

    variant: Name
    workload: str | None = Field(None, max_length=120, description="which, where there are several")
    connections: int | None = Field(None, ge=1, description="largest clean number of connections")
    requests: int | None = Field(None, ge=0)
    requests_per_s: float | None = Field(None, ge=0)
    latency_mean: float | None = Field(None, ge=0, description="seconds")
    delta: float | None = None
    trials: list[float] = Field(default_factory=list, max_length=1000)
    note: str | None = Field(None, max_length=2000)


class Published(_Model):
    """The numbers of a write-up, shown beside the measured ones."""

    source: Text = Field(min_length=1, max_length=2000)
    note: str | None = Field(None, max_length=2000)
    rows: list[PublishedRow] = Field(default_factory=list, max_length=1000)


class Definition(_Model):
    """What to measure. Knob values are canonical; the shape is the YAML's."""

    name: Name
    description: Text | None = Field(None, max_length=10_000)
    note: Text | None = Field(None, max_length=10_000, description="how this differs from its source")
    source: Text | None = Field(None, max_length=2000)
    testbed: str | None = Field(None, max_length=120)
    topology: Topology = "proxied"
    kind: Literal["compare", "ceiling"] = "compare"
    ceiling: Ceiling | None = Field(None, description="only for the kind ceiling")
    workloads: list[Workload] = Field(min_length=1, max_length=100)
    trials: stopping_rule.Trials = Field(5, description="per run")
    warmup: Warmup = Warmup()  # pyright: ignore[reportCallIssue]
    order: Literal["interleaved", "sequential"] = "interleaved"
    control: bool = True
    on_failure: Literal["continue", "stop"] = "continue"
    allowed_failures: float = Field(0.0, ge=0, le=1, description="share of requests, 0.01 is 1%")
    require: dict[Role, Annotated[list[BootParameter], Field(min_length=1)]] = Field(
        default_factory=dict, description="role → parameters on its kernel's command line"
    )
    seed: int | None = Field(None, ge=0, le=2**31 - 1, strict=True)
    baseline: str | dict[str, str] | None = Field(None, description="a variant's name or factor → level")
    knobs: KnobMap = Field(default_factory=dict, alias="set", description="what all variants share")
    factors: dict[str, dict[str, KnobMap]] = Field(default_factory=dict)
    variants: list[Variant] = Field(default_factory=list)
    published: Published | None = None

    @property
    def most_rounds(self) -> int:
        return self.trials if isinstance(self.trials, int) else self.trials.most

    @property
    def least_rounds(self) -> int:
        return self.trials if isinstance(self.trials, int) else self.trials.least


def parse_definition(text_or_data: str | dict[str, Any]) -> Definition:
    """A definition that can be planned; DefinitionErrors lists everything that is wrong, with places."""
    marks: Marks = {}
    if isinstance(text_or_data, str):
        data, marks = load(text_or_data)
    else:
        data = text_or_data
    if not isinstance(data, dict):
        raise DefinitionErrors([Problem("", "a definition is a map with name, workloads and variants")])
    data, findings = normalize.tidied(data)
    definition, wrong_shape = _shaped(data)
    findings += wrong_shape
    findings += consistency.check(data)
    if definition is not None and not findings:
        findings = semantics.check(definition)
    if findings or definition is None:
        raise DefinitionErrors(located(findings, marks))
    return definition


def _shaped(data: dict[str, Any]) -> tuple[Definition | None, list[Finding]]:
    try:
        return Definition.model_validate(data), []
    except ValidationError as error:
        return None, error_text.findings(error, Definition)


_ONE_LINE = 3  # knobs


def to_yaml(definition: Definition) -> str:
    """Tidy YAML that parses back to the same definition."""
    data = definition.model_dump(exclude_none=True)
    data["workloads"] = [_workload(w) for w in definition.workloads]
    if definition.ceiling:
        data["ceiling"] = Flow(data["ceiling"])
        del data["trials"]  # each probe is one
        for workload in data["workloads"]:
            del workload["connections"]  # the search says how many
    else:
        del data["kind"]
        data["trials"] = _trials(definition.trials)
    data["warmup"] = Flow({key: duration_text(value) for key, value in data["warmup"].items()})
    data["allowed_failures"] = share_text(definition.allowed_failures) if definition.allowed_failures else []
    data["set"] = _knobs(definition.knobs)
    data["factors"] = {
        factor: {level: _knobs(knobs) for level, knobs in levels.items()}
        for factor, levels in definition.factors.items()
    }
    data["variants"] = [_variant(v) for v in definition.variants]
    if isinstance(definition.baseline, dict):
        data["baseline"] = Flow(definition.baseline)
    if definition.published:
        data["published"]["rows"] = [_row(row) for row in definition.published.rows]
    return dump({key: value for key, value in data.items() if value not in ({}, [])})


def _trials(trials: int | stopping_rule.Until) -> Any:
    written = stopping_rule.text_of(trials)
    return Flow(written, until=Flow(written["until"])) if isinstance(written, dict) else written


def _knobs(knobs: KnobMap) -> dict[str, Any]:
    written = {k: value_text(v) if isinstance(v, bool) else v for k, v in knobs.items()}
    return Flow(written) if len(written) <= _ONE_LINE else written


def _workload(workload: Workload) -> Flow:
    data = workload.model_dump(exclude_defaults=True)
    for key in ("duration", "timeout"):
        if f"{key}_s" in data:
            data[key] = f"{data.pop(f'{key}_s')}s"
    first = {k: getattr(workload, k) for k in ("name", "tool", "threads", "connections")}
    return Flow(first | data)


def _variant(variant: Variant) -> dict[str, Any]:
    data = variant.model_dump(exclude_none=True)
    data["set"] = _knobs(variant.knobs)
    data = {key: value for key, value in data.items() if value != {}}
    return data if variant.note or len(variant.knobs) > _ONE_LINE else Flow(data)


def _row(row: PublishedRow) -> Flow:
    data = row.model_dump(exclude_none=True, exclude_defaults=True)
    if row.requests_per_s is not None and row.requests_per_s.is_integer():
        data["requests_per_s"] = int(row.requests_per_s)
    if row.latency_mean is not None:
        data["latency_mean"] = duration_text(row.latency_mean)
    if row.delta is not None:
        data["delta"] = percent_text(row.delta)
    return Flow(data)
