"""nginx.conf as nginx itself reads it: words, statements, blocks, each with its place in the text. Pure.

Follows the rules of nginx's own reader to the letter, because the policy rests on it: a quote only opens at
the start of a word, a brace after `$` belongs to the word, `#` only starts a comment between words.
"""

from dataclasses import dataclass, field

_BLANKS = " \t\r\n"
_UNESCAPED = {'"': '"', "'": "'", "\\": "\\", "t": "\t", "r": "\r", "n": "\n"}
DEEPEST = 16


class ConfError(ValueError):
    """A text that nginx cannot read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason


@dataclass(frozen=True)
class Word:
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


def unescape(word: str) -> str:
    """What nginx makes of backslashes: those before quotes, themselves, t, r and n are resolved."""
    out, i = [], 0
    while i < len(word):
        if word[i] == "\\" and word[i + 1 : i + 2] in _UNESCAPED and i + 1 < len(word):
            out.append(_UNESCAPED[word[i + 1]])
            i += 2
        else:
            out.append(word[i])
            i += 1
    return "".join(out)


@dataclass
class _Reader:
    text: str
    at: int = 0
    line: int = 1
    open_blocks: list[Statement] = field(default_factory=list)

    def read(self) -> list[Statement]:
        found: list[Statement] = []
        while self._skip():
            into = self.open_blocks[-1].block if self.open_blocks else found
            assert into is not None
            if self.text[self.at] == "}":
                self._close()
            else:
                into.append(self._statement())
        if self.open_blocks:
            raise ConfError(self.line, 'unexpected end of file, expecting "}"')
        return found

    def _skip(self) -> bool:
        """Over blanks and comments; False at the end."""
        comment = False
        while self.at < len(self.text):
            char = self.text[self.at]
            if char == "\n":
                self.line += 1
                comment = False
            elif char == "#":
                comment = True
            elif not comment and char not in _BLANKS:
                return True
            self.at += 1
        return False

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
            statement.words.append(self._quoted(char) if char in "\"'" else self._bare())
        raise ConfError(self.line, 'unexpected end of file, expecting ";" or "}"')

    def _end(self, statement: Statement, char: str) -> None:
        statement.end = self.at
        self.at += 1
        if char == "{":
            statement.block = []
            self.open_blocks.append(statement)
            if len(self.open_blocks) > DEEPEST:
                raise ConfError(self.line, f"blocks are nested more than {DEEPEST} deep")

    def _quoted(self, quote: str) -> Word:
        start, began = self.at, self.line
        self.at += 1
        while self.at < len(self.text) and self.text[self.at] != quote:
            self._step()
        if self.at >= len(self.text):
            raise ConfError(began, f"the quote {quote} is never closed")
        self.at += 1
        after = self.text[self.at : self.at + 1]
        if after and after not in _BLANKS + ";{)":  # with ")" a new word begins, for `if`
            raise ConfError(self.line, f'unexpected "{after}" after a quoted word')
        return Word(unescape(self.text[start + 1 : self.at - 1]), start, self.at)

    def _bare(self) -> Word:
        start, variable = self.at, False
        while self.at < len(self.text):
            char = self.text[self.at]
            if char in _BLANKS + ";" or (char == "{" and not variable):
                break
            variable = char == "$" or (variable and char == "{")
            self._step()
        return Word(unescape(self.text[start : self.at]), start, self.at)

    def _step(self) -> None:
        """One character on, or two after a backslash."""
        width = 2 if self.text[self.at] == "\\" else 1
        self.line += self.text.count("\n", self.at, self.at + width)
        self.at = min(self.at + width, len(self.text))
