"""Held connections in a definition: read with units, written back the same, wrong values named."""

from typing import Any

import pytest

from backend.definition.duration import trial_seconds, warms_trials
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml


def definition(hold: Any):
    load = {"duration": "1s", "hold": hold}
    return parse_definition({"name": "x", "workloads": [load], "variants": [{"name": "a"}]})


def test_a_definition_reads_back_as_it_was_written():
    parsed = definition({"connections": 300_000, "every": "1m", "per_second": 2000})
    text = to_yaml(parsed)
    assert "hold: {connections: 300000, every: 60s, per_second: 2000}" in text
    assert parse_definition(text) == parsed


def test_the_ramp_counts_as_time_and_a_warm_up_opens_it():
    parsed, plain = definition({"connections": 20_000}), definition(None)
    workload = parsed.workloads[0]
    assert trial_seconds(parsed, workload) - trial_seconds(plain, plain.workloads[0]) > 10
    assert warms_trials(parsed.model_dump())
    assert "hold" not in to_yaml(plain)


@pytest.mark.parametrize(
    ("hold", "place"),
    [
        ({}, "workloads[0].hold.connections"),
        (5, "workloads[0].hold"),
        ("many", "workloads[0].hold"),
        ({"connections": 0}, "workloads[0].hold.connections"),
        ({"connections": 10**9}, "workloads[0].hold.connections"),
        ({"connections": "٣"}, "workloads[0].hold.connections"),
        ({"connections": 5, "every": "2 weeks"}, "workloads[0].hold.every"),
        ({"connections": 5, "every": "2h"}, "workloads[0].hold.every"),
        ({"connections": 5, "every": "10s", "every_s": 10}, "workloads[0].hold.every"),
        ({"connections": 5, "per_second": 0}, "workloads[0].hold.per_second"),
        ({"connections": 5, "pace": 1}, "workloads[0].hold.pace"),
    ],
)
def test_wrong_values_are_named(hold: Any, place: str):
    with pytest.raises(DefinitionErrors) as found:
        definition(hold)
    assert place in {issue.place for issue in found.value.errors}
