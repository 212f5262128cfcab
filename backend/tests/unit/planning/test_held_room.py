"""Held connections that hosts cannot hold are refused before launch, with the sum and a remedy."""

from typing import Any

import pytest

from agents.contract.reports import Abilities, Facts
from backend.definition.parse import parse_definition
from backend.planning.plan import runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.tests.unit.facts import host_facts

DEBIAN = {"net.ipv4.ip_local_port_range": "32768 60999"}
ROOMY = {"nginx.worker_processes": 18, "nginx.worker_connections": 19_000}


def a_host(**facts: Any) -> Facts:
    fields = {"nofile": 20_000, "machine": "m", "memory_bytes": 8_000_000_000} | facts
    sysctls = fields.pop("sysctl", DEBIAN)
    can = fields.pop("abilities", Abilities(nofile=20_000, hold=""))
    return host_facts(abilities=can, more={"sysctl": sysctls}, **fields)


def refusals(
    connections: int = 300_000,
    host: Facts | None = None,
    knobs: dict[str, Any] | None = None,
    every: str = "60s",
    **changes: Any,
) -> str:
    load = {"duration": 1, "hold": {"connections": connections, "every": every}}
    data = {"name": "x", "workloads": [load], "variants": [{"name": "a"}], "set": ROOMY | (knobs or {})}
    definition = parse_definition(data | changes)
    hosts: Any = dict.fromkeys(("load", "proxy", "backend"), host or a_host())
    problems = check_against_testbed(definition, runs_of(definition), hosts)
    assert {problem.place for problem in problems} <= {"workloads[0].hold"}
    return " | ".join(problem.message for problem in problems)


def test_three_hundred_thousand_fit_a_small_host():
    assert refusals() == ""


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        (
            {"host": a_host(abilities=Abilities(nofile=20_000))},
            "the load host cannot hold connections: its agent is older than held connections",
        ),
        (
            {"every": "76s"},
            "each connection asks every 76s, but “a” closes idle ones after 75s (nginx.keepalive_timeout)",
        ),
        ({"knobs": {"nginx.keepalive_timeout": 30}}, "closes idle ones after 30s"),
        ({"knobs": {"nginx.keepalive_timeout": 0}}, "closes idle ones after 0s"),
        (
            {"knobs": {"nginx.worker_processes": 16}},
            "“a” has 16 × 19000 × 15/16 = 285008 places (worker_connections)",
        ),
        ({"knobs": {"nginx.worker_processes": 16}}, "set nginx.worker_processes: 17"),
        (
            {"knobs": {"nginx.worker_processes": 15, "nginx.worker_connections": 40_000}},
            "20412 open files in each of 15 workers",
        ),
        ({"host": a_host(memory_bytes=2_000_000_000)}, "need 3.0 GB of memory on the load host"),
        ({"knobs": {"tls.on": True}}, "need 27.0 GB of memory on the load host"),
        ({"host": a_host(nofile=1024)}, "64 generators of 1024 open files hold 61440 connections"),
        (
            {"host": a_host(sysctl={"net.ipv4.ip_local_port_range": "50000 59999"})},
            "14000 connections go to each of 22 ports of the server, but the load host has only 10000",
        ),
        ({"topology": "direct", "set": {}}, "a backend has 1 × 32768 × 15/16"),
    ],
)
def test_what_cannot_be_held_is_refused_with_its_sum(changes: dict[str, Any], part: str):
    assert part in refusals(**changes)


def test_a_users_own_config_decides_itself():
    text = "events { worker_connections 100; } http { server { listen $listen; } }"
    knobs = {"nginx.conf": text}
    assert refusals(knobs=knobs, set=knobs, topology="proxy_only") == ""
