"""What stands beside a verdict of two sides with their limits, and what a report says of them."""

import pytest

from backend.analysis.schemas import RunSummary
from backend.diagnostics.bottlenecks import Limit
from backend.diagnostics.bottlenecks.beside import beside, common
from backend.presentation.report.limits import limits_of


def limit(code: str, title: str, sentence: str = "It was busy.") -> list[Limit]:
    return [Limit(code=code, title=title, role=None, sentence=sentence, advice="more", chart="cpu")]


LOAD = limit("generator", "the load tool", "Its thread was busy 99% of the time.")
PROXY = limit("all_workers", "the proxy’s workers", "All 2 workers were busy 99% of the time.")
CALM = limit("latency", "latency")


@pytest.mark.parametrize(
    ("base", "own", "expected"),
    [
        (PROXY, PROXY, ""),
        ([], [], ""),
        ([], PROXY, ""),
        (LOAD, LOAD, "the load tool was the limit on both sides"),
        (LOAD, [], "the load tool was the limit on one side"),
        (PROXY, LOAD, "limited by the load tool, A by the proxy’s workers"),
        (PROXY, CALM, "limited by latency, A by the proxy’s workers"),
    ],
)
def test_what_stands_beside_a_verdict(base: list[Limit], own: list[Limit], expected: str) -> None:
    assert beside(base, own, "A") == expected


def test_a_side_of_several_runs_speaks_where_they_agree() -> None:
    assert common([PROXY, PROXY, []]) == PROXY
    assert common([PROXY, CALM]) == []
    assert common([PROXY, LOAD]) == LOAD


def test_a_report_says_it_once_for_runs_with_the_same_limit() -> None:
    def run(name: str, limits: list[Limit]) -> RunSummary:
        return RunSummary.model_construct(name=name, limits=limits)

    assert limits_of([run("one", PROXY), run("two", PROXY), run("three", LOAD), run("four", [])]) == [
        "one, two: limited by the proxy’s workers. Of one: All 2 workers were busy 99% of the time.",
        "three: limited by the load tool. Its thread was busy 99% of the time.",
    ]
