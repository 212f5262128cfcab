"""From what a person or YAML wrote to a knob's canonical value."""

import re
from collections.abc import Callable

from agents.contract.cpulist import format_cpu_list, parse_cpu_list
from agents.contract.knobs.types import Knob, KnobType, Value

_SECONDS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}
_BYTES = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
_DURATION = re.compile(r"(\d{1,12})(ms|s|m|h|d)?")
_SIZE = re.compile(r"(\d{1,15})([kmg]?)b?")
_CACHE = re.compile(r"max=(\d{1,9})(?: +inactive=(\d{1,9})(s|m|h|d)?)?")
_ON = {"on", "true", "yes"}
_OFF = {"off", "false", "no"}


def parse_value(knob: Knob, raw: object) -> Value:
    """The canonical value of `raw` for this knob; ValueError says what is allowed.

    Booleans, numbers and text may all arrive: YAML and people write on, true, 16, "16", 4k, 60s.
    """
    if isinstance(raw, bool) or raw is None or not isinstance(raw, int | float | str):
        text = {True: "on", False: "off"}.get(raw, "") if isinstance(raw, bool) else ""
    else:
        text = str(int(raw) if isinstance(raw, float) and raw.is_integer() else raw).strip()
    value = _PARSERS[knob.type](knob, text)
    if value is None:
        raise ValueError(f"{knob.name} must be {allowed(knob)}; got {shown(raw)}")
    return value


def value_text(value: Value) -> str:
    """As nginx writes it: switches are on and off."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def shown(raw: object) -> str:
    """What was written, short enough for a message."""
    if raw is None:
        return "nothing"
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, dict | list):
        return "a list" if isinstance(raw, list) else "a map"
    text = str(raw)
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”"


_ALLOWED: dict[KnobType, str] = {
    "switch": "on or off",
    "cpu_list": "a CPU list such as 0-3 or 0,2,4",
    "affinity": "auto or one bit mask a worker, such as 01 10",
    "open_file_cache": "off or max=N with an optional inactive=TIME, such as max=1000 inactive=20s",
    "numbers": "one or more whole numbers with blanks between them, such as 4096 131072 4194304",
    "word": "one line of text",
    "irq_affinity": "PATTERN=CPUS, such as eth0*=0; several with blanks between them",
}


def allowed(knob: Knob) -> str:
    """Which values a knob takes, as the end of a sentence."""
    limits = f" from {knob.minimum} to {knob.maximum}" if knob.minimum is not None else ""
    if knob.type in _ALLOWED:
        return _ALLOWED[knob.type]
    match knob.type:
        case "int":
            return f"a whole number{limits}" + (f" ({knob.unit})" if knob.unit else "")
        case "auto_int":
            return f"auto or a whole number{limits}"
        case "choice":
            return "one of " + ", ".join(knob.choices)
        case "duration":
            return f"a time such as 60s, 500ms or 2m,{limits} seconds"
        case "size":
            return f"a size in bytes such as 11, 4k or 1m,{limits}"
        case _:
            return "text"


def _within(knob: Knob, number: float) -> bool:
    low, high = knob.minimum, knob.maximum
    return (low is None or number >= low) and (high is None or number <= high)


def _int(knob: Knob, text: str) -> Value | None:
    if not re.fullmatch(r"\d{1,15}", text) or not _within(knob, int(text)):
        return None
    return int(text)


def _auto_int(knob: Knob, text: str) -> Value | None:
    return "auto" if text.lower() == "auto" else _int(knob, text)


def _switch(_: Knob, text: str) -> Value | None:
    word = text.lower()
    return True if word in _ON else False if word in _OFF else None


def _choice(knob: Knob, text: str) -> Value | None:
    return text.lower() if text.lower() in knob.choices else None


def _duration(knob: Knob, text: str) -> Value | None:
    match = _DURATION.fullmatch(text.lower())
    if not match or not _within(knob, int(match[1]) * _SECONDS[match[2] or "s"]):
        return None
    milliseconds = round(int(match[1]) * _SECONDS[match[2] or "s"] * 1000)
    return f"{milliseconds}ms" if milliseconds % 1000 else f"{milliseconds // 1000}s"


def _size(knob: Knob, text: str) -> Value | None:
    match = _SIZE.fullmatch(text.lower())
    size = int(match[1]) * _BYTES[match[2]] if match else -1
    return size if size >= 0 and _within(knob, size) else None


def _cpu_list(knob: Knob, text: str) -> Value | None:
    if not text or text in _ON | _OFF:
        return None
    try:
        return format_cpu_list(parse_cpu_list(text))
    except ValueError as error:
        raise ValueError(f"{knob.name}: {error}") from None


def _affinity(_: Knob, text: str) -> Value | None:
    words = text.lower().split()
    masks = words[1:] if words[:1] == ["auto"] else words
    if not words or not all(re.fullmatch(r"[01]{1,1024}", mask) and "1" in mask for mask in masks):
        return None
    return " ".join(words)


def _open_file_cache(_: Knob, text: str) -> Value | None:
    words = " ".join(text.lower().split())
    if words == "off":
        return words
    match = _CACHE.fullmatch(words)
    if not match or int(match[1]) == 0:
        return None
    return f"max={int(match[1])}" + (f" inactive={int(match[2])}{match[3] or 's'}" if match[2] else "")


def _numbers(knob: Knob, text: str) -> Value | None:
    words = text.split()
    if not words or not all(re.fullmatch(r"-?\d{1,15}", word) for word in words):
        return None
    return " ".join(words) if all(_within(knob, int(word)) for word in words) else None


def _word(knob: Knob, text: str) -> Value | None:
    words = " ".join(text.split())
    fits = words.isprintable() and 0 < len(words) <= 2000 and (not knob.choices or words in knob.choices)
    return words if fits else None


def _irq_affinity(knob: Knob, text: str) -> Value | None:
    parts = [word.rpartition("=") for word in text.split()]
    if not parts or not all(re.fullmatch(r"[!-<>-~]{1,100}", pattern) for pattern, _, _ in parts):
        return None
    return " ".join(f"{pattern}={_cpu_list(knob, cpus)}" for pattern, _, cpus in parts)


def _text(_: Knob, text: str) -> Value | None:
    return text + "\n" if text and len(text) <= 100_000 and "\x00" not in text else None


_PARSERS: dict[KnobType, Callable[[Knob, str], Value | None]] = {
    "int": _int,
    "auto_int": _auto_int,
    "switch": _switch,
    "choice": _choice,
    "duration": _duration,
    "size": _size,
    "cpu_list": _cpu_list,
    "affinity": _affinity,
    "open_file_cache": _open_file_cache,
    "numbers": _numbers,
    "word": _word,
    "irq_affinity": _irq_affinity,
    "text": _text,
}
