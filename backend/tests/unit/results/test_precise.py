"""When rounds end: the rule over the candidates' intervals, and the sentence that says so."""

from typing import Any

import pytest

from backend.experiments.definition.model import UntilPrecise
from backend.experiments.results.precision import Interval, half_interval, look, sentence

RATE = "requests_per_s"
RULE = UntilPrecise(min=5, max=20, until={RATE: 0.01})


def of(name: str, half: float | None, n: int = 5, metric: str = RATE, failure: str | None = None) -> Interval:
    return Interval(metric, f"id-{name}", name, half, n, failure)


NARROW, WIDE = of("a", 0.008), of("b", 0.023)


@pytest.mark.parametrize(
    ("rounds", "intervals", "rule"),
    [
        (4, [NARROW], None),  # not looked at before the fewest rounds
        (5, [NARROW], "precise"),
        (5, [of("a", 0.01)], "precise"),  # as wide as wanted
        (5, [NARROW, WIDE], None),
        (20, [NARROW, WIDE], "most"),
        (20, [NARROW], "precise"),  # in the very last round
        (5, [of("a", None, n=1)], None),  # one pair may become more
        (20, [of("a", None, n=1)], "most"),
        (5, [NARROW, of("b", None, n=0)], "precise"),  # nobody waits for what never gave a figure
        (5, [WIDE, of("b", None, n=0)], None),
        (5, [NARROW, of("b", 0.5, failure="it broke")], "precise"),
        (5, [of("a", None, n=0), of("b", None, failure="it broke")], "unmeasurable"),
        (5, [], "unmeasurable"),
        (5, [of("a", 0.0)], "precise"),
    ],
)
def test_rounds_end_when_every_interval_is_narrow_enough(rounds: int, intervals: list, rule: Any) -> None:
    found = look(RULE, rounds, intervals)
    assert found.rule == rule
    assert (found.rounds, found.least, found.most) == (rounds, 5, 20)


def test_every_metric_has_to_be_narrow_enough() -> None:
    both = UntilPrecise(min=5, max=20, until={RATE: 0.01, "latency_p99": 0.05})
    p99 = of("a", 0.08, metric="latency_p99")
    assert look(both, 5, [NARROW, p99]).rule is None
    assert look(both, 5, [NARROW, of("a", 0.04, metric="latency_p99")]).rule == "precise"
    assert [w.half for w in look(both, 5, [NARROW, p99]).widest] == [0.008, 0.08]


def test_the_half_of_an_interval_is_that_of_the_ratio() -> None:
    assert half_interval(1 / 1.01 - 1, 0.01) == pytest.approx(0.01)
    assert half_interval(1.1 / 1.02 - 1, 1.1 * 1.02 - 1) == pytest.approx(0.02)
    assert half_interval(0.0, 0.0) == 0
    assert half_interval(None, 0.1) is half_interval(0.1, None) is half_interval(-1.0, 3.0) is None


@pytest.mark.parametrize(
    ("found", "is_open", "words"),
    [
        (look(RULE, 9, [NARROW]), False, "Ended after 9 rounds: every interval within ±1%."),
        (
            look(RULE, 20, [NARROW, WIDE]),
            False,
            "Ended at the maximum of 20 rounds; widest interval ±2.3% (b), wanted ±1%.",
        ),
        (
            look(RULE, 7, [NARROW, WIDE]),
            True,
            "Ends when every interval is within ±1%, after 20 rounds at the latest. "
            "After 7 rounds the widest interval is ±2.3% (b).",
        ),
        (look(RULE, 0, []), True, "Ends when every interval is within ±1%, after 20 rounds at the latest."),
        (
            look(RULE, 7, [WIDE]),
            False,
            "Stopped after 7 whole rounds; the widest interval was ±2.3% (b), wanted ±1%.",
        ),
        (look(RULE, 0, []), False, "Stopped after 0 whole rounds, wanted ±1%."),
        (
            look(RULE, 20, [of("c", None, n=1)]),
            False,
            "Ended at the maximum of 20 rounds; widest interval not known (c), wanted ±1%.",
        ),
    ],
)
def test_the_sentence_says_which_rule_ended_it(found: Any, is_open: bool, words: str) -> None:
    assert sentence(found, is_open) == words


def test_the_sentence_names_whom_nobody_waited_for() -> None:
    gone = [of(name, None, n=0) for name in "bcdef"]
    found = look(RULE, 6, [NARROW, *gone, of("g", 0.3, failure="nginx did not start")])
    assert sentence(found) == (
        "Ended after 6 rounds: every interval within ±1%. Not waited for: b, c, d and 2 more (no round has a "
        "valid req/s of it and the baseline); g (it could not be measured: nginx did not start)."
    )


def test_with_several_metrics_the_sentence_names_them() -> None:
    both = UntilPrecise(min=3, max=8, until={RATE: 0.01, "latency_p99": 0.05})
    found = look(both, 8, [NARROW, of("b", 0.12, metric="latency_p99")])
    assert sentence(found) == (
        "Ended at the maximum of 8 rounds; widest interval ±12% of p99 (b), "
        "wanted ±1% of req/s and ±5% of p99."
    )
