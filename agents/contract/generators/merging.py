"""One report of several generators that loaded a server together. Pure.

Counts and rates are summed, histograms are added; percentiles that were printed are never averaged.
"""

import shlex
from collections.abc import Mapping, Sequence
from typing import TypeVar

from agents.catalog.histogram import Histogram, decode, encode
from agents.catalog.measured import MeasuredLatency
from agents.catalog.pace import merge_paces
from agents.contract.latency import Latency
from agents.contract.reports import LoadReport

MAX_OUTPUT = 256 * 1024
"""Characters of each stream of all generators together."""
_Number = TypeVar("_Number", int, float)
_SUMMED = ("requests", "requests_per_s", "bytes_per_s", "failed_requests")


def merge_loads(loads: Sequence[LoadReport], names: Sequence[str] = ()) -> LoadReport:
    """One report for all; a single one as it is. Each rate is over the generator's own time.

    `names` stand above their outputs; by default “generator 1 of 2”.
    """
    paces = [load.pace for load in loads if load.pace]
    pace = merge_paces(paces) if paces and len(paces) == len(loads) else None
    if len(loads) == 1:
        return loads[0].model_copy(update={"pace": pace}) if pace else loads[0]
    figures = _merge_figures([load.figures for load in loads])
    errors = {name: _sum([load.errors.get(name) for load in loads]) for name in loads[0].errors}
    exact = _merge_histograms(loads)
    latency = exact and Latency(
        histogram=encode(exact.histogram), counted=exact.histogram.count, negative=exact.negative
    )
    if exact and latency and latency.fits(figures.get("requests"), errors.get("timeout")):
        figures |= exact.figures()
    if pace:
        figures |= pace.figures()
    failing = next((load for load in loads if load.exit_code or load.signal), loads[0])
    return loads[0].model_copy(
        update={
            "exit_code": failing.exit_code,
            "signal": failing.signal,
            "stdout": _join_outputs(loads, [load.stdout for load in loads], names),
            "stderr": _join_outputs(loads, [load.stderr for load in loads], names),
            "started_at": min(load.started_at for load in loads),
            "ended_at": max(load.ended_at for load in loads),
            "figures": figures,
            "errors": errors,
            "warnings": list(dict.fromkeys(text for load in loads for text in load.warnings)),
            "latency": latency,
            "pace": pace,
        }
    )


def _merge_figures(parts: Sequence[Mapping[str, float | None]]) -> dict[str, float | None]:
    """Sums, and the largest latency; None for what only all latencies together could tell."""
    totals: dict[str, float | None] = dict.fromkeys(parts[0])
    totals |= {name: _sum([figures.get(name) for figures in parts]) for name in _SUMMED if name in totals}
    largest = [value for figures in parts if (value := figures.get("latency_max")) is not None]
    return totals | ({"latency_max": max(largest)} if largest else {})


def _sum(values: Sequence[_Number | None]) -> _Number | None:
    """None where one of them is not known."""
    total = values[0]
    for value in values[1:]:
        total = None if total is None or value is None else total + value
    return total


def _merge_histograms(loads: Sequence[LoadReport]) -> MeasuredLatency | None:
    """None without a latency; whether it holds every request, `Latency.fits` tells."""
    cells: dict[int, int] = {}
    total_s = largest = negative = 0.0
    for load in loads:
        if load.latency is None:
            continue
        for cell, count in decode(load.latency.histogram).cells.items():
            cells[cell] = cells.get(cell, 0) + count
        total_s += (load.figures.get("latency_mean") or 0.0) * load.latency.counted
        largest = max(largest, load.figures.get("latency_max") or 0.0)
        negative += load.latency.negative
    if not cells:
        return None
    histogram = Histogram(dict(sorted(cells.items())))
    return MeasuredLatency(histogram, int(negative), total_s / histogram.count, 0.0, largest)


def _join_outputs(loads: Sequence[LoadReport], texts: Sequence[str], names: Sequence[str]) -> str:
    """Outputs below headings, each with its share of the room."""
    if not any(texts):
        return ""
    room = MAX_OUTPUT // len(texts) // 2
    headings = names or [f"generator {n} of {len(texts)}" for n in range(1, len(texts) + 1)]
    parts = [
        f"# {heading}: {shlex.join(load.argv)[:1000]}\n{_cut(text, room)}"
        for heading, load, text in zip(headings, loads, texts, strict=True)
    ]
    return "\n".join(parts)


def _cut(text: str, room: int) -> str:
    return text if len(text) <= 2 * room else f"{text[:room]}\n[...]\n{text[-room:]}"
