"""In an experiment with a server that is no nginx all runs have to answer a request alike."""

from typing import Any

import pytest

from agents.contract.probe import Probe, ProbedEntry
from agents.contract.states import RunState
from agents.contract.workload import Workload
from backend.definition.server_facts import find_declared_roles, inapplicable_knobs
from backend.execution.orchestration.equal_work import content_of, unequal_runs
from backend.records.runs import Run
from backend.validity import Expected
from backend.validity.answers import find_difference

SERVERS = [
    {"name": "nginx", "kind": "nginx"},
    {"name": "haproxy", "kind": "declared", "declaration": {}},
    {"name": "newer", "kind": "nginx", "declaration": None},
]
FACTS = {"proxy": {"facts": {"servers": SERVERS}}, "backend": {"facts": {"servers": SERVERS}}}


def test_a_server_is_declared_where_its_host_said_so_at_the_launch() -> None:
    assert find_declared_roles({"server.name": "haproxy"}, FACTS) == {"proxy"}
    assert find_declared_roles({"backend.server": "haproxy"}, FACTS) == {"backend"}
    for name in ("nginx", "newer", "absent"):
        assert find_declared_roles({"server.name": name}, FACTS) == set()
    assert find_declared_roles({}, FACTS) == find_declared_roles({}, None) == set()


def test_texts_of_nginx_are_no_excuse_for_another_answer() -> None:
    packed, plain = (
        {"nginx.gzip": True, "nginx.conf": "x", "origin.kind": "static"},
        {"origin.kind": "static"},
    )
    assert content_of(packed, {}) != content_of(plain, {})
    assert content_of(packed, {}, {"proxy"}) == content_of(plain, {}, {"proxy"})
    assert content_of(plain, {}, {"proxy"}) != content_of({}, {}, {"proxy"})
    assert content_of(plain, {}, {"backend"}) == content_of({}, {}, {"backend"})
    assert content_of({}, {"path": "/a"}, {"proxy"}) != content_of({}, {}, {"proxy"})


def answer(**fields: Any) -> Probe:
    return Probe.model_validate({"status": 200, "bytes": 11, "sha256": "a", **fields})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, None),
        ({"status": 404}, "the answer has status 404 instead of the 200 that “nginx” was given"),
        ({"status": 304}, "the answer has status 304 instead of the 200 that “nginx” was given"),
        ({"bytes": 12, "sha256": "b"}, "the answer has 12 bytes instead of the 11 that “nginx” was given"),
        ({"sha256": "b"}, "the answer is not the one of as many bytes (11) that “nginx” was given"),
    ],
)
def test_status_length_and_digest_must_agree(fields: dict[str, Any], words: str | None) -> None:
    reference = Expected("nginx", answer(), with_status=True)
    assert find_difference(answer(**fields), reference, Workload.model_validate({"duration_s": 1})) == words


def test_the_first_request_of_a_mix_that_differs_is_named() -> None:
    workload = Workload.model_validate({"duration_s": 1, "mix": [{"path": "/a"}, {"path": "/b"}]})
    entries = [ProbedEntry(entry=n, status=200, bytes=5, sha256="a") for n in range(2)]
    other_entries = [entries[0], entries[1].model_copy(update={"status": 500})]
    reference = Expected("nginx", answer(mix=entries), with_status=True)
    words = find_difference(answer(mix=other_entries), reference, workload)
    assert words == "GET /b: the answer has status 500 instead of the 200 that “nginx” was given"


def run(position: int, body: str | None, server: str = "nginx", **fields: Any) -> Run:
    """A run that was answered with this body; None: it was not asked yet."""
    knobs = {"server.name": server} | fields.pop("knobs", {})
    probe = None if body is None else answer(sha256=body).model_dump(mode="json")
    workload = {"tool": "wrk", "duration_s": 1}
    kind = {"is_baseline": False, "state": RunState.READY, "workload": workload} | fields
    return Run(name=f"r{position}", position=position, knobs=knobs, probe=probe, **kind)


@pytest.mark.parametrize(
    ("runs", "names"),
    [
        ([run(0, "a", "haproxy"), run(1, None, is_baseline=True)], []),
        ([run(0, "a", "haproxy"), run(1, "b", is_baseline=True)], ["r0"]),
        ([run(0, "b", is_baseline=True), run(1, "a", "haproxy")], ["r1"]),
        ([run(0, "a", "haproxy"), run(1, "b", "haproxy"), run(2, "b", is_baseline=True)], ["r0"]),
        ([run(0, "a", state=RunState.FAILED), run(1, "b", "haproxy"), run(2, "b")], []),
        ([run(0, "a"), run(1, "b", is_baseline=True)], []),
    ],
)
def test_runs_of_unequal_work_are_named_whichever_answered_first(runs: list[Run], names: list[str]) -> None:
    unequal = unequal_runs(runs, FACTS)
    assert [unequal_run.name for unequal_run, _ in unequal] == names
    assert {failure.code for _, failure in unequal} <= {"unequal_work"}


def test_knobs_of_another_kind_of_server_mean_nothing_to_a_run() -> None:
    params = [{"name": "threads", "minimum": 1, "maximum": 4}]
    servers = [*SERVERS, {"name": "caddy", "kind": "declared", "declaration": {"params": params}}]
    facts = {"proxy": {"facts": {"servers": servers}}}
    of_nginx, of_host = ["nginx.access_log", "upstream.keepalive", "nginx.gzip"], ["pin.proxy", "tls.on"]
    names = [*of_nginx, *of_host, "server.params.threads", "server.conf", "server.name", "no.such_knob"]
    assert inapplicable_knobs({"server.name": "haproxy"}, names, facts) == [
        *of_nginx,
        "server.params.threads",
        "server.conf",
    ]
    assert inapplicable_knobs({"server.name": "caddy"}, names, facts) == [*of_nginx, "server.conf"]
    assert inapplicable_knobs({"server.name": "newer"}, names, facts) == [
        "server.params.threads",
        "server.conf",
    ]
    assert (
        inapplicable_knobs({"server.name": "haproxy", "nginx.access_log": "off"}, of_nginx, facts)
        == of_nginx[1:]
    )
    assert inapplicable_knobs({}, of_nginx, None) == []
