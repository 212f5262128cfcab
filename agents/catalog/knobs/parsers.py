"""Numbers, times, sizes, CPU lists and texts as people write them. None means that it is no such value."""

import re

from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.catalog.knobs.types import Knob, Value
from agents.catalog.whole import read_whole

_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}
_BYTES = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
_DURATION = re.compile(r"(\d{1,12})(ms|s|m|h|d)?")
_SIZE = re.compile(r"(\d{1,15})([kmg]?)b?")
_ON = {"on", "true", "yes"}
_OFF = {"off", "false", "no"}
MAX_TEXT_LENGTH = 100_000


def within(knob: Knob, number: float) -> bool:
    low, high = knob.minimum, knob.maximum
    return (low is None or number >= low) and (high is None or number <= high)


def whole_number(knob: Knob, text: str) -> int | None:
    number = read_whole(text)
    return None if number is None or not within(knob, number) else number


def auto_or_number(knob: Knob, text: str) -> Value | None:
    return "auto" if text.lower() == "auto" else whole_number(knob, text)


def switch(_: Knob, text: str) -> Value | None:
    word = text.lower()
    return True if word in _ON else False if word in _OFF else None


def choice(knob: Knob, text: str) -> Value | None:
    return text.lower() if text.lower() in knob.choices else None


def duration(knob: Knob, text: str) -> Value | None:
    match = _DURATION.fullmatch(text.lower())
    if not match or not within(knob, int(match[1]) * _SECONDS[match[2] or "s"]):
        return None
    milliseconds = round(int(match[1]) * _SECONDS[match[2] or "s"] * 1000)
    return f"{milliseconds}ms" if milliseconds % 1000 else f"{milliseconds // 1000}s"


def seconds(knob: Knob, text: str) -> Value | None:
    value = duration(knob, text)
    return None if str(value).endswith("ms") else value


def milliseconds_of(value: Value) -> int:
    """A canonical duration in milliseconds."""
    match = _DURATION.fullmatch(str(value))
    return round(int(match[1]) * _SECONDS[match[2] or "s"] * 1000) if match else 0


def size(knob: Knob, text: str) -> int | None:
    match = _SIZE.fullmatch(text.lower())
    byte_count = int(match[1]) * _BYTES[match[2]] if match else -1
    return byte_count if byte_count >= 0 and within(knob, byte_count) else None


def cpu_list(knob: Knob, text: str) -> Value | None:
    if not text or text in _ON | _OFF:
        return None
    try:
        return format_cpu_list(parse_cpu_list(text))
    except ValueError as error:
        raise ValueError(f"{knob.name}: {error}") from None


def affinity(_: Knob, text: str) -> Value | None:
    words = text.lower().split()
    masks = words[1:] if words[:1] == ["auto"] else words
    if not words or not all(re.fullmatch(r"[01]{1,1024}", mask) and "1" in mask for mask in masks):
        return None
    return " ".join(words)


def numbers(knob: Knob, text: str) -> Value | None:
    """Several are a lowest to a highest value, so none may be below the one before it."""
    values = [number for word in text.split() if (number := whole_number(knob, word)) is not None]
    if not values or len(values) != len(text.split()) or len(values) != (knob.count or len(values)):
        return None
    if values != sorted(values) or values[-1] - values[0] < knob.span:
        return None
    return " ".join(map(str, values))


def word(knob: Knob, text: str) -> Value | None:
    words = " ".join(text.split())
    return words if words.isprintable() and 0 < len(words) <= 2000 else None


def irq_affinity(knob: Knob, text: str) -> Value | None:
    parts = [word.rpartition("=") for word in text.split()]
    if not parts or not all(re.fullmatch(r"[!-<>-~]{1,100}", pattern) for pattern, _, _ in parts):
        return None
    return " ".join(f"{pattern}={cpu_list(knob, cpus)}" for pattern, _, cpus in parts)


def text(_: Knob, text: str) -> Value | None:
    fits = text.strip() and len(text) <= MAX_TEXT_LENGTH and "\x00" not in text
    return text.rstrip() + "\n" if fits else None
