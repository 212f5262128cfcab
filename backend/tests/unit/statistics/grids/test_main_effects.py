"""Main effects and interactions: known answers, and grids with gaps."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false, reportOptionalMemberAccess=false

from itertools import product
from math import exp, log

import pytest

from agents.catalog.metrics import METRICS
from backend.analysis.grids.effect_words import depends, factor_sentence, interaction_sentence
from backend.statistics.delta import Verdict
from backend.statistics.grids.cells import Cell, Comparison
from backend.statistics.grids.main_effects import Effect, interactions, main_effects
from backend.statistics.rules import RULES_VERSION
from backend.statistics.spread import SpreadVerdict
from backend.tests.db.builders import ARTICLE_C, FACTORS

RATE = METRICS["requests_per_s"]
FAILED = METRICS["failed_requests"]
LEVELS = {factor: list(levels) for factor, levels in FACTORS.items()}
BASELINE = {"workers": "16", "pin": "none", "log": "off"}
ARTICLE = [
    Cell(
        " · ".join(place),
        " · ".join(place),
        dict(zip(FACTORS, place, strict=True)),
        list(enumerate(rates, 1)),
    )
    for place, rates in ARTICLE_C.items()
]
INTERLEAVED, APART = Comparison(RATE, True, RULES_VERSION), Comparison(RATE, False, RULES_VERSION)


def cell(a: str, b: str, *values: float | None, why: str = "", **more: str) -> Cell:
    return Cell(a + b, f"{a} {b}", {"a": a, "b": b, **more}, list(enumerate(values, 1)), why)


def percent(delta) -> tuple[float, float, float]:
    return tuple(round(100 * x, 1) for x in (delta.change, delta.low, delta.high))


def by_level(found: list[Effect]) -> dict[str, Effect]:
    return {f"{e.factor} {e.level}": e for e in found}


def test_the_effect_is_the_geometric_mean_over_the_pairs():
    """a1 doubles where b is 0 and does half as much again where b is 1: the root of 2 × 1.5."""
    cells = [
        cell("0", "0", 100, 110),
        cell("1", "0", 200, 220),
        cell("0", "1", 40, 60),
        cell("1", "1", 60, 90),
    ]
    found = by_level(
        main_effects(cells, {"a": ["0", "1"], "b": ["0", "1"]}, {"a": "0", "b": "0"}, INTERLEAVED)
    )
    assert found["a 1"].delta.change == pytest.approx(3**0.5 - 1)
    assert (found["a 1"].pairs, found["a 1"].against, found["a 1"].left_out) == (2, "0", ())
    # rounds: sqrt(40/100 × 60/200), sqrt(60/110 × 90/220)
    d = [log(40 / 100 * 60 / 200) / 2, log(60 / 110 * 90 / 220) / 2]
    half = 12.706204736432102 * abs(d[0] - d[1]) / 2  # t(0.975, 1 df) × sd / sqrt(2)
    low = exp(sum(d) / 2 - half) - 1
    assert (found["b 1"].delta.change, found["b 1"].delta.low) == pytest.approx((exp(sum(d) / 2) - 1, low))


def test_the_interaction_is_the_ratio_of_the_two_effects():
    cells = [
        cell("0", "0", 100, 110),
        cell("1", "0", 200, 230),
        cell("0", "1", 40, 60),
        cell("1", "1", 60, 88),
    ]
    factors = {"a": ["0", "1"], "b": ["0", "1"]}
    (found,) = interactions(cells, factors, {}, {"a": "0", "b": "0"}, INTERLEAVED)
    assert (found.factor, found.other, found.pairs) == ("b", "a", 1)
    d = [log(60 / 200) - log(40 / 100), log(88 / 230) - log(60 / 110)]
    assert found.delta.change == pytest.approx(exp(sum(d) / 2) - 1)
    assert (1 + found.there.change) / (1 + found.here.change) == pytest.approx(1 + found.delta.change)
    half = 12.706204736432102 * abs(d[0] - d[1]) / 2
    assert found.delta.high == pytest.approx(exp(sum(d) / 2 + half) - 1)


def test_the_published_grid_with_its_gap():
    """22 workers with the log on disk were never measured: only complete pairs count."""
    found = by_level(main_effects(ARTICLE, LEVELS, BASELINE, INTERLEAVED))
    shown = {name: (percent(e.delta), e.pairs, e.delta.verdict.value) for name, e in found.items()}
    assert shown == {
        "workers 22": ((9.1, 1.6, 17.1), 4, "unclear"),
        "pin cores": ((14.5, 8.3, 21.0), 5, "better"),
        "log memory": ((-5.2, -11.6, 1.7), 4, "unclear"),
        "log disk": ((-8.4, -11.7, -5.0), 2, "worse"),
    }
    assert found["pin cores"].left_out == ()
    assert found["workers 22"].left_out == (
        "16 · none · disk has no partner at workers 22",
        "16 · cores · disk has no partner at workers 22",
    )
    assert found["pin cores"].spread.verdict is SpreadVerdict.STEADIER
    assert 1 / found["pin cores"].spread.ratio == pytest.approx(7.3, abs=0.05)
    assert factor_sentence([found["pin cores"]], RATE) == (
        "pin: cores is +14.5% [+8.3, +21.0] against none, over 5 pairs; better."
    )


def test_all_effects_are_one_family():
    """workers 22 would stand out alone, among the four effects that stand together it does not."""
    workers = by_level(main_effects(ARTICLE, LEVELS, BASELINE, INTERLEAVED))["workers 22"].delta
    assert workers.p < 0.05 < workers.p_adjusted
    alone = main_effects(ARTICLE, {"workers": ["16", "22"]}, BASELINE, INTERLEAVED)[0].delta
    assert (alone.p, alone.p_adjusted, alone.verdict) == (workers.p, workers.p, Verdict.BETTER)


def test_pinning_does_more_where_there_are_more_workers():
    found = interactions(ARTICLE, LEVELS, {}, BASELINE, INTERLEAVED)
    first = next(i for i in found if (i.factor, i.other) == ("pin", "workers"))
    assert [round(100 * d.change, 1) for d in (first.here, first.there)] == [5.5, 27.6]
    assert percent(first.delta) == (21.0, 6.4, 37.6)
    assert (first.pairs, depends(first)) == (2, "unclear")
    assert interaction_sentence(first, RATE) == (
        "pin cores against none: +5.5% at workers 16, +27.6% at workers 22; "
        "ratio of the two +21.0% [+6.4, +37.6], over 2 pairs of each: not settled."
    )
    # disk was measured with 16 workers only: nothing to say about workers × disk
    assert ("workers", "disk") not in {(i.other, i.level) for i in found}
    apart = interactions(ARTICLE, LEVELS, {}, BASELINE, APART)[0]
    assert (apart.delta.change, depends(apart)) == (pytest.approx(first.delta.change), "yes")


def test_runs_that_did_not_take_turns_are_compared_pair_by_pair():
    found = by_level(main_effects(ARTICLE, LEVELS, BASELINE, APART))["pin cores"].delta
    assert (found.method, percent(found)) == ("welch", (14.5, 9.5, 19.6))
    assert found.pairs == ()


def test_a_cell_without_valid_trials_takes_its_pair_with_it():
    cells = [
        cell("0", "0", 100, 101),
        cell("1", "0", 200, 202),
        cell("0", "1", 50, 51),
        cell("1", "1", None, None, why="none of its 2 trials is valid"),
    ]
    found = main_effects(cells, {"a": ["0", "1"]}, {"a": "0"}, INTERLEAVED)[0]
    assert (found.pairs, found.delta.change) == (1, pytest.approx(1.0))
    assert found.left_out == ("1 1: none of its 2 trials is valid",)


def test_trials_of_other_rounds_are_no_pair():
    cells = [
        Cell("x", "x", {"a": "0"}, [(1, 10.0)]),
        Cell("y", "y", {"a": "1"}, [(2, 20.0)]),
    ]
    found = main_effects(cells, {"a": ["0", "1"]}, {"a": "0"}, INTERLEAVED)[0]
    assert (found.pairs, found.delta.change) == (0, None)
    assert found.left_out == ("x and y have no valid trial in the same round",)
    assert factor_sentence([found], RATE) == (
        "a: 1 is – against 0: no two cells that are equal otherwise were measured at both."
    )


def test_one_trial_has_a_change_and_no_interval():
    cells = [cell("0", "0", 100), cell("1", "0", 110), cell("0", "1", 50), cell("1", "1", 60)]
    found = main_effects(cells, {"a": ["0", "1"]}, {"a": "0"}, INTERLEAVED)[0]
    assert found.delta.change == pytest.approx((1.1 * 1.2) ** 0.5 - 1)
    assert (found.delta.low, found.delta.verdict) == (None, Verdict.UNCLEAR)
    assert factor_sentence([found], RATE) == "a: 1 is +14.9% against 0, over 2 pairs; unclear."


def test_what_can_be_zero_is_a_difference():
    cells = [
        cell("0", "0", 0, 0, 0),
        cell("1", "0", 10, 12, 14),
        cell("0", "1", 5, 5, 5),
        cell("1", "1", 7, 9, 11),
    ]
    how = Comparison(FAILED, True, RULES_VERSION)
    found = main_effects(cells, {"a": ["0", "1"]}, {"a": "0"}, how)[0]
    assert (found.delta.change, found.delta.difference, found.spread) == (None, 8.0, None)
    assert factor_sentence([found], FAILED).startswith("a: 1 is +8 failed [+")
    crossed = interactions(cells, {"a": ["0", "1"], "b": ["0", "1"]}, {}, {"a": "0", "b": "0"}, how)[0]
    assert crossed.delta.difference == pytest.approx(-8.0)  # b adds 5 at a 0, and takes 3 away at a 1
    assert (crossed.here.difference, crossed.there.difference) == (5.0, pytest.approx(-3.0))


def test_the_workload_has_to_be_equal_and_may_be_what_it_depends_on():
    factor = {("1", "short"): 1.1, ("1", "long"): 1.5}
    cells = [
        cell(a, "0", *(value * factor.get((a, load), 1) for value in (9, 10, 11)), workload=load)
        for a, load in product(("0", "1"), ("short", "long"))
    ]
    found = main_effects(cells, {"a": ["0", "1"]}, {"a": "0"}, INTERLEAVED)[0]
    assert (found.pairs, found.delta.change) == (2, pytest.approx((1.1 * 1.5) ** 0.5 - 1))
    (crossed,) = interactions(
        cells, {"a": ["0", "1"]}, {"workload": ["short", "long"]}, {"a": "0"}, INTERLEAVED
    )
    assert (crossed.other, crossed.other_level) == ("workload", "long")
    assert crossed.delta.change == pytest.approx(1.5 / 1.1 - 1)


def test_effects_smaller_than_what_matters_are_the_same():
    cells = [cell("0", "0", 100, 101, 102, 103), cell("1", "0", 108, 109, 110, 111)]
    asked = (cells, {"a": ["0", "1"]}, {"a": "0"})
    assert main_effects(*asked, Comparison(RATE, True, RULES_VERSION))[0].delta.verdict is Verdict.BETTER
    assert (
        main_effects(*asked, Comparison(RATE, True, RULES_VERSION, min_effect=0.2))[0].delta.verdict
        is Verdict.SAME
    )


def test_nothing_at_all():
    assert main_effects([], {}, {}, INTERLEAVED) == []
    found = main_effects([], {"a": ["0", "1"]}, {"a": "0"}, INTERLEAVED)[0]
    assert (found.pairs, found.delta.change, found.delta.verdict) == (0, None, Verdict.UNCLEAR)
    assert interactions([], {"a": ["0", "1"], "b": ["0", "1"]}, {}, {"a": "0", "b": "0"}, INTERLEAVED) == []
