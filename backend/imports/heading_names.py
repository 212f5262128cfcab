"""Variants and loads that the headings over reports name. Pure."""

import re
from collections.abc import Mapping, Sequence

from agents.parse.headings import without_count
from backend.imports.schemas import ReportOut

VARIANT_WORDS = frozenset(
    [
        *("baseline", "default", "defaults", "before", "after", "original", "tuned", "untuned"),
        *("optimized", "optimised", "默认", "默认配置", "优化前", "优化后", "调优前", "调优后"),
        *("デフォルト", "既定", "調整前", "調整後", "最適化前", "最適化後", "改善前", "改善後"),
    ]
)
_CONNECTIONS = re.compile(
    r"(?:-?c|concurrency|connections|clients|并发数?|同時接続数)?\s*[=:：]?\s*(\d[\d,]{0,8})"
    r"\s*(?:connections?|clients?|concurrent connections|并发|连接|接続)?",
    re.IGNORECASE,
)
Signature = tuple[int, int]
"""Number of a load, and the length of its document."""


def variant_names(reports: Sequence[ReportOut], loads: Sequence[int]) -> tuple[list[str], list[str]]:
    """For each report the name of its variant, and of its load; "" where no heading says it."""
    names, load_names = [""] * len(reports), [""] * len(reports)
    for text in dict.fromkeys(r.text for r in reports):
        places = [i for i, report in enumerate(reports) if report.text == text]
        paths = told_apart([_without_load(reports[i]) for i in places])
        level = _load_level(paths, [_signature(reports[i], loads[i]) for i in places])
        for i, path in zip(places, paths, strict=True):
            names[i] = " · ".join(name for k, name in enumerate(path) if k != level)[:110]
            load_names[i] = "" if level is None else path[level][:80]
    return names, load_names


def clean_length(report: ReportOut) -> int | None:
    """The length of the document that was asked for, where most answers had it."""
    failures, requests = report.figures.get("failed_requests"), report.figures.get("requests") or 0
    is_clean = failures is not None and failures * 2 < requests
    return report.document_length if is_clean else None


def _without_load(report: ReportOut) -> list[str]:
    """Headings without those that say the number of connections, as the load does: “1897 connections”."""
    connections = str(report.workload.connections)
    matches = [(heading, _CONNECTIONS.fullmatch(heading.strip())) for heading in report.headings]
    return [heading for heading, match in matches if not match or match[1].replace(",", "") != connections]


def told_apart(headings: Sequence[Sequence[str]]) -> list[list[str]]:
    """Paths without levels that only count, and without those that stand over all, such as a title."""
    paths = [[name for heading in path if (name := without_count(heading))] for path in headings]
    common = set.intersection(*(set(path) for path in paths)) if len(paths) > 1 else set()
    short_paths = [[name for name in path if name not in common] or path[-1:] for path in paths]
    return [path[-1:] for path in paths] if len({tuple(path) for path in short_paths}) == 1 else short_paths


def _signature(report: ReportOut, load: int) -> Signature | None:
    length = clean_length(report)
    return None if length is None and report.document_length is not None else (load, length or 0)


def _load_level(paths: Sequence[Sequence[str]], signatures: Sequence[Signature | None]) -> int | None:
    """The level whose names go with different loads or documents, while another level names variants."""
    depth = len(paths[0])
    if depth < 2 or any(len(path) != depth for path in paths):
        return None
    return next((k for k in range(depth) if _names_loads(k, paths, signatures)), None)


def _names_loads(level: int, paths: Sequence[Sequence[str]], signatures: Sequence[Signature | None]) -> bool:
    signatures_of: dict[str, set[Signature]] = {}
    rests: dict[str, set[tuple[str, ...]]] = {}
    for path, signature in zip(paths, signatures, strict=True):
        rests.setdefault(path[level], set()).add((*path[:level], *path[level + 1 :]))
        signatures_of.setdefault(path[level], set()).update({signature} if signature else ())
    if len(rests) < 2 or any(name.lower() in VARIANT_WORDS for name in rests):
        return False
    return _are_disjoint(signatures_of) and sum(map(len, rests.values())) > len(set().union(*rests.values()))


def _are_disjoint(sets: Mapping[str, set[Signature]]) -> bool:
    return all(sets.values()) and sum(map(len, sets.values())) == len(set().union(*sets.values()))
