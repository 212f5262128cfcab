"""A protocol for each variant: one tool asks over HTTP/1.1 and over HTTP/2, and both are compared."""

from typing import Any

import pytest

from agents.contract.workload import Workload
from agents.render.load import load_of
from backend.definition.issues import DefinitionErrors
from backend.definition.parse import parse_definition
from backend.definition.placeholders import placeholder_argv
from backend.planning.plan import make_plan

H2LOAD = {"tool": "h2load", "connections": 4, "streams": 10, "duration": "1s"}
SHARED = {"tls.on": "on", "listen.http2": "on"}


def definition(**more: Any) -> dict[str, Any]:
    variants = [
        {"name": "HTTP/1.1", "set": {"load.protocol": "h1"}},
        {"name": "HTTP/2", "set": {"load.protocol": "h2"}},
    ]
    return {"name": "x", "workloads": [H2LOAD], "set": SHARED, "variants": variants} | more


def test_both_protocols_are_runs_of_one_workload_that_are_compared() -> None:
    first, second, _control = make_plan(parse_definition(definition()), 1).runs
    assert (first.is_baseline, second.against) == (True, "HTTP/1.1")
    assert first.workload == second.workload
    argvs = [placeholder_argv(run.workload, run.knobs, run.topology, {}) for run in (first, second)]
    assert ["--h1" in argv for argv in argvs] == [True, False]
    assert [argv[argv.index("-m") + 1] for argv in argvs] == ["1", "10"]


@pytest.mark.parametrize(("protocol", "streams"), [("h1", None), ("h2", 10), (None, 10)])
def test_the_load_of_a_variant_is_a_valid_workload(protocol: str | None, streams: int | None) -> None:
    workload = Workload.model_validate({"tool": "h2load", "duration_s": 1, "streams": 10})
    load = load_of(workload, {} if protocol is None else {"load.protocol": protocol})
    assert (load.protocol, load.streams) == (protocol, streams)
    assert Workload.model_validate(load.model_dump()) == load
    assert load_of(load, {"load.protocol": protocol} if protocol else {}) == load


@pytest.mark.parametrize("tool", ["wrk", "vegeta"])
def test_a_tool_without_protocols_is_named(tool: str) -> None:
    workload = {"tool": tool, "duration": "1s"} | ({"rate": 5} if tool == "vegeta" else {})
    with pytest.raises(DefinitionErrors, match=f"load.protocol: {tool} has no choice .*; use h2load"):
        parse_definition(definition(workloads=[workload]))


@pytest.mark.parametrize("value", ["h3", "", 1, True])
def test_another_protocol_is_no_value(value: object) -> None:
    variants = [{"name": "a", "set": {"load.protocol": value}}, {"name": "b"}]
    with pytest.raises(DefinitionErrors, match=r"load\.protocol"):
        parse_definition(definition(variants=variants))
