"""Two dimensions of a grid against each other: one level of the others, or the mean over them."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalOperand=false, reportOperatorIssue=false, reportArgumentType=false, reportOptionalMemberAccess=false

import numpy as np
import pytest

from agents.catalog.metrics import METRICS
from backend.statistics.grids.cells import Cell, Comparison
from backend.statistics.grids.pivot import Axes, Pivot, PivotCell, pivot
from backend.statistics.rules import RULES_VERSION
from backend.tests.db.builders import ARTICLE_C, FACTORS

HOW = Comparison(METRICS["requests_per_s"], True, RULES_VERSION)
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


def at(found: Pivot, row: str, column: str) -> PivotCell:
    return next(c for c in found.cells if (c.row, c.column) == (row, column))


def test_a_table_at_one_level_holds_the_runs_themselves():
    found = pivot(ARTICLE, LEVELS, Axes("log", "workers", {"pin": "cores"}, []), BASELINE, HOW)
    means = {(c.row, c.column): c.figure.mean for c in found.cells}
    assert means == {
        ("off", "16"): 285948.2,
        ("off", "22"): 347540.6,
        ("memory", "16"): 277754.0,
        ("memory", "22"): 329009.2,
        ("disk", "16"): 267241.0,
        ("disk", "22"): None,
    }
    assert at(found, "disk", "22").missing == "The grid has no run with log disk · workers 22 · pin cores."
    assert [v for _, v in at(found, "off", "16").figure.dots] == [285713, 282235, 286919, 285477, 289397]
    assert not any(c.is_baseline for c in found.cells)  # the baseline is unpinned
    values = np.array(ARTICLE_C["16", "cores", "off"])
    half = 2.7764451051977987 * values.std(ddof=1) / 5**0.5  # t(0.975, 4 df)
    assert at(found, "off", "16").figure.ci_half_width == pytest.approx(half)


def test_the_mean_is_over_what_every_place_has():
    found = pivot(ARTICLE, LEVELS, Axes("workers", "pin", {}, ["log"]), BASELINE, HOW)
    assert found.over == [("off",), ("memory",)]
    assert found.left_out == [
        "log disk is left out everywhere: no figure for workers 22 · pin none, workers 22 · pin cores"
    ]
    cell = at(found, "22", "cores")
    assert cell.figure.mean == pytest.approx((347540.6 + 329009.2) / 2)
    assert cell.figure.trials == 10
    assert cell.figure.dots[0] == (1, (354322 + 334128) / 2)
    assert at(found, "16", "none").is_baseline
    assert at(found, "16", "none").delta is None
    # against 16 workers, unpinned, with the same logs: the geometric mean of the two changes
    pairs = [(("22", "cores", log), ("16", "none", log)) for log in ("off", "memory")]
    logs = [np.log(ARTICLE_C[b]).mean() - np.log(ARTICLE_C[a]).mean() for b, a in pairs]
    assert cell.delta.change == pytest.approx(np.exp(np.mean(logs)) - 1)
    assert "Over 2 pairs" in cell.delta.reason
    assert cell.delta.p_adjusted >= cell.delta.p


def test_the_interval_of_a_mean_of_means():
    """Equal spreads and numbers: the standard error shrinks by the root of two, degrees of freedom add up."""
    cells = [
        Cell(f"{a}{b}", f"{a}{b}", {"a": a, "b": b, "c": c}, [(1, 9.0), (2, 11.0)])
        for a in "01" for b in "01" for c in "01"
    ]  # fmt: skip
    dimensions = {"a": ["0", "1"], "b": ["0", "1"], "c": ["0", "1"]}
    found = pivot(cells, dimensions, Axes("a", "b", {}, ["c"]), {"a": "0", "b": "0", "c": "0"}, HOW)
    assert found.cells[0].figure.ci_half_width == pytest.approx(
        4.302652729696142 * (1 / 2) ** 0.5
    )  # t(0.975, 2 df)
    assert found.cells[0].figure.cv == pytest.approx(2**0.5 / 10)


def test_a_place_with_other_levels_than_elsewhere_says_so():
    cells = [c for c in ARTICLE if c.levels["log"] == "disk" or c.levels["workers"] == "22"]
    found = pivot(cells, LEVELS, Axes("workers", "pin", {}, ["log"]), BASELINE, HOW)
    assert found.over == []
    assert {c.missing for c in found.cells} == {
        "Measured here, but not for the same log as elsewhere: choose a level."
    }
    assert all(c.figure.mean is None and c.delta is None for c in found.cells)


def test_an_empty_place_tells_why():
    lost = Cell("x", "x", {"a": "1", "b": "0"}, [(1, None)], "none of its 3 trials is valid")
    cells = [Cell("y", "y", {"a": "0", "b": "0"}, [(1, 5.0)]), lost]
    found = pivot(
        cells, {"a": ["0", "1"], "b": ["0", "1"]}, Axes("a", "b", {}, []), {"a": "0", "b": "0"}, HOW
    )
    assert at(found, "1", "0").missing == "None of its 3 trials is valid."
    assert at(found, "0", "1").missing == "The grid has no run with a 0 · b 1."
    assert at(found, "0", "0").figure.ci_half_width is None  # one trial has no interval
    assert at(found, "0", "0").is_baseline


def test_a_workload_on_an_axis_is_compared_with_its_own_baseline():
    cells = [
        Cell(a + w, a + w, {"a": a, "load": w}, [(1, 10.0 * k), (2, 11.0 * k)])
        for a, w, k in (("0", "short", 1), ("1", "short", 2), ("0", "long", 5), ("1", "long", 20))
    ]
    found = pivot(
        cells, {"a": ["0", "1"], "load": ["short", "long"]}, Axes("a", "load", {}, []), {"a": "0"}, HOW
    )
    assert [c.is_baseline for c in found.cells] == [True, True, False, False]


def test_without_rounds_the_mean_has_no_dots():
    apart = Comparison(METRICS["requests_per_s"], False, RULES_VERSION)
    found = pivot(ARTICLE, LEVELS, Axes("workers", "pin", {}, ["log"]), BASELINE, apart)
    assert at(found, "22", "cores").figure.dots == ()
    assert at(found, "22", "cores").delta.method == "welch"
