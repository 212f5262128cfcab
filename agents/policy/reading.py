"""A text as a tree of directives, read twice: by nginx's own rules, and by crossplane.

crossplane is lenient where nginx is not, and splits words at more kinds of blanks. A text that the two read
differently could hide a directive from the policy, so it is refused. crossplane reads files only.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import crossplane

from agents.render.edits import walk as walk_statements
from agents.render.lexer import ConfError, Statement, TooLong, read_conf, unescape

Directive = dict[str, Any]
"""As crossplane has it: `directive`, `line`, `args`, and `block` where there are braces."""

_STRANGE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]|\r(?!\n|\Z)")
_INVISIBLE = re.compile(r"[^\S \t\r\n]|[\u200b-\u200d\u2060\ufeff]")
_PLACEHOLDER = re.compile(r"__[A-Z]+(?:_[A-Z]+)*__")


@dataclass(frozen=True)
class Refusal:
    line: int
    directive: str  # empty when the text as a whole cannot be taken
    reason: str

    def __str__(self) -> str:
        place = f"line {self.line}" if self.line else "nginx.conf"
        if not self.directive:
            return f"{place}: {self.reason}"
        return f"{place}: `{self.directive}` is not allowed: {self.reason}"


def read(text: str) -> tuple[list[Directive], Refusal | None]:
    """The directives, and why they cannot be relied on; they may then be incomplete."""
    lexer_tree, refusal = read_once(text)
    if refusal:
        return lexer_tree, refusal
    crossplane_tree = _crossplane(text)
    line = 1 if crossplane_tree is None else _first_difference(crossplane_tree, lexer_tree)
    if line:
        reason = "this can be read in two ways; put a blank or quotes around the values here"
        return crossplane_tree or [], Refusal(line, "", reason)
    return lexer_tree, None


def read_once(text: str) -> tuple[list[Directive], Refusal | None]:
    """The same by nginx's rules alone, for a text that is written anew before it is judged."""
    if match := _STRANGE.search(text):
        return [], Refusal(_line_of(text, match.start()), "", f"the character {match[0]!r}")
    try:
        statements = read_conf(text)
    except TooLong as error:
        return [], Refusal(error.line, "", error.reason)
    except ConfError as error:
        return _crossplane(text) or [], Refusal(error.line, "", error.reason)
    return [_directive(s) for s in statements], _unclear_word(text, statements)


def walk(tree: list[Directive]) -> Iterator[Directive]:
    for directive in tree:
        yield directive
        yield from walk(directive.get("block") or [])


def blocks(tree: list[Directive], name: str) -> list[Directive]:
    """Directives inside the blocks of this name at this level."""
    return [inner for d in tree if d["directive"] == name for inner in d.get("block") or []]


def without_lines(tree: list[Directive]) -> list[tuple[Any, ...]]:
    """Content of a tree without line numbers, to compare it with another, wherever it stands."""
    return [
        (d["directive"], d["args"], None if "block" not in d else without_lines(d["block"])) for d in tree
    ]


def _line_of(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def _unclear_word(text: str, statements: list[Statement]) -> Refusal | None:
    """A word with a template's placeholder, or with a character that looks like a blank or like nothing."""
    for s in walk_statements(statements):
        for word in s.words:
            # sub_filter puts a value in the place of such a word in a page.
            if s.name != "sub_filter" and (match := _PLACEHOLDER.search(text, word.start, word.end)):
                reason = f"“{match[0]}” is a template's placeholder; write the value in its place"
                return Refusal(_line_of(text, match.start()), "", reason)
            if text[word.start] not in "\"'" and (match := _INVISIBLE.search(text, word.start, word.end)):
                code = f"U+{ord(match[0]):04X}"
                reason = f"the invisible {code} is part of a word to nginx; write a plain blank, or nothing"
                return Refusal(_line_of(text, match.start()), "", reason)
    return None


def _directive(s: Statement) -> Directive:
    args = _condition(s.args) if s.name == "if" else s.args
    directive: Directive = {"directive": s.name, "line": s.line, "args": args}
    if s.block is not None:
        directive["block"] = [_directive(inner) for inner in s.block]
    return directive


def _condition(words: list[str]) -> list[str]:
    """The words of an `if` without its parentheses, as nginx takes them away."""
    if not words or not words[0].startswith("(") or not words[-1].endswith(")"):
        return words
    words = [words[0][1:], *words[1:]]
    words = [*words[:-1], words[-1][:-1]]
    first, last = not words[0], not words[-1] and len(words) > 1
    return words[first : len(words) - last]


def _crossplane(text: str) -> list[Directive] | None:
    """crossplane's tree with escapes resolved as nginx does; None when it cannot read the text."""
    # A comment that ends the file without a newline would end its reader early.
    with tempfile.NamedTemporaryFile("w", suffix=".conf", encoding="utf-8", newline="") as file:
        file.write(text + "\n")
        file.flush()
        payload = crossplane.parse(file.name, single=True, check_ctx=False, check_args=False)
    if payload["errors"]:
        return None
    tree = _without_comments(d for config in payload["config"] for d in config["parsed"])
    for directive in walk(tree):
        directive["directive"] = unescape(directive["directive"])
        directive["args"] = [unescape(word) for word in directive["args"]]
    return tree


def _without_comments(tree: Iterable[Directive]) -> list[Directive]:
    """crossplane makes a directive of a comment that stands between the words of another one."""
    directives = [d for d in tree if "comment" not in d]
    for d in directives:
        if "block" in d:
            d["block"] = _without_comments(d["block"])
    return directives


def _first_difference(crossplane_tree: list[Directive], lexer_tree: list[Directive]) -> int | None:
    """The line from which the two trees differ; None when they are the same."""
    for d, s in zip_longest(crossplane_tree, lexer_tree):
        if d is None or s is None or not _is_same(d, s):
            return s["line"] if s else d["line"] if d else None
        if "block" in s and (line := _first_difference(d["block"], s["block"])):
            return line
    return None


def _is_same(d: Directive, s: Directive) -> bool:
    if d["directive"] != s["directive"] or ("block" in s) != ("block" in d):
        return False
    if s["directive"] == "if":  # crossplane takes its parentheses away in its own manner
        return _bare(d["args"]) == _bare(s["args"])
    return d["args"] == s["args"]


def _bare(words: list[str]) -> str:
    return "".join("".join(words).split())
