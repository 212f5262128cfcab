"""A write-up's own figures: means and deltas from its trials, and where its arithmetic does not hold."""

# A figure that is None fails the assertion, as it should.
# pyright: reportOptionalMemberAccess=false, reportOperatorIssue=false, reportOptionalOperand=false, reportArgumentType=false

from decimal import Decimal
from types import SimpleNamespace
from typing import Any

import pytest

from backend.analysis.published import read_published
from backend.analysis.published_arithmetic import check_digits
from backend.analysis.schemas import Published
from backend.planning.plan import make_plan
from backend.recipes.library import instantiate, recipes
from backend.statistics.rules import RULES_VERSION


def quoted(slug: str, form: str = "full") -> Published:
    """A recipe's published table beside runs that were planned from it."""
    definition = instantiate(next(r for r in recipes() if r.slug == slug), form, 64)
    runs: list[Any] = [
        SimpleNamespace(
            id=p.name,
            variant=p.variant,
            workload={"name": p.workload.name},
            is_baseline=p.is_baseline,
            is_control=p.is_control,
            deleted_at=None,
        )
        for p in make_plan(definition, 1).runs
    ]
    found = read_published(definition.model_dump(mode="json", by_alias=True), runs, RULES_VERSION)
    assert found is not None
    return found


def test_the_table_of_pinning_from_its_own_trials():
    found = quoted("pinned-against-unpinned")
    assert {row.variant: row.mean for row in found.rows} == {
        "workers 16 · cores · log off": 285948.2,
        "workers 16 · pin none · log off": 274685.2,
        "workers 22 · cores · log off": 347540.6,
        "workers 22 · pin none · log off": 276899.4,
        "workers 16 · cores · memory": 277754.0,
        "workers 16 · pin none · memory": 260443.0,
        "workers 22 · cores · memory": 329009.2,
        "workers 22 · pin none · memory": 257655.0,
        "workers 16 · cores · disk": 267241.0,
        "workers 16 · pin none · disk": 246551.6,
    }
    assert found.remarks == [
        "The printed mean of workers 16 · pin none · log off, 274687.4, is not that of its own trials: "
        "274685.2.",
        "Printed means cut off instead of rounded: workers 22 · cores · log off (347540 for 347540.6), "
        "workers 16 · pin none · disk (246551 for 246551.6).",
        "The other 7 of 10 printed means are right to the digit.",
    ]


def test_its_deltas_come_from_its_trials_with_intervals():
    rows = {row.variant: row for row in quoted("pinned-against-unpinned").rows}
    best = rows["workers 22 · cores · log off"]
    assert best.factors == {"workers": "22", "pin": "cores", "log": "off"}
    assert (best.delta.method, best.delta.verdict) == ("welch", "better")
    shown = [round(100 * x, 1) for x in (best.delta.change, best.delta.low, best.delta.high)]
    assert shown == [26.7, 17.7, 36.4]
    assert rows["workers 16 · pin none · log off"].delta is None


def test_the_quick_form_has_the_same_trials():
    rows = quoted("pinned-against-unpinned", "quick").rows
    assert [len(row.trials) for row in rows] == [5] * 6
    assert rows[0].factors == {"workers": "32", "pin": "cores", "log": "off"}


def test_printed_changes_against_printed_rates():
    found = quoted("stepwise").remarks
    assert found[0].startswith(
        "Printed changes cut off instead of rounded: workers 2 (+92.19% for +92.1997%),"
    )
    assert "accept_mutex (−20.45% for −20.4562%)" in found[0]
    assert found[1] == "The other 7 of 16 printed changes are right to the digit."
    assert quoted("placement").remarks == []


def test_a_change_that_does_not_follow():
    rows = [{"variant": "a", "requests_per_s": 100}, {"variant": "b", "requests_per_s": 150, "delta": 0.6}]
    base: Any = SimpleNamespace(
        id="1", variant="a", workload={"name": "w"}, is_baseline=True, is_control=False, deleted_at=None
    )
    found = read_published({"published": {"source": "s", "rows": rows}}, [base], RULES_VERSION)
    assert found.remarks == ["The printed change of b, +60%, is not what its rates give: +50%."]
    assert found.rows[0].run_id == "1"


def test_nothing_quoted():
    assert read_published({}, [], RULES_VERSION) is None
    empty = read_published({"published": {"source": "s"}}, [], RULES_VERSION)
    assert (empty.rows, empty.remarks) == ([], [])


@pytest.mark.parametrize(
    ("printed", "follows", "check"),
    [
        ("285948", "285948.2", "right"),
        ("347541", "347540.6", "right"),
        ("347540", "347540.6", "cut"),
        ("274687.4", "274685.2", "wrong"),
        ("246552", "246551.5", "right"),
        ("-20.45", "-20.4562", "cut"),
        ("0", "0.4", "right"),
    ],
)
def test_rounded_cut_off_or_wrong(printed: str, follows: str, check: str):
    assert check_digits(Decimal(printed), Decimal(follows)) == check
