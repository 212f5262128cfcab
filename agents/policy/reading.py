"""A text as a tree of directives, read twice: by crossplane, and by nginx's own rules.

crossplane is lenient where nginx is not, and splits words at more kinds of blanks. A text that the two read
differently could hide a directive from the policy, so it is refused. crossplane reads files only.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import crossplane

from agents.render.lexer import ConfError, Statement, read_conf, unescape

Directive = dict[str, Any]
"""As crossplane has it: `directive`, `line`, `args`, and `block` where there are braces."""


@dataclass(frozen=True)
class Refusal:
    line: int
    directive: str  # empty when the text cannot be read
    reason: str

    def __str__(self) -> str:
        where = f"line {self.line}" if self.line else "nginx.conf"
        if not self.directive:
            return f"{where}: {self.reason}"
        return f"{where}: `{self.directive}` is not allowed: {self.reason}"


def read(text: str) -> tuple[list[Directive], Refusal | None]:
    """The directives, and why they cannot be relied on; they may then be incomplete."""
    if (strange := _control_character(text)) is not None:
        return [], Refusal(text.count("\n", 0, strange) + 1, "", f"the character {text[strange]!r}")
    theirs = _crossplane(text)
    try:
        ours = read_conf(text)
    except ConfError as error:
        return theirs or [], Refusal(error.line, "", error.reason)
    line = 1 if theirs is None else _first_difference(theirs, ours)
    if line:
        reason = "this can be read in two ways; put a blank or quotes around the values here"
        return theirs or [], Refusal(line, "", reason)
    return theirs or [], None


def walk(tree: list[Directive]) -> Iterator[Directive]:
    for directive in tree:
        yield directive
        yield from walk(directive.get("block") or [])


def has_directive(tree: list[Directive], name: str) -> bool:
    return any(d["directive"] == name for d in walk(tree))


def _control_character(text: str) -> int | None:
    for i, char in enumerate(text):
        if (char < " " and char not in "\t\n\r") or (char == "\r" and text[i + 1 : i + 2] != "\n"):
            return i
    return None


def _crossplane(text: str) -> list[Directive] | None:
    """crossplane's tree with escapes resolved as nginx does; None when it cannot read the text."""
    # A comment that ends the file without a newline would end its reader early.
    with tempfile.NamedTemporaryFile("w", suffix=".conf", encoding="utf-8", newline="") as file:
        file.write(text + "\n")
        file.flush()
        payload = crossplane.parse(file.name, single=True, check_ctx=False, check_args=False)
    if payload["errors"]:
        return None
    tree = [d for config in payload["config"] for d in config["parsed"]]
    for directive in walk(tree):
        directive["directive"] = unescape(directive["directive"])
        directive["args"] = [unescape(word) for word in directive["args"]]
    return tree


def _first_difference(theirs: list[Directive], ours: list[Statement]) -> int | None:
    """The line from which the two trees differ; None when they are the same."""
    for d, s in zip_longest(theirs, ours):
        if d is None or s is None or not _same(d, s):
            return s.line if s else d["line"] if d else None
        if s.block is not None and (line := _first_difference(d["block"], s.block)):
            return line
    return None


def _same(d: Directive, s: Statement) -> bool:
    if d["directive"] != s.name or (s.block is None) != ("block" not in d):
        return False
    if s.name == "if":  # crossplane takes its parentheses away
        return _bare(d["args"]) == _bare(s.args)
    return d["args"] == s.args


def _bare(words: list[str]) -> str:
    return "".join("".join(words).split()).removeprefix("(").removesuffix(")")
