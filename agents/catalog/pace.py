"""Pace of an open-loop load: when each request was due, sent and answered. Pure.

Latency counts from the time at which a request was due, so a server that stalls delays every request of its
stall, and a load tool that sends late shows as lag.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from pydantic import BaseModel, Field

from agents.catalog.histogram import MAX_US, Histogram, cell_of, decode, encode
from agents.catalog.measured import MeasuredLatency

MAX_ROWS = 20_000_000
MAX_LAGS = 256 * 1024  # characters
BACKLOG_READINGS = 20  # at equal steps of the plan
_ORIGIN_ROWS = 20_000
_MAX_DISTINCT = 100_000
_NS = 1_000_000_000


class Row(NamedTuple):
    """One request: its number from 0, when it was sent (ns, any epoch), and the time until its answer, ns."""

    number: int
    sent_at: int
    latency: int


class NotRows(ValueError):
    """Error for rows that do not hold every request once."""


class Pace(BaseModel):
    """Record of a rate that was kept or not. Lag: from the time a request was due until it was sent."""

    rate: int = Field(ge=1, description="requests per second that were asked for")
    planned_requests: int = Field(ge=1, le=MAX_ROWS, description="requests that the rate has in the duration")
    sent_requests: int = Field(ge=0, le=MAX_ROWS)
    lag_p50_s: float = Field(ge=0, allow_inf_nan=False)
    lag_p99_s: float = Field(ge=0, allow_inf_nan=False)
    lag_max_s: float = Field(ge=0, allow_inf_nan=False)
    backlog: list[int] = Field(
        max_length=BACKLOG_READINGS, description="due and not yet answered, at equal steps of the duration"
    )
    lags: str = Field(
        default="",
        max_length=MAX_LAGS,
        exclude_if=lambda lags: not lags,
        description="histogram of all lags, until those of several generators are merged",
    )

    @property
    def sent_share(self) -> float:
        """Share of the planned requests that were sent; the first and the last may fall outside."""
        return min(1.0, (self.sent_requests + 1) / self.planned_requests)

    def figures(self) -> dict[str, float | None]:
        """Metrics that it gives."""
        return {"lag_p99": self.lag_p99_s}


def requests_of(rate: int, duration_s: int) -> int:
    """Requests of a rate in a duration."""
    return rate * duration_s


def read_rows(rows: Iterable[Row], rate: int, duration_s: int) -> tuple[Pace, MeasuredLatency]:
    """The pace, and the latency of every request from the time at which it was due. Bounded memory.

    The plan begins where the request that was sent earliest, relative to its number, was due: a timer is late
    and never early. NotRows unless every number from 0 comes once.
    """
    interval = _NS // rate  # whole ns, as the tool counts
    iterator = iter(rows)
    first_rows = list(islice(iterator, _ORIGIN_ROWS))
    origin = min((row.sent_at - row.number * interval for row in first_rows), default=0)
    plan_size, step = requests_of(rate, duration_s), duration_s * _NS // BACKLOG_READINGS
    lags, latencies, answers = _sums(chain(first_rows, iterator), origin, interval, step)
    p50, p99 = lags.histogram.percentiles((0.5, 0.99))
    pace = Pace(
        rate=rate,
        planned_requests=plan_size,
        sent_requests=lags.count,
        lag_p50_s=p50 or 0.0,
        lag_p99_s=min(p99 or 0.0, lags.max / 1e6),
        lag_max_s=lags.max / 1e6,
        lags=encode(lags.histogram),
        backlog=list(_backlog(answers, plan_size, step, interval)),
    )
    mean = latencies.total / latencies.count / 1e6
    return pace, MeasuredLatency(latencies.histogram, 0, mean, latencies.min / 1e6, latencies.max / 1e6)


def merge_paces(paces: Sequence[Pace]) -> Pace:
    """The pace of generators that share a rate; the plan of each begins when it does."""
    lags = [decode(pace.lags) for pace in paces if pace.lags]
    p50, p99 = max(pace.lag_p50_s for pace in paces), max(pace.lag_p99_s for pace in paces)
    if len(lags) == len(paces):
        cells = sum((Counter(histogram.cells) for histogram in lags), Counter[int]())
        exact_p50, exact_p99 = Histogram(dict(sorted(cells.items()))).percentiles((0.5, 0.99))
        p50, p99 = min(p50, exact_p50 or 0.0), min(p99, exact_p99 or 0.0)  # none is above the largest part
    return Pace(
        rate=sum(pace.rate for pace in paces),
        planned_requests=sum(pace.planned_requests for pace in paces),
        sent_requests=sum(pace.sent_requests for pace in paces),
        lag_p50_s=p50,
        lag_p99_s=p99,
        lag_max_s=max(pace.lag_max_s for pace in paces),
        backlog=[sum(readings) for readings in zip(*(pace.backlog for pace in paces), strict=False)],
    )


class _Times:
    """Times in µs, added a batch at a time."""

    def __init__(self) -> None:
        self.batch: Counter[int] = Counter()  # µs → count, until there are too many
        self._cells: Counter[int] = Counter()
        self.count = self.total = self.max = 0
        self.min = MAX_US

    def add_batch(self) -> None:
        for value, count in self.batch.items():
            self._cells[cell_of(value)] += count
            self.count += count
            self.total += value * count
        self.min, self.max = min(self.min, *self.batch, MAX_US), max(self.max, *self.batch, 0)
        self.batch.clear()

    @property
    def histogram(self) -> Histogram:
        return Histogram(dict(sorted(self._cells.items())))


def _sums(rows: Iterable[Row], origin: int, interval: int, step: int) -> tuple[_Times, _Times, Counter[int]]:
    """Lags, latencies, and step of the plan → answers in it. A plain loop: there may be millions."""
    lags, latencies = _Times(), _Times()
    answers: Counter[int] = Counter()
    count = numbers = last = 0
    for number, sent_at, latency in rows:
        lag = sent_at - origin - number * interval
        if lag < 0:
            lag = 0
        lags.batch[lag // 1000] += 1
        latencies.batch[(lag + latency + 500) // 1000] += 1
        answers[min((sent_at + latency - origin) // step, BACKLOG_READINGS)] += 1
        count += 1
        numbers += number
        if number > last:
            last = number
        if len(latencies.batch) > _MAX_DISTINCT or len(lags.batch) > _MAX_DISTINCT:
            lags.add_batch()
            latencies.add_batch()
    if not count:
        raise NotRows("there is no row")
    if last != count - 1 or numbers != count * last // 2:
        raise NotRows(f"{count:,} rows have numbers up to {last:,}: some miss or come twice")
    lags.add_batch()
    latencies.add_batch()
    if max(lags.max, latencies.max) > MAX_US:
        raise NotRows("a request took more than one hour")
    return lags, latencies, answers


def _backlog(answers: Counter[int], plan_size: int, step: int, interval: int) -> Iterator[int]:
    """Requests due and not answered at the end of each step, the unsent ones among them."""
    total = 0
    for index in range(BACKLOG_READINGS):
        total += answers[index]
        yield max(0, min(plan_size, (index + 1) * step // interval + 1) - total)
