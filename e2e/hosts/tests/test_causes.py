"""Staged causes on three hosts: what was changed is what the sentence names, which was written first.

System calls are counted exactly, so one trial of each run will do; frames take profiles of both sides.
"""

import re
from typing import Any

import pytest

from agents.diagnostics import perf
from e2e.hosts.tests.definitions import definition
from e2e.hosts.three import ThreeHosts

pytestmark = [pytest.mark.root, pytest.mark.timeout(600)]
NO_CALLS, NO_PROFILE = perf.why_no_system_calls(), perf.why_no_profile()
OPENING = {"recvfrom": 1.0, "newfstatat": 1.0, "openat": 1.0, "pread64": 1.0, "writev": 1.0, "close": 1.0}
CACHED = {"recvfrom": 1.0, "pread64": 1.0, "writev": 1.0}
SAID = {
    "cached": "The proxy makes three system calls a request fewer (close, newfstatat, openat).",
    "sendfile": "The proxy makes one system call a request fewer (pread64) and one more (sendfile).",
}


def diagnosed(hosts: ThreeHosts, variants: list[dict[str, Any]], body: int, **options: Any) -> str:
    """The id of an ended experiment: a file of so many bytes, a trial of each variant, short diagnostics."""
    short = definition(*variants)
    file = {"workloads": [short["workloads"][0] | {"path": "/index.html"}], "topology": "proxy_only"}
    knobs = {"origin.kind": "static", "origin.body_bytes": body, "nginx.access_log": "off"}
    asked = {"probe": False, "duration": "1s"} | options
    made = hosts.launch(short | file | {"set": knobs, "diagnostics": asked})
    assert hosts.ended(made)["state"] == "finished"
    return made


def in_rounds(hosts: ThreeHosts, made: str) -> list[tuple[str, int]]:
    """(kind, runs that were looked at in it) of each round of diagnostics; all of them saw something."""
    diagnostics = hosts.api.get(f"/experiments/{made}/diagnostics")["diagnostics"]
    assert {diagnostic["state"] for diagnostic in diagnostics} == {"done"}
    missing = [one for diagnostic in diagnostics for one in diagnostic["missing"]]
    # on a busy machine a load of a second is over before perf has attached to its tool
    assert [one for one in missing if not one["reason"].startswith("load: ")] == []
    rounds = [(diagnostic["round"], diagnostic["kind"]) for diagnostic in diagnostics]
    return [(kind, rounds.count((number, kind))) for number, kind in dict.fromkeys(rounds)]


def difference(hosts: ThreeHosts, made: str, name: str) -> tuple[str, list[dict[str, Any]]]:
    """The proxy's sentence of a run against the baseline, and the parts of what it spends, if any."""
    run = next(run["id"] for run in hosts.experiment(made)["run_list"] if run["name"] == name)
    found = hosts.api.get(f"/experiments/{made}/profile-difference", b=run)
    said = next(cause["sentence"] for cause in found["causes"] if cause["role"] == "proxy")
    return said, found["shown"]["parts"] if found["shown"] else []


@pytest.mark.skipif(bool(NO_CALLS), reason=NO_CALLS)
def test_what_open_file_cache_and_sendfile_save_is_counted_exactly(hosts: ThreeHosts) -> None:
    variants: list[dict[str, Any]] = [
        {"name": "copied"},
        {"name": "cached", "set": {"nginx.open_file_cache": "max=100"}},
        {"name": "sendfile", "set": {"nginx.sendfile": True}},
    ]
    made = diagnosed(hosts, variants, body=4096, system_calls=True)
    assert in_rounds(hosts, made) == [("system_calls", 3)]
    copied, cached, _ = hosts.api.get(f"/experiments/{made}/diagnostics")["runs"]
    for run, expected in ((copied, OPENING), (cached, CACHED)):
        (table,) = run["calls"]
        assert (table["role"], table["is_exact"]) == ("proxy", True)
        assert often(table, "value") == expected
    assert often(cached["calls"][0], "difference") == {"newfstatat": -1.0, "openat": -1.0, "close": -1.0}
    for name, said in SAID.items():
        assert difference(hosts, made, name)[0].endswith(f" {said}")


@pytest.mark.skipif(bool(NO_PROFILE), reason=NO_PROFILE)
def test_tls_is_named_by_the_frames_of_its_library(hosts: ThreeHosts) -> None:
    variants: list[dict[str, Any]] = [{"name": "plain"}, {"name": "TLS", "set": {"tls.on": True}}]
    made = diagnosed(hosts, variants, body=65_536, profile=3)
    rounds = in_rounds(hosts, made)
    assert set(rounds) == {("profile", 2)}, "both runs in each round"
    assert 3 <= len(rounds) <= 6, "as many again at most, where samples lack"
    said, parts = difference(hosts, made, "TLS")
    risen = sorted(parts, key=lambda part: -part["change"]["change"])[:3]
    crypto = [part["change"] for part in risen if part["name"].startswith("[libcrypto")]
    assert crypto, parts
    assert crypto[0]["a"] == 0 < crypto[0]["b"]
    # on a busy machine three rounds may be too few; what is clear of chance is named
    assert bool(re.search(r"\d µs more in .*libcrypto", said)) == crypto[0]["clear"], said


def often(table: dict[str, Any], column: str) -> dict[str, float]:
    """Calls that come with every request; that connections open and close is the rest of a hundred or so."""
    rounded = {row["name"]: round(row[column], 1) for row in table["rows"]}
    return {name: value for name, value in rounded.items() if abs(value) > 0.9 and name != "epoll_wait"}
