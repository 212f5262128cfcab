"""Connections to backends that nginx keeps by itself: from 1.29.7 on, and only in an upstream block."""

from typing import Any

import pytest

from agents.catalog.roles import Role
from agents.contract.reports import Facts, NginxFacts
from agents.contract.servers import ServerFacts
from agents.observe.nginx_build import build_of
from backend.acted.observed import Counts, observe
from backend.acted.settings import subject_of
from backend.acted.signs_of_run import signs_of_run
from backend.advice.advise import advise
from backend.advice.predicates import keeps_upstreams
from backend.advice.rule import Subject
from backend.definition.parse import parse_definition
from backend.tests.unit.facts import host_facts

OLD, NEW, RESTY, FORK = (
    build_of("nginx", f"{name} version: {name}/{number}\nconfigure arguments: --with-http_v2_module")
    for name, number in (
        ("nginx", "1.29.6"),
        ("nginx", "1.29.7"),
        ("openresty", "1.31.2.1"),
        ("freenginx", "1.31.2"),
    )
)
BLOCK, HTTP11, NO_HTTP11 = (
    {"upstream.use_upstream": True},
    {"upstream.http11": True},
    {"upstream.http11": False},
)
POOL, NO_POOL = {"upstream.keepalive": 8}, {"upstream.keepalive": 0}
CLOSING = {"nginx.http_extra": "proxy_set_header Connection close;"}
LOAD = {"connections": 16, "duration": 1}


def subject(knobs: dict[str, Any], nginx: NginxFacts, base: dict[str, Any] | None = None) -> Subject:
    workload = parse_definition({"name": "x", "workloads": [LOAD], "variants": [{"name": "a"}]}).workloads[0]
    return subject_of(knobs, base or {}, "proxied", workload, {"proxy": host_facts(nginx=nginx)})


@pytest.mark.parametrize(
    ("knobs", "nginx", "is_kept"),
    [
        ({}, NEW, False),  # proxy_pass names an address
        (BLOCK, NEW, True),
        (BLOCK, RESTY, True),
        (BLOCK, OLD, False),
        (BLOCK, FORK, False),
        (BLOCK | NO_HTTP11, NEW, False),
        (BLOCK | CLOSING, NEW, False),
        (NO_POOL, NEW, False),
        (HTTP11, NEW, False),
        (POOL, NEW, True),
        (POOL, OLD, False),
        (POOL | HTTP11, OLD, True),
        (POOL | {"nginx.http_extra": "proxy_http_version 2;"}, NEW, True),
    ],
)
def test_a_connection_is_kept_by_version_and_text(
    knobs: dict[str, Any], nginx: NginxFacts, is_kept: bool
) -> None:
    assert keeps_upstreams(subject(knobs, nginx)) == is_kept


@pytest.mark.parametrize(
    ("knobs", "nginx", "code"),
    [
        (HTTP11, NEW, "http11_without_keepalive"),
        (POOL | NO_HTTP11, NEW, "keepalive_without_http11"),
        (POOL, FORK, "keepalive_without_http11"),
        (BLOCK | HTTP11, NEW, None),
        (BLOCK | HTTP11, OLD, "http11_without_keepalive"),
        (HTTP11 | NO_POOL, NEW, None),
        (POOL, NEW, None),
        (NO_POOL | NO_HTTP11, NEW, None),
    ],
)
def test_advice_knows_what_a_version_does_by_itself(
    knobs: dict[str, Any], nginx: NginxFacts, code: str | None
) -> None:
    codes = {"http11_without_keepalive", "keepalive_without_http11"}
    variants = [{"name": "a"}, {"name": "b", "set": knobs}]
    definition = parse_definition({"name": "x", "workloads": [LOAD], "variants": variants})
    roles: dict[Role, Facts] = {"proxy": host_facts(nginx=nginx)}
    assert {a.code for a in advise(definition, roles)} & codes == ({code} if code else set())


@pytest.mark.parametrize(
    ("knobs", "nginx", "machine", "is_told"),
    [
        ({}, NEW, "other", True),
        ({}, NEW, "m", False),
        ({}, OLD, "other", False),
        (BLOCK, NEW, "other", False),
        (CLOSING, NEW, "other", False),
        ({"sysctl.net.ipv4.tcp_tw_reuse": 1}, NEW, "other", False),
    ],
)
def test_a_proxy_that_closes_connections_to_another_host_runs_short_of_ports(
    knobs: dict[str, Any], nginx: NginxFacts, machine: str, is_told: bool
) -> None:
    load = LOAD | {"duration": 10}
    definition = parse_definition(
        {"name": "x", "workloads": [load], "variants": [{"name": "a", "set": knobs}]}
    )
    roles: dict[Role, Facts] = {"proxy": host_facts(nginx=nginx), "backend": host_facts(machine=machine)}
    hits = [a for a in advise(definition, roles) if a.code == "http11_without_keepalive"]
    assert [a.changes[0].value for a in hits] == [True] * is_told


def test_a_count_of_kept_connections_is_none_of_a_cache() -> None:
    cache = {"nginx.location_extra": "proxy_cache c;"}
    few = Counts(requests=5_000, to_backends=40)
    assert observe("proxy_cache", subject(cache | BLOCK, NEW), few, few) is None
    sign = observe("proxy_cache", subject(cache | BLOCK, OLD), few, few)
    assert sign is not None
    assert sign.has_acted


def test_signs_are_those_of_the_runs_own_server() -> None:
    servers = [ServerFacts(name="nginx", nginx=OLD), ServerFacts(name="new", nginx=NEW)]
    facts = host_facts(nginx=OLD, servers=servers)
    base = {"server.name": "new"}
    workload = subject({}, NEW).workload
    run = subject_of(base | POOL, base, "proxied", workload, {"proxy": facts})
    (sign,) = signs_of_run(run, Counts(), Counts())
    assert (sign.setting, sign.state) == ("upstream.keepalive", "unknown")
    (sign,) = signs_of_run(subject_of(POOL, {}, "proxied", workload, {"proxy": facts}), Counts(), Counts())
    assert sign.state == "never_acted"
