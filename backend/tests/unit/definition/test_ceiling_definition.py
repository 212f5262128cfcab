"""A search for the ceiling as a definition: its text, its checks, its plan."""

from typing import Any

import pytest

from backend.analysis.probes import is_clean, probes_of
from backend.definition import overrides
from backend.definition.ceiling_rules import search_of
from backend.definition.ceiling_search import max_probes
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml
from backend.planning.plan import make_plan, runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.records.runs import Trial
from backend.tests.unit.facts import host_facts

TEXT = """\
name: How many connections
kind: ceiling
ceiling: {from: 64, to: 4096, resolution: 16, confirm: true}
workloads:
  - {name: small, tool: wrk, threads: 2, duration: 2s}
variants: [{name: default}, {name: two, set: {nginx.worker_processes: 2}}]
published:
  source: a write-up
  rows: [{variant: default, connections: 1897, requests_per_s: 15597.31}]
"""


def a_search(**changes: Any) -> dict[str, Any]:
    base = {"name": "x", "kind": "ceiling", "workloads": [{"duration": "1s"}], "variants": [{"name": "a"}]}
    return base | changes


def said(data: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(DefinitionErrors) as error:
        parse_definition(data)
    return {p.place: p.message for p in error.value.errors}


def test_a_search_round_trips_without_what_means_nothing_to_it():
    definition = parse_definition(TEXT)
    written = to_yaml(definition)
    assert parse_definition(written) == definition
    assert parse_definition(definition.model_dump(mode="json")) == definition
    assert "kind: ceiling\nceiling: {from: 64, to: 4096, resolution: 16, confirm: true}\n" in written
    assert "  - {name: small, tool: wrk, threads: 2, duration: 2s}\n" in written
    assert "trials:" not in written
    assert definition.published
    assert definition.published.rows[0].connections == 1897


RATE_TEXT = """\
name: How fast within 5 ms
kind: ceiling
ceiling: {of: rate, latency: {p99: 5ms}, from: 500, to: 16000, resolution: 100, confirm: true}
workloads:
  - {name: steady, tool: vegeta, threads: 2, connections: 64, duration: 5s}
variants: [{name: default}]
"""


def test_a_search_over_the_rate_round_trips():
    definition = parse_definition(RATE_TEXT)
    assert definition.ceiling
    assert definition.ceiling.latency == {"p99": 0.005}
    assert (definition.workloads[0].rate, definition.workloads[0].connections) == (500, 64)
    written = to_yaml(definition)
    assert "of: rate, latency: {p99: 5ms}, from: 500" in written
    assert "rate: 500" not in written, "the search says how fast"
    assert parse_definition(written) == definition
    assert parse_definition(definition.model_dump(mode="json")) == definition
    (first,) = make_plan(definition, seed=1).trials
    assert (first.rate, first.connections) == (500, None)


def test_a_search_over_the_rate_has_bounds_of_its_own():
    bare = a_search(ceiling={"of": "rate"}, workloads=[{"tool": "vegeta", "duration": 1}])
    definition = parse_definition(bare)
    assert definition.ceiling
    assert (definition.ceiling.start, definition.ceiling.to, definition.ceiling.resolution) == (
        500,
        16000,
        100,
    )
    data = overrides.apply(bare, {"ceiling.latency": "{p99.9: 20ms}", "ceiling.to": "900000"})
    assert parse_definition(data).ceiling.latency == {"p99.9": 0.02}  # pyright: ignore


def test_what_is_not_said():
    definition = parse_definition(a_search())
    assert definition.ceiling
    assert definition.ceiling.model_dump() == {"from": 64, "to": 4096, "resolution": 16, "confirm": True}
    assert definition.workloads[0].connections == 64, "every run begins at the first probe"
    assert not definition.control, "a second search of the baseline has to be asked for"
    assert parse_definition(a_search(control=True)).control


def test_a_comparison_is_written_as_before():
    text = to_yaml(parse_definition(a_search(kind="compare")))
    assert "kind" not in text
    assert "ceiling" not in text


@pytest.mark.parametrize(
    ("changes", "place", "part"),
    [
        ({"kind": "search"}, "kind", "must be compare or ceiling; got “search”"),
        ({"kind": "compare", "ceiling": {}}, "ceiling", "ceiling needs kind: ceiling"),
        ({"ceiling": 100}, "ceiling", "must be a map"),
        ({"ceiling": {"from": 64, "to": 64}}, "ceiling.to", "must be more than from (64); got 64"),
        ({"ceiling": {"from": 0}}, "ceiling.from", "at least 1"),
        ({"ceiling": {"from": "many"}}, "ceiling.from", "a whole number"),
        ({"ceiling": {"to": 70_000}}, "ceiling.to", "at most 65535"),
        ({"ceiling": {"resolution": 0}}, "ceiling.resolution", "at least 1"),
        ({"ceiling": {"first": 10}}, "ceiling.first", "unknown key “first”"),
        (
            {"ceiling": {"of": "rate"}},
            "ceiling.of",
            "wrk sends as fast as it can; a search over the rate needs vegeta",
        ),
        ({"ceiling": {"latency": {"p99": "soon"}}}, "ceiling.latency.p99", "p99 must be a time such as 10s"),
        ({"ceiling": {"latency": {"p98": "5ms"}}}, "ceiling.latency.p98", "must be p50, p90, p99 or p99.9"),
        ({"ceiling": {"latency": {"p99": 0}}}, "ceiling.latency.p99", "at least 1e-05"),
        ({"ceiling": {"latency": "5ms"}}, "ceiling.latency", "must be a map"),
        (
            {"workloads": [{"tool": "vegeta", "duration": 600}], "ceiling": {"of": "rate", "to": 40_000}},
            "ceiling.to",
            "more than the 20,000,000 requests",
        ),
        (
            {"workloads": [{"duration": 1, "threads": 4}], "ceiling": {"to": 4097}},
            "ceiling.to",
            "the largest probe of workload “default”: wrk would drop 1 of 4097 connections",
        ),
        (
            {"workloads": [{"duration": 1, "threads": 3}], "ceiling": {"from": 64, "to": 600}},
            "workloads[0]",
            "make connections a multiple of threads (3)",
        ),
        (
            {"workloads": [{"duration": 1, "threads": 8}], "ceiling": {"resolution": 4}},
            "ceiling.resolution",
            "at least 8: wrk takes multiples of its 8 threads",
        ),
        (
            {"workloads": [{"tool": "ab", "requests": 1000}], "ceiling": {"to": 2000}},
            "ceiling.to",
            "at least as many requests as connections: 1000 < 2000",
        ),
    ],
)
def test_a_mistake_is_named_at_its_place(changes: dict[str, Any], place: str, part: str):
    assert part in said(a_search(**changes))[place]


def test_a_search_that_takes_too_long_is_refused():
    many = [{"name": f"v{i}"} for i in range(40)]
    assert "days" in said(a_search(workloads=[{"duration": "1h"}], variants=many))["ceiling.resolution"]


def test_files_are_counted_for_the_largest_probe():
    definition = parse_definition(a_search(ceiling={"to": 1024}))
    hosts: Any = dict.fromkeys(("load", "proxy", "backend"), host_facts(nofile=1024))
    problems = check_against_testbed(definition, runs_of(definition), hosts)
    assert {p.place for p in problems} == {"ceiling.to"}
    assert "1024 connections need 1042 open files on the load host" in problems[0].message


def test_only_first_probes_are_planned_and_the_rest_is_counted():
    definition = parse_definition(TEXT)
    plan = make_plan(definition, seed=1)
    assert definition.ceiling
    most = max_probes(search_of(definition.ceiling, definition.workloads[0]))
    assert [(t.round, t.connections) for t in plan.trials] == [(0, 64), (0, 64)]
    assert (list(plan.most_trials.values()), plan.rounds) == ([2 * most], most)
    assert plan.load_seconds == 2 * most * 2
    assert plan.smallest_effect is None


def test_one_run_after_the_other_leaves_room_for_its_probes():
    plan = make_plan(parse_definition(TEXT + "order: sequential\n"), seed=1)
    first, second = (t.position for t in plan.trials)
    assert second - first > max(plan.most_trials.values())


def test_overrides_from_the_command_line():
    data = overrides.apply(a_search(), {"ceiling.to": "1024", "ceiling.confirm": "false"})
    definition = parse_definition(data)
    assert definition.ceiling
    assert (definition.ceiling.to, definition.ceiling.confirm) == (1024, False)


@pytest.mark.parametrize(
    ("state", "codes", "failure", "clean"),
    [
        ("done", [], None, True),
        ("invalid", ["failed_requests"], None, False),
        ("invalid", ["connections", "failed_requests"], None, False),
        ("invalid", ["no_request"], None, False),
        ("invalid", ["backlog", "latency_limit"], None, False),
        ("invalid", ["rate_not_kept", "latency_limit"], None, None),
        ("invalid", ["failed_requests", "effective_differs"], None, None),
        ("failed", [], "tool_failed", False),
        ("failed", [], "host_lost", None),
        ("measuring", [], None, None),
        ("cancelled", [], None, None),
    ],
)
def test_what_a_trial_says_as_a_probe(state: str, codes: list[str], failure: str | None, clean: bool | None):
    findings = [{"code": c, "level": "invalid"} for c in codes]
    trial = Trial(state=state, findings=findings, failure=failure and {"code": failure}, connections=100)
    assert is_clean(trial) is clean
    assert len(probes_of([trial])) == (clean is not None)
