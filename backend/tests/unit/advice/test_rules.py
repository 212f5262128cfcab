"""Each rule on a case that it speaks of, and on near misses that it keeps quiet about."""

from typing import Any

import pytest

from backend.advice.advise import advise
from backend.advice.nginx import read_nginx
from backend.advice.rules import RULES
from backend.advice.schemas import AdviceOut
from backend.definition.parse import parse_definition
from backend.tests.unit.advice.cases import CASES
from backend.tests.unit.advice.definition_parts import RAW, Case, host
from backend.tests.unit.advice.mistakes import MISTAKES

ROLES = ("load", "proxy", "backend")


def advice(case: Case) -> list[AdviceOut]:
    base: dict[str, Any] = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": 1}],
        "variants": [{"name": "a", "set": case.knobs}],
    }
    facts: Any = dict.fromkeys(ROLES, case.facts) if case.facts else {}
    return advise(parse_definition(base | case.more), facts)


def test_every_rule_has_its_cases():
    assert CASES.keys() | {m.code for m in MISTAKES} == {rule.code for rule in RULES}


@pytest.mark.parametrize("code", CASES)
def test_a_rule_speaks_where_it_should(code: str):
    for case in CASES[code][0]:
        found = [a for a in advice(case) if a.code == code]
        assert found, case
        for a in found:
            assert a.text
            assert a.example
            assert a.source
            assert a.variant in (None, "a")
            assert a.place


@pytest.mark.parametrize("code", CASES)
def test_a_rule_keeps_quiet_at_a_near_miss(code: str):
    for case in CASES[code][1]:
        assert [a.text for a in advice(case) if a.code == code] == [], case


def test_raw_text_is_read_like_knobs():
    one = advice(Case({"nginx.conf": RAW % "proxy_http_version 1.1;"}))
    assert [(a.code, a.knob, a.place) for a in one if a.severity == "warning"] == [
        ("keepalive_without_http11", "nginx.conf", "variants[0].set.nginx.conf")
    ]
    assert "an empty Connection header" in one[0].text
    assert "HTTP/1.1" not in one[0].text
    both = advice(Case({"nginx.conf": RAW % 'proxy_http_version 1.1; proxy_set_header Connection "";'}))
    assert "keepalive_without_http11" not in {a.code for a in both}


def test_the_place_is_where_the_value_was_set():
    data = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": 1}],
        "set": {"nginx.accept_mutex": "on", "nginx.worker_processes": 2},
        "factors": {"port": {"one": {}, "each": {"listen.reuseport": "on"}}},
    }
    (found,) = advise(parse_definition(data))
    assert (found.place, found.variant, found.knob) == ("set.nginx.accept_mutex", None, "nginx.accept_mutex")


def test_what_variants_inherit_is_said_once_and_of_the_one_that_set_it():
    data = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": 1}, {"name": "b", "connections": 8, "duration": 1}],
        "variants": [
            {"name": "plain"},
            {"name": "pool", "from": "plain", "set": {"upstream.keepalive": 8}},
            {"name": "more", "from": "pool", "set": {"nginx.worker_processes": 2}},
        ],
    }
    (found,) = advise(parse_definition(data))
    assert (found.variant, found.place) == ("pool", "variants[1].set.upstream.keepalive")


def test_rates_measured_before_count_more_than_published_ones():
    data = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": 1}],
        "variants": [{"name": "a", "set": {"nginx.keepalive_requests": 1000}}],
        "published": {"source": "x", "rows": [{"variant": "a", "requests_per_s": 120_000}]},
    }
    assert "120,000" in advise(parse_definition(data))[0].text
    assert advise(parse_definition(data), rates={"a": 5000}) == []


def test_a_share_is_judged_by_what_the_baseline_answered_before():
    load = {"tool": "vegeta", "connections": 16, "duration": 1, "rate": "70%"}
    variants = [{"name": "a"}, {"name": "b", "set": {"nginx.worker_processes": 2}}]
    definition = parse_definition({"name": "x", "workloads": [load], "variants": variants})
    known_rates: list[dict[str, float]] = [{}, {"b": 90_000}, {"a": 14_000}, {"a": 40_000}]
    texts = [[a.text for a in advise(definition, rates=rates)] for rates in known_rates]
    assert texts[:3] == [[], [], []]
    words = "28,000 requests per second (70% of what the baseline answered before) need about 3 threads"
    assert words in texts[3][0]


def test_pins_on_different_machines_do_not_overlap():
    data = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": 1}],
        "variants": [{"name": "a", "set": {"pin.load": "0", "pin.proxy": "0"}}],
    }
    facts: Any = {"load": host(machine="one"), "proxy": host(machine="other"), "backend": host()}
    assert advise(parse_definition(data), facts) == []


UNSAFE = """location /name { add_header X-Name $uri; return 204; }
location /back { return 302 https://example.org$uri; }"""


def test_security_findings_for_raw_text_only():
    found = [a for a in advice(Case({"nginx.server_extra": UNSAFE})) if a.code == "security"]
    assert {a.severity for a in found} == {"warning"}
    assert {a.source.rpartition(" ")[2] for a in found} == {"http_splitting"}
    assert {a.place for a in found} == {"variants[0].set.nginx.server_extra"}
    assert {a.example for a in found} == {"return 302 https://$host$request_uri;"}
    assert not [a for a in advice(Case({"upstream.keepalive": 8})) if a.code == "security"]


def test_a_text_that_cannot_be_read_gets_no_advice():
    assert read_nginx("events {} http { log_format x 'never closed; }") == ()
