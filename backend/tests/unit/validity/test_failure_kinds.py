"""Words for the failures of a load: their kinds, and the page that answers with an error."""

import pytest

from agents.contract.mix import MixEntry
from agents.contract.probe import Probe, ProbedEntry
from agents.contract.workload import Workload
from backend.execution.orchestration.judging import limits_of
from backend.tests.unit.validity.test_validity import APART, WORKLOAD, found, load, quiet
from backend.validity import judge


@pytest.mark.parametrize(
    ("errors", "failed_count", "words"),
    [
        ({"status": 1234}, 1234, "failed: error statuses;"),
        ({"read": 30, "timeout": 4}, 34, "failed: 30 read errors, 4 timeouts;"),
        (
            {"read": 90, "length": 30},
            30,
            "failed: read errors, wrong lengths;",
        ),
        ({"exceptions": 5}, 5, "failed: no answer;"),
        ({}, 5, "failed;"),
    ],
)
def test_kinds_of_failures_are_named(errors: dict[str, int | None], failed_count: int, words: str) -> None:
    assert words in found(load(errors, failed_requests=failed_count))["failed_requests"].message


def test_the_page_that_answers_with_an_error_is_named() -> None:
    report = load({"status": 9}, failed_requests=9.0)
    report.probe = Probe(status=404, bytes=153, sha256="x")
    assert "failed: error statuses (/ answers 404);" in found(report)["failed_requests"].message
    report.probe = Probe(
        status=200, bytes=9, sha256="x", mix=[ProbedEntry(entry=0, status=503, bytes=9, sha256="x")]
    )
    mixed = WORKLOAD.model_copy(update={"mix": [MixEntry(method="GET", path="/a")]})
    findings = {f.code: f for f in judge(report, mixed, quiet(), APART)}
    assert "error statuses (GET /a answers 503);" in findings["failed_requests"].message


@pytest.mark.parametrize(("tool", "words"), [("ab", " (/ answers 304);"), ("wrk", ";")])
def test_an_unchanged_page_is_named_where_the_load_tool_counts_it_as_failed(tool: str, words: str) -> None:
    report = load({"status": 9}, failed_requests=9.0)
    report.probe = Probe(status=304, bytes=0, sha256="x")
    workload = Workload.model_validate(
        {"tool": tool, "connections": 1, "requests" if tool == "ab" else "duration_s": 9}
    )
    findings = {f.code: f for f in judge(report, workload, quiet(), APART)}
    assert f"failed: error statuses{words}" in findings["failed_requests"].message


def test_refusals_of_a_limit_are_told_apart_from_a_broken_server() -> None:
    report = load({"status": 9}, failed_requests=9.0)
    report.probe = Probe(status=503, bytes=153, sha256="x")
    words = "error statuses (/ answers 503), which limit_conn and limit_req may have answered;"
    assert words in found(report, limits=["limit_conn", "limit_req"])["failed_requests"].message


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("limit_req zone=a; limit_req_status 429; limit_conn b 4;", ["limit_conn", "limit_req"]),
        ("location /a {limit_req\tzone=a;}", ["limit_req"]),
        ("# limit_req zone=a;\nlimit_req_zone $uri zone=a:1m rate=1r/s;", []),
    ],
)
def test_limits_of_a_run_are_those_of_its_raw_texts(text: str, limits: list[str]) -> None:
    assert limits_of({"nginx.server_extra": text, "nginx.gzip": True}) == limits


def test_connections_that_were_reset_did_not_only_take_long_to_open() -> None:
    many = WORKLOAD.model_copy(update={"connections": 19_800, "duration_s": 5})
    findings = {f.code: f for f in judge(load({"read": 700}, requests=0.0), many, quiet(), APART)}
    assert findings["no_request"].message == "not one request was answered: read errors"


@pytest.mark.parametrize(("seconds", "words"), [(1.24, "1.2 s"), (0.0057, "6 ms")])
def test_a_very_short_load_is_said_in_ms(seconds: float, words: str) -> None:
    report = load()
    report = report.model_copy(update={"ended_at": report.started_at + seconds})
    assert f"lasted {words};" in found(report)["short"].message
