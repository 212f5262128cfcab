"""Variants that a server which is no nginx cannot run are refused before launch, with the knob's name."""

from typing import Any

import pytest

from agents.contract.reports import Abilities
from agents.contract.servers import DeclaredFacts, ServerFacts, ServerParam
from backend.definition.parse import parse_definition
from backend.planning.plan import runs_of
from backend.planning.testbed_checks import check_against_testbed
from backend.tests.unit.facts import host_facts


def refusals(knobs: dict[str, Any], declaration: dict[str, Any] | None = None, **changes: Any) -> list[str]:
    params = [ServerParam(name="threads", minimum=1, maximum=64)]
    facts = DeclaredFacts.model_validate({"params": params, **(declaration or {})})
    server = ServerFacts(name="haproxy", kind="declared", declaration=facts)
    host = host_facts(nofile=20_000, abilities=Abilities(hold="", site="", servers=""), servers=[server])
    variants = [{"name": "plain"}, {"name": "other", "set": knobs}]
    data = {"name": "x", "workloads": [{"duration": 1}], "variants": variants} | changes
    definition = parse_definition(data)
    hosts: Any = dict.fromkeys(("load", "proxy", "backend"), host)
    return [p.message for p in check_against_testbed(definition, runs_of(definition), hosts)]


def test_what_is_set_for_its_host_and_its_parameters_is_taken() -> None:
    knobs = {"server.name": "haproxy", "server.params.threads": 2, "pin.proxy": "0", "origin.body_bytes": 100}
    assert refusals(knobs) == []
    assert refusals({"backend.server": "haproxy", "backend.params.threads": 2}) == []


@pytest.mark.parametrize(
    ("knobs", "declaration", "words"),
    [
        (
            {"nginx.worker_processes": 2},
            {},
            "nginx.worker_processes: haproxy, the server of “other”, is no nginx",
        ),
        ({"listen.backlog": 100}, {}, "listen.backlog: haproxy, the server of “other”, is no nginx"),
        ({"upstream.keepalive": 8}, {}, "upstream.keepalive: haproxy"),
        ({"nginx.location_extra": "gzip on;"}, {}, "nginx.location_extra: haproxy"),
        ({"server.params.threads": 65}, {}, "takes threads from 1 to 64; got 65"),
        ({"server.params.other": 1}, {}, "has no parameter “other”; it has threads"),
        ({"server.conf": "x"}, {}, "server.conf: haproxy, the server of “other”, has its text on its host"),
        ({}, {"has_free_conf": True}, "haproxy has no text on its host: give it in server.conf of “other”"),
        ({}, {"has_tls": True}, "haproxy has TLS on by its declaration: set tls.on: on in “other”"),
        ({"tls.on": True}, {}, "haproxy has TLS off by its declaration: set tls.on: off in “other”"),
        (
            {},
            {"params": [ServerParam(name="threads", minimum=1, maximum=2, is_required=True)]},
            "haproxy needs server.params.threads in “other”",
        ),
    ],
)
def test_what_it_does_not_take_is_named(
    knobs: dict[str, Any], declaration: dict[str, Any], words: str
) -> None:
    (message,) = refusals({"server.name": "haproxy", **knobs}, declaration)
    assert words in message


def test_a_shared_knob_of_nginx_is_reset_where_the_server_is_none() -> None:
    shared: Any = {"set": {"nginx.worker_processes": 2}}
    assert "is no nginx" in refusals({"server.name": "haproxy"}, **shared)[0]
    assert refusals({"server.name": "haproxy", "nginx.worker_processes": None}, **shared) == []


def test_nginx_has_no_parameters_and_no_other_text() -> None:
    assert (
        "server.params.threads: nginx, the server of “other”, has no"
        in refusals({"server.params.threads": 1})[0]
    )
    assert "server.conf: nginx, the server of “other”, has its text" in refusals({"server.conf": "x"})[0]


def test_its_backend_makes_no_answers_of_nginx() -> None:
    message = refusals({"backend.server": "haproxy", "origin.kind": "static"})[0]
    assert message.startswith("origin.kind: haproxy, the server of “other”, is no nginx")
    site = [{"duration": 1, "site": [10, 20]}]
    assert (
        "is no nginx: only that serves such pages"
        in refusals({"backend.server": "haproxy"}, workloads=site)[0]
    )


def test_it_holds_no_connections() -> None:
    hold = [{"duration": 1, "hold": {"connections": 100, "every": "60s"}}]
    assert any(
        "only that listens on further ports" in m
        for m in refusals({"server.name": "haproxy"}, workloads=hold)
    )
