"""Pydantic's errors as sentences, without names and reprs of Python. Pure."""

import difflib
import re
from collections.abc import Mapping
from typing import Any

_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "finite": "a number",
    "string": "text",
    "list": "a list",
    "dict": "a map",
    "model": "a map",
    "bool": "true or false",
    "datetime": "a date and time, such as 2026-01-31T12:00:00Z",
    "date": "a date, such as 2026-01-31",
}
_OF_TYPE = re.compile(r"([a-z]+)_(?:type|attributes_type|parsing|number|from_\w+)")
BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("above", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("below", "lt"),
}
"""Kind of error → the words before a bound, and the name of the bound in its context."""
_LENGTHS = {"min_length": "at least", "max_length": "at most"}
_QUOTED = re.compile(r"'([^']*)'")
_SHOWN = 60  # characters of what was sent
_NEAR = 0.6


def type_words(kind: str) -> str | None:
    """Name the type that a value has to be of; None where the error is of another kind."""
    match = _OF_TYPE.fullmatch(kind)
    return _TYPES.get(match[1]) if match else None


def describe_problem(item: Mapping[str, Any]) -> str:
    """Say what one part of a request or a file has to be; its place is told beside it."""
    kind, context = item["type"], item.get("ctx", {})
    if kind in BOUNDS:
        words, key = BOUNDS[kind]
        return f"must be {words} {context[key]}"
    if kind in ("literal_error", "enum"):
        text = context["expected"]
        return _describe_choice(item["input"], _QUOTED.findall(text) or re.split(", | or ", text))
    if kind.endswith(("too_short", "too_long")):
        return _describe_length(kind, context)
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is not known here: leave it out"
    if kind == "json_invalid":
        return f"is no JSON: {context['error']}"
    if kind == "value_error":
        return str(context["error"])
    if kind == "string_pattern_mismatch":
        return f"must match {context['pattern']}"
    kind_text = type_words(kind)
    return f"must be {kind_text}" if kind_text else re.sub("^[A-Z][a-z]+ should ", "must ", item["msg"])


def _describe_choice(value: object, choices: list[str]) -> str:
    text = str(value)[:_SHOWN]
    near = difflib.get_close_matches(text, choices, n=1, cutoff=_NEAR) if isinstance(value, str) else []
    hint = f"; did you mean “{near[0]}”?" if near else ""
    choice_list = f"{', '.join(choices[:-1])} or {choices[-1]}" if choices[1:] else choices[0]
    value_text = f", not “{text}”" if isinstance(value, str | int | float) else ""
    return f"must be {choice_list}{value_text}{hint}"


def _describe_length(kind: str, context: Mapping[str, Any]) -> str:
    key = next(key for key in _LENGTHS if key in context)
    unit = "characters" if kind.startswith("string") else "items"
    if context[key] == 1:
        return "must not be empty" if key == "min_length" else f"must have at most 1 {unit[:-1]}"
    return f"must have {_LENGTHS[key]} {context[key]:,} {unit}"
