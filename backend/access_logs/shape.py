"""From the sample of a log to the requests of a mix and the sizes of their pages. Pure."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median_low
from typing import NamedTuple

from agents.contract.mix import MAX_SEQUENCE
from agents.contract.site import MAX_PAGE_BYTES, MAX_SITE_BYTES
from backend.access_logs.sample import SampledRequest

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
