"""A workload from the sample of a log, and the summary of what was taken and left out. Pure."""

from typing import Any

from pydantic import BaseModel, Field

from agents.contract.mix import MAX_ENTRIES, MixEntry
from agents.contract.site import LAST_MODIFIED, page_name
from agents.contract.workload import Workload
from backend.access_logs.kinds import REASONS, mask_query
from backend.access_logs.problems import UnusableLog
from backend.access_logs.reader import LogSample
from backend.access_logs.shape import Request, TrafficShape, shape_of
from backend.definition.writer import workload_yaml

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
