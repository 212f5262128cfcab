"""A pasted nginx.conf, or the output of `nginx -T`, as one tree with its includes in place. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from posixpath import dirname, join, normpath

from agents import policy
from agents.policy.directives.refused import Reason, reason_of
from agents.render.lexer import blank_comments

MAX_BYTES = 512 * 1024
"""Of a paste; crossplane reads 200 KiB in a second."""
MAX_DIRECTIVES = 5_000
"""Of a paste, with every include in place as often as it is named."""
MAX_INCLUDES = 16
MAX_FILES = 1_000
MAIN_FILE = "nginx.conf"
_NOT_UTF_8 = "\ufffd"
"""What browsers and `dyno from-conf` put where a byte is no UTF-8."""
_HEADER = re.compile(r"# configuration file (\S.{0,1000}):\s*")
# What `nginx -T`, and `nginx -V -T`, print before the first file.
_NOISE = re.compile(r"(nginx:|nginx version:|built (by|with) |TLS SNI |configure arguments:).*|\s*")

_BARE = re.compile(r"(?:[\w/.~^=@*$:<>|!?,%&+-]|(?!^)[()\[\]]|\\[.dDwWsSbB/+*?()\[\]|^$-])+")
_ESCAPED = {"\\": "\\\\", '"': '\\"'}


class UnreadableConf(ValueError):
    """A paste that cannot be read; `line` 0: as a whole."""

    def __init__(self, file: str, line: int, reason: str) -> None:
        super().__init__(f"{file}:{line}: {reason}" if line else reason)
        self.file, self.line, self.reason = file, line, reason


@dataclass(eq=False)
class Node:
    """A directive of a paste. An `include` stands before what it includes."""

    file: str
    line: int
    name: str
    args: list[str]
    block: list["Node"] | None = None
    files: list[str] = field(default_factory=list)  # of an include: those that are in the paste

    def __iter__(self) -> Iterator["Node"]:
        """Everything between its braces, and nothing deeper."""
        return iter(self.block or ())

    def walk(self) -> Iterator["Node"]:
        """Itself and all that stands in it."""
        yield self
        for child in self:
            yield from child.walk()

    @property
    def text(self) -> str:
        words = " ".join([self.name, *map(quote_word, self.args)])
        return f"{words} {{…}}" if self.block is not None else f"{words};"


def quote_word(word: str) -> str:
    """A word as nginx reads it back, in quotes where it needs them."""
    if _BARE.fullmatch(word):
        return word
    return '"' + "".join(_ESCAPED.get(c, c) for c in word) + '"'


def read_paste(text: str) -> list[Node]:
    """The directives outside all blocks; UnreadableConf names file and line of what cannot be read."""
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise UnreadableConf("", 0, f"it has more than {MAX_BYTES // 1024} KiB; paste less of it")
    parts = split_parts(text)
    if len(parts) > MAX_FILES:
        raise UnreadableConf("", 0, f"it has more than {MAX_FILES:,} files; paste less of it")
    nodes = _Includes(parts).read(next(iter(parts)), 0)
    if not nodes:
        raise UnreadableConf("", 0, "there is no directive in it")
    return nodes


def split_parts(text: str) -> dict[str, str]:
    """File → text, the main file first; a plain nginx.conf is one file."""
    lines = text.removeprefix("\ufeff").split("\n")
    start = next((i for i, line in enumerate(lines) if not _NOISE.fullmatch(line)), 0)
    if not _HEADER.fullmatch(lines[start]):
        return {MAIN_FILE: "\n".join(lines)}
    parts: dict[str, list[str]] = {}
    name = ""
    for line in lines[start:]:
        if match := _HEADER.fullmatch(line):
            name = match[1]
            parts[name] = []
        else:
            parts[name].append(line)
    return {name: "\n".join(part) for name, part in parts.items()}


@dataclass
class _Includes:
    parts: dict[str, str]
    count: int = 0
    trees: dict[str, list[policy.Directive]] = field(default_factory=dict)
    files_of: dict[str, list[str]] = field(default_factory=dict)  # by the pattern of an include

    def read(self, file: str, depth: int) -> list[Node]:
        if file not in self.trees:
            self.trees[file] = _read_file(file, self.parts[file])
        return self._nodes(self.trees[file], file, depth)

    def _nodes(self, tree: list[policy.Directive], file: str, depth: int) -> list[Node]:
        nodes: list[Node] = []
        for d in tree:
            self.count += 1
            if self.count > MAX_DIRECTIVES:
                raise UnreadableConf(file, d["line"], f"it has more than {MAX_DIRECTIVES:,} directives")
            node = Node(file, d["line"], d["directive"], d["args"])
            nodes.append(node)
            if "block" in d:
                node.block = self._nodes(d["block"], file, depth)
            elif node.name == "include" and node.args:
                node.files = self._matches(node.args[0])
                if node.files and depth == MAX_INCLUDES:
                    reason = f"files include each other more than {MAX_INCLUDES} deep"
                    raise UnreadableConf(file, node.line, reason)
                for path in node.files:
                    nodes += self.read(path, depth + 1)
        return nodes

    def _matches(self, pattern: str) -> list[str]:
        """Files of the paste that an include names, in nginx's order."""
        if pattern not in self.files_of:
            path = normpath(join(dirname(next(iter(self.parts))), pattern))
            slashes = path.count("/")
            files = (f for f in self.parts if f.count("/") == slashes and fnmatchcase(f, path))
            self.files_of[pattern] = sorted(files)
        return self.files_of[pattern]


def _read_file(file: str, text: str) -> list[policy.Directive]:
    text = blank_comments(text)  # which may have any characters
    tree, refusal = policy.read_once(text)
    # A program between braces is no nginx syntax: crossplane's tree, which has it as one word, is then used.
    if refusal and not any(
        reason_of(d["directive"], d["args"]) is Reason.PROGRAMS for d in policy.walk(tree)
    ):
        raise UnreadableConf(file, refusal.line, refusal.reason)
    if (at := text.find(_NOT_UTF_8)) >= 0:
        line = text.count("\n", 0, at) + 1
        raise UnreadableConf(file, line, "a character here is not UTF-8; save the file as UTF-8")
    return tree
