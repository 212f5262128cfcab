"""Where the time between two trials goes: from the end of one load tool to the next one's start."""

import itertools
import statistics
from collections.abc import Mapping

from e2e.bench.row import ms
from e2e.bench.stack import Stack

NAMES = (
    "window, report and its way",  # the load agent: read counters, parse, POST, commit
    "finish written",  # worker: wake, look, write a finish for each watch, commit
    "watches reported",  # broker, agents: end the watch, read counters, POST, commit
    "judged, next measure written",  # worker: wake, look, judge, write the next jobs, commit
    "probe and load tool started",  # broker, the load agent: probe the target, first readings
)


def between_trials(stack: Stack, experiment_id: str) -> dict[str, float]:
    """Name of a span → its median, in order: each is a median of its own, their sum is not just the whole."""
    rows = stack.query(
        "select extract(epoch from t.started_at)::float8, extract(epoch from t.ended_at)::float8, "
        "  extract(epoch from min(j.created_at) filter (where j.purpose = 'measure'))::float8, "
        "  extract(epoch from min(j.reported_at) filter (where j.purpose = 'measure'))::float8, "
        "  extract(epoch from min(j.created_at) filter (where j.purpose = 'finish'))::float8, "
        "  extract(epoch from max(j.reported_at) filter (where j.purpose = 'watch'))::float8 "
        "from trials t join jobs j on j.trial_id = t.id "
        "where t.experiment_id = %s and t.started_at is not null group by t.id order by t.started_at",
        experiment_id,
    )
    each: list[list[float]] = []
    for (_, ended, _, reported, finish, watched), (started, _, written, *_) in itertools.pairwise(rows):
        marks = [ended, reported, finish, watched, written, started]
        each.append([b - a for a, b in itertools.pairwise(marks)])
    return dict(zip(NAMES, map(statistics.median, zip(*each, strict=True)), strict=True))


def told(spans: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {ms(seconds)}" for name, seconds in spans.items())
