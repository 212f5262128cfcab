"""Problems of a definition, each with its place, all at once."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Self

from backend.errors import Invalid, ProblemItem
from backend.place_words import text_at

if TYPE_CHECKING:
    from backend.definition.model import Definition

Path = tuple[str | int, ...]
Issue = tuple[Path, str]
"""The keys and indexes that lead to a place, and a sentence that says what is wrong there."""

MAX_ISSUES = 100
"""Of one kind: nobody reads more, and each may look for what was meant among many names."""
Marks = Mapping[Path, tuple[int, int]]
"""Path → line and column in the text, both from 1."""


WRONG = "The definition cannot be launched like this: see the errors"


class DefinitionErrors(Invalid):
    """A definition that cannot be launched; `errors` has everything that is wrong with it.

    `definition` is there if its shape is right and its texts were read: a testbed can be asked as well.
    """

    def __init__(self, errors: list[ProblemItem], definition: "Definition | None" = None) -> None:
        super().__init__(errors[0].message if len(errors) == 1 else WRONG, errors)
        self.definition = definition

    @classmethod
    def at(cls, place: str, message: str, line: int | None = None, column: int | None = None) -> Self:
        return cls([ProblemItem(place=place, message=message, line=line, column=column)])

    def __str__(self) -> str:
        return "; ".join(
            text_at(problem.label or "definition", problem.message)
            + (f" (line {problem.line})" if problem.line else "")
            for problem in self.errors
        )


def place_of(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def nearest_mark(place: str, marks_of_places: Mapping[str, tuple[int, int]]) -> tuple[int, int] | None:
    """Find the mark of a place as text, or of the nearest thing around it that stands in the text."""
    while place and place not in marks_of_places:
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return marks_of_places.get(place) if place else None


def locate(issues: Iterable[Issue], marks: Marks) -> list[ProblemItem]:
    """Issues with places as text, such as `variants[2].set.nginx.gzip`, in its order and without repeats."""
    places = ((place_of(path), text, _mark(path, marks)) for path, text in issues)
    problems = [
        ProblemItem(place=place, message=text, line=line, column=column)
        for place, text, (line, column) in places
    ]
    return sorted(dict.fromkeys(problems), key=lambda p: (p.line or 0, p.column or 0))


def _mark(path: Path, marks: Marks) -> tuple[int | None, int | None]:
    """Find the mark of the place, or of the nearest thing around it that stands in the text."""
    for length in range(len(path), 0, -1):
        if path[:length] in marks:
            return marks[path[:length]]
    return (None, None)
