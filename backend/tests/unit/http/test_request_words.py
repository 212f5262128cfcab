"""What an API says of values that it cannot take."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field, ValidationError

from agents.catalog.problem_words import describe_problem
from backend.http.request_words import list_problems


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


def _refuse(text: str) -> str:
    raise ValueError("a name has one line")


class Body(BaseModel, extra="forbid"):
    kinds: list[Literal[Colour.RED, Colour.BLUE]] = Field(default=[Colour.RED], min_length=1, max_length=2)
    colour: Colour = Colour.RED
    number: int = Field(1, ge=1, lt=1000)
    text: str = Field("x", min_length=2, max_length=5000)
    name: Annotated[str, AfterValidator(_refuse)] = ""
    at: datetime | None = None
    is_on: bool = False
    days: Literal[1, 7, 30] = 7
    side: str = Field("b", pattern="^[b-h]$")
    roles: dict[Literal["load", "proxy"], str] = {}
    hosts: dict[str, str | Annotated[list[str], Field(min_length=1)]] = {}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"kinds": ["redd"]}, "must be red or blue, not “redd”; did you mean “red”?"),
        ({"kinds": [{"a": 1}]}, "must be red or blue"),
        ({"kinds": []}, "must not be empty"),
        ({"kinds": ["red"] * 3}, "must have at most 2 items"),
        ({"kinds": "red"}, "must be a list"),
        ({"colour": 7}, "must be red or blue, not “7”"),
        ({"number": 0}, "must be at least 1"),
        ({"number": 1000}, "must be below 1000"),
        ({"number": "many"}, "must be a whole number"),
        ({"number": 1.5}, "must be a whole number"),
        ({"text": 3}, "must be text"),
        ({"text": ""}, "must have at least 2 characters"),
        ({"text": "x" * 5001}, "must have at most 5,000 characters"),
        ({"name": "a"}, "a name has one line"),
        ({"at": "soon"}, "must be a date and time, such as 2026-01-31T12:00:00Z"),
        ({"is_on": "maybe"}, "must be true or false"),
        ({"days": 8}, "must be 1, 7 or 30, not “8”"),
        ({"other": 1}, "is not known here: leave it out"),
        ({"side": "z"}, "must match ^[b-h]$"),
    ],
)
def test_a_problem_is_told_in_words(values: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        Body.model_validate(values)
    assert [describe_problem(item) for item in refusal.value.errors()] == [expected]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ([], [("hosts.load", "must not be empty")]),
        (7, [("hosts.load", "must be text or a list")]),
        (["a", 7], [("hosts.load[1]", "must be text")]),
    ],
)
def test_a_place_has_no_types_in_it(value: Any, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(ValidationError) as refusal:
        Body.model_validate({"hosts": {"load": value}})
    assert list_problems(refusal.value.errors()) == expected


def test_a_problem_of_the_whole_body_says_so() -> None:
    item = {"loc": ("body",), "input": None}
    assert list_problems([item | {"type": "missing"}]) == [("", "the body is missing")]
    assert list_problems([item | {"type": "model_attributes_type"}]) == [("", "the body must be a map")]
    error = ValueError("give either token or code")
    of_model = item | {"type": "value_error", "ctx": {"error": error}}
    assert list_problems([of_model]) == [("", "give either token or code")]


def test_a_key_that_is_unknown_is_named_once() -> None:
    with pytest.raises(ValidationError) as refusal:
        Body.model_validate({"roles": {"lode": "a"}})
    problem = "must be load or proxy, not “lode”; did you mean “load”?"
    assert list_problems(refusal.value.errors()) == [("roles.lode", problem)]


def test_many_problems_take_no_time_for_each_pair_of_them() -> None:
    count = 30_000
    items = [{"loc": ("body", "values", n), "type": "int_type", "input": None} for n in range(count)]
    assert list_problems(items) == [(f"values[{n}]", "must be a whole number") for n in range(count)]
