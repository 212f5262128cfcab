from typing import Any

import pytest

from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.errors import ProblemItem

GOOD = """\
name: Zwei gegen eins – 二対一
description: a text
workloads:
  - {name: long, tool: wrk, threads: 2, connections: 100, duration: 60s}
  - {name: count, tool: ab, connections: 10, requests: 3000000, keepalive: false, path: /a, timeout: 5s}
trials: 3
warmup: {prepared: 2s, trial: 0s}
baseline: {workers: 16, log: off}
set: {nginx.sendfile: on}
factors:
  workers: {16: {nginx.worker_processes: 16}, "22": {nginx.worker_processes: 22}}
  log:
    off: {nginx.access_log: off}
    none:
variants:
  - {name: default}
  - {name: zwei, from: default, set: {nginx.sendfile: ~}, topology: proxied}
published:
  source: a write-up
  rows: [{variant: default, requests: 10, requests_per_s: 17127.49, latency_mean: 5.95 ms, delta: −0.4%}]
"""


def problems_of(source: str | dict[str, Any]) -> list[ProblemItem]:
    with pytest.raises(DefinitionErrors) as error:
        parse_definition(source)
    return error.value.errors


def small(**changes: Any) -> dict[str, Any]:
    base = {"name": "x", "workloads": [{"duration": "1s"}], "variants": [{"name": "a"}]}
    return {key: value for key, value in (base | changes).items() if value is not ...}


def said(changes: dict[str, Any]) -> dict[str, str]:
    return {problem.place: problem.message for problem in problems_of(small(**changes))}


def test_what_is_written_becomes_canonical():
    d = parse_definition(GOOD)
    assert d.workloads[0].duration_s == 60
    assert (d.workloads[1].requests, d.workloads[1].timeout_s) == (3000000, 5)
    assert d.baseline == {"workers": "16", "log": "off"}
    assert d.knobs == {"nginx.sendfile": True}
    assert d.factors["log"] == {"off": {"nginx.access_log": "off"}, "none": {}}
    assert d.variants[1].knobs == {"nginx.sendfile": None}
    assert d.published
    row = d.published.rows[0]
    assert (row.latency_mean, row.delta) == (0.00595, -0.004)


def test_yaml_and_data_round_trip():
    d = parse_definition(GOOD)
    assert parse_definition(to_yaml(d)) == d
    assert parse_definition(d.model_dump()) == d
    assert parse_definition(d.model_dump(mode="json", exclude_none=True)) == d
    assert to_yaml(parse_definition(to_yaml(d))) == to_yaml(d)


def test_written_yaml_reads_like_a_persons():
    text = to_yaml(parse_definition(GOOD))
    assert "name: Zwei gegen eins – 二対一\n" in text
    assert "  - {name: long, tool: wrk, threads: 2, connections: 100, duration: 60s}\n" in text
    assert "    off: {nginx.access_log: off}\n" in text
    assert "set: {nginx.sendfile: on}\n" in text
    assert "latency_mean: 5.95ms, delta: -0.4%}" in text


def test_defaults_need_not_be_written():
    d = parse_definition(small())
    assert isinstance(d, Definition)
    assert (d.topology, d.order, d.control, d.on_failure, d.trials) == (
        "proxied",
        "interleaved",
        True,
        "continue",
        5,
    )


@pytest.mark.parametrize(
    ("changes", "place", "part"),
    [
        ({"trials": 0}, "trials", "at least 1; got “0”"),
        ({"trials": -2}, "trials", "at least 1"),
        ({"trials": "many"}, "trials", "a whole number"),
        ({"trials": {"min": 5, "max": 20, "until": {}}}, "trials.until", "must be decided"),
        ({"trials": 20_001, "control": False}, "trials", "at most 20000 trials"),
        ({"workloads": ...}, "workloads", "missing"),
        ({"workloads": []}, "workloads", "must not be empty"),
        ({"workloads": "wrk"}, "workloads", "must be a list"),
        ({"workloads": ["wrk"]}, "workloads[0]", "must be a map"),
        ({"workloads": [{"duration": 0}]}, "workloads[0].duration", "from 1s to 1h; got “0”"),
        ({"workloads": [{"duration": "-5s"}]}, "workloads[0].duration", "a time such as"),
        ({"workloads": [{"duration": "10d"}]}, "workloads[0].duration", "from 1s to 1h; got “10d”"),
        ({"workloads": [{"duration": "60 parsecs"}]}, "workloads[0].duration", "a time such as"),
        ({"workloads": [{"duration": 1.5}]}, "workloads[0].duration", "whole seconds"),
        ({"workloads": [{"duration": True}]}, "workloads[0].duration", "a time such as"),
        (
            {"workloads": [{"duration": 1, "threads": 50, "connections": 10}]},
            "workloads[0]",
            "threads (50) must not be more than connections (10)",
        ),
        ({"workloads": [{"duration": 1, "threads": 0}]}, "workloads[0].threads", "at least 1"),
        ({"workloads": [{"duration": 1, "threads": True}]}, "workloads[0].threads", "got true"),
        (
            {"workloads": [{"duration": 1, "conections": 9}]},
            "workloads[0].conections",
            "did you mean connections?",
        ),
        (
            {"workloads": [{"tool": "hey"}]},
            "workloads[0].tool",
            "weighttp, h2load or vegeta",
        ),
        ({"workloads": [{"tool": "wrk"}]}, "workloads[0]", "wrk needs a duration"),
        ({"workloads": [{"duration": 1}, {"duration": 1}]}, "workloads[1].name", "two workloads are called"),
        ({"variants": ...}, "", "nothing to measure"),
        ({"variants": [{"name": "a"}, {"name": "a"}]}, "variants[1].name", "two variants are called “a”"),
        (
            {"variants": [{"name": "a"}, {"name": "b", "from": "A1"}]},
            "variants[1].from",
            "no variant called “A1”",
        ),
        (
            {"variants": [{"name": "default"}, {"name": "b", "from": "defualt"}]},
            "variants[1].from",
            "did you mean “default”?",
        ),
        (
            {
                "variants": [
                    {"name": "a", "from": "c"},
                    {"name": "b", "from": "a"},
                    {"name": "c", "from": "b"},
                ]
            },
            "variants[0].from",
            "a → c → b → a",
        ),
        ({"variants": [{"name": "a", "from": "a"}]}, "variants[0].from", "a → a"),
        ({"variants": [{"set": {}}]}, "variants[0].name", "missing"),
        ({"variants": [{"name": "two\nlines"}]}, "variants[0].name", "one line"),
        ({"variants": [{"name": "control (A/A)"}]}, "variants[0].name", "name of the control"),
        (
            {"variants": [{"name": "a", "set": {"nginx.worker_proceses": 2}}]},
            "variants[0].set.nginx.worker_proceses",
            "did you mean nginx.worker_processes?",
        ),
        (
            {"variants": [{"name": "a", "set": {"nginx.keepalive_timeout": "5 apples"}}]},
            "variants[0].set.nginx.keepalive_timeout",
            "a time such as 60s",
        ),
        ({"variants": [{"name": "a", "set": ["x"]}]}, "variants[0].set", "must be a map"),
        (
            {"variants": [{"name": "a", "topology": "direct", "set": {"nginx.sendfile": "on"}}]},
            "variants[0].set.nginx.sendfile",
            "does nothing in the topology direct",
        ),
        ({"baseline": "b"}, "baseline", "no variant called “b”"),
        ({"baseline": 3}, "baseline", "no variant called “3”"),
        ({"topology": "sideways"}, "topology", "must be direct, proxied or proxy_only"),
        ({"order": "random"}, "order", "must be interleaved or sequential"),
        ({"on_failure": "panic"}, "on_failure", "must be continue or stop"),
        ({"control": "maybe"}, "control", "true or false"),
        ({"seed": "x"}, "seed", "a whole number"),
        ({"name": ...}, "name", "missing"),
        ({"name": ""}, "name", "must not be empty"),
        ({"triales": 3}, "triales", "did you mean trials?"),
        ({"warmup": {"prepard": 1}}, "warmup.prepard", "did you mean prepared?"),
        ({"factors": {"f": {}}}, "factors.f", "has no levels"),
        ({"published": {"rows": []}}, "published.source", "missing"),
        (
            {"published": {"source": "s", "rows": [{"variant": "z"}]}},
            "published.rows[0].variant",
            "no variant called “z”",
        ),
        (
            {"published": {"source": "s", "rows": [{"variant": "a", "delta": "much"}]}},
            "published.rows[0].delta",
            "a change such as +12.5%",
        ),
        ({"trials": 20_000, "control": False, "workloads": [{"duration": 3600}]}, "trials", "at most 7 days"),
    ],
)
def test_a_mistake_is_named_at_its_place(changes, place, part):
    found = said(changes)
    assert place in found, found
    assert part in found[place]
    assert len(found) == 1, found


def grid(*sizes: int) -> dict[str, Any]:
    return {
        f"f{i}": {str(n): {"nginx.worker_connections": 100 + n} for n in range(size)}
        for i, size in enumerate(sizes)
    }


def test_a_grid_of_ten_thousand_cells_is_counted_not_built():
    found = said({"factors": grid(10, 10, 10, 10), "variants": ...})
    assert "the grid has 10000 cells" in found["factors"]
    assert "500" in found["factors"]


def test_an_astronomical_grid_is_refused_at_once():
    assert "the grid has" in said({"factors": grid(*[9] * 40), "variants": ..., "trials": 1})["factors"]


def test_a_baseline_outside_the_grid():
    factors = {"workers": {"16": {}, "22": {}}, "pin": {"none": {}}}
    wrong_level = said({"factors": factors, "variants": ..., "baseline": {"workers": 17, "pin": "none"}})
    assert wrong_level == {"baseline.workers": "“17” is not a level of workers; its levels are 16, 22"}
    missing = said({"factors": factors, "variants": ..., "baseline": {"workers": 16}})
    assert "names no level of “pin”" in missing["baseline"]
    unknown = said(
        {"factors": factors, "variants": ..., "baseline": {"wrokers": 16, "workers": 16, "pin": "none"}}
    )
    assert "did you mean “workers”?" in unknown["baseline.wrokers"]


def test_everything_wrong_is_said_at_once_with_its_line():
    text = """\
name: x
trials: 0
workloads:
  - {duration: 10d}
  - {name: b, duration: 1s, threads: 4, connections: 2}
variants:
  - name: a
    set:
      nginx.worker_proceses: 2
      pin.load: 3-1
  - {name: a, from: nobody}
"""
    assert [(p.place, p.line) for p in problems_of(text)] == [
        ("trials", 2),
        ("workloads[0].duration", 4),
        ("workloads[1]", 5),
        ("variants[0].set.nginx.worker_proceses", 9),
        ("variants[0].set.pin.load", 10),
        ("variants[1].name", 11),
        ("variants[1].from", 11),
    ]


@pytest.mark.parametrize("source", ["- 1\n- 2\n", "just text", "42"])
def test_what_is_no_map_is_refused(source):
    assert "a definition is a map" in problems_of(source)[0].message


@pytest.mark.parametrize("source", ["", "   \n# only a comment\n"])
def test_empty_text(source):
    assert "empty" in problems_of(source)[0].message
