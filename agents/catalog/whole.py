"""Whole numbers as people and YAML write them: 32, "32", 32.0, 1e3; never true."""

import re
from decimal import Decimal
from typing import Annotated

from pydantic import BeforeValidator

_NUMBER = re.compile(r"[-+]?[0-9]{1,19}(?:\.[0-9]{0,19})?(?:[eE][-+]?[0-9]{1,2})?")


def read_whole(text: str) -> int | None:
    """The whole number that a text is; None where it is none."""
    text = text.strip()
    number = Decimal(text) if _NUMBER.fullmatch(text) else Decimal("0.5")
    return int(number) if number == number.to_integral_value() else None


def _plain(raw: object) -> object:
    if isinstance(raw, bool):
        raise ValueError(f"must be a whole number; got {str(raw).lower()}")
    number = read_whole(raw) if isinstance(raw, str) else None
    return raw if number is None else number


Whole = Annotated[int, BeforeValidator(_plain)]
"""One rule for all whole numbers of a definition, quoted or not."""
