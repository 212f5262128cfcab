"""Pydantic's errors about a request as sentences, without names and reprs of Python. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agents.catalog.problem_words import describe_problem

Path = tuple[int | str, ...]
_BRANCH = re.compile(
    r"\[key\]|str|int|float|bool|none|(list|dict|set|literal|constrained|function-)\b.*\[.*\]"
)
"""Type of a union's branch, which stands in a place as a name does."""


def list_problems(errors: Iterable[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Place and sentence of each problem; of a union, what the branch says that the value is meant for."""
    items_by_path: dict[Path, list[Mapping[str, Any]]] = {}
    for item in errors:
        items_by_path.setdefault(_path(item["loc"]), []).append(item)
    outer_paths = {path[:length] for path in items_by_path for length in range(1, len(path))}
    return [
        (_place(path), _describe_branches(items))
        for path, items in items_by_path.items()
        if path not in outer_paths
    ]


def _path(loc: Path) -> Path:
    return tuple(
        part for part in loc if isinstance(part, int) or not (part == "body" or _BRANCH.fullmatch(part))
    )


def _place(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def _describe_branches(items: Sequence[Mapping[str, Any]]) -> str:
    meant_items = [item for item in items if not item["type"].endswith("_type")] or items
    sentences = list(dict.fromkeys(map(describe_problem, meant_items)))
    text = " or ".join([sentences[0], *(sentence.removeprefix("must be ") for sentence in sentences[1:])])
    is_of_body = tuple(items[0]["loc"]) == ("body",)
    return f"the body {text}" if is_of_body and text.startswith(("must ", "is ")) else text
