"""What a definition has looked at, under which load, and what that costs."""

from typing import Any

import pytest

from agents.contract.diagnostics import DiagnosticKind
from agents.contract.workload import Workload
from backend.definition import explain
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.definition.writer import to_yaml

WORKLOAD = {"name": "w", "tool": "wrk", "threads": 2, "connections": 64, "duration": "10s"}
DEFINITION: dict[str, Any] = {
    "name": "n",
    "workloads": [WORKLOAD],
    "variants": [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}],
    "baseline": "a",
    "trials": 5,
    "seed": 1,
}


def parsed(**changes: Any) -> Definition:
    return parse_definition(DEFINITION | changes)


def problems(**changes: Any) -> list[str]:
    with pytest.raises(DefinitionErrors) as caught:
        parsed(**changes)
    return [error.message for error in caught.value.errors]


def test_probes_are_made_by_themselves_only_where_they_cost_little() -> None:
    assert not explain.has_probe(parsed(trials=5), 3)
    assert explain.has_probe(parsed(trials=30), 3)
    assert explain.has_probe(parsed(trials=5, diagnostics={"probe": True}), 3)
    assert not explain.has_probe(parsed(trials=30, diagnostics={"probe": False}), 3)
    found = parsed(trials=30)
    assert explain.seconds(found, 3) < 0.1 * 30 * 3 * 11


def test_the_plan_counts_every_diagnostic_but_those_of_the_control() -> None:
    asked = {"probe": True, "profile": 4, "system_calls": True, "duration": "3s"}
    found = {one.what: one for one in explain.plan_looks(parsed(diagnostics=asked), 3)}
    assert {what: one.diagnostics for what, one in found.items()} == {
        "system_calls": 2,
        "probe": 8,
        "profile": 8,
    }
    assert found["profile"].max_more == 8, "as many again, where samples lack"
    assert found["profile"].seconds > 16 * 3
    kept = parsed(diagnostics=asked, servers={"fresh": "once"})
    assert explain.plan_looks(kept, 3)[-1].max_more == 0, "one start of the servers decides nothing"


def test_short_profiles_sample_more_often_within_what_perf_keeps() -> None:
    assert [explain.hz_of(seconds) for seconds in (1, 5, 10, 60)] == [499, 499, 250, 99]


def test_rounds_of_profiles_are_added_while_a_run_that_is_seen_has_too_few_samples() -> None:
    assert explain.lacks_samples([1600, 1499], rounds=3, most_rounds=6)
    assert not explain.lacks_samples([1600, 1499], rounds=6, most_rounds=6)
    assert not explain.lacks_samples([1600, 1500], rounds=3, most_rounds=6)
    assert not explain.lacks_samples([0, 1500], rounds=3, most_rounds=6)


def test_rounds_begin_with_what_is_exact() -> None:
    asked = parsed(diagnostics={"profile": 3, "system_calls": True}).diagnostics
    assert explain.rounds_of(asked, with_probe=True) == [
        ("system_calls",),
        explain.PROBES,
        ("profile",),
        ("profile",),
        ("profile",),
    ]


def test_what_is_written_comes_back() -> None:
    asked = {"probe": False, "profile": 3, "system_calls": True, "duration": "7s"}
    found = parsed(diagnostics=asked)
    assert found.diagnostics.duration == 7
    assert parse_definition(to_yaml(found)).diagnostics == found.diagnostics
    assert "diagnostics" not in to_yaml(parsed())


def test_too_few_profiles_and_looks_of_a_search_are_refused() -> None:
    assert problems(diagnostics={"profile": 2}) == ["an interval needs at least 3 rounds of profiles; got 2"]
    search = {"kind": "ceiling", "ceiling": {"from": 8, "to": 64}, "diagnostics": {"probe": True}}
    compared = {name: value for name, value in DEFINITION.items() if name != "trials"}
    with pytest.raises(DefinitionErrors) as caught:
        parse_definition(compared | search)
    assert [error.place for error in caught.value.errors] == ["diagnostics"]
    assert problems(diagnostics={"duration": "2h"})
    assert problems(diagnostics={"perf": True})


def of(kind: DiagnosticKind, cpus: int = 8, **load: Any) -> tuple[int, int] | None:
    known = {"tool": "wrk", "threads": 2, "connections": 64, "duration_s": 10} | load
    found = explain.load_of(kind, Workload.model_validate(known), 5, cpus)
    return (found.threads, found.connections) if found else None


def test_probes_move_one_thing() -> None:
    assert of("fewer_connections") == (2, 48)
    assert of("more_connections") == (2, 80)
    assert of("more_threads") == (3, 63)
    assert of("profile") == (2, 64)


def test_small_loads_move_by_at_least_one_connection_of_each_thread() -> None:
    assert of("more_connections", threads=1, connections=1) == (1, 2)
    assert of("fewer_connections", threads=1, connections=1) is None
    assert of("fewer_connections", threads=2, connections=4) == (2, 2)
    assert of("fewer_connections", threads=2, connections=2) is None


def test_another_thread_needs_a_cpu_and_a_tool_that_has_threads() -> None:
    assert of("more_threads", cpus=2) is None
    ab = {"tool": "ab", "threads": 1, "connections": 8, "duration_s": None, "requests": 5000}
    assert of("more_threads", **ab) is None
    assert of("more_connections", **ab) == (1, 10)


def test_a_look_has_its_own_length_where_the_tool_has_one() -> None:
    wrk = Workload.model_validate({"tool": "wrk", "connections": 8, "duration_s": 60})
    diagnostic = explain.load_of("profile", wrk, 5, 2)
    assert diagnostic is not None
    assert diagnostic.duration_s == 5
    weighttp = Workload.model_validate({"tool": "weighttp", "connections": 8, "requests": 1000})
    kept = explain.load_of("profile", weighttp, 5, 2)
    assert kept is not None
    assert (kept.duration_s, kept.requests) == (None, 1000)


def test_a_definition_from_before_looks_asks_for_none() -> None:
    stored = parsed().model_dump(mode="json", by_alias=True)
    assert explain.of_stored(stored) == parsed().diagnostics
    del stored["diagnostics"]
    assert explain.of_stored(stored) is None
