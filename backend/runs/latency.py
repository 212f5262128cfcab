"""From the histograms of a run's trials to the latency of all its requests. Pure."""

import math
from collections.abc import Mapping, Sequence

from agents.catalog.histogram import Histogram, middle_of
from agents.catalog.metrics import SHARES
from agents.catalog.tools import TOOLS
from backend.analysis.schemas import LatencyKind
from backend.presentation.words import plural
from backend.records.latency.latency_row import LatencyRow
from backend.runs.schemas import HeatMap, LatencyRound, RunLatency
from backend.statistics.latency import MIN_UNITS, curve_shares, share_points
from backend.statistics.pairing import Ints
from backend.statistics.units import too_few_words, units_of_rounds

PER_DECADE = 20


def latency_of(
    run_id: str, name: str, tool: str, rows: Sequence[LatencyRow], kind: LatencyKind
) -> RunLatency:
    """`rows`: of the trials that count, by round; trials and load hosts add up."""
    rounds: dict[int, dict[int, int]] = {}
    for row in rows:
        _add(rounds.setdefault(row.round, {}), row.histogram)
    unit = units_of_rounds(list(rounds), {row.round: row.start or 0 for row in rows})
    total = sum(sum(cells.values()) for cells in rounds.values())
    in_seconds = [
        {middle_of(cell) / 1e6: count for cell, count in cells.items()} for cells in rounds.values()
    ]
    curve = curve_shares(total)
    points = {
        point.share: point for point in share_points(in_seconds, sorted({*SHARES.values(), *curve}), unit)
    }
    return RunLatency(
        run_id=run_id,
        name=name,
        kind=kind,
        sentence=_sentence(kind, tool, len(rows), unit, total),
        trials=len({row.trial_id for row in rows}),
        requests=total,
        mean=sum(v * n for point in in_seconds for v, n in point.items()) / total if total else None,
        largest=max((row.largest_s for row in rows if row.largest_s is not None), default=None),
        percentiles={
            metric: points[share]
            for metric, share in SHARES.items()
            if total * (1 - share) >= 1  # at least one request lies beyond
        },
        curve=[points[share] for share in curve],
        printed=_printed_means(rows),
        heat=_heat(rounds) if rounds else None,
    )


def _add(cells: dict[int, int], histogram: Histogram) -> None:
    for cell, count in histogram.cells.items():
        cells[cell] = cells.get(cell, 0) + count


def _printed_means(rows: Sequence[LatencyRow]) -> dict[str, float]:
    values_of: dict[str, list[float]] = {}
    for row in rows:
        for metric, value in row.printed.items():
            if value is not None:
                values_of.setdefault(metric, []).append(value)
    return {metric: sum(values) / len(values) for metric, values in values_of.items()}


def _heat(rounds: Mapping[int, Mapping[int, int]]) -> HeatMap:
    columns = {number: _columns(cells) for number, cells in rounds.items()}
    first = min(at for of in columns.values() for at in of)
    last = max(at for of in columns.values() for at in of)
    rows = []
    for number, of in sorted(columns.items()):
        requests = sum(of.values())
        rows.append(
            LatencyRound(
                round=number,
                requests=requests,
                shares=[of.get(at, 0) / requests for at in range(first, last + 1)],
            )
        )
    return HeatMap(first=first, per_decade=PER_DECADE, rounds=rows)


def _columns(cells: Mapping[int, int]) -> dict[int, int]:
    """Column of the logarithmic axis → requests; a value of 0 counts as 1 µs."""
    columns: dict[int, int] = {}
    for cell, count in cells.items():
        at = math.floor(math.log10(max(1, middle_of(cell))) * PER_DECADE + 1e-9)
        columns[at] = columns.get(at, 0) + count
    return columns


def _sentence(kind: LatencyKind, tool: str, trials: int, unit: Ints, requests: int) -> str:
    if kind in ("printed", "none"):
        return TOOLS[tool].histogram_note
    source = f"{requests:,} requests of {plural(trials, 'trial')}"
    exception = f", without those that {tool} invents" if TOOLS[tool].invents else ""
    text = f"Of all {source} as measured{exception}."
    if kind == "mixed":
        text += " Some trials have latency only as printed: they are not among them."
    return text + _interval_sentence(len(unit), len(set(unit.tolist())))


def _interval_sentence(rounds: int, count: int) -> str:
    if count >= MIN_UNITS:
        source = "whole rounds" if count == rounds else f"the {count} starts of its servers"
        return f" Its 95% intervals come from {source}, drawn again and again."
    return f" No intervals: {too_few_words(count, MIN_UNITS)}." if rounds >= MIN_UNITS else ""
