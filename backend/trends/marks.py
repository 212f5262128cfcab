"""Changes between two experiments of a trend. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from agents.catalog.roles import ROLES
from backend.records.facts_flat import changes
from backend.trends.schemas import TrendMark

MAX_MARKS = 12
MAX_VALUE = 60  # characters of a fact


class Conditions(NamedTuple):
    """Conditions of a figure beside the variant."""

    facts: Mapping[str, Any]  # role → {host, facts}, as an experiment keeps them
    rules_version: int
    workload: Mapping[str, Any]


def marks_between(before: Conditions, after: Conditions) -> list[TrendMark]:
    """Changes of hosts, their facts, the rules of verdicts and the workload; at most MAX_MARKS."""
    marks = [*_marks(before, after)]
    rest = len(marks) - MAX_MARKS
    if rest <= 0:
        return marks
    return [*marks[:MAX_MARKS], TrendMark(kind="facts", text=f"and {rest} more")]


def _marks(before: Conditions, after: Conditions) -> Iterator[TrendMark]:
    if before.rules_version != after.rules_version:
        text = f"verdicts by rules {before.rules_version} → {after.rules_version}"
        yield TrendMark(kind="rules", text=text)
    names = sorted({*before.workload, *after.workload} - {"name"})
    sides = ((name, before.workload.get(name), after.workload.get(name)) for name in names)
    workload_changes = [_workload_change(name, old, new) for name, old, new in sides if old != new]
    if workload_changes:
        yield TrendMark(kind="workload", text=f"workload: {', '.join(workload_changes)}")
    for role in ROLES:
        old, new = (side.facts.get(role, {}).get("host") for side in (before, after))
        if old != new:
            yield TrendMark(kind="hosts", text=f"{role} on {_text_of(new)} in place of {_text_of(old)}")
    for fact in changes(before.facts, after.facts):
        text = f"{fact.host}: {fact.name} {_text_of(fact.before)} → {_text_of(fact.after)}"
        yield TrendMark(kind="facts", text=text)


def _workload_change(name: str, old: Any, new: Any) -> str:
    """`duration 1 s → 5 s`, as definitions have it; of lists and maps only that they changed."""
    label = name.removesuffix("_s").replace("_", " ")
    if isinstance(old, dict | list) or isinstance(new, dict | list):
        return f"{label} changed"
    unit = " s" if name.endswith("_s") else ""
    return f"{label} {_workload_value(old, unit)} → {_workload_value(new, unit)}"


def _workload_value(value: Any, unit: str) -> str:
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return "on" if value else "off"
    return _text_of(value) + unit


def _text_of(value: Any) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= MAX_VALUE else f"{text[: MAX_VALUE - 1]}…"
