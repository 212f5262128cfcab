"""ARCHITECTURE.md names the way of a definition from its route to rows and first jobs: it exists, and is short."""

import ast
import re
from itertools import groupby, pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[4]
MOST_STAYS, MOST_FILES, MOST_RETURNS = 18, 12, 5
_STEP = re.compile(r"^\d+\. (?:back in `(\w+)`: )?`([\w/]+\.py):(\w+)`", re.MULTILINE)


class Stay(NamedTuple):
    back_in: str  # the caller that the path returns to before; empty where it goes straight on
    file: str
    function: str


def path() -> list[Stay]:
    text = (ROOT / "ARCHITECTURE.md").read_text()
    section = text.split("## The path of a definition\n")[1].split("\n## ")[0]
    stays = [Stay(*found) for found in _STEP.findall(section)]
    assert len(stays) == len(re.findall(r"^\d+\. ", section, re.MULTILINE))
    return stays


def names_in(file: str) -> set[str]:
    tree = ast.walk(ast.parse((ROOT / file).read_text()))
    return {getattr(node, "id", getattr(node, "attr", "")) for node in tree}


def functions_of(file: str) -> set[str]:
    tree = ast.walk(ast.parse((ROOT / file).read_text()))
    return {node.name for node in tree if isinstance(node, ast.FunctionDef)}


def test_every_function_of_the_path_exists() -> None:
    assert [stay for stay in path() if stay.function not in functions_of(stay.file)] == []


def test_each_is_named_where_the_path_comes_from() -> None:
    stays = path()
    for before, stay in pairwise(stays):
        caller = next((s for s in stays if s.function == stay.back_in), before)
        # the queue knows the task by its text; the worker says which function that is
        file = "worker/app.py" if stay.function == "advance" else caller.file
        assert stay.function in names_in(file), stay


def test_the_path_is_short() -> None:
    stays = path()
    assert len(stays) <= MOST_STAYS
    assert len({s.file for s in stays}) <= MOST_FILES
    assert sum(bool(s.back_in) for s in stays) <= MOST_RETURNS


def test_every_return_to_a_file_is_counted() -> None:
    """Where the path enters a file that it left before, it says so."""
    left: set[str] = set()
    for file, group in groupby(path(), key=lambda s: s.file):
        assert file not in left or next(group).back_in
        left.add(file)
