#!/usr/bin/env python3
"""Count the bare participles and pronouns among the names that the Python product binds.

`found`, `said` or `own` do not say what they hold. The count may only fall: `.ci/names.json` has the
words and the highest count allowed; `frontend/scripts/names.mjs` counts TypeScript by the same rule.

    .ci/names.py           check the count
    .ci/names.py --list    every such name, as FILE:LINE: NAME
    .ci/names.py --words   the words, most frequent first
"""

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
FOLDERS = ("agents", "backend", "migrations", "worker")
RULES = json.loads((ROOT / ".ci/names.json").read_text("utf-8"))
WORDS = {*RULES["pronouns"], *RULES["participles"]}


class BoundName(NamedTuple):
    place: str  # FILE:LINE
    name: str

    @property
    def is_vague(self) -> bool:
        bare = self.name.strip("_")
        return bare in WORDS or (
            bool(re.fullmatch(r"[a-z]+ed", bare)) and bare not in RULES["not_participles"]
        )


def bound_names(path: Path) -> Iterator[BoundName]:
    """Every name that a file binds: definitions, parameters, assignments, targets, aliases, exceptions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                name = node.name
            case ast.arg():
                name = node.arg
            case ast.Name(ctx=ast.Store()):
                name = node.id
            case ast.ExceptHandler(name=str(handler)):
                name = handler
            case ast.alias(asname=str(alias)):
                name = alias
            case ast.MatchAs(name=str(capture)) | ast.MatchStar(name=str(capture)):
                name = capture
            case _:
                continue
        yield BoundName(f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 1)}", name)


def product_files() -> list[Path]:
    files = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return sorted(path for path in files if "tests" not in path.parts)


def main(arguments: list[str]) -> int:
    names = [name for path in product_files() for name in bound_names(path)]
    vague = [name for name in names if name.is_vague]
    if "--list" in arguments:
        print("\n".join(f"{entry.place}: {entry.name}" for entry in vague))
    if "--words" in arguments:
        print(", ".join(f"{word} {count}" for word, count in Counter(v.name for v in vague).most_common()))
    limit = RULES["max"]["python"]
    share = 100 * len(vague) / len(names)
    print(
        f"Python: {len(vague)} of {len(names)} names ({share:.2f}%) are bare participles or pronouns; "
        f"at most {limit} may be"
    )
    if len(vague) < limit:
        print(f"Lower max.python in .ci/names.json to {len(vague)}, so that the count only falls.")
    return int(len(vague) > limit)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
