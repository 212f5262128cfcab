"""nginx.conf as nginx itself reads it: words, statements, blocks, each with its place in the text. Pure.

Follows the rules of nginx's own reader to the letter, because the policy rests on it: a quote only opens at
the start of a word, a brace after `$` belongs to the word, `#` only starts a comment between words.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

_UNESCAPED = {'"': '"', "'": "'", "\\": "\\", "t": "\t", "r": "\r", "n": "\n"}
_ESCAPE = re.compile(r"\\([\"'\\trn])")
_COMMENT = re.compile(r"#[^\n]*")
_BETWEEN = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"(?:\\[\s\S]|\\\Z|\$\{*|[^ \t\r\n;{$\\])*")
_QUOTED = {
    '"': re.compile(r'"((?:[^"\\]|\\[\s\S])*)"'),
    "'": re.compile(r"'((?:[^'\\]|\\[\s\S])*)'"),
}
_AFTER_QUOTE = frozenset(" \t\r\n;{)")  # with ")" a new word begins, for `if`
DEEPEST, MAX_STATEMENTS = 16, 2_000
"""A text with more is not read: each takes a third of a millisecond to check."""


class ConfError(ValueError):
    """A text that nginx cannot read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


class TooLong(ConfError):
    """A text with more statements than are read."""


class Word(NamedTuple):
    value: str  # without quotes, escapes resolved
    start: int
    end: int  # with its quotes: text[start:end]


@dataclass
class Statement:
    """A directive with its arguments, and what stands between its braces if it has any."""

    line: int
    words: list[Word]
    end: int = 0  # offset of its `;` or `{`
    block: list["Statement"] | None = None
    close: int = 0  # offset of its `}`

    @property
    def name(self) -> str:
        return self.words[0].value

    @property
    def args(self) -> list[str]:
        return [word.value for word in self.words[1:]]


def read_conf(text: str) -> list[Statement]:
    """The statements of a text; ConfError names the line of what nginx would not read."""
    return _Reader(text).read()


def blank_comments(text: str) -> str:
    """The text without its comments, each line where it was; as it is where nginx cannot read it."""
    reader = _Reader(text)
    try:
        reader.read()
    except ConfError:
        return text
    parts: list[str] = []
    at = 0
    for start, end in reader.gaps:
        parts += [text[at:start], _COMMENT.sub("", text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def unescape(word: str) -> str:
    """Resolve backslashes as nginx does: those before quotes, themselves, t, r and n."""
    return _ESCAPE.sub(lambda match: _UNESCAPED[match[1]], word) if "\\" in word else word


@dataclass
class _Reader:
    text: str
    at: int = 0
    line: int = 1
    open_blocks: list[Statement] = field(default_factory=list)
    gaps: list[tuple[int, int]] = field(default_factory=list)  # blanks and comments between words

    def read(self) -> list[Statement]:
        statements: list[Statement] = []
        count = 0
        while self._skip():
            into = self.open_blocks[-1].block if self.open_blocks else statements
            assert into is not None
            if self.text[self.at] == "}":
                self._close()
            else:
                count += 1
                if count > MAX_STATEMENTS:
                    size = f"more than {MAX_STATEMENTS:,} directives and values"
                    raise TooLong(self.line, f"it has {size}; leave out what the test does not need")
                into.append(self._statement())
        if self.open_blocks:
            raise ConfError(self.line, 'unexpected end of file, expecting "}"')
        return statements

    def _skip(self) -> bool:
        """Over blanks and comments; False at the end."""
        start = self.at
        self._go_to(_BETWEEN.match(self.text, self.at).end())  # pyright: ignore[reportOptionalMemberAccess]
        self.gaps.append((start, self.at))
        return self.at < len(self.text)

    def _go_to(self, end: int) -> None:
        self.line += self.text.count("\n", self.at, end)
        self.at = end

    def _close(self) -> None:
        if not self.open_blocks:
            raise ConfError(self.line, 'unexpected "}"')
        self.open_blocks.pop().close = self.at
        self.at += 1

    def _statement(self) -> Statement:
        statement = Statement(self.line, [])
        while self._skip():
            char = self.text[self.at]
            if char == "}" or (char in ";{" and not statement.words):
                raise ConfError(self.line, f'unexpected "{char}"')
            if char in ";{":
                self._end(statement, char)
                return statement
            statement.words.append(self._read_quoted(char) if char in "\"'" else self._bare())
        raise ConfError(self.line, 'unexpected end of file, expecting ";" or "}"')

    def _end(self, statement: Statement, char: str) -> None:
        statement.end = self.at
        self.at += 1
        if char == "{":
            statement.block = []
            self.open_blocks.append(statement)
            if len(self.open_blocks) > DEEPEST:
                raise ConfError(self.line, f"blocks are nested more than {DEEPEST} deep")

    def _read_quoted(self, quote: str) -> Word:
        start, match = self.at, _QUOTED[quote].match(self.text, self.at)
        if not match:
            raise ConfError(self.line, f"the quote {quote} is never closed")
        self._go_to(match.end())
        after = self.text[self.at : self.at + 1]
        if after and after not in _AFTER_QUOTE:
            raise ConfError(self.line, f'unexpected "{after}" after a quoted word')
        return Word(unescape(match[1]), start, self.at)

    def _bare(self) -> Word:
        start = self.at
        self._go_to(_BARE.match(self.text, start).end())  # pyright: ignore[reportOptionalMemberAccess]
        return Word(unescape(self.text[start : self.at]), start, self.at)
