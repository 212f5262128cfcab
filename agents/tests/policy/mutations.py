"""Harmless texts with something changed: moved, doubled, quoted, cut, or with a piece of another inside."""

import re
from dataclasses import replace

from hypothesis import strategies as st

from agents.tests.policy.bundles import Text, texts

HARMLESS = texts("harmless")
PIECES = [
    piece
    for text in texts("hostile") + HARMLESS
    for piece in (text.text, *text.text.splitlines(keepends=True))
    if len(piece) < 400
]
MARKS = ["# __STATUS__", "#__STATUS__", "__LISTEN__", "$listen", "$backend", "http://$backend"]
QUOTES = ['"', "'", "\\", '\\"', "\\'", "\\\\", '""', "''", '" "', "\\n", '";', "';", '"; #', "#'"]
BRACES = ["{", "}", "{}", "{ }", "${", "}{", "};", "{;", "; }", "() {", ")"]
COMMENTS = ["#", "# x\n", " # } ; {\n", "\n#\n", "#\\\n", "# 'x\n", ';# "\n', " #", "#\r\n"]
BLANKS = [" ", "\t", "\n", "\r\n", "  \n\n", "\\ ", "\\\n"]
STRANGE = [
    "\0",
    "\r",
    "\x0b",
    "\x0c",
    "\x1b",
    "\x85",
    "\xa0",
    "\u2028",
    "\u3000",
    "\u200b",
    "\ufeff",
    "\ud800",
    "é",
    "٨",
]
VARIABLES = [
    "$uri",
    "${uri}",
    "$args",
    "$1",
    "$host",
    "$is_args",
    "..",
    "/",
    "./",
    "//",
    "/..",
    "=",
    ":",
    "~",
    "@",
    "%2e",
    "-1",
    "9g",
]
JUNK = [
    MARKS,
    QUOTES,
    BRACES,
    COMMENTS,
    BLANKS,
    STRANGE,
    VARIABLES,
    ["include /etc/passwd;", "include", ";", ";;"],
]
WORD = re.compile(r"[^\s;{}]+|[;{}]|\s+")


@st.composite
def mutated(draw: st.DrawFn) -> Text:
    """One of the harmless texts after one to four changes; every other text only as people change theirs."""
    text = draw(st.sampled_from(HARMLESS))
    changed, change = text.text, draw(st.sampled_from([_rewritten, _changed]))
    for _ in range(draw(st.integers(1, 4 if change is _rewritten else 2))):
        changed = change(draw, changed)
    return replace(text, text=changed)


def _rewritten(draw: st.DrawFn, text: str) -> str:
    """The same in other blanks, quotes and comments, as far as that can be told without reading it."""
    words = WORD.findall(text) or [""]
    at = draw(st.integers(0, len(words) - 1))
    word = words[at]
    if word.isspace():
        words[at] = word + draw(st.sampled_from(BLANKS[:5] + COMMENTS)) + word
    elif word in ";{}":
        words[at] = word + draw(st.sampled_from(COMMENTS)) + "\n"
    else:
        quote = draw(st.sampled_from("\"'"))
        words[at] = quote + word.replace("\\", "\\\\").replace(quote, "\\" + quote) + quote
    return "".join(words)


def _changed(draw: st.DrawFn, text: str) -> str:
    """Something else, or no configuration at all."""
    words = WORD.findall(text) or [""]
    at, other = (draw(st.integers(0, len(words) - 1)) for _ in "ab")
    word = words[at]
    match draw(st.sampled_from(["junk", "inside", "piece", "swap", "cut", "twice", "wrap"])):
        case "junk":
            words[at] = draw(_junk()) + word
        case "inside":
            split = draw(st.integers(0, len(word)))
            words[at] = word[:split] + draw(_junk()) + word[split:]
        case "piece":
            words[at] = f"{word}\n{draw(st.sampled_from(PIECES))}"
        case "swap":
            words[at], words[other] = words[other], word
        case "cut":
            del words[at : at + draw(st.integers(1, 3))]
        case "twice":
            words[at:at] = words[min(at, other) : min(at, other) + draw(st.integers(1, 12))]
        case "wrap":
            left, right = draw(st.sampled_from(["{}", '""', "''", "#\n", "()", "${", "\\;"]))
            words[at], words[other] = left + words[at], words[other] + right
    return "".join(words)


def _junk() -> st.SearchStrategy[str]:
    return st.sampled_from(JUNK).flatmap(st.sampled_from)
