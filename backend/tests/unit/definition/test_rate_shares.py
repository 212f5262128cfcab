"""Rates in percent of the baseline's ceiling: read, written, refused, and the rates that follow."""

from typing import Any

import pytest

from agents.contract.workload import RateShare, Workload
from backend.definition.issues import DefinitionErrors
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.definition.stopping_rule import questions_of
from backend.definition.workloads import rate_shares
from backend.definition.writer import to_yaml
from backend.definition.yaml_text import load
from backend.presentation.report.settings_words import load_words

STEADY = {"tool": "vegeta", "threads": 2, "connections": 33, "duration": "30s", "path": "/a"}


def parse(**fields: Any) -> Definition:
    variants = [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}]
    return parse_definition({"name": "x", "workloads": [STEADY | fields], "variants": variants})


def messages(**fields: Any) -> str:
    with pytest.raises(DefinitionErrors) as caught:
        parse(**fields)
    assert len(caught.value.errors) == 1, caught.value.errors
    return f"{caught.value.errors[0].place}: {caught.value.errors[0].message}"


def test_percentages_are_one_workload_each_and_written_as_they_were() -> None:
    definition = parse(name="load", rates=["50%", "90 %"])
    loads = definition.workloads
    assert [(w.name, w.rate, w.rate_share) for w in loads] == [
        ("load at 50%", None, RateShare.model_validate({"share": 0.5})),
        ("load at 90 %", None, RateShare.model_validate({"share": 0.9})),
    ]
    text = to_yaml(definition)
    assert "rate: 50%" in text
    assert parse_definition(load(text)[0]).workloads == loads
    assert questions_of(definition.model_dump(mode="json")) == ("latency_p99", "cpu_s_per_request")


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rate": "0%"}, "workloads[0].rate: rate must be a percentage from 1% to 100%; got “0%”"),
        ({"rate": "130%"}, "workloads[0].rate: rate must be a percentage from 1% to 100%; got “130%”"),
        ({"rate": "-5%"}, "must be a percentage from 1% to 100%"),
        ({"rate": "1e999%"}, "must be a percentage from 1% to 100%"),
        ({"rate": "%"}, "must be a percentage from 1% to 100%"),
        ({"rate": "half"}, "rate must be requests per second, such as 2000, or a percentage"),
        ({"rate": ""}, "or a percentage, such as 70%; got nothing"),
        ({"rate": "0.5"}, "rate must be requests per second, such as 2000, or a percentage"),
        ({"rates": ["50%", 2000]}, "rates must be all requests per second, or all percentages"),
        ({"rates": "50%"}, "or percentages of the baseline's ceiling, such as [50%, 90%]"),
        ({"rate": "50%", "tool": "wrk", "connections": 32}, "wrk sends as fast as it can"),
        ({"rate": "50%", "path": "/", "mix": "HEAD /"}, "is measured by wrk: mix[0] must not be a HEAD"),
        ({"rate": "50%", "hold": {"connections": 100}}, "beside held connections give a rate in requests"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(fields: dict[str, Any], message: str) -> None:
    assert message in messages(**fields)


def test_what_an_earlier_experiment_measured_is_measured_anew() -> None:
    rate_share = {"share": 0.5, "ceiling": 9000, "is_tool_limit": True}
    assert parse(rate_share=rate_share, rate=4500).workloads == parse(rate="50%").workloads
    assert parse(rate_share={"share": 0.5}, rate="70%").workloads == parse(rate="70%").workloads
    assert parse(rate_share={"share": 0.5}, rate=700).workloads == parse(rate=700).workloads


def test_the_ceiling_is_found_by_the_same_load_without_a_rate() -> None:
    definition = parse(rates=["50%", "70%"])
    (closed_loop,) = rate_shares.ceilings_to_find(definition)
    assert (closed_loop.tool, closed_loop.rate, closed_loop.path) == ("wrk", None, "/a")
    assert (closed_loop.threads, closed_loop.connections, closed_loop.duration_s) == (2, 32, 10)
    assert rate_shares.sentence(parse(rate=500)) is None


@pytest.mark.parametrize(
    ("share", "ceiling", "processes", "hosts", "rate"),
    [
        (0.7, 41_200, 1, 1, 28_840),
        (0.29, 100, 1, 1, 29),
        (0.5, 1001, 1, 1, 500),
        (0.5, 1001, 4, 3, 492),
        (1.0, 7, 1, 1, 7),
    ],
)
def test_the_rate_is_the_share_in_parts_for_hosts_and_processes(
    share: float, ceiling: int, processes: int, hosts: int, rate: int
) -> None:
    fields = {"duration_s": 2, "connections": 64, "processes": processes, "hosts": "all"}
    workload = Workload.model_validate(fields | {"tool": "vegeta", "rate_share": {"share": share}})
    assert rate_shares.with_rate(workload, ceiling, is_tool_limit=False, hosts=hosts).rate == rate


def test_a_ceiling_without_room_for_a_rate_is_an_error() -> None:
    fields = {"tool": "vegeta", "rate_share": {"share": 0.01}, "duration_s": 2, "processes": 4}
    workload = Workload.model_validate(fields)
    with pytest.raises(ValueError, match=r"^1% of 300 requests/s is less than one for each of 4 processes$"):
        rate_shares.with_rate(workload, 300, is_tool_limit=False, hosts=1)


def test_words_say_the_share_and_what_it_is() -> None:
    (workload,) = parse(rate="70%").workloads
    assert "70% of the baseline's ceiling" in load_words(workload)
    rated = rate_shares.with_rate(workload, 41_200, is_tool_limit=False, hosts=1)
    assert "70% of 41 200/s = 28 840/s," in load_words(rated).replace("\u202f", " ")
    limited = rate_shares.with_rate(workload, 41_200, is_tool_limit=True, hosts=1)
    assert "/s (the load tool's limit) = " in load_words(limited)
