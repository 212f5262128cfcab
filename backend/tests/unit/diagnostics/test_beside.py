"""What stands beside a verdict of two sides with their bottlenecks, and what a report says of them."""

import pytest

from backend.analysis.schemas import RunSummary
from backend.diagnostics.bottlenecks import Bottleneck
from backend.diagnostics.bottlenecks.beside import beside, common
from backend.presentation.report.bottlenecks import bottlenecks_of


def bottleneck(code: str, title: str, sentence: str = "It was busy.") -> list[Bottleneck]:
    return [Bottleneck(code=code, title=title, role=None, sentence=sentence, advice="more", chart="cpu")]


LOAD = bottleneck("generator", "the load tool", "Its thread was busy 99% of the time.")
PROXY = bottleneck("all_workers", "the proxy’s workers", "All 2 workers were busy 99% of the time.")
CALM = bottleneck("latency", "latency")


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
def test_what_stands_beside_a_verdict(base: list[Bottleneck], own: list[Bottleneck], expected: str) -> None:
    assert beside(base, own, "A") == expected


def test_a_side_of_several_runs_speaks_where_they_agree() -> None:
    assert common([PROXY, PROXY, []]) == PROXY
    assert common([PROXY, CALM]) == []
    assert common([PROXY, LOAD]) == LOAD


def test_a_report_says_it_once_for_runs_with_the_same_limit() -> None:
    def run(name: str, bottlenecks: list[Bottleneck]) -> RunSummary:
        return RunSummary.model_construct(name=name, bottlenecks=bottlenecks)

    assert bottlenecks_of([run("one", PROXY), run("two", PROXY), run("three", LOAD), run("four", [])]) == [
        "one, two: limited by the proxy’s workers. Of one: All 2 workers were busy 99% of the time.",
        "three: limited by the load tool. Its thread was busy 99% of the time.",
    ]
