"""Workloads of a definition: what each tool takes, headers and Host, and what a mistake says at its place."""

from typing import Any

import pytest

from agents.catalog.tools import TOOLS
from agents.contract.workload import Workload
from backend.definition import overrides
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.definition.stopping_rule import main_metric_of, questions_of
from backend.definition.writer import to_yaml
from backend.execution.orchestration.load_jobs import warming
from backend.planning.plan import make_plan

WEIGHTTP = {"tool": "weighttp", "connections": 100, "threads": 50, "requests": 3_000_000}


def definition(*workloads: dict[str, Any], **more: Any) -> Definition:
    named = [{"name": f"w{i}"} | w for i, w in enumerate(workloads)]
    return parse_definition({"name": "x", "workloads": named, "variants": [{"name": "a"}]} | more)


def said(*workloads: dict[str, Any], **more: Any) -> dict[str, str]:
    with pytest.raises(DefinitionErrors) as caught:
        definition(*workloads, **more)
    return {problem.place: problem.message for problem in caught.value.errors}


def with_headers(**headers: Any) -> dict[str, Any]:
    return {"duration": "1s", "headers": headers}


@pytest.mark.parametrize(
    ("workload", "part"),
    [
        ({"requests": None}, "weighttp needs requests, for example 100000"),
        ({"duration": "5s"}, "weighttp runs for a number of requests; give requests, not duration"),
        ({"requests": 99}, "at least as many requests as connections: 99 < 100"),
        ({"threads": 101}, "threads (101) must not be more than connections (100)"),
        ({"threads": 256, "connections": 300}, "weighttp has at most 255 threads"),
        ({"tool": "ab"}, "ab has one thread; leave threads at 1"),
        ({"tool": "wrk"}, "wrk runs for a duration; give duration, not requests"),
    ],
)
def test_each_tool_takes_what_it_can(workload: dict[str, Any], part: str) -> None:
    assert part in said(WEIGHTTP | workload)["workloads[0]"]


@pytest.mark.parametrize(
    ("name", "value", "part"),
    [
        ("X Test", "a", "must be the name of a header"),
        ("", "a", "must be the name of a header"),
        ("X-Test:", "a", "must be the name of a header"),
        ("Größe", "a", "must be the name of a header"),
        ("X-Test", "a\r\nX-More: b", "must be one line of printable ASCII"),
        ("X-Test", "a\nb", "must be one line of printable ASCII"),
        ("X-Test", "größer", "must be one line of printable ASCII"),
        ("X-Test", " a", "neither starts nor ends with a blank"),
        ("X-Test", True, "must be text; got true"),
        ("HOST", "example.org", "set host instead"),
        ("connection", "close", "set keepalive instead"),
        ("Content-Length", "5", "it follows from the body"),
    ],
)
def test_a_header_that_cannot_be_sent_is_named(name: str, value: Any, part: str) -> None:
    found = said({"duration": "1s"}, with_headers(**{"X-Good": "a", name: value}))
    (place,) = found
    assert place == f"workloads[1].headers.{name}"
    assert part in found[place]


def test_headers_have_a_size_and_each_its_name() -> None:
    assert "at most 4096 bytes" in said(with_headers(A="x" * 3000, B="x" * 3000))["workloads[0].headers"]
    assert "twice" in said(with_headers(**{"X-A": "1", "x-a": "2"}))["workloads[0].headers"]
    many = {f"X-{i}": "1" for i in range(31)}
    assert "at most 30" in said(with_headers(**many))["workloads[0].headers"]


@pytest.mark.parametrize("host", ["a b", "a\r\nX: y", "", "http://a", "a:b", "a/b"])
def test_a_host_is_a_name_or_an_address(host: str) -> None:
    assert "host must be a name or an address" in said({"duration": 1, "host": host})["workloads[0].host"]


def test_headers_and_host_survive_yaml_as_they_are() -> None:
    headers = {"Accept-Encoding": "gzip, br", "X-Flag": "on", "X-Odd": 'a: {b} "c" #d', "X-Number": 1}
    written = {"duration": "1s", "headers": headers, "host": "[::1]:8080"}
    found = definition(WEIGHTTP, written)
    assert parse_definition(to_yaml(found)) == found
    assert found.workloads[1].headers == headers | {"X-Number": "1"}
    assert found.workloads[1].host == "[::1]:8080"
    assert found.workloads[0].requests == 3_000_000


def test_the_host_can_be_set_by_name() -> None:
    data = {"name": "x", "workloads": [WEIGHTTP, {"duration": "1s"}], "variants": [{"name": "a"}]}
    data["workloads"][1]["name"] = "other"
    changed = parse_definition(overrides.apply(data, {"workload.host": "example.org:81"}))
    assert [w.host for w in changed.workloads] == ["example.org:81"] * 2


def test_weighttp_is_refused_where_a_variant_listens_with_tls() -> None:
    secure = [{"name": "plain"}, {"name": "secure", "set": {"tls.on": True}}]
    assert said({"duration": "1s"}, WEIGHTTP, variants=secure) == {
        "workloads[1].tool": "weighttp does not support TLS, which “secure” needs; "
        "use wrk, ab, h2load or vegeta"
    }
    own = "events {} http { server { listen $listen ssl; ssl_certificate x; ssl_certificate_key y; } }"
    assert "workloads[0].tool" in said(WEIGHTTP, variants=[{"name": "own", "set": {"nginx.conf": own}}])
    assert definition(WEIGHTTP, {"tool": "ab", "requests": 100})


def test_a_ceiling_is_searched_with_weighttp_as_far_as_its_requests_go() -> None:
    search = {"kind": "ceiling", "ceiling": {"from": 64, "to": 4096, "resolution": 16}}
    found = definition(WEIGHTTP, **search)
    assert found.workloads[0].connections == 64
    assert make_plan(found, 1).seconds > 0
    few = said(WEIGHTTP | {"requests": 1000}, **search)
    assert "weighttp needs at least as many requests as connections: 1000 < 4096" in few["ceiling.to"]


def test_a_plan_says_how_long_weighttp_takes_and_how_it_is_called() -> None:
    plan = make_plan(definition(WEIGHTTP, trials=2, control=False), 1)
    assert plan.seconds > 2 * 300  # three million requests, at a guess of ten thousand a second
    assert plan.runs[0].workload.tool == "weighttp"


@pytest.mark.parametrize("tool", TOOLS)
def test_a_warm_up_is_a_load_that_its_tool_can_run_for_some_seconds(tool: str) -> None:
    end = {"duration_s": 30} if TOOLS[tool].ends_by == ["duration"] else {"requests": 500}
    end |= {"rate": 500} if TOOLS[tool].open_loop else {}
    workload = Workload.model_validate({"tool": tool, "connections": 100} | end)
    warm, stop_after_s = warming(workload, 3)
    assert Workload.model_validate(warm.model_dump()) == warm
    if tool == "weighttp":
        assert stop_after_s == 3
        assert (warm.requests or 0) >= 3 * 250_000
    else:
        assert stop_after_s is None
        assert warm.duration_s == 3


STEADY = {"tool": "vegeta", "rate": 2000, "duration": "10s"}
SWEEP = {"name": "load", "tool": "vegeta", "duration": "10s"}


def test_a_rate_is_of_the_tool_that_sends_on_schedule() -> None:
    assert definition(STEADY).workloads[0].rate == 2000
    assert "rate" not in definition({"duration": "1s"}).workloads[0].model_dump()


@pytest.mark.parametrize(
    ("workload", "reason"),
    [
        (
            {"tool": "wrk", "rate": 5, "duration": "1s"},
            "wrk sends as fast as it can; leave rate out, or use vegeta",
        ),
        (
            {"tool": "vegeta", "duration": "1s"},
            "vegeta needs a rate in requests per second, for example rate: 2000",
        ),
        (
            STEADY | {"duration": "1h", "rate": 10_000},
            "more than the 20,000,000 requests that vegeta records",
        ),
        (STEADY | {"rate": 0}, "rate must be at least 1"),
        (STEADY | {"rate": 10**9}, "rate must be at most 1000000"),
        (STEADY | {"rate": "fast"}, "rate must be requests per second, such as 2000, or a percentage"),
        (STEADY | {"requests": 10}, "vegeta runs for a duration; give duration, not requests"),
    ],
)
def test_a_rate_that_cannot_be_is_refused_with_the_reason(workload: dict, reason: str) -> None:
    assert reason in " ".join(said(workload).values())


H2LOAD = {"name": "load", "tool": "h2load", "connections": 4, "duration": "1s"}


def test_several_protocols_are_one_workload_each() -> None:
    two = definition(H2LOAD | {"streams": 10, "protocol": ["h1", "h2"]}).workloads
    assert [(w.name, w.protocol, w.streams, w.tool) for w in two] == [
        ("load h1", "h1", None, "h2load"),
        ("load h2", "h2", 10, "h2load"),
    ]
    written = definition(H2LOAD | {"protocol": ["h1", "h2"]})
    assert parse_definition(to_yaml(written)) == written


@pytest.mark.parametrize(
    ("protocol", "part"),
    [
        ([], "protocol must be h1 or h2"),
        (["h1", "h3"], "protocol must be h1 or h2"),
        (["h1", "h1"], "two workloads are called “load h1”"),
        (["h2", "h1", "h2"], "protocol must be h1 or h2"),
        ([["h1"], 7], "protocol must be h1 or h2"),
        ("h3", "protocol must be h1 or h2"),
        (2, "protocol must be h1 or h2"),
    ],
)
def test_other_protocols_are_refused_by_name(protocol: Any, part: str) -> None:
    assert part in " ".join(said(H2LOAD | {"protocol": protocol}).values())


def test_several_rates_are_one_workload_each() -> None:
    two = definition(SWEEP | {"rates": [500, 1000]}).workloads
    assert [(w.name, w.rate) for w in two] == [("load 500 a second", 500), ("load 1000 a second", 1000)]


@pytest.mark.parametrize(
    ("workload", "part"),
    [
        ({"rates": []}, "rates must be a list of 1 to 20 numbers"),
        ({"rates": "10%, 50%"}, "rates must be a list of 1 to 20 numbers"),
        ({"rates": list(range(1, 22))}, "rates must be a list of 1 to 20 numbers"),
        ({"rates": [500], "rate": 500}, "give either rate or rates, not both"),
        ({"rates": [0]}, "rate"),
        ({"rates": [500, 500]}, "two workloads are called “load 500 a second”"),
        ({"rates": ["x" * 1000]}, "rate"),
        ({"rates": [[500]]}, "rate"),
    ],
)
def test_other_rates_are_refused_with_the_reason(workload: dict[str, Any], part: str) -> None:
    assert part in " ".join(said(SWEEP | workload).values())


def test_a_tool_without_a_choice_of_protocols_is_refused_both() -> None:
    assert "wrk speaks HTTP/1 only" in " ".join(
        said({"tool": "wrk", "duration": "1s", "protocol": ["h1", "h2"]}).values()
    )


def test_at_a_fixed_rate_latency_and_cpu_decide() -> None:
    steady = definition(STEADY).model_dump(mode="json")
    assert questions_of(steady) == ("latency_p99", "cpu_s_per_request")
    assert main_metric_of(steady).name == "latency_p99"
    closed = definition({"duration": "1s"}).model_dump(mode="json")
    assert questions_of(closed) == ("requests_per_s", "cpu_s_per_request")
    assert main_metric_of(closed).name == "requests_per_s"


def test_what_a_fixed_rate_has_decided_already_is_not_asked() -> None:
    assert "all have one throughput" in said(STEADY, decide_on="throughput")["decide_on"]
    assert definition(STEADY, decide_on="latency").decide_on == ["latency"]
    assert "has no rate" in said(STEADY, {"name": "b", "duration": "1s"})["workloads"]
