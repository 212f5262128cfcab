"""Numbers as people write them in tables."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.imports import cells


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("17127.49", 17127.49),
        ("17,127.49", 17127.49),
        ("17127,49", 17127.49),
        ("1 027 745", 1027745),
        ("1\u202f027\u202f745", 1027745),
        ("1'027'745", 1027745),
        ("1.027.745", 1027745),
        ("4,139,984", 4139984),
        ("1.027.745,5", 1027745.5),
        ("**68884.59**", 68884.59),
        ("~38000", 38000),
        ("0,5", 0.5),
        ("0.0013093838623156012", 0.0013093838623156012),
        ("0.00000000123456789012345678", 0.00000000123456789012345678),
    ],
)
def test_a_number_is_read_by_its_own_marks(text: str, value: float) -> None:
    assert cells.number(text, cells.decimal_of([text])) == value


@pytest.mark.parametrize(
    ("text", "unit", "default", "value"),
    [
        ("12.04 ms", "s", "", 0.01204),
        ("791.04 µs", "s", "", 0.00079104),
        ("791.04us", "s", "", 0.00079104),
        ("1.66", "s", "ms", 0.00166),
        ("1.5 s", "s", "ms", 1.5),
        ("38.8k", "1/s", "", 38800),
        ("38.8 k req/s", "1/s", "", 38800),
        ("8911.30 req/s", "1/s", "", 8911.3),
        ("2.3M", "1", "", 2300000),
        ("1.5 MB/s", "B/s", "", 1572864),
    ],
)
def test_a_figure_with_its_unit_is_si(text: str, unit: str, default: str, value: float) -> None:
    assert cells.quantity(text, unit, default=default) == value


@pytest.mark.parametrize(
    ("text", "value"), [("+92.19%", 0.9219), ("−0.4%", -0.004), ("92.19", 0.9219), ("×1.5", 0.5), ("3x", 2.0)]
)
def test_a_published_change_is_a_fraction(text: str, value: float) -> None:
    assert cells.change(text) == value


@pytest.mark.parametrize(
    "text",
    ["285713 282235 286919", "285713; 282235; 286919", "285713/282235/286919", "[285713, 282235, 286919]"],
)
def test_trials_share_a_cell(text: str) -> None:
    assert cells.several(text) == [285713, 282235, 286919]


@pytest.mark.parametrize("text", ["abc", "1.2.3", "12,34,56", "5 apples", "", "--", "1e999x"])
def test_what_is_no_number_says_so(text: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        cells.quantity(text, "1/s")


@given(st.integers(min_value=0, max_value=10**9), st.sampled_from([",", "\u202f", " ", "'"]))
def test_thousands_are_read_back(value: int, mark: str) -> None:
    written = f"{value:,}.25".replace(",", mark)
    assert cells.number(written) == value + 0.25


@given(st.text(max_size=40))
def test_any_text_is_a_number_or_an_error(text: str) -> None:
    with suppress(ValueError):
        assert isinstance(cells.number(text), float)


@pytest.mark.parametrize(
    ("texts", "has_semicolons", "decimal"),
    [
        (["17127", "1,234"], True, ","),
        (["17.127"], True, ","),
        (["17127", "0.234"], True, "."),
        (["17.127,49", "1.22"], True, ","),
        (["17127", "1,234"], False, "."),
        (["17127,490"], False, ","),
    ],
)
def test_semicolons_between_columns_tell_a_comma_for_decimals(
    texts: list[str], has_semicolons: bool, decimal: str
) -> None:
    assert cells.decimal_of(texts, has_semicolons) == decimal
