"""Where requests wait while nothing is full: a backend that holds most of them, a proxy that delays them."""

from backend.tests.unit.diagnostics.watched_runs import CALM, bottlenecks_of, window

MOST_AT_BACKEND = window("backend", server={"in_progress": 12.0})
MOST_IN_PROXY = window("proxy", server={"in_progress": 14.0})
FEW_AT_BACKEND = window("backend", server={"in_progress": 1.0})


def test_a_backend_with_three_quarters_of_the_connections_is_named() -> None:
    (bottleneck,) = bottlenecks_of(backend=MOST_AT_BACKEND)
    assert (bottleneck.code, bottleneck.title) == ("backend", "a slow backend")
    assert bottleneck.sentence.startswith("12 of 16 requests were in the backend at any moment: ")
    assert [before.code for before in bottlenecks_of(rules=1, backend=MOST_AT_BACKEND)] == ["latency"]


def test_a_proxy_that_delays_is_named() -> None:
    (bottleneck,) = bottlenecks_of(proxy=MOST_IN_PROXY, backend=FEW_AT_BACKEND)
    assert bottleneck.title == "waiting in the proxy"
    assert bottleneck.sentence.endswith(
        "as measured; of the requests at any moment 13 in the proxy and 1 in the backend."
    )
    assert "limit_req" in bottleneck.advice
    (before,) = bottlenecks_of(rules=1, proxy=MOST_IN_PROXY, backend=FEW_AT_BACKEND)
    assert (before.title, before.sentence) == ("latency", CALM)
