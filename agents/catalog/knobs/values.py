"""From what a person or YAML wrote to a knob's canonical value."""

from collections.abc import Callable

from agents.catalog.knobs import parsers, server_words
from agents.catalog.knobs.types import Knob, KnobType, Value


def parse_value(knob: Knob, raw: object) -> Value:
    """The canonical value of `raw` for this knob; ValueError says what is allowed.

    Booleans, numbers and text may all arrive: YAML and people write on, true, 16, "16", 4k, 60s.
    """
    if isinstance(raw, bool) or raw is None or not isinstance(raw, int | float | str):
        text = {True: "on", False: "off"}.get(raw, "") if isinstance(raw, bool) else ""
    else:
        text = str(int(raw) if isinstance(raw, float) and raw.is_integer() else raw)
        text = text if knob.type == "text" else text.strip()  # lines keep their numbers
    value = _PARSERS[knob.type](knob, text)
    if value is None:
        raise ValueError(f"{knob.name} must be {describe_values(knob)}; got {quote(raw)}")
    return value


def value_text(value: Value) -> str:
    """Format a value for nginx: switches are on and off."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def quote(raw: object) -> str:
    """Quote a value from the input, short enough for a message."""
    if raw is None or raw == "":
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
    "affinity": "auto or one bit mask for each worker, such as 01 10",
    "open_file_cache": "off or max=N with an optional inactive=TIME, such as max=1000 inactive=20s",
    "word": "one line of text",
    "irq_affinity": "PATTERN=CPUS, such as eth0*=0; separate several with blanks",
    "mime_types": "* or types such as text/css application/json",
    "expires": "off, max, epoch or a time such as 365d, -1 or modified 24h",
    "so_keepalive": "on, off or idle:interval:count such as 30m::10",
    "session_cache": "off, none, builtin:N or shared:NAME:SIZE from 32k to 512m, such as shared:SSL:10m",
    "ciphers": "a list of OpenSSL ciphers such as HIGH:!aNULL:!kEDH",
    "curves": "auto or curves such as X25519:prime256v1",
    "addresses": "host:port, such as 10.0.0.5:8080; separate several with blanks",
    "server": "the name of a server of the host, such as nginx-1.28.3",
    "text": "text of at most 100000 characters",
}


def describe_values(knob: Knob) -> str:
    """Describe the values that a knob takes, as the end of a sentence."""
    limits = f" from {knob.minimum} to {knob.maximum}" if knob.minimum is not None else ""
    if knob.type in _ALLOWED:
        return _ALLOWED[knob.type]
    match knob.type:
        case "int":
            return f"a whole number{limits}" + (f" ({knob.unit})" if knob.unit else "")
        case "auto_int":
            return f"auto or a whole number{limits}"
        case "numbers":
            apart = (
                f", the last at least {knob.span} above the first"
                if knob.span
                else ", none below the one before"
            )
            return f"{knob.count or 'one or more'} whole numbers{limits}, separated by blanks{apart}"
        case "choice":
            return "one of " + ", ".join(knob.choices)
        case "words":
            return f"some of {', '.join(knob.choices)}, separated by blanks"
        case "duration":
            return f"a time such as 60s, 500ms or 2m,{limits} seconds"
        case "seconds":
            return f"a time in whole seconds such as 60s or 2m,{limits} seconds"
        case "size":
            return f"a size in bytes such as 11, 4k or 1m,{limits}"
        case _:  # buffers
            return f"a number and a size such as 8 4k, the size{limits} bytes, 64m in all"


_PARSERS: dict[KnobType, Callable[[Knob, str], Value | None]] = {
    "int": parsers.whole_number,
    "auto_int": parsers.auto_or_number,
    "switch": parsers.switch,
    "choice": parsers.choice,
    "duration": parsers.duration,
    "seconds": parsers.seconds,
    "size": parsers.size,
    "cpu_list": parsers.cpu_list,
    "affinity": parsers.affinity,
    "numbers": parsers.numbers,
    "word": parsers.word,
    "irq_affinity": parsers.irq_affinity,
    "text": parsers.text,
    "open_file_cache": server_words.open_file_cache,
    "words": server_words.words,
    "buffers": server_words.buffers,
    "mime_types": server_words.mime_types,
    "expires": server_words.expires,
    "so_keepalive": server_words.so_keepalive,
    "session_cache": server_words.session_cache,
    "ciphers": server_words.ciphers,
    "curves": server_words.curves,
    "addresses": server_words.addresses,
    "server": server_words.server_name,
}
