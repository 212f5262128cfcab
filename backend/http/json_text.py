"""A body as JSON that the rest of the program can rely on: what it cannot hold is refused here. Pure."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from backend.errors import Invalid
from backend.fields import is_broken
from backend.http.request_limits import DEEPEST_JSON, MAX_INTEGER

_MAY_BE_BROKEN = re.compile(r"\\u[dD][89a-fA-F]")
_DIGITS = len(str(MAX_INTEGER))


def check(body: bytes) -> None:
    """Invalid for what is no JSON, nests too deep, or has numbers or characters that nothing can hold."""
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Invalid(f"The body is not UTF-8: byte {error.start} cannot be read") from None
    try:
        data = json.loads(text, parse_int=_integer, parse_float=_number, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        position = f"line {error.lineno}, column {error.colno}"
        raise Invalid(f"The body is not JSON: {error.msg} ({position})") from None
    except RecursionError:
        raise _too_deep() from None
    if text.count("[") + text.count("{") > DEEPEST_JSON and _depth_is_above(data, DEEPEST_JSON):
        raise _too_deep()
    if _MAY_BE_BROKEN.search(text):
        place = next((place for place, inner in _texts(data) if is_broken(inner)), None)
        if place is not None:
            raise Invalid.at(place, "half of a character: \\ud800 to \\udfff mean something only in pairs")


def _too_deep() -> Invalid:
    return Invalid(f"The body is nested more than {DEEPEST_JSON} levels deep")


def _integer(digits: str) -> int:
    value = int(digits) if len(digits) <= _DIGITS + 1 else None
    if value is None or abs(value) > MAX_INTEGER:
        raise Invalid(f"{digits[:24]}… is larger than any number here; at most {MAX_INTEGER} is read")
    return value


def _number(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise Invalid(f"{digits[:24]} is larger than any number here")
    return value


def _no_number(name: str) -> float:
    raise Invalid(f"{name} is not a number in JSON; leave the value out, or send null")


def _depth_is_above(data: Any, most: int) -> bool:
    """Level by level, so that no nesting can exhaust the stack."""
    level = [data]
    for _ in range(most):
        level = [inner for value in level for inner in _inside(value) if isinstance(inner, list | dict)]
        if not level:
            return False
    return True


def _inside(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []


def _texts(data: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Keys and values, however deep, each with its place; that of a key is the place of its object."""
    if isinstance(data, str):
        yield place, data
    elif isinstance(data, dict):
        for key, inner in data.items():
            yield place, key
            yield from _texts(inner, f"{place}.{key}".lstrip("."))
    elif isinstance(data, list):
        for number, inner in enumerate(data):
            yield from _texts(inner, f"{place}[{number}]")
