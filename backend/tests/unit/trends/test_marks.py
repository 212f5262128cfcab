"""What changed between two experiments of a trend is told in the words of definitions."""

from typing import Any

import pytest

from backend.trends.marks import Conditions, marks_between


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ({"duration_s": 1}, {"duration_s": 5}, "duration 1 s → 5 s"),
        ({"duration_s": 1}, {"duration_s": None}, "duration 1 s → not set"),
        ({"timeout_s": 2}, {"timeout_s": 10}, "timeout 2 s → 10 s"),
        ({"tool": "wrk"}, {"tool": "weighttp"}, "tool wrk → weighttp"),
        ({"keepalive": True}, {"keepalive": False}, "keepalive on → off"),
        ({"headers": {}}, {"headers": {"X-A": "1"}}, "headers changed"),
        ({}, {"hold": {"connections": 9, "every_s": 60}}, "hold changed"),
        ({"name": "a"}, {"name": "b"}, None),
        (
            {"tool": "wrk", "connections": 1},
            {"tool": "ab", "connections": 2},
            "connections 1 → 2, tool wrk → ab",
        ),
    ],
)
def test_a_change_of_the_workload_reads_as_its_definition(
    before: dict[str, Any], after: dict[str, Any], text: str | None
) -> None:
    marks = marks_between(Conditions({}, 1, before), Conditions({}, 1, after))
    assert [mark.text for mark in marks] == ([f"workload: {text}"] if text else [])
