"""Problems of a definition, each with its place, all at once."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from backend.place_words import place_words

if TYPE_CHECKING:
    from backend.definition.model import Definition

Path = tuple[str | int, ...]
Issue = tuple[Path, str]
"""The keys and indexes that lead to a place, and a sentence that says what is wrong there."""

MAX_ISSUES = 100
"""Of one kind: nobody reads more, and each may look for what was meant among many names."""
Marks = Mapping[Path, tuple[int, int]]
"""Path → line and column in the text, both from 1."""


@dataclass(frozen=True)
class LocatedIssue:
    """An issue with its `place` as text, such as `variants[2].set.nginx.worker_processes`.

    Lines and columns count from 1.
    """

    place: str
    message: str
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = place_words(self.place) or "definition"
        return f"{place}{f' (line {self.line})' if self.line else ''}: {self.message}"


class DefinitionErrors(ValueError):
    """A definition that cannot be launched; `problems` has everything that is wrong with it.

    `definition` is there if its shape is right and its texts were read: a testbed can be asked as well.
    """

    def __init__(self, problems: list[LocatedIssue], definition: "Definition | None" = None) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = problems
        self.definition = definition


def place_of(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def locate(issues: Iterable[Issue], marks: Marks) -> list[LocatedIssue]:
    """Issues as text with places in the order of the text, without repeats."""
    problems = [LocatedIssue(place_of(path), text, *_mark(path, marks)) for path, text in issues]
    return sorted(dict.fromkeys(problems), key=lambda p: (p.line or 0, p.column or 0))


def _mark(path: Path, marks: Marks) -> tuple[int | None, int | None]:
    """Find the mark of the place, or of the nearest thing around it that stands in the text."""
    for length in range(len(path), 0, -1):
        if path[:length] in marks:
            return marks[path[:length]]
    return (None, None)
