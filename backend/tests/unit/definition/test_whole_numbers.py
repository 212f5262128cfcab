"""One rule for the numbers of a definition: quoted or not, whole however they are written, never true."""

from typing import Any

import pytest

from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition

_TEXT = """
name: x
workloads: [{{tool: wrk, connections: {connections}, duration: 1s, threads: 1}}]
variants: [{{name: a}}, {{name: b, set: {{nginx.worker_connections: {knob}}}}}]
baseline: a
trials: {trials}
seed: {seed}
min_effect: {effect}
"""
_PLAIN = {"connections": "32", "trials": "8", "seed": "7", "knob": "1024", "effect": "0.02"}


def _definition(**changes: str) -> Definition:
    return parse_definition(_TEXT.format(**{**_PLAIN, **changes}))


@pytest.mark.parametrize("written", ["1000", '"1000"', "1000.0", "1e3", '"1e3"', '" 1000 "', "01000"])
def test_every_field_takes_a_number_however_it_is_written(written: str) -> None:
    definition = _definition(connections=written, trials=written, seed=written, knob=written)
    assert definition.workloads[0].connections == definition.trials == definition.seed == 1000
    assert definition.variants[1].knobs == {"nginx.worker_connections": 1000}


@pytest.mark.parametrize("field", ["connections", "trials", "seed", "knob"])
@pytest.mark.parametrize("written", ["true", "many", '""', "3.5", "1e99", "٣٢", "[3]"])
def test_no_field_takes_what_is_no_whole_number(field: str, written: str) -> None:
    with pytest.raises(DefinitionErrors, match=r"must be a (whole|smaller) number"):
        _definition(**{field: written})


@pytest.mark.parametrize("written", ["0.02", '"0.02"', "2%", '"2e-2"'])
def test_a_share_is_the_same_quoted_and_not(written: str) -> None:
    assert _definition(effect=written).min_effect == 0.02


@pytest.mark.parametrize(("rate", "expected"), [("1e3", 1000), ('"1e3"', 1000), ("'2000'", 2000)])
def test_a_rate_is_read_like_every_number(rate: str, expected: int) -> None:
    load: dict[str, Any] = {"tool": "vegeta", "connections": 32, "duration": "1s", "rate": rate.strip("\"'")}
    data = {"name": "x", "workloads": [load], "variants": [{"name": "a"}, {"name": "b"}], "baseline": "a"}
    assert parse_definition(data).workloads[0].rate == expected
