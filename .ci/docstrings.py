#!/usr/bin/env python3
"""Count the docstrings of the Python product that begin like a riddle: with Of, By, What, How, Why …

A first line is an imperative or a noun phrase that fits in an index. The count may only fall:
`.ci/names.json` has the words and the highest count allowed.

    .ci/docstrings.py           check the count
    .ci/docstrings.py --list    every such docstring, as FILE:LINE: FIRST LINE
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from names import ROOT, RULES, product_files

WORDS = frozenset(RULES["docstring_beginnings"])
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def riddles(path: Path) -> Iterator[str]:
    """Places of the docstrings that begin with one of the words, with their first lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        text = ast.get_docstring(node) if isinstance(node, DOCUMENTED) else None
        if text and text.split()[0].strip("`,.:;“”'\"") in WORDS:
            yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}: {text.splitlines()[0]}"


def main(arguments: list[str]) -> int:
    places = [place for path in product_files() for place in riddles(path)]
    if "--list" in arguments:
        print("\n".join(places))
    limit = RULES["max"]["docstrings"]
    print(f"Python: {len(places)} docstrings begin with one of {len(WORDS)} words; at most {limit} may")
    if len(places) < limit:
        print(f"Lower max.docstrings in .ci/names.json to {len(places)}, so that the count only falls.")
    return int(len(places) > limit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
