"""Figures as people read them: the golden table that `figures.test.ts` reads as well."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from backend.presentation.changes import (
    difference,
    interval,
    percent,
    percent_size,
    relative_amount,
    share_amount,
)
from backend.presentation.figures import (
    chance,
    count,
    exact,
    figure,
    measure,
    short_percent,
    span,
    spread,
    tick,
    whole_percent,
    write,
)
from backend.presentation.words import sentence

GOLDEN = Path(__file__).parent / "figures_golden.json"
CASES = json.loads(GOLDEN.read_text("utf-8"))
FUNCTIONS: dict[str, Callable[..., str]] = {
    "figure": figure,
    "count": count,
    "exact": lambda value: write(value, "exact"),
    "measure": measure,
    "exact_measure": exact,
    "tick": tick,
    "percent": percent,
    "exact_percent": lambda change: write(change, "exact change"),
    "percent_size": percent_size,
    "interval": interval,
    "amount": lambda *change: " · ".join(relative_amount(*change)),
    "difference": difference,
    "share": whole_percent,
    "short_percent": short_percent,
    "spread": spread,
    "times": lambda value: write(value, "times"),
    "p_value": lambda p: write(p, "chance"),
    "span": span,
    "micros": lambda value: write(value, "cost"),
    "micros_change": lambda value: write(value, "cost change"),
    "calls": lambda value: write(value, "calls"),
    "memory": lambda value: write(value, "memory"),
}


def value_of(text: Any) -> Any:
    """JSON has no NaN and no infinities."""
    return float(text) if text in ("NaN", "Infinity", "-Infinity") else text


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['figure']} {case['of']}")
def test_every_figure_of_the_golden_table_is_written_as_it_says(case: dict[str, Any]) -> None:
    assert FUNCTIONS[case["figure"]](*map(value_of, case["of"])) == case["text"]


def test_the_golden_table_has_enough_figures_of_every_kind() -> None:
    assert len(CASES) >= 200
    assert {case["figure"] for case in CASES} == set(FUNCTIONS)


def test_a_chance_stands_behind_its_letter() -> None:
    assert [f"p {chance(p)}" for p in (0.0002, 0.031, 0.999)] == ["p < 0.001", "p = 0.031", "p > 0.99"]


def test_an_interval_past_any_scale_is_cut_in_sentences_as_in_tables() -> None:
    assert share_amount(0.27, -0.99, 206.11) == "+27% [−99, > +999]"
    assert share_amount(0.267, 0.225, 0.31) == "+26.7% [+22.5, +31.0]"


def test_a_name_keeps_its_letters_at_the_beginning_of_a_sentence() -> None:
    assert sentence("net.core.somaxconn cannot be set") == "net.core.somaxconn cannot be set."
    assert sentence("the load tool ended. Twice") == "The load tool ended. Twice."
