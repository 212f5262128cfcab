"""Directives as the text of a raw knob, each line with the directive that it came from. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from backend.own_conf.reading import Node, quote_word


@dataclass(eq=False)
class Line:
    """A directive of the outcome. `source` is what it came from; None: Dynoboard adds it."""

    name: str
    args: list[str]
    source: Node | None = None
    block: list["Line"] | None = None

    def walk(self) -> Iterator["Line"]:
        """Itself and all that stands in it."""
        yield self
        for child in self.block or ():
            yield from child.walk()

    @property
    def text(self) -> str:
        return f"{_head(self)};" if self.block is None else _head(self)


def write(lines: Sequence[Line], indent: str = "") -> Iterator[tuple[str, Line]]:
    """Each line of text, without its newline, with its directive."""
    for line in lines:
        if line.block is None:
            yield f"{indent}{_head(line)};", line
        elif not line.block:
            yield f"{indent}{_head(line)} {{}}", line
        else:
            yield f"{indent}{_head(line)} {{", line
            yield from write(line.block, f"{indent}  ")
            yield f"{indent}}}", line


def _head(line: Line) -> str:
    words = [quote_word(word) for word in line.args]
    if line.name == "if":
        words = [f"({' '.join(words)})"]
    return " ".join([quote_word(line.name), *words])
