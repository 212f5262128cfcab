"""Kinds of arguments that are values: numbers, sizes, times, words, texts. Pure."""

import ipaddress
import re
from collections.abc import Callable

from agents.catalog.rules.rule import Kind, Spent

KB, MB, GB = 1024, 1024**2, 1024**3
_FACTOR = {"": 1, "k": KB, "m": MB, "g": GB}
_SECONDS = {
    "ms": 0.001,
    "s": 1,
    "": 1,
    "m": 60,
    "h": 3600,
    "d": 86_400,
    "w": 7 * 86_400,
    "M": 30 * 86_400,
    "y": 365 * 86_400,
}
_SIZE = re.compile(r"([0-9]{1,15})([kKmMgG]?)")
_TIME = re.compile(r"(?:[0-9]{1,9}(?:ms|[smhdwMy]))*(?:[0-9]{1,9})?")
_PART = re.compile(r"([0-9]{1,9})(ms|[smhdwMy]?)")
_CAPTURE = re.compile(r"\(\?P?[<'](\w+)[>']")
NORMALISED = ("uri", "document_uri")
"""Variables that nginx itself resolves `..` in: the only ones that may form the name of a file."""
MAX_ZONE = 512 * MB
MAX_S = 10 * 365 * 86_400


def size_of(word: str) -> int | None:
    """Bytes of a size such as 8k; None when it is none."""
    match = _SIZE.fullmatch(word)
    return int(match[1]) * _FACTOR[match[2].lower()] if match else None


def in_words(size: int) -> str:
    """Bytes in the largest unit that fits: 64m."""
    for unit, factor in (("g", GB), ("m", MB), ("k", KB)):
        if size >= factor and size % factor == 0:
            return f"{size // factor}{unit}"
    return str(size)


def matching(words: str, pattern: str) -> Kind:
    expression = re.compile(pattern)
    return Kind(words, lambda w: None if expression.fullmatch(w) else f"“{short(w)}” is not {words}")


def one_of(*choices: str) -> Kind:
    words = " or ".join(filter(None, (", ".join(f"`{c}`" for c in choices[:-1]), f"`{choices[-1]}`")))
    return Kind(words, lambda w: None if w in choices else f"“{short(w)}” is not {words}")


def union(*kinds: Kind) -> Kind:
    """Combine kinds: an argument fits when it fits one of them; the reason is that of the last."""

    def fault(word: str) -> str | None:
        reason = None
        for kind in kinds:
            reason = kind.fault(word)
            if reason is None:
                return None
        return reason

    def spends(word: str) -> Spent | None:
        return next((kind.spends(word) for kind in kinds if kind.fault(word) is None), None)

    return Kind(" or ".join(kind.words for kind in kinds), fault, spends)


def number(low: int, high: int) -> Kind:
    words = f"a number from {low} to {high}"

    def fault(word: str) -> str | None:
        if not re.fullmatch(r"-?[0-9]{1,18}", word):
            return f"“{short(word)}” is not {words}"
        if int(word) > high:
            return f"{word} is more than {high}"
        return f"{word} is less than {low}" if int(word) < low else None

    return Kind(words, fault)


def size(high: int) -> Kind:
    words = f"a size up to {in_words(high)}"

    def fault(word: str) -> str | None:
        bytes_ = size_of(word)
        if bytes_ is None:
            return f"“{short(word)}” is not {words}"
        return f"{word} is more than {in_words(high)}" if bytes_ > high else None

    return Kind(words, fault)


def _time_fault(word: str) -> str | None:
    if not word or not _TIME.fullmatch(word):
        return f"“{short(word)}” is not a time such as 60s, 500ms or 1h30m"
    seconds = sum(int(count) * _SECONDS[unit] for count, unit in _PART.findall(word))
    return f"{word} is more than ten years" if seconds > MAX_S else None


def option(name: str, kind: Kind) -> Kind:
    """`name=value`."""
    prefix = f"{name}="

    def fault(word: str) -> str | None:
        if not word.startswith(prefix):
            return f"“{short(word)}” is not {prefix}…"
        return kind.fault(word.removeprefix(prefix))

    def spends(word: str) -> Spent | None:
        return kind.spends(word.removeprefix(prefix)) if word.startswith(prefix) else None

    return Kind(f"{prefix}{kind.words}", fault, spends)


def options(*flags: str, **values: Kind) -> Kind:
    """Any of the flags, and of `name=value`."""
    kinds = {name: option(name, kind) for name, kind in values.items()}
    words = " or ".join([*(f"`{flag}`" for flag in flags), *(kind.words for kind in kinds.values())])

    def fault(word: str) -> str | None:
        if word in flags:
            return None
        name, equals, _ = word.partition("=")
        if equals and name in kinds:
            return kinds[name].fault(word)
        return f"“{short(word)}” is not one of {', '.join([*flags, *(f'{n}=' for n in kinds)])}"

    def spends(word: str) -> Spent | None:
        kind = kinds.get(word.partition("=")[0])
        return kind.spends(word) if kind else None

    return Kind(words, fault, spends)


def _text_fault(word: str) -> str | None:
    """A regular expression must not put a client's text in place of a variable that nginx has normalised."""
    names = _CAPTURE.findall(word) if "(?" in word else ()
    reserved_name = next((name for name in names if name in NORMALISED), None)
    return (
        f"a capture cannot be named {reserved_name}: that is nginx's own variable" if reserved_name else None
    )


def _variable_fault(word: str) -> str | None:
    if not re.fullmatch(r"\$[A-Za-z_][A-Za-z0-9_]{0,99}", word):
        return f"“{short(word)}” is not a variable such as $kind"
    return f"{word} is nginx's own variable; use another name" if word[1:] in NORMALISED else None


def _network_fault(word: str) -> str | None:
    if word in ("all", "unix:"):
        return None
    try:
        ipaddress.ip_network(word, strict=False)
    except ValueError:
        return f"“{short(word)}” is not all, an IP address or a network such as 10.0.0.0/8"
    return None


def _zone(word: str) -> Spent:
    name, _, text = word.partition(":")
    return Spent("memory", size_of(text) or 0, name)


def _zone_fault(word: str) -> str | None:
    name, _, text = word.partition(":")
    if not re.fullmatch(r"[A-Za-z0-9_]{1,64}", name):
        return f"“{short(word)}” is not name:size such as one:10m"
    return size(MAX_ZONE).fault(text)


def short(word: str) -> str:
    return f"{word[:60]}…" if len(word) > 60 else word


FLAG = one_of("on", "off")
TIME = Kind("a time", _time_fault)
TEXT = Kind("any text", _text_fault)
VARIABLE = Kind("a new variable", _variable_fault)
NETWORK = Kind("`all`, an address or a network", _network_fault)
VARIABLE_USED = matching("a variable", r"\$[A-Za-z_][A-Za-z0-9_]{0,99}")
NAME = matching("a name", r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}")
WORDS = matching("plain words", r"[\w .,:;+*/@!=-]{1,2000}")
CODE = matching("a status code", r"[1-5][0-9]{2}")
MIME = matching("a media type", r"\*|[A-Za-z0-9.+*-]{1,100}(/[A-Za-z0-9.+*-]{1,100})?(;.{0,100})?")
HEADER = matching("a header's name", r"[A-Za-z0-9_*-]{1,100}")
ZONE = Kind(f"name:size up to {in_words(MAX_ZONE)}", _zone_fault, _zone)
SHARED_CACHE = Kind(
    f"shared:{ZONE.words}",
    lambda w: ZONE.fault(w[7:]) if w.startswith("shared:") else f"“{short(w)}” is not shared:name:size",
    lambda w: ZONE.spends(w[7:]),
)


def at_most(total: int) -> Callable[[list[str]], str | None]:
    """For `number size`: what they come to."""

    def fault(args: list[str]) -> str | None:
        product = int(args[0]) * (size_of(args[1]) or 0)
        return f"{args[0]} × {args[1]} is more than {in_words(total)}" if product > total else None

    return fault
