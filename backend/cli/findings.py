"""Errors and advice of a definition as lines, `tuning.yaml:3:9: error: …`, that editors and CI find."""

from collections.abc import Iterator, Mapping
from typing import Any

from backend.place_words import place_words, text_at
from backend.presentation.words import few

STDIN, STDIN_WORD = "<stdin>", "-"
Item = Mapping[str, Any]
"""place, severity (error, warning or hint), text; where known line, column, code, variant, example."""


def name_of_text(file: str) -> str:
    """A file as messages name it."""
    return STDIN if file == STDIN_WORD else file


def finding_line(item: Item, file: str | None) -> str:
    """`FILE:LINE:COLUMN: severity: place: text`, as far as that is known."""
    position = f":{item['line']}:{item['column']}" if item.get("line") else ""
    before = f"{file}{position}: " if file else ""
    return f"{before}{item['severity']}: {text_at(_place_words(item), item['text'])}"


def _place_words(item: Item) -> str:
    """Name the place; advice on a grid as a whole has the cells that it is about."""
    words = place_words(item["place"]) or "definition"
    if item["place"] != "factors" or "variants" not in item:
        return words
    return f"{words}, {few(item['variants']) or 'every cell'}"


def items_of_plan(plan: Mapping[str, Any]) -> Iterator[Item]:
    """Errors and advice of a plan of the dashboard."""
    yield from map(error_item, plan["errors"])
    yield from plan["advice"]


def goal_items(plan: Mapping[str, Any]) -> Iterator[Item]:
    """A hint where a plan hardly shows a change of 5%."""
    goal = plan.get("goal")  # a dashboard of 0.1.0 says nothing of it
    if goal and goal["tone"] != "green":
        yield {"place": "trials", "severity": "hint", "text": goal["sentence"]}


def error_item(problem: Mapping[str, Any]) -> dict[str, Any]:
    """A problem as the API gives it."""
    position = {key: problem.get(key) for key in ("line", "column")}
    return {"place": problem["place"], "severity": "error", "text": problem["message"]} | position
