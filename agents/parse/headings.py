"""Headings that a person wrote above a report: “## Tuned”, “=== tuned ===”, “tuned:”, a line alone. Pure."""

import re
import unicodedata
from collections.abc import Sequence

MAX_LENGTH = 110
_MAX_LINE = 1000
_REACH = 6  # lines above a report in which its heading is looked for
_MARKED = re.compile(r"\s*(#{1,6}\s*\S.*|([=~*_-])\2.*\2\2|\*.*\*|.*[:：])$")
_FRAME = "#=~*_->:：` \t"
_FENCE = "```"
_PRINTED_FIRST = re.compile(r"\s*starting benchmark\.\.\.$")  # h2load, above the line that tells it
# The last lines of a report: a heading may follow at once.
_LAST_OF_A_REPORT = re.compile(r"\s*(Transfer/sec:|Non-2xx or 3xx|\d{1,3}%\s|traffic: |req/s +: )")
_PRINTED = re.compile(
    r"\s*(Every \d+[.,]\ds: |Benchmarking |Finished \d|Completed \d|Total of \d|Licensed to |[\[{]|\d+%\s|"
    r"Transfer/sec:|Non-2xx or 3xx|Socket errors|traffic: |status codes: |req/s +: |(real|user|sys)\s)"
)
_LEVEL = re.compile(r" {0,3}(#{1,6})[ \t]+(?=\S)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)$")
_MAX_LOOSE = 4  # headings of other kinds, one above the other
_MAX_WORDS = 2  # of a label between Markdown's headings that ends with a colon; more are a sentence
AT_PROMPT = re.compile(r"\s*#\s")
_LINK = re.compile(r"!?\[([^\[\]]{0,200})\]\([^()\s]{0,500}\)")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>|\{#[^{}]{0,100}\}")
_INVISIBLE = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u061c]")
_COUNT = (
    r"(?:(?:trial|run|round|try|test|repeat|repetition|attempt|iteration|pass|sample|take|result|output)"
    r"[ ._-]*(?:#|no\.?|number)? ?\d{1,3}|#\d{1,3}"
    r"|(?:1st|2nd|3rd|\d{1,2}th)(?: (?:trial|run|round|try|test))?"
    r"|(?:first|second|third|fourth|fifth) (?:trial|run|round|try|test)"
    r"|第? ?[\d一二三四五六七八九十]{1,3} ?(?:回目|次|回|轮|輪|遍)"
    r"(?:测试|測試|压测|实验|テスト|実行|計測|測定)?"
    r"|(?:测试|測試|试验|实验|テスト|実行|計測|測定|结果|結果) ?#?\d{1,3})"
    r"(?: ?(?:of|/|／) ?\d{1,3})?(?: ?(?:results?|output|结果|結果))?"
)
_ONLY_COUNTS = re.compile(rf"[(（\[]?(?:{_COUNT}|\d{{1,3}})[)）\].:]?", re.IGNORECASE)
_COUNT_AT_END = re.compile(rf"(.*?[^\W\d_].*?|.*?\d)[ ,;:._(（·–—-]+{_COUNT}[)）]?", re.IGNORECASE)
_PROMPT = re.compile(r"\s*(\S+@\S+.*[$#>%❯]|[$%❯>]\s|~.*[$#>%❯]\s)")


def paths(lines: list[str], openings: Sequence[tuple[int, int]], is_prompt: bool) -> list[tuple[str, ...]]:
    """The headings over each report, outermost first.

    Of each report `openings` has the line after the start of the one before it, and the line at which its own
    begins, with its command. With `is_prompt` a line with one # is a command, and no heading.
    """
    levels: list[tuple[int, str]] = []
    loose: list[str] = []
    result = []
    markdown = _markdown_levels(lines, is_prompt)
    place = 0
    for after, start in openings:
        for index in range(place, start):
            if heading := markdown.get(index):
                levels = [*(level for level in levels if level[0] < heading[0]), heading]
                loose = []
        place = start
        if near := _loose(lines, after, start, markdown, is_prompt):
            loose = _join(loose, near)
        result.append((*(text for _, text in levels), *loose))
    return result


def only_counts(heading: str) -> bool:
    """Whether it numbers a trial and names nothing: “Run 1”, “#3”, “第1次”, “1回目”."""
    return bool(_ONLY_COUNTS.fullmatch(_plain(heading)))


def without_count(heading: str) -> str:
    """“tuned, run 2” → “tuned”; nothing of what only counts."""
    if only_counts(heading):
        return ""
    match = _COUNT_AT_END.fullmatch(_plain(heading))
    return match[1].strip() if match else heading


def _plain(heading: str) -> str:
    return unicodedata.normalize("NFKC", heading).strip()


def _join(earlier: list[str], near: list[str]) -> list[str]:
    """A number alone belongs to the heading that held before it."""
    if not only_counts(near[0]):
        return near
    return [*(text for text in earlier if not only_counts(text)), *near]


def _loose(
    lines: list[str], after: int, start: int, markdown: dict[int, tuple[int, str]], is_prompt: bool
) -> list[str]:
    """Headings of other kinds just above a line, outermost first: of a number alone also the one above it."""
    result: list[str] = []
    index = above(lines, after, start)
    while index is not None and index not in markdown and len(result) < _MAX_LOOSE:
        text = clean(lines[index])
        if is_prompt and AT_PROMPT.match(lines[index]):
            break
        if markdown and not only_counts(text) and not _is_label(lines[index], text):
            break
        if text:
            result.insert(0, text)
        if not only_counts(text):
            break
        index = above(lines, after, index)
    return result


def _is_label(line: str, text: str) -> bool:
    """A short marked line; beside Markdown's headings other lines are prose."""
    is_framed = bool(_MARKED.fullmatch(line.rstrip(": ")))
    return is_framed or (line.endswith((":", "：")) and len(text.split()) <= _MAX_WORDS)


def _markdown_levels(lines: list[str], is_prompt: bool) -> dict[int, tuple[int, str]]:
    """Line → level and words of each heading of Markdown outside of fenced code."""
    result: dict[int, tuple[int, str]] = {}
    is_fenced = False
    for index, line in enumerate(lines):
        if line.lstrip().startswith(_FENCE):
            is_fenced = not is_fenced
        if is_fenced or not line.strip():
            continue
        if match := _LEVEL.match(line):
            level, text = len(match[1]), clean(line)
            if text and not (is_prompt and level == 1):
                result[index] = (level, text)
        elif index and _UNDERLINE.fullmatch(line) and _is_underlined(lines, index):
            result[index - 1] = (1 if "=" in line else 2, clean(lines[index - 1]))
    return result


def _is_underlined(lines: list[str], index: int) -> bool:
    """Whether the line above is a heading by its underline: text alone, with no frame above it."""
    text, before = lines[index - 1], lines[index - 2] if index > 1 else ""
    is_alone = not before.strip() and len(text) <= MAX_LENGTH and any(map(str.isalpha, text))
    return is_alone and "|" not in text and not _PRINTED.match(text) and not _PROMPT.match(text)


def above(lines: list[str], after: int, start: int) -> int | None:
    """The index of the heading of what begins at `start`, not before `after`; None where nobody wrote one."""
    for index in range(start - 1, max(after, start - _REACH) - 1, -1):
        line = lines[index]
        if line.startswith(_FENCE) or _PRINTED_FIRST.match(line) or not any(map(str.isalnum, line)):
            continue
        return index if _is_heading(lines, after, index) else None
    return None


def clean(line: str) -> str:
    """Its words, without the marks around them."""
    text = _TAG.sub("", _LINK.sub(r"\1", _INVISIBLE.sub("", line[:_MAX_LINE])))
    words = text.strip(_FRAME).replace("**", "").replace("__", "").replace("`", "").split()
    return " ".join(words)[:MAX_LENGTH]


def _is_heading(lines: list[str], after: int, index: int) -> bool:
    line = lines[index]
    if len(line) > MAX_LENGTH or _PRINTED.match(line) or _PROMPT.match(line):
        return False
    if _MARKED.fullmatch(line):
        return True
    previous = lines[index - 1] if index > after else ""
    return not any(map(str.isalnum, previous)) or bool(_LAST_OF_A_REPORT.match(previous))
