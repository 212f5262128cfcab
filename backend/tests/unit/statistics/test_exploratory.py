"""Metrics that are no question are judged together: any false word among all of them in 5% of pages."""

import numpy as np
import pytest

from agents.catalog.metrics import METRICS, QUESTIONS, exploratory_among
from backend.statistics.delta import Group, Verdict, deltas_together

ROUNDS = 12


def run_of(logs):
    return [(r, float(np.exp(v)), 0) for r, v in enumerate(logs, 1)]


def test_the_questions_are_throughput_and_cpu_a_request():
    assert QUESTIONS == ("requests_per_s", "cpu_s_per_request")
    names = exploratory_among(METRICS)
    assert len(names) == len(METRICS) - 2
    assert not set(names) & set(QUESTIONS)


def test_without_a_question_the_first_metric_that_was_measured_is_it():
    assert exploratory_among({"latency_mean", "latency_p99", "latency_p50"}) == [
        "latency_mean",
        "latency_p50",
    ]
    assert exploratory_among({"latency_mean"}) == []


def test_the_family_counts_the_candidates_in_each_metric():
    rng = np.random.default_rng(3)
    group = Group(
        run_of(rng.normal(0, 0.01, ROUNDS)), [run_of(rng.normal(0.012, 0.01, ROUNDS)) for _ in range(3)]
    )
    by_itself = deltas_together([group], direction="lower", rules=2)[0]
    together = deltas_together([group], direction="lower", rules=2, metrics=11)[0]
    assert [d.family for d in by_itself] == [3, 3, 3]
    assert [(d.family, d.metrics) for d in together] == [(33, 11)] * 3
    assert all(a.p == b.p for a, b in zip(by_itself, together, strict=True))
    assert all((b.p_adjusted or 0) >= (a.p_adjusted or 0) for a, b in zip(by_itself, together, strict=True))
    assert any("3 candidates in 11 metrics" in d.reason for d in together)


def false_pages(seed, metrics, counted, pages=300):
    """Share of pages with any false word among so many metrics that share half of their noise."""
    rng, count = np.random.default_rng(seed), 0
    for _ in range(pages):
        shared = rng.normal(0, 0.05, (2, ROUNDS))
        words = []
        for own in rng.normal(0, 0.05, (metrics, 2, ROUNDS)):
            a, b = (shared + own) / np.sqrt(2)
            delta = deltas_together(
                [Group(run_of(a), [run_of(b)])], direction="lower", rules=2, metrics=counted
            )[0][0]
            words.append(delta.verdict in (Verdict.BETTER, Verdict.WORSE))
        count += any(words)
    return count / pages


@pytest.mark.exhaustive
@pytest.mark.slow
def test_any_false_word_on_a_page_stays_at_5_of_100():
    assert false_pages(5, metrics=11, counted=11) <= 0.075  # 5% and twice the error of 300 pages
    assert false_pages(5, metrics=11, counted=1, pages=60) >= 0.15
