"""A workload from the sample of a log, and the summary of what was taken and left out. Pure."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from agents.contract.mix import MAX_ENTRIES, MAX_SEQUENCE, MixEntry
from agents.contract.site import LAST_MODIFIED, MAX_PAGE_BYTES, MAX_SITE_BYTES, page_name
from agents.contract.workload import Workload
from backend.access_logs.kinds import REASONS, mask_query
from backend.access_logs.problems import UnusableLog
from backend.access_logs.reader import LogSample
from backend.access_logs.sample import SampledRequest
from backend.definition.writer import workload_yaml

DRAWN_SHARE = 10
"""One in so many entries is drawn from the targets that are not frequent enough for one of their own."""


class Request(NamedTuple):
    """A request of the mix: what a client asks for, once for whole answers and once for 304."""

    target: bytes
    is_unchanged: bool


@dataclass(frozen=True)
class TrafficShape:
    """Requests with their weights, the heaviest first; size of the answer of each target."""

    weights: dict[Request, float]
    sizes: dict[bytes, int]
    targets_seen: int
    frequent_share: float
    shortened_pages: int


def shape_of(sample: Sequence[SampledRequest], max_requests: int, keeps_unchanged: bool) -> TrafficShape:
    """At most `max_requests` different requests; without `keeps_unchanged` a 304 counts as a whole answer."""
    counts = Counter(Request(request.target, request.is_unchanged and keeps_unchanged) for request in sample)
    weights = weigh(counts, max_requests, random.Random(1))
    sizes, shortened_pages = fit_sizes(page_sizes(sample, {request.target for request in weights}))
    frequent = sum(count for request, count in counts.items() if weights.get(request) == count)
    return TrafficShape(
        weights=weights,
        sizes=sizes,
        targets_seen=len({request.target for request in sample}),
        frequent_share=frequent / len(sample),
        shortened_pages=shortened_pages,
    )


def weigh(counts: Counter[Request], max_requests: int, rng: random.Random) -> dict[Request, float]:
    """The most frequent requests with their counts, and some drawn that carry the counts of all others.

    A request is drawn as often as it was asked for, so that means over the mix are those of the log.
    """
    by_count = sorted(counts, key=lambda request: (-counts[request], request))
    total = counts.total()
    draws = max(1, max_requests // DRAWN_SHARE) if len(by_count) > max_requests else 0
    frequent = [
        request
        for request in by_count[: max_requests - draws]
        if counts[request] * MAX_SEQUENCE >= total  # a rarer one has no place in the sequence that is sent
    ]
    weights = {request: float(counts[request]) for request in frequent}
    if rare := by_count[len(frequent) :]:
        rare_counts = [counts[request] for request in rare]
        places = sum(rare_counts) * MAX_SEQUENCE // total
        draws = max(1, min(max_requests - len(frequent), places))
        draw_counts = Counter(rng.choices(rare, rare_counts, k=draws))
        weight = sum(rare_counts) / draws
        weights |= {request: times * weight for request, times in draw_counts.most_common()}
    return weights


def page_sizes(sample: Iterable[SampledRequest], targets: set[bytes]) -> dict[bytes, int]:
    """Median of the whole answers of each target; of all targets where it had none."""
    sizes_of: defaultdict[bytes, list[int]] = defaultdict(list)
    all_sizes: list[int] = []
    for request in sample:
        if request.size is not None:
            all_sizes.append(request.size)
            if request.target in targets:
                sizes_of[request.target].append(request.size)
    usual = median_low(all_sizes) if all_sizes else 0
    return {target: median_low(sizes_of[target]) if target in sizes_of else usual for target in targets}


def fit_sizes(
    sizes: dict[bytes, int], max_page: int = MAX_PAGE_BYTES, max_total: int = MAX_SITE_BYTES
) -> tuple[dict[bytes, int], int]:
    """The sizes with the largest pages cut so far that the site fits on a disk; how many were cut."""
    largest = max_page
    total, rest = 0, len(sizes)
    for size in sorted(sizes.values()):
        if total + size * rest > max_total:
            largest = min(largest, (max_total - total) // rest)
            break
        total, rest = total + size, rest - 1
    return {t: min(size, largest) for t, size in sizes.items()}, sum(s > largest for s in sizes.values())


MAX_YAML_BYTES = 900_000
"""Room for the rest of a definition is left in its 1 MiB: long targets leave fewer of them."""
MIN_REQUESTS_PER_CONNECTION = 1.5
_NAME, _CONNECTIONS, _DURATION_S = "from the log", 64, 10


class LeftOut(BaseModel):
    """Lines of one kind that are no requests of the mix."""

    kind: str
    count: int
    reason: str


class LogSummary(BaseModel):
    """Figures of a log. Sizes in bytes, rates in requests a second."""

    format: str
    lines: int
    usable_requests: int = Field(description="GET answered 200, 206 or 304")
    left_out: list[LeftOut]
    sampled_requests: int = Field(description="requests in the uniform sample that everything below is from")
    targets_seen: int
    targets_used: int
    frequent_share: float = Field(description="share of requests whose target is in the mix by its own count")
    unchanged_share: float = Field(description="share of requests answered with 304")
    site_bytes: int
    shortened_pages: int = Field(description="pages cut: one has at most 256 MiB, and the site 2 GB")
    requests_per_s_mean: float | None
    requests_per_s_peak: int | None
    requests_per_connection: float | None = Field(description="None: the format has no $connection_requests")


class LogWorkload(BaseModel):
    """The workload of a log, as data and as YAML, and the figures of the log."""

    workload: Workload
    yaml: str
    summary: LogSummary


def convert_sample(sample: LogSample, keep_paths: bool = False, mask: bool = False) -> LogWorkload:
    """A workload with the requests of the log: for a synthetic site, or with `keep_paths` by their paths."""
    if mask and not keep_paths:
        raise UnusableLog("mask is of the paths that keep_paths keeps: without it none of them is kept")
    requests = sample.requests
    if mask:
        requests = [request._replace(target=mask_query(request.target)) for request in requests]
    max_requests = MAX_ENTRIES
    while True:
        shape = shape_of(requests, max_requests, keeps_unchanged=not keep_paths)
        workload = _workload(sample, shape, keep_paths)
        yaml = workload_yaml([workload])
        if len(yaml) <= MAX_YAML_BYTES:
            return LogWorkload(workload=workload, yaml=yaml, summary=_summary(sample, shape, keep_paths))
        max_requests = min(max_requests, len(workload.mix)) * MAX_YAML_BYTES // len(yaml) * 9 // 10


def _workload(sample: LogSample, shape: TrafficShape, keep_paths: bool) -> Workload:
    targets = list(dict.fromkeys(request.target for request in shape.weights))
    per_connection = sample.requests_per_connection
    load: dict[str, Any] = {} if keep_paths else {"site": [shape.sizes[target] for target in targets]}
    paths = {
        target: target.decode("ascii") if keep_paths else site_path(number, len(target))
        for number, target in enumerate(targets)
    }
    return Workload(
        name=_NAME,
        connections=_CONNECTIONS,
        duration_s=_DURATION_S,
        keepalive=per_connection is None or per_connection >= MIN_REQUESTS_PER_CONNECTION,
        mix=[_entry(paths[request.target], request, weight) for request, weight in shape.weights.items()],
        **load,
    )


def _entry(path: str, request: Request, weight: float) -> MixEntry:
    headers = {"If-Modified-Since": LAST_MODIFIED} if request.is_unchanged else {}
    return MixEntry(path=path, weight=round(weight, 3), headers=headers)


def site_path(number: int, length: int) -> str:
    """Path of a page with a query that makes it as long as the target was; nothing of its text."""
    path = f"/{page_name(number)}"
    return path if len(path) >= length else f"{path}?".ljust(length, "x")


def _summary(sample: LogSample, shape: TrafficShape, keep_paths: bool) -> LogSummary:
    unchanged_count = sum(request.is_unchanged for request in sample.requests)
    return LogSummary(
        format=sample.format,
        lines=sample.lines,
        usable_requests=sample.usable_requests,
        left_out=[
            LeftOut(kind=kind, count=sample.left_out[kind], reason=reason)
            for kind, reason in REASONS.items()
            if kind in sample.left_out
        ],
        sampled_requests=len(sample.requests),
        targets_seen=shape.targets_seen,
        targets_used=len(shape.sizes),
        frequent_share=shape.frequent_share,
        unchanged_share=unchanged_count / len(sample.requests),
        site_bytes=0 if keep_paths else sum(shape.sizes.values()),
        shortened_pages=0 if keep_paths else shape.shortened_pages,
        requests_per_s_mean=sample.rate[0] if sample.rate else None,
        requests_per_s_peak=sample.rate[1] if sample.rate else None,
        requests_per_connection=sample.requests_per_connection,
    )
