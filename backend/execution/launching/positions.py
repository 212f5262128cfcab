"""Line and column of problems and advice in the YAML text that was posted. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from backend.advice.schemas import AdviceOut
from backend.definition import overrides, yaml_text
from backend.definition.issues import DefinitionErrors, Path, nearest_mark, place_of
from backend.errors import ProblemItem

Item = TypeVar("Item", ProblemItem, AdviceOut)
_Marks = dict[str, tuple[int, int]]


def add_positions(text: str | None, items: Sequence[Item], settings: Mapping[str, str]) -> list[Item]:
    """The items, with the position of those that have none; as they are where no text was posted.

    settings  overrides: what they change has no position, for the text does not say it
    """
    if text is None or all(item.line for item in items):
        return list(items)
    marks = _marks_of(text, settings)
    return [item if item.line else _add_position(item, marks, settings) for item in items]


def _add_position(item: Item, marks: _Marks, settings: Mapping[str, str]) -> Item:
    is_override = item.place.removeprefix("set.") in settings
    mark = None if is_override else nearest_mark(item.place, marks)
    return item.model_copy(update={"line": mark[0], "column": mark[1]}) if mark else item


def _marks_of(text: str, settings: Mapping[str, str]) -> _Marks:
    """Marks by place; none for what overrides change or rename."""
    try:
        data, marks, _ = yaml_text.read(text)
        final_data = overrides.apply(data, dict(settings)) if settings and isinstance(data, dict) else data
    except DefinitionErrors:
        return {}
    return {
        place_of(path): mark
        for path, mark in marks.items()
        if not settings or _value_at(data, path) == _value_at(final_data, path)
    }


def _value_at(data: Any, path: Path) -> Any:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data
