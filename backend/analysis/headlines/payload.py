"""Answers of another size by own text, where a change is that of the payload too. Pure."""

from collections.abc import Mapping
from typing import Any

from backend.presentation.words import count, join_words
from backend.validity.answers import COMPRESSION, OF_BACKEND, RAW_TEXT

MIN_DIFFERENCE = 0.05
"""Share by which the bytes of an answer differ; less may be headers, and the rounding of load tools."""


def has_other_text(knobs: Mapping[str, Any], reference: Mapping[str, Any]) -> bool:
    """Whether own text alone may change the answer: other sizes and compression say it by their names."""
    is_equal = all(knobs.get(name) == reference.get(name) for name in (*OF_BACKEND, *COMPRESSION))
    return is_equal and any(knobs.get(name) != reference.get(name) for name in RAW_TEXT)


def payload_sentence(pairs: Mapping[str, str], sizes: Mapping[str, float]) -> str:
    """Name the runs that answer otherwise; empty where none does.

    `pairs`: name of a run → that of its reference; `sizes`: name → mean bytes of an answer.
    """
    unequal_names = [
        name
        for name, reference in pairs.items()
        if name in sizes
        and reference in sizes
        and abs(sizes[name] - sizes[reference]) > MIN_DIFFERENCE * sizes[reference]
    ]
    if not unequal_names:
        return ""
    names = join_words([f"“{name}” ({count(round(sizes[name]))} bytes)" for name in unequal_names], 3)
    reference = pairs[unequal_names[0]]
    verb = "answers" if len(unequal_names) == 1 else "answer"
    return (
        f"{names} {verb} otherwise than “{reference}” ({count(round(sizes[reference]))} bytes): "
        "a change is that of the payload too."
    )
