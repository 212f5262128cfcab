"""Variants that name a build of their host: planned, advised and refused by what that build is."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from agents.catalog.roles import Role
from agents.contract.reports import Abilities, Facts
from agents.contract.servers import ServerFacts
from agents.observe.nginx_build import build_of
from agents.render import setups
from backend.advice.advise import advise
from backend.definition.parse import parse_definition
from backend.definition.variants import variant_hash
from backend.planning.host_changes import host_changes
from backend.planning.plan import make_plan, runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.tests.unit.facts import host_facts

ARGUMENTS = "configure arguments: --with-http_stub_status_module --with-http_v2_module"
OLD, NEW = (build_of("nginx", f"nginx version: nginx/{n}\n{ARGUMENTS}") for n in ("1.22.1", "1.29.8"))
BARE = build_of("nginx", "nginx version: nginx/1.22.1\nconfigure arguments: --without-http_gzip_module")
SERVERS = [
    ServerFacts(name="nginx", nginx=OLD),
    ServerFacts(name="new", nginx=NEW),
    ServerFacts(name="bare", nginx=BARE),
    ServerFacts(name="broken", problem="libpcre2-8.so.0 => not found"),
    ServerFacts(name="Wrong name"),
]
HOST = host_facts(nginx=OLD, servers=SERVERS, abilities=Abilities(servers="", nofile=1024))


def definition_of(knobs: Mapping[str, Any], topology: str = "proxied") -> Any:
    variants = [{"name": "a"}, {"name": "b", "set": dict(knobs)}]
    load = {"connections": 16, "duration": 1}
    return parse_definition({"name": "x", "topology": topology, "workloads": [load], "variants": variants})


def problems(
    knobs: Mapping[str, Any],
    facts: Facts = HOST,
    topology: str = "proxied",
    hosts_with: Mapping[str, Sequence[str]] = {},
) -> list[str]:
    definition = definition_of(knobs, topology)
    roles: dict[Role, Facts] = {"load": facts, "proxy": facts, "backend": facts}
    plan = make_plan(definition, seed=0)
    return [issue.message for issue in check_against_testbed(definition, plan.runs, roles, hosts_with)]


def test_a_build_of_the_host_is_planned() -> None:
    assert problems({"server.name": "new", "backend.server": "new"}) == []
    assert problems({"server.name": "nginx"}, host_facts(nginx=OLD)) == []


@pytest.mark.parametrize(
    ("knobs", "words"),
    [
        (
            {"server.name": "newer"},
            "has no server “newer”; it has nginx, new, bare; c, d have it",
        ),
        ({"backend.server": "gone"}, "backend.server: the backend host has no server “gone”"),
        ({"server.name": "broken"}, "cannot run “broken”: libpcre2-8.so.0 => not found"),
        ({"server.name": "bare", "nginx.gzip": "on"}, "nginx.gzip: nginx must be built with"),
        ({"upstream.keepalive": 0}, "nginx has it since 1.29.7; the proxy host has nginx/1.22.1"),
        ({"nginx.http_extra": "add_header_inherit on;"}, "known to nginx since 1.29.3"),
        ({"nginx.http_extra": "upstream u { server $backend; keepalive 0; }"}, "`keepalive 0` is known to"),
    ],
)
def test_what_a_build_lacks_is_said_before_launch(knobs: dict[str, Any], words: str) -> None:
    assert any(words in message for message in problems(knobs, hosts_with={"newer": ["c", "d"]}))


def test_what_the_variants_own_build_has_is_no_problem() -> None:
    assert problems({"server.name": "new", "upstream.keepalive": 0}) == []
    assert problems({"server.name": "new", "nginx.http_extra": "add_header_inherit on;"}) == []


def test_an_agent_without_declared_servers_is_refused() -> None:
    (message,) = problems({"server.name": "new"}, host_facts(nginx=OLD))
    assert "its agent is older than declared servers" in message
    assert problems({}, host_facts(nginx=OLD)) == []


def test_the_host_needs_no_nginx_of_its_own_where_all_name_a_build() -> None:
    only = host_facts(nginx=None, servers=SERVERS, abilities=HOST.abilities)
    (message, *_) = problems({"server.name": "new"}, only)
    assert message.startswith("nginx is not installed on the proxy host. ")
    definition = parse_definition(
        {
            "name": "x",
            "topology": "proxy_only",
            "workloads": [{"connections": 16, "duration": 1}],
            "variants": [{"name": "a", "set": {"server.name": "new"}}],
        }
    )
    roles: dict[Role, Facts] = {"load": only, "proxy": only}
    assert not check_against_testbed(definition, runs_of(definition), roles)


def test_advice_follows_the_variants_own_build() -> None:
    knobs = {"upstream.keepalive": 32}
    roles: dict[Role, Facts] = {"load": HOST, "proxy": HOST, "backend": HOST}
    codes = {a.code for a in advise(definition_of(knobs), roles)}
    assert "keepalive_without_http11" in codes
    newer_codes = {a.code for a in advise(definition_of(knobs | {"server.name": "new"}), roles)}
    assert "keepalive_without_http11" not in newer_codes


def test_the_plan_names_the_servers_that_it_starts() -> None:
    plan = make_plan(definition_of({"server.name": "haproxy", "origin.instances": 2}), seed=0)
    proxy, backend = host_changes(plan, [("proxy", "p"), ("backend", "b")])
    words = "Starts 2 instances of nginx and 1 instance of haproxy under test on free ports"
    assert proxy.changes[0].startswith(words)
    assert backend.changes[0].startswith("Starts 4 instances of nginx to answer requests on free ports")


def test_a_setup_names_its_build_and_is_as_before_without() -> None:
    named = setups({"server.name": "new", "backend.server": "old"}, "proxied")
    assert (named["proxy"].server, named["backend"].server) == ("new", "old")
    plain, usual = setups({}, "proxied"), setups({"server.name": "nginx"}, "proxied")
    assert plain == usual
    assert "server" not in plain["proxy"].model_dump()
    assert plain["proxy"].key == "proxy-c2074a053d39"
    assert variant_hash({}, "proxied") == "a9c529f6146a"


@pytest.mark.parametrize(("base", "line"), [("1.22.1", ""), ("1.29.7", "proxy_http_version 1.0;"), ("", "")])
def test_http_1_0_to_backends_can_be_asked_of_a_build_that_keeps_connections(base: str, line: str) -> None:
    conf = setups({"upstream.http11": False}, "proxied", nginx_base=base)["proxy"].conf
    assert ("proxy_http_version" in conf) == bool(line)
    assert line in conf
