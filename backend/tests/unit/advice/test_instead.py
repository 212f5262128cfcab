"""What a rule proposes, applied to the definition, silences it: alone and with those of other rules."""

from collections.abc import Iterable
from typing import Any

import pytest

from agents.catalog.roles import Role
from agents.contract.reports import Facts
from backend.advice.advise import advise
from backend.advice.schemas import AdviceOut, ChangeOut
from backend.definition.model import Definition
from backend.definition.parse import parse_definition
from backend.tests.unit.advice.cases import CASES
from backend.tests.unit.advice.definition_parts import ALONE, BIG, RAW, TLS, Case, ab, host, load

ROLES: tuple[Role, ...] = ("load", "proxy", "backend")
ROUNDS = 6
"""Advice may follow from advice: more connections want more files."""


def facts_of(facts: Facts | None) -> dict[Role, Facts]:
    return dict.fromkeys(ROLES, facts) if facts else {}


def defined(case: Case) -> Definition:
    base: dict[str, Any] = {
        "name": "x",
        "workloads": [{"connections": 16, "duration": 1}],
        "variants": [{"name": "a", "set": case.knobs}],
    }
    return parse_definition(base | case.more)


def applied(definition: Definition, changes: Iterable[ChangeOut]) -> Definition:
    """As the form does it: each value at its path; null takes a field away, and unsets a knob."""
    data: Any = definition.model_dump(mode="json", by_alias=True, exclude_none=True)
    for change in changes:
        *above, last = change.path
        at = data
        for part in above:
            at = at[part]
        is_knob = "." in str(last)
        if change.value is None and not is_knob:
            at.pop(last, None)
        else:
            at[last] = change.value
    return parse_definition(data)


def of_rule(code: str, definition: Definition, facts: Facts | None) -> list[AdviceOut]:
    return [a for a in advise(definition, facts_of(facts)) if a.code == code]


@pytest.mark.parametrize("code", CASES)
def test_what_a_rule_proposes_silences_it(code: str) -> None:
    for case in CASES[code][0]:
        definition = defined(case)
        for advice in of_rule(code, definition, case.facts):
            assert advice.changes, f"{code} proposes nothing for {case}"
            assert advice.example
            after = applied(definition, advice.changes)
            assert advice.text not in [a.text for a in of_rule(code, after, case.facts)], (case, advice)
        everything = [change for a in of_rule(code, definition, case.facts) for change in a.changes]
        assert of_rule(code, applied(definition, everything), case.facts) == [], case


ALL_AT_ONCE = {
    "ab, workers and connections": Case({}, BIG, ab(connections=3000)),
    "files where none are served": Case({"nginx.tcp_nopush": "on", "nginx.sendfile": "on"}),
    "tcp_nopush without sendfile, and no files": Case({"nginx.tcp_nopush": "on"}),
    "a pool that is too small and closed at once": Case(
        {"upstream.keepalive": 1, "origin.delay": "100ms", "upstream.keepalive_requests": 10},
        more=load(connections=1000),
    ),
    "a queue that the kernel cuts": Case(
        {
            "sysctl.net.core.somaxconn": 600,
            "listen.backlog": 8192,
            "sysctl.net.ipv4.tcp_max_syn_backlog": 9000,
        },
        host(),
    ),
    "everything pinned to one CPU": Case(
        {"pin.load": "0", "pin.proxy": "0", "pin.origin": "0", "nginx.worker_processes": 4}, host()
    ),
    "old ciphers and no TLS": Case({"nginx.ssl_ciphers": "RC4:kEDH+AESGCM", "nginx.ssl_protocols": "SSLv3"}),
    "connections beyond files": Case({"nginx.worker_connections": 512}, host(), load(connections=3000)),
    "compression that nobody gets": Case({"nginx.gzip": "on", "nginx.gzip_comp_level": 9}, None, ab()),
    "old TLS": Case({"nginx.ssl_ciphers": "RC4", "nginx.ssl_protocols": "SSLv3", **TLS}),
    "a queue of the kernel alone": Case(
        {"sysctl.net.ipv4.tcp_max_syn_backlog": 9000},
        host(more={"sysctl": {"net.core.somaxconn": "128", "net.ipv4.tcp_fastopen": "0"}}),
    ),
}


@pytest.mark.parametrize("what", [*ALL_AT_ONCE, *CASES])
def test_all_proposals_together_come_to_an_end(what: str) -> None:
    for case in [ALL_AT_ONCE[what]] if what in ALL_AT_ONCE else CASES[what][0]:
        definition = defined(case)
        for _ in range(ROUNDS):
            found = advise(definition, facts_of(case.facts))
            if not found:
                break
            definition = applied(definition, [change for a in found for change in a.changes])
        assert [a.text for a in advise(definition, facts_of(case.facts)) if a.changes] == [], case


def test_workers_follow_the_cpus_that_there_are() -> None:
    one = host(cpus=1, online_cpus="0")
    (advice,) = of_rule("more_workers_than_cpus", defined(Case({"nginx.worker_processes": 2})), one)
    assert advice.text == "2 workers share 1 CPU: the host has 0"
    assert advice.example == "nginx.worker_processes: 1"


def variants(*each: dict[str, Any], **more: Any) -> Definition:
    base = {"name": "x", "workloads": [{"connections": 16, "duration": 1}]}
    return parse_definition(base | {"variants": list(each)} | more)


def paths(definition: Definition, facts: Facts | None = None) -> list[tuple[list[str | int], Any]]:
    return [(c.path, c.value) for a in advise(definition, facts_of(facts)) for c in a.changes]


def test_a_change_stands_where_it_helps_all_that_need_it_and_no_other() -> None:
    gzip: dict[str, Any] = {"nginx.gzip": "on", "nginx.gzip_comp_level": 9}
    heard = load(headers={"Accept-Encoding": "gzip"})
    heard |= {"set": {"origin.body_bytes": 5000}}
    own = variants({"name": "a", "set": gzip}, {"name": "b", "from": "a"}, {"name": "c"}, **heard)
    assert paths(own) == [(["variants", 0, "set", "nginx.gzip_comp_level"], 5)]
    heard["set"] |= gzip
    shared = variants({"name": "a"}, {"name": "b"}, **heard)
    assert paths(shared) == [(["set", "nginx.gzip_comp_level"], 5)]
    heir = variants(
        {"name": "a", "set": {"nginx.worker_processes": 2}},
        {"name": "b", "from": "a", "set": {"pin.proxy": "0"}},
    )
    assert paths(heir, host()) == [(["variants", 1, "set", "nginx.worker_processes"], 1)]
    for definition, facts in ((own, None), (shared, None), (heir, host())):
        after = applied(definition, [c for a in advise(definition, facts_of(facts)) for c in a.changes])
        assert advise(after, facts_of(facts)) == []


def test_in_a_grid_a_knob_is_added_beside_the_one_that_needs_it_and_no_level_is_changed() -> None:
    grid = {"factors": {"pool": {"none": {}, "32": {"upstream.keepalive": 32}}}}
    definition = parse_definition({"name": "x", "workloads": [{"connections": 16, "duration": 1}]} | grid)
    assert paths(definition) == [(["factors", "pool", "32", "upstream.http11"], True)]
    workers = {"factors": {"workers": {str(n): {"nginx.worker_processes": n} for n in (1, 2, 4)}}}
    definition = parse_definition({"name": "x", "workloads": [{"connections": 16, "duration": 1}]} | workers)
    (advice,) = of_rule("more_workers_than_cpus", definition, host())
    assert (advice.example, advice.changes) == ("nginx.worker_processes: 2", [])


def test_your_own_text_is_left_to_you() -> None:
    definition = defined(
        Case({"nginx.conf": RAW % "proxy_http_version 1.1;"}, more=ALONE | {"topology": "proxied"})
    )
    (advice,) = of_rule("keepalive_without_http11", definition, None)
    assert advice.changes == []
