"""Published trials, pinned against unpinned: the figures that the pages show."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false

import json
from pathlib import Path

import pytest

from backend.statistics.delta import Verdict, delta, deltas
from backend.statistics.spread import SpreadVerdict, compare_spread, pooled_spread, spread
from backend.tests.unit.statistics.pooling import pool

ROWS = json.loads((Path(__file__).parent / "vectors/pinning.json").read_text())
RUNS = {
    (row["workers"], side, row["log"]): list(enumerate(row[side], 1))
    for row in ROWS
    for side in ("pinned", "unpinned")
}
BASELINE = (16, "unpinned", "off")
PAIRS = [
    (RUNS[row["workers"], "unpinned", row["log"]], RUNS[row["workers"], "pinned", row["log"]]) for row in ROWS
]


def percent(d):
    return tuple(round(100 * x, 1) for x in (d.change, d.low, d.high))


AGAINST_BASELINE = {
    (22, "pinned", "off"): ((26.7, 15.9, 38.5), "better"),
    (22, "pinned", "memory"): ((19.9, 10.1, 30.6), "better"),
    (16, "pinned", "off"): ((4.2, -3.1, 12.2), "unclear"),
    (16, "pinned", "memory"): ((1.3, -4.9, 7.8), "unclear"),
    (22, "unpinned", "off"): ((0.3, -18.9, 24.1), "unclear"),
    (16, "pinned", "disk"): ((-2.6, -9.6, 5.0), "unclear"),
    (16, "unpinned", "memory"): ((-5.1, -15.4, 6.5), "unclear"),
    (22, "unpinned", "memory"): ((-7.0, -25.1, 15.6), "unclear"),
    (16, "unpinned", "disk"): ((-10.2, -16.2, -3.9), "unclear"),
}


def test_all_against_the_baseline():
    found = deltas(RUNS[BASELINE], [RUNS[key] for key in AGAINST_BASELINE], direction="higher")
    assert {k: (percent(d), d.verdict.value) for k, d in zip(AGAINST_BASELINE, found, strict=True)} == (
        AGAINST_BASELINE
    )


def test_worse_alone_is_not_worse_among_nine_candidates():
    last = (16, "unpinned", "disk")
    alone = delta(RUNS[BASELINE], RUNS[last], direction="higher")
    among = deltas(RUNS[BASELINE], [RUNS[key] for key in AGAINST_BASELINE], direction="higher")[-1]
    assert alone.verdict is Verdict.WORSE
    assert (among.low, among.high, among.p) == (alone.low, alone.high, alone.p)
    assert among.p_adjusted == pytest.approx(7 * among.p)
    assert "among 9 candidates" in among.reason


def test_each_pinned_against_its_unpinned():
    found = [delta(a, b, direction="higher") for a, b in PAIRS]
    assert [percent(d) for d in found] == [
        (4.2, -3.1, 12.2),
        (26.3, 7.9, 47.9),
        (6.7, 1.2, 12.5),
        (28.9, 5.5, 57.5),
        (8.5, 0.8, 16.9),
    ]
    assert [d.verdict.value for d in found] == ["unclear", "better", "better", "better", "better"]


def test_dots_are_the_changes_of_the_rounds():
    d = delta(*PAIRS[0], direction="higher")
    assert d.pairs[0] == (1, pytest.approx(285713 / 248677 - 1))
    assert [r for r, _ in d.pairs] == [1, 2, 3, 4, 5]


def test_means_are_arithmetic_and_the_articles_own_where_it_is_right():
    means = [spread(run).mean for pair in PAIRS for run in reversed(pair)]
    printed = [mean for row in ROWS for mean in row["article_mean"]]
    off = {i for i, (a, b) in enumerate(zip(means, printed, strict=True)) if abs(a - b) >= 1}
    assert means[1] == 274685.2  # the article prints 274687.4
    assert off == {1}
    assert delta(*PAIRS[0], direction="higher").baseline_mean == 274685.2


def test_over_all_pairs_by_round():
    d = pool(PAIRS, direction="higher")
    assert percent(d) == (14.5, 8.3, 21.0)
    assert (d.verdict, d.n) == (Verdict.BETTER, 5)
    assert "Over 5 pairs: averaged over the pairs in each round" in d.reason


def test_pinned_is_steadier_over_all_pairs_though_no_pair_shows_it_alone():
    assert {compare_spread(a, b).verdict for a, b in PAIRS} == {SpreadVerdict.UNCLEAR}
    s = pooled_spread(PAIRS)
    assert s.verdict is SpreadVerdict.STEADIER
    assert s.p < 0.001
    assert 1 / s.ratio == pytest.approx(7.3, abs=0.05)
    assert round(100 * compare_spread(*PAIRS[1]).cv_a, 1) == 11.8
