"""Pydantic's errors about a request as sentences, without names and reprs of Python. Pure."""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

_KINDS = {
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
_BOUNDS = {
    "greater_than_equal": ("at least", "ge"),
    "greater_than": ("above", "gt"),
    "less_than_equal": ("at most", "le"),
    "less_than": ("below", "lt"),
}
_LENGTHS = {"min_length": "at least", "max_length": "at most"}
_QUOTED = re.compile(r"'([^']*)'")
_BRANCH = re.compile(
    r"\[key\]|str|int|float|bool|none|(list|dict|set|literal|constrained|function-)\b.*\[.*\]"
)
"""Type of a union's branch, which stands in a place as a name does."""
_SHOWN = 60  # characters of what was sent
_NEAR = 0.6


def list_problems(errors: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Place and sentence of each problem; of a union, what the branch says that the value is meant for."""
    items_by_place: dict[str, list[Mapping[str, Any]]] = {}
    for item in errors:
        items_by_place.setdefault(_place(item["loc"]), []).append(item)
    return [
        (place, _describe_branches(items))
        for place, items in items_by_place.items()
        if not (
            place
            and any(longer_place.startswith((f"{place}.", f"{place}[")) for longer_place in items_by_place)
        )
    ]


def _place(loc: Sequence[int | str]) -> str:
    names = [part for part in loc if isinstance(part, int) or not (part == "body" or _BRANCH.fullmatch(part))]
    return "".join(f"[{name}]" if isinstance(name, int) else f".{name}" for name in names).lstrip(".")


def _describe_branches(items: Sequence[Mapping[str, Any]]) -> str:
    meant_items = [item for item in items if not item["type"].endswith("_type")] or items
    sentences = list(dict.fromkeys(map(describe_problem, meant_items)))
    text = " or ".join([sentences[0], *(sentence.removeprefix("must be ") for sentence in sentences[1:])])
    is_of_body = tuple(items[0]["loc"]) == ("body",)
    return f"the body {text}" if is_of_body and text.startswith(("must ", "is ")) else text


def describe_problem(item: Mapping[str, Any]) -> str:
    """Say what one part of a request has to be; its place is told beside it."""
    kind, context = item["type"], item.get("ctx", {})
    if kind in _BOUNDS:
        words, key = _BOUNDS[kind]
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
    kind_text = _KINDS.get(kind.partition("_")[0])
    return f"must be {kind_text}" if kind_text else item["msg"].replace("Input should ", "must ", 1)


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
