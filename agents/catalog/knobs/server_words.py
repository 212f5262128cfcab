"""Values in the server's own syntax, checked so that none of them can end its directive."""

import re

from agents.catalog.knobs import parsers
from agents.catalog.knobs.types import Knob, Value
from agents.catalog.server_names import SERVER_NAME

_CACHE = re.compile(r"max=(\d{1,9})(?: +inactive=(\d{1,9})(s|m|h|d)?)?")
_TIME = r"\d{1,9}(?:ms|[smhdwMy])?"
_EXPIRES = re.compile(rf"off|max|epoch|(?:modified )?-?(?:{_TIME}){{1,8}}|@\d{{1,2}}h(?:\d{{1,2}}m)?")
_KEEPALIVE = re.compile(r"on|off|(?=.*\d)(?:\d{1,6}[smhd]?)?:(?:\d{1,6}[smhd]?)?:(?:\d{1,3})?")
_MIME = re.compile(r"\*|[a-z0-9.+-]{1,60}/[a-z0-9.+*-]{1,100}")
_CIPHERS = re.compile(r"[A-Za-z0-9!+:@=_.-]{1,2000}")
_CURVES = re.compile(r"auto|[A-Za-z0-9_-]{1,40}(?::[A-Za-z0-9_-]{1,40}){0,20}")
_SHARED = re.compile(r"shared:[A-Za-z0-9_]{1,32}:(\d{1,7})([km])")
_OWN_CACHE = re.compile(r"builtin(?::[1-9]\d{0,8})?")
_MIN_SHARED, _MAX_SHARED = 32 * 1024, 512 * 1024**2  # bytes; nginx refuses less
_HOST = re.compile(r"\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")
_MAX_BUFFERS = 4096
_MAX_AMOUNT = {"s": 315_360_000, "m": 5_256_000, "h": 87_600, "d": 3650}  # ten years
_MAX_BUFFER_BYTES = 64 * 1024**2  # bytes, of all buffers of one request


def open_file_cache(_: Knob, text: str) -> Value | None:
    words = " ".join(text.lower().split())
    if words == "off":
        return words
    match = _CACHE.fullmatch(words)
    if not match or int(match[1]) == 0 or int(match[2] or 0) > _MAX_AMOUNT[match[3] or "s"]:
        return None
    return f"max={int(match[1])}" + (f" inactive={int(match[2])}{match[3] or 's'}" if match[2] else "")


def words(knob: Knob, text: str) -> Value | None:
    """Parse a set of choices; the order of the choices gives the same set one spelling."""
    lower_words = {word.lower() for word in text.split()}
    choices = [choice for choice in knob.choices if choice.lower() in lower_words]
    return " ".join(choices) if lower_words and len(choices) == len(lower_words) else None


def buffers(knob: Knob, text: str) -> Value | None:
    number, _, size = text.partition(" ")
    buffer_size = parsers.size(knob, size.strip())
    if buffer_size is None or not re.fullmatch(r"[1-9]\d{0,3}", number) or int(number) > _MAX_BUFFERS:
        return None
    if int(number) * buffer_size > _MAX_BUFFER_BYTES:
        return None
    return f"{number} {_size_text(buffer_size)}"


def _size_text(size: int) -> str:
    for unit, factor in (("m", 1024**2), ("k", 1024)):
        if size and size % factor == 0:
            return f"{size // factor}{unit}"
    return str(size)


def mime_types(_: Knob, text: str) -> Value | None:
    types = list(dict.fromkeys(text.lower().split()))
    return " ".join(types) if types and all(map(_MIME.fullmatch, types)) and len(text) <= 4000 else None


def expires(_: Knob, text: str) -> Value | None:
    value = " ".join(text.split())
    return value if _EXPIRES.fullmatch(value) else None


def so_keepalive(_: Knob, text: str) -> Value | None:
    return text.lower() if _KEEPALIVE.fullmatch(text.lower()) else None


def session_cache(_: Knob, text: str) -> Value | None:
    caches = text.split()
    if caches in (["off"], ["none"]):
        return caches[0]
    kinds = [word.partition(":")[0] for word in caches]
    fits = 0 < len(caches) == len(set(kinds)) and all(map(_is_session_cache, caches))
    return " ".join(caches) if fits else None


def _is_session_cache(word: str) -> bool:
    if _OWN_CACHE.fullmatch(word):
        return True
    match = _SHARED.fullmatch(word)
    size = int(match[1]) * (1024 if match[2] == "k" else 1024**2) if match else 0
    return _MIN_SHARED <= size <= _MAX_SHARED


def ciphers(_: Knob, text: str) -> Value | None:
    value = ":".join(re.split(r"[\s,:]+", text.strip(" ,:")))
    return value if _CIPHERS.fullmatch(value) else None


def curves(_: Knob, text: str) -> Value | None:
    return text if _CURVES.fullmatch(text) else None


def addresses(_: Knob, text: str) -> Value | None:
    entries = list(dict.fromkeys(text.lower().replace(",", " ").split()))
    return " ".join(entries) if 0 < len(entries) <= 64 and all(map(_is_address, entries)) else None


def _is_address(word: str) -> bool:
    host, _, port = word.rpartition(":")
    return bool(_HOST.fullmatch(host)) and port.isdigit() and 0 < int(port) < 65536


def server_name(_: Knob, text: str) -> Value | None:
    return text if re.fullmatch(SERVER_NAME, text) else None
