"""Connections that a process, an address or a worker cannot hold are refused with the sum and a remedy."""

from typing import Any

import pytest

from agents.contract.reports import Abilities, Facts
from backend.definition.parse import parse_definition
from backend.planning.plan import runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.tests.unit.facts import host_facts

DEBIAN = {"net.ipv4.ip_local_port_range": "32768 60999"}
PLACE = "workloads[0].connections"


def a_host(nofile: int = 20_000, may_have: int = 20_000, sysctls: dict[str, str] | None = None) -> Facts:
    more = {"sysctl": DEBIAN if sysctls is None else sysctls}
    can = Abilities(nofile=may_have, sysctls=["net.ipv4.ip_local_port_range"])
    return host_facts(nofile=nofile, namespace="n", abilities=can, more=more)


def refusals(
    connections: int, host: Facts | None = None, knobs: dict[str, Any] | None = None, **changes: Any
) -> str:
    """What the plan says at the connections; empty where it accepts them."""
    load = {"duration": 1, "connections": connections}
    data = {"name": "x", "workloads": [load], "variants": [{"name": "a"}], "set": knobs or {}} | changes
    definition = parse_definition(data)
    hosts: Any = dict.fromkeys(("load", "proxy", "backend"), host or a_host())
    problems = check_against_testbed(definition, runs_of(definition), hosts)
    assert {problem.place for problem in problems} <= {PLACE, "ceiling.to"}
    return " | ".join(problem.message for problem in problems)


def test_what_a_host_can_hold_is_accepted():
    assert refusals(19_800) == ""  # nginx with 512 worker_connections opens no more files than these
    assert refusals(60_000, a_host(nofile=1_048_576, sysctls={}), topology="proxy_only") == ""


def test_a_load_tool_has_a_file_for_each_connection():
    text = refusals(20_000)
    assert "20000 connections need 20018 open files on the load host; a process of wrk may have 20000" in text
    assert "LimitNOFILE= in its unit, ulimit -Hn before dyno up" in text
    assert "raises the soft limit itself" in text
    assert "set load.limits.nofile: 20018" in refusals(20_000, a_host(may_have=1_048_576))
    more = {"load.limits.nofile": 65_536, "origin.instances": 2}
    assert refusals(20_000, a_host(may_have=1_048_576), more) == ""


def test_a_limit_that_a_variant_gives_the_load_tool_is_the_one_that_counts():
    text = refusals(500, knobs={"load.limits.nofile": 256})
    assert "load.limits.nofile of “a” may have 256: set load.limits.nofile: 518" in text


def test_a_ceiling_counts_its_largest_probe():
    text = refusals(16, kind="ceiling", ceiling={"to": 30_000})
    assert "30000 connections need 30018 open files on the load host" in text


@pytest.mark.parametrize(
    ("sysctls", "knobs", "part"),
    [
        (DEBIAN, {}, "30000 ports on the load host, whose source address has 28232 (32768 to 60999)"),
        (DEBIAN, {}, "to one address and port of nginx; set load.sysctl.net.ipv4.ip_local_port_range: 22000"),
        (
            {
                "net.ipv4.ip_local_port_range": "1024 65535",
                "net.ipv4.ip_local_reserved_ports": "1,1000-40000,65535",
            },
            {},
            "whose source address has 25534 (1024 to 65535)",
        ),
        (DEBIAN, {"sysctl.net.ipv4.ip_local_port_range": "2000 65535"}, ""),  # in the same network
        ({}, {}, ""),  # an agent that does not say
        ({"net.ipv4.ip_local_port_range": "odd one"}, {}, ""),
        ({"net.ipv4.ip_local_port_range": "1024 65535", "net.ipv4.ip_local_reserved_ports": "x-,9-"}, {}, ""),
    ],
)
def test_a_source_address_has_a_port_for_each_connection(sysctls, knobs, part):
    text = refusals(30_000, a_host(10**6, 10**6, sysctls), knobs, topology="proxy_only")
    assert part in text
    assert (text == "") == (part == "")


def test_more_connections_than_any_range_of_ports():
    text = refusals(65_000, a_host(10**6, 10**6), topology="proxy_only")
    assert "no range has as many, or ask for fewer" in text


def test_a_proxy_needs_a_port_to_a_backend_for_each_connection():
    wide = {"load.sysctl.net.ipv4.ip_local_port_range": "1024 65535"}
    host = a_host(10**6, 10**6).model_copy(update={"namespace": ""})
    text = refusals(30_000, host, wide)
    assert "30000 ports on the proxy host" in text
    assert "to each of 1 backends" in text
    assert "or origin.instances: 2" in text
    assert refusals(30_000, host, wide | {"origin.instances": 2}) == ""


def test_a_worker_has_two_files_for_each_connection_that_it_passes_on():
    roomy = {"nginx.worker_connections": 65_535}
    text = refusals(15_000, knobs=roomy)
    assert "15000 connections need 30064 open files in one worker on the proxy host" in text
    assert "two for each connection that nginx passes on" in text
    assert refusals(15_000, knobs=roomy | {"nginx.worker_processes": 2}) == ""
    assert refusals(15_000, knobs=roomy | {"nginx.worker_processes": "auto"}) == ""  # two CPUs
    assert refusals(15_000, knobs=roomy, topology="proxy_only") == ""
    own = refusals(15_000, a_host(may_have=65_536), roomy | {"limits.nofile": 1024})
    assert own == "", "a limit of a variant may be what is compared"


def test_a_backend_keeps_a_sixteenth_of_its_places_free():
    host = a_host(10**6, 10**6, {})
    text = refusals(40_000, host)
    assert "40000 places in each backend; one holds 30720" in text
    assert "set origin.instances: 2" in text
    assert refusals(40_000, host, {"origin.instances": 2}) == ""
    assert refusals(40_000, host, topology="proxy_only") == ""


def test_each_sum_is_named_once_whatever_many_variants_there_are():
    text = refusals(20_000, variants=[{"name": "a"}, {"name": "b"}, {"name": "c"}])
    assert text.count("open files on the load host") == 1
