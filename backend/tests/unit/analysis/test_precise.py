"""What ended the rounds of older experiments that went on until precise, in a sentence as they had it."""

from typing import Any

import pytest

from backend.analysis.precision import sentence, stored_precision

WIDEST = {"metric": "requests_per_s", "wanted": 0.01, "half": 0.023, "run_id": "id-b", "name": "b"}
P99 = {"metric": "latency_p99", "wanted": 0.05, "half": 0.12, "run_id": "id-b", "name": "b"}


def stored(rule: str, rounds: int, widest: list[dict[str, Any]], left_out: Any = ()) -> dict[str, Any]:
    return {
        "least": 5,
        "most": 20,
        "rounds": rounds,
        "rule": rule,
        "widest": widest,
        "left_out": list(left_out),
    }


@pytest.mark.parametrize(
    ("rounds_ended", "words"),
    [
        (stored("precise", 9, [WIDEST]), "Ended after 9 rounds: every interval within ±1%."),
        (
            stored("most", 20, [WIDEST]),
            "Ended at the maximum of 20 rounds; widest interval ±2.3% (b), wanted ±1%.",
        ),
        (
            stored("most", 20, [WIDEST | {"half": None}]),
            "Ended at the maximum of 20 rounds; widest interval not known (b), wanted ±1%.",
        ),
        (
            stored("most", 8, [WIDEST | {"half": 0.008, "name": "a"}, P99]),
            "Ended at the maximum of 8 rounds; widest interval ±12% of p99 (b), "
            "wanted ±1% of req/s and ±5% of p99.",
        ),
        (
            stored("unmeasurable", 5, []),
            "Ended after 5 rounds: no candidate has an interval that could become narrow.",
        ),
    ],
)
def test_the_sentence_says_which_rule_ended_it(rounds_ended: dict[str, Any], words: str) -> None:
    precision = stored_precision(rounds_ended)
    assert precision is not None
    assert sentence(precision) == words


def test_the_sentence_names_whom_nobody_waited_for() -> None:
    gone = [{"metric": "requests_per_s", "run_id": name, "name": name, "why": "no pair"} for name in "bcdef"]
    broken = {"metric": "requests_per_s", "run_id": "g", "name": "g", "why": "it broke"}
    precision = stored_precision(stored("precise", 6, [WIDEST], [*gone, broken]))
    assert precision is not None
    assert sentence(precision) == (
        "Ended after 6 rounds: every interval within ±1%. Not waited for: b, c, d and 2 more (no pair); "
        "g (it broke)."
    )


def test_other_rules_have_none() -> None:
    assert stored_precision(None) is None
    assert (
        stored_precision({"least": 8, "most": 40, "analyses": [8, 40], "rounds": 8, "rule": "decided"})
        is None
    )
