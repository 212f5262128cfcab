"""Specifications of charts, before anything is drawn. Values are SI; changes are shares, 0.1 is +10%."""

from dataclasses import dataclass, field

from agents.catalog.metrics import Metric

MAX_ROWS = 200  # variants in one chart; the rest is counted below it


@dataclass(frozen=True)
class Bar:
    """One candidate: `change` in percent, or the difference of a metric that can be zero."""

    label: str
    change: float | None
    low: float | None
    high: float | None
    verdict: str
    figure: str
    interval: str
    dots: tuple[float, ...] = ()
    simultaneous: tuple[float, float] | None = None


@dataclass(frozen=True)
class DeltaChart:
    title: str
    subtitle: str
    metric: Metric
    bars: list[Bar]
    min_effect: float | None = None
    is_untrusted: bool = False


@dataclass(frozen=True)
class StepBar:
    """A step from the value of the run before it to its own; a baseline begins at zero, without `before`.

    `before`: the position of that run's bar. `low` and `high` are values, not changes.
    """

    label: str
    before: int | None
    start: float
    end: float
    low: float | None
    high: float | None
    verdict: str
    figure: str
    interval: str


@dataclass(frozen=True)
class StepsChart:
    title: str
    subtitle: str
    metric: Metric
    bars: list[StepBar]
    is_untrusted: bool = False


@dataclass(frozen=True)
class Row:
    """Trials of one run: (value, whether it is valid)."""

    label: str
    values: list[tuple[float, bool]]
    mean: float | None
    figure: str
    is_baseline: bool = False


@dataclass(frozen=True)
class TrialsChart:
    title: str
    subtitle: str
    metric: Metric
    rows: list[Row]


@dataclass(frozen=True)
class Curve:
    """(share of the requests, seconds that they took at most), rising."""

    label: str
    points: list[tuple[float, float]]


@dataclass(frozen=True)
class PercentileChart:
    title: str
    subtitle: str
    curves: list[Curve]


@dataclass(frozen=True)
class Cell:
    """A cell of a grid: the mean, and what is said of it."""

    value: str
    note: str
    verdict: str


@dataclass(frozen=True)
class Table:
    """One slice of a grid: the levels of two factors at fixed levels of the others."""

    title: str
    rows: list[str]
    columns: list[str]
    cells: dict[tuple[int, int], Cell]


@dataclass(frozen=True)
class GridChart:
    title: str
    subtitle: str
    row_factor: str
    column_factor: str
    tables: list[Table] = field(default_factory=list)
    is_untrusted: bool = False


@dataclass(frozen=True)
class Pair:
    label: str
    a: Row
    b: Row
    change: str
    interval: str
    verdict: str


@dataclass(frozen=True)
class PairsChart:
    title: str
    subtitle: str
    metric: Metric
    a_title: str
    b_title: str
    pairs: list[Pair]
    is_untrusted: bool = False


@dataclass(frozen=True)
class Card:
    """The picture of a link: what it is, the number that matters, and the bars or trials behind it."""

    kind: str
    title: str
    number: str
    verdict: str
    sentence: str
    metric: Metric
    bars: list[Bar] = field(default_factory=list)
    min_effect: float | None = None
    rows: list[Row] = field(default_factory=list)
    cause: str = ""
    is_untrusted: bool = False


Chart = DeltaChart | StepsChart | TrialsChart | PercentileChart | GridChart | PairsChart
