"""Findings read as sentences, with the interval in them, and never with a NaN."""

import math

import pytest

from agents.catalog.metrics import METRICS
from backend.analysis.delta_schemas import DeltaOut, SpreadOut
from backend.definition.units import fraction_of
from backend.presentation import words
from backend.presentation.figures import exact, measure, short_percent
from backend.presentation.report.findings import (
    control_sentence,
    delta_sentence,
    findings_of,
    spread_findings,
)

RATE, LATENCY, FAILED = (METRICS[n] for n in ("requests_per_s", "latency_mean", "failed_requests"))


def delta(**given: object) -> DeltaOut:
    usual = {"change": 0.922, "low": 0.881, "high": 0.964, "p": 0.001, "verdict": "better", "reason": ""}
    return DeltaOut.model_validate(usual | {"n": 12, "method": "paired", "min_effect": 0.01} | given)


@pytest.mark.parametrize(
    ("given", "metric", "said"),
    [
        ({}, RATE, "w raised requests per second by 92.2% [88.1, 96.4]; better."),
        (
            {"change": -0.2045, "low": -0.226, "high": -0.183, "verdict": "worse"},
            RATE,
            "w lowered requests per second by 20.4% [18.3, 22.6]; worse.",
        ),
        (
            {"change": -0.1, "low": -0.2, "high": -0.05},
            LATENCY,
            "w lowered mean latency by 10.0% [5.0, 20.0]; better.",
        ),
        (
            {"change": -0.002, "low": -0.008, "high": 0.005, "verdict": "same"},
            RATE,
            "w left requests per second the same: −0.2% [−0.8, +0.5].",
        ),
        (
            {"change": 0.042, "low": -0.031, "high": 0.122, "verdict": "unclear", "reason": "By chance?"},
            RATE,
            "w: requests per second +4.2% [−3.1, +12.2]; unclear. By chance?",
        ),
        (
            {"change": 0.042, "low": -0.031, "high": 0.122, "verdict": "interim", "reason": "So far."},
            RATE,
            "w: requests per second +4.2% [−3.1, +12.2]; no verdict. So far.",
        ),
        (
            {"mean_change": 0.7, "far_rounds": [3, 9]},
            RATE,
            "w raised requests per second by 92.2% [88.1, 96.4]; better. "
            "The mean of all trials says +70.0%, because of rounds 3 and 9.",
        ),
        (
            {"low": None, "high": None, "p": None, "n": 1, "verdict": "unclear"},
            RATE,
            "w raised requests per second by 92.2%; unclear, because a single trial gives no interval.",
        ),
        (
            {"change": None, "difference": 12.0, "low": 8.0, "high": 16.0, "verdict": "worse"},
            FAILED,
            "w raised failed requests by 12 [8, 16]; worse.",
        ),
        (
            {"change": None, "low": None, "high": None, "reason": "The candidate has no valid trial."},
            RATE,
            "w cannot be compared: The candidate has no valid trial.",
        ),
        (
            {"suspect": True, "suspect_because": "chrome used 12% of the CPU on s2500"},
            RATE,
            "w raised requests per second by 92.2% [88.1, 96.4]; better. "
            "Suspect: chrome used 12% of the CPU on s2500.",
        ),
        (
            {"change": 2.297, "low": 1.7, "high": 2.9},
            RATE,
            "w raised requests per second by 230% [170, 290]; better.",
        ),
    ],
)  # fmt: skip
def test_a_delta_is_a_sentence(given: dict[str, object], metric, said: str) -> None:
    assert delta_sentence("w", delta(**given), metric) == said


def test_what_settled_comes_first_and_many_alike_share_a_sentence() -> None:
    unclear = delta(change=0.01, low=-0.1, high=0.1, verdict="unclear")
    many = [(f"v{i}", str(i), unclear) for i in range(30)]
    found = findings_of([*many, ("small", "s", delta(change=0.1)), ("large", "l", delta())], RATE)
    assert [f.run_id for f in found] == ["l", "s", None]
    assert found[-1].text.startswith("For 30 variants it is unclear whether requests per second changed: v0 ")
    assert found[-1].text.endswith("and 11 more.")


def test_spread_is_only_told_where_it_differs() -> None:
    def spread(verdict: str) -> SpreadOut:
        return SpreadOut.model_validate(
            {"cv_a": 0.118, "cv_b": 0.013, "ratio": 0.11, "p": 0.01, "verdict": verdict}
        )

    found = spread_findings([("a", "1", spread("steadier")), ("b", "2", spread("unclear"))], "the baseline")
    assert [f.text for f in found] == ["a is steadier than the baseline: a spread of 1.3% against 11.8%."]


def test_the_control_says_what_equal_settings_differ_by() -> None:
    said = control_sentence("c", delta(change=0.004, low=-0.04, high=0.05), RATE)
    assert said == "The control “c”, a second copy of the baseline, differed by +0.4% [−4.0, +5.0]."


@pytest.mark.parametrize("value", [None, math.nan, math.inf, -math.inf])
def test_a_figure_that_is_not_known_is_a_dash(value: float | None) -> None:
    for metric in METRICS.values():
        assert measure(value, metric.unit) == exact(value, metric.unit) == "–"


def test_numbers_and_lists_read_well() -> None:
    assert words.plural(1, "trial") == "1 trial"
    assert words.plural(3_000_000, "request") == "3\u202f000\u202f000 requests"
    assert words.join_words(["a"]) == "a"
    assert words.join_words(["a", "b"]) == "a and b"
    assert words.join_words(list("abcdefgh"), most=4) == "a, b, c and 5 more"
    assert words.sentence("no change settled") == "No change settled."


@pytest.mark.parametrize(
    ("share", "text"), [(0.01, "1%"), (0.0234, "2.3%"), (0.005, "0.5%"), (0.00042, "0.042%"), (0.254, "25%")]
)
def test_percentages_in_short_keep_two_digits(share: float, text: str) -> None:
    assert short_percent(share) == text


@pytest.mark.parametrize("share", [0.9219, -0.05, 0.0, 0.000123, 12.5])
def test_percentages_in_full_are_read_back_to_the_same_number(share: float) -> None:
    assert fraction_of(words.full_percent(share)) == share
    assert fraction_of(words.full_percent(share, sign=True)) == share


def test_of_many_names_the_first_are_said() -> None:
    assert words.few(list("abcd")) == "a, b, c, d"
    assert words.few(list("abcdef")) == "a, b, c, d and 2 more"
    assert words.few(list("abc"), 2) == "a, b and 1 more"
