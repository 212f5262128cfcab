"""The types of an experiment's definition: what the YAML of a person, a recipe or the browser says."""

import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetJsonSchemaHandler,
    Tag,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from agents.catalog.knobs import Value
from agents.catalog.knobs.values import quote
from agents.catalog.metrics import METRICS
from agents.catalog.roles import Role, Topology
from agents.catalog.whole import Whole
from agents.contract.workload import MAX_RATE, Workload
from backend.definition.units import fraction_of
from backend.fields import MAX_NAME_LENGTH, Labels, one_line, storable

MIN_ROUNDS = 3
"""Of a rule that ends early: two rounds agree by chance too often to end anything."""
MIN_RELIABLE_ROUNDS = 8
"""From this many on, the interval at an early end still holds the truth in 94 to 95% of experiments."""
MIN_MIN_EFFECT, MAX_MIN_EFFECT = 0.001, 0.5
MIN_WAIT_FOR_HOSTS_S, MAX_WAIT_FOR_HOSTS_S = 5, 86_400
DEFAULT_MIN_EFFECT = 0.01
"""The smallest change that matters, where a definition does not say; older ones never do."""
FIRST_PROBE = 64  # connections, where a search for the ceiling does not say
MIN_LATENCY_S, MAX_LATENCY_S = 1e-5, 60.0
"""Limits of a search: what load tools resolve, and their longest timeout."""
MIN_PROFILES, MAX_PROFILES = 3, 20
"""Rounds of profiles: an interval needs three."""
DECIDED = "decided"
HALVING = "halving"
MIN_HALF_INTERVAL, MAX_HALF_INTERVAL = 0.001, 1.0  # shares
MAX_ROUNDS_PRECISE = 30
"""The default of trials until precise."""
FIXED_TAG, DECIDED_TAG = "[fixed]", "[decided]"


def _boot_parameter(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_.-]*(=[!-~]+)?", text):
        raise ValueError(f"must be a boot parameter such as isolcpus=1 or nohz_full; got {quote(text)}")
    return text


Percentile = Literal["p50", "p90", "p99", "p99.9"]
LatencyLimit = Annotated[float, Field(ge=MIN_LATENCY_S, le=MAX_LATENCY_S)]
Name = Annotated[str, Field(min_length=1, max_length=MAX_NAME_LENGTH), AfterValidator(one_line)]
Question = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(one_line)]
Text = Annotated[str, AfterValidator(storable)]
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

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """A field that says nothing is left out of the JSON, never null: OpenAPI's types say the same."""
        json_schema = handler(schema)
        for field in handler.resolve_ref_schema(json_schema).get("properties", {}).values():
            _without_null(field)
        return json_schema


def _without_null(field: JsonSchemaValue) -> None:
    choices = [choice for choice in field.get("anyOf", ()) if choice != {"type": "null"}]
    if "anyOf" not in field or len(choices) == len(field["anyOf"]):
        return
    del field["anyOf"]
    field.pop("default", None)
    field.update(choices[0] if len(choices) == 1 else {"anyOf": choices})


class Warmup(_Model):
    """Whole seconds of load that are not measured."""

    prepared: int = Field(2, ge=0, le=300, description="once when a run's setups are prepared")
    trial: int = Field(0, ge=0, le=300, description="before every trial")


class Ceiling(_Model):
    """The search for the largest number of connections, or the largest rate, that fulfils its limits."""

    of: Literal["connections", "rate"] = Field(
        "connections",
        exclude_if=lambda of: of == "connections",
        description="rate: requests per second, of a load tool that keeps a rate",
    )
    latency: dict[Percentile, LatencyLimit] = Field(
        default_factory=dict,
        exclude_if=lambda latency: not latency,
        description="percentile → the most seconds that a probe passes with; default: no limit",
    )
    start: Whole = Field(FIRST_PROBE, alias="from", ge=1, le=MAX_RATE, description="first probe")
    to: Whole = Field(4096, ge=1, le=MAX_RATE, description="largest probe")
    resolution: Whole = Field(16, ge=1, description="widest gap that is an answer")
    confirm: bool = Field(True, description="repeat last passing and first failing")


class Servers(_Model):
    """Starts of a run's servers: anew for each round, once for all, or every N rounds."""

    fresh: Literal["round", "once"] | None = Field(None, description="round or once; or give every")
    every: Whole | None = Field(None, ge=2, le=1000, description="rounds to a start")


class DiagnosticOptions(_Model):
    """Diagnostics: trials of their own after the measured ones, which say why."""

    probe: bool | Literal["auto"] = Field(
        "auto", description="a quarter fewer and more connections; auto: where that costs less than a tenth"
    )
    profile: Whole = Field(0, ge=0, le=MAX_PROFILES, description="rounds; 0: none")
    system_calls: bool = False
    duration: int = Field(5, ge=1, le=60, description="of one diagnostic, whole seconds")


class UntilDecided(_Model):
    """Whole rounds, until an interim analysis finds all better, worse or the same; at most `max`."""

    min: Whole = Field(MIN_RELIABLE_ROUNDS, ge=MIN_ROUNDS, description="rounds at the first interim analysis")
    max: Whole = Field(40, ge=MIN_ROUNDS)
    until: Literal["decided"]
    instead_of: Literal["precise"] | None = Field(
        default=None, description="precise: the definition asked for trials until intervals are narrow enough"
    )


def decided_instead(trials: Any) -> Any:
    """The trials of plain data with until decided in place of until precise (until 0.2.0)."""
    if not isinstance(trials, dict) or not _is_precision(trials.get("until")):
        return trials
    return {"max": MAX_ROUNDS_PRECISE} | trials | {"until": "decided", "instead_of": "precise"}


def _is_precision(until: object) -> bool:
    """Whether it says how narrow intervals must become: a share, or metric → share."""
    if not isinstance(until, dict):
        return _is_half_interval(until)
    are_metrics = all(metric in METRICS and not METRICS[metric].can_be_zero for metric in until)
    return bool(until) and are_metrics and all(map(_is_half_interval, until.values()))


def _is_half_interval(value: object) -> bool:
    try:
        return MIN_HALF_INTERVAL <= fraction_of(value) <= MAX_HALF_INTERVAL
    except ValueError:
        return False


def _kind(value: Any) -> str:
    return DECIDED_TAG if isinstance(value, dict | UntilDecided) else FIXED_TAG


Trials = Annotated[
    Annotated[Annotated[Whole, Field(ge=1)], Tag(FIXED_TAG)] | Annotated[UntilDecided, Tag(DECIDED_TAG)],
    Discriminator(_kind),
    BeforeValidator(decided_instead),
]
"""A fixed number of each run, or until decided."""


class Variant(_Model):
    """Knobs on top of another variant, or on top of what all share."""

    name: Name
    parent: str | None = Field(None, alias="from")
    knobs: KnobMap = Field(default_factory=dict, alias="set")
    topology: Topology | None = None
    note: str | None = Field(None, max_length=2000)


class PublishedTableRow(_Model):
    """One line of a write-up's table. SI units; `delta` 0.1 is +10%; `trials` are requests per second."""

    variant: Name
    workload: str | None = Field(None, max_length=120, description="which, where there are several")
    connections: Whole | None = Field(None, ge=1, description="largest clean number of connections")
    requests: Whole | None = Field(None, ge=0)
    requests_per_s: float | None = Field(None, ge=0)
    latency_mean: float | None = Field(None, ge=0, description="seconds")
    delta: float | None = None
    trials: list[float] = Field(default_factory=list, max_length=1000)
    note: str | None = Field(None, max_length=2000)


class PublishedFunction(_Model):
    """Line that a write-up printed from perf; `function` where it named one."""

    function: str | None = Field(None, min_length=1, max_length=160)
    variant: Name | None = None
    text: Text = Field(min_length=1, max_length=2000)


class PublishedTable(_Model):
    """The numbers of a write-up, shown beside the measured ones."""

    source: Text = Field(min_length=1, max_length=2000)
    note: str | None = Field(None, max_length=2000)
    rows: list[PublishedTableRow] = Field(default_factory=list, max_length=1000)
    functions: list[PublishedFunction] = Field(default_factory=list, max_length=100)


class Definition(_Model):
    """Definition of an experiment. Knob values are canonical; the shape is the YAML's."""

    name: Name
    question: Question | None = Field(None, description="what it asks, in one line; default: by its variants")
    description: Text | None = Field(None, max_length=10_000)
    note: Text | None = Field(None, max_length=10_000, description="how this differs from its source")
    source: Text | None = Field(None, max_length=2000)
    testbed: str | None = Field(None, max_length=120)
    testbed_labels: Labels = Field(
        default_factory=list,
        description="instead: any testbed whose hosts all have these, the first free one",
    )
    topology: Topology = "proxied"
    kind: Literal["compare", "ceiling"] = "compare"
    ceiling: Ceiling | None = Field(None, description="only for the kind ceiling")
    workloads: list[Workload] = Field(min_length=1, max_length=100)
    trials: Trials = Field(
        5, description="per run; with halving what every run would have had, which is then shared out"
    )
    search: Literal["halving"] | None = Field(
        None, description="halving: after each stage only the better half of the candidates is measured on"
    )
    warmup: Warmup = Warmup()  # pyright: ignore[reportCallIssue]
    servers: Servers | None = Field(
        None, description="how often servers are started anew; a search for the ceiling keeps one start"
    )
    diagnostics: DiagnosticOptions = Field(
        DiagnosticOptions(),  # pyright: ignore[reportCallIssue]
        description="extra, unmeasured trials that say why; a search for the ceiling has none",
    )
    min_effect: float = Field(
        DEFAULT_MIN_EFFECT,
        ge=MIN_MIN_EFFECT,
        le=MAX_MIN_EFFECT,
        description="the smallest change that matters, as a share; 0.01 is ±1%",
    )
    decide_on: list[Literal["throughput", "latency", "cpu"]] | None = Field(
        None,
        min_length=1,
        max_length=2,
        description="questions that verdicts are adjusted for and rounds wait for; latency: p99, cpu: CPU a "
        "request; default: throughput and cpu, at a fixed rate latency and cpu",
    )
    order: Literal["interleaved", "sequential"] = "interleaved"
    control: bool = True
    on_failure: Literal["continue", "stop"] = "continue"
    wait_for_hosts: int | None = Field(
        None,
        ge=MIN_WAIT_FOR_HOSTS_S,
        le=MAX_WAIT_FOR_HOSTS_S,
        description="seconds that it keeps its hosts while one is offline, then it pauses; default: 60",
    )
    allowed_failures: float = Field(0.0, ge=0, le=1, description="share of requests, 0.01 is 1%")
    require: dict[Role, Annotated[list[BootParameter], Field(min_length=1)]] = Field(
        default_factory=dict, description="role → parameters on its kernel's command line"
    )
    judged_together: Whole | None = Field(
        None,
        ge=2,
        le=20,
        description="experiments that share the 5% of its verdicts, itself counted; a bisect sets it",
    )
    seed: Whole | None = Field(None, ge=0, le=2**31 - 1)
    baseline: str | dict[str, str] | None = Field(None, description="a variant's name or factor → level")
    knobs: KnobMap = Field(default_factory=dict, alias="set", description="what all variants share")
    factors: dict[str, dict[str, KnobMap]] = Field(default_factory=dict)
    variants: list[Variant] = Field(default_factory=list)
    published: PublishedTable | None = None

    @property
    def max_rounds(self) -> int:
        return self.trials if isinstance(self.trials, int) else self.trials.max
