"""A fixed rate: sent on schedule by the load tool, kept up with by the server."""

from typing import Any

import pytest

from agents.catalog.pace import Pace
from agents.contract.reports import Window
from agents.contract.workload import Workload
from backend.tests.unit.validity.test_validity import APART, load, quiet, window
from backend.validity import judge
from backend.validity.finding import Finding

STEADY = Workload.model_validate(
    {"tool": "vegeta", "rate": 2000, "connections": 64, "threads": 2, "duration_s": 10}
)


def findings(
    windows: dict[str, Window] | None = None, has_rows: bool = True, **more: Any
) -> dict[str, Finding]:
    fields: dict[str, Any] = {
        "rate": 2000,
        "planned_requests": 20_000,
        "sent_requests": 19_999,
        "lag_p50_s": 0.0005,
        "lag_p99_s": 0.001,
        "lag_max_s": 0.002,
        "backlog": [3, 1] * 10,
    }
    pace = Pace.model_validate(fields | more) if has_rows else None
    report = load(requests=20_000.0).model_copy(update={"pace": pace})
    return {f.code: f for f in judge(report, STEADY, windows or quiet(), APART)}


def test_a_rate_that_was_kept_has_no_finding() -> None:
    assert findings() == {}
    assert findings(backlog=[0] * 19 + [400]) == {}, "a stall at the very end"
    assert findings(backlog=list(range(20))) == {}, "some requests more are noise"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"sent_requests": 19_700}, "only 98.5% of 20,000 requests were sent: other programs"),
        ({"lag_p99_s": 0.0021}, "1% of the requests were sent 2.1 ms late or more: other programs"),
        ({"has_rows": False}, "the rows of the requests were not read"),
    ],
)
def test_a_rate_that_was_not_kept_makes_the_trial_invalid(fields: dict[str, Any], words: str) -> None:
    finding = findings(**fields)["rate_not_kept"]
    assert finding.level == "invalid"
    assert words in finding.message


def test_a_server_that_does_not_keep_up_is_told_from_a_load_tool_that_is_late() -> None:
    growing = list(range(0, 2000, 100))
    (finding,) = findings(backlog=growing).values()
    assert (finding.code, finding.level) == ("backlog", "invalid")
    assert "grew to 1,900 requests, all through the last quarter: the server does not keep" in finding.message
    assert set(findings(backlog=growing, lag_p99_s=0.3)) == {"rate_not_kept"}


def test_a_latency_limit_is_kept_by_every_percentile_that_it_names() -> None:
    limits = {"latency_p50": 0.001, "latency_p99": 0.005}
    report = load(requests=20_000.0, latency_p50=0.0009, latency_p99=0.0051)
    judged = [judge(report, STEADY, quiet(), APART, latency_limits=limits)]
    assert [f.message for f in judged[0] if f.code == "latency_limit"] == [
        "p99 was 5.10 ms, above the limit of 5.00 ms"
    ]
    assert (
        "gave no p99.9"
        in {
            f.code: f.message
            for f in judge(report, STEADY, quiet(), APART, latency_limits={"latency_p99_9": 1.0})
        }["latency_limit"]
    )


def test_a_lag_near_its_limit_is_a_finding() -> None:
    assert findings(lag_p99_s=0.0016)["lag"].level == "suspect"
    assert set(findings(lag_p99_s=0.0016)) == {"lag"}


def test_a_load_tool_without_cpu_is_named() -> None:
    full = quiet() | {"load": window([1.0, 1.0, 0.0, 0.0], {"load": 19.5})}
    assert "vegeta has no CPU left" in findings(full, lag_p99_s=0.3)["rate_not_kept"].message
    busy = quiet() | {"load": window([1.0, 1.0, 1.0, 1.0], {"load": 9.0})}
    message = findings(busy, lag_p99_s=0.3)["rate_not_kept"].message
    assert "the CPUs of load, where the load tool runs, are full" in message
