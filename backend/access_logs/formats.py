"""Formats of access logs: combined, common, JSON, or a log_format of nginx. Pure.

A log_format becomes a regular expression in which nothing can be tried twice: every part is possessive, so
that each line takes time in proportion to its length, whatever the format and the line say.
"""

import json
import re
from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any, NamedTuple

from backend.access_logs.problems import UnusableLog

MAX_FORMAT, MAX_VARIABLES = 4000, 64
_COMMON = '$remote_addr - $remote_user [$time_local] "$request" $status $body_bytes_sent'
_COMBINED = f'{_COMMON} "$http_referer" "$http_user_agent"'

_VARIABLE = re.compile(r"\$(?:\{([a-z0-9_]+)\}|([a-z0-9_]+))")
_FIXED = {"status": rb"\d{3}", "body_bytes_sent": rb"\d{1,15}|-", "bytes_sent": rb"\d{1,15}|-"}
_USUAL_REQUEST = rb"(?P<method>[A-Z]{1,20}+) (?P<target>/[!#-\[\]-~]{0,1999}+) HTTP/[0-9.]{1,3}+"
_SIZES = ("body_bytes_sent", "bytes_sent")
_TIMES = ("time_local", "time_iso8601", "msec")
_JSON_KEYS = {
    "request": ("request",),
    "method": ("request_method", "method"),
    "target": ("request_uri", "uri", "path"),
    "query": ("args", "query_string", "query"),
    "status": ("status",),
    "size": (*_SIZES, "size", "bytes"),
    "time": (*_TIMES, "time", "timestamp", "@timestamp", "ts"),
    "connection_requests": ("connection_requests",),
}


class LogLine(NamedTuple):
    """The parts of one line as its bytes; empty where it does not say."""

    method: bytes
    target: bytes
    status: bytes
    size: bytes = b""
    time: bytes = b""
    connection_requests: bytes = b""


ReadLine = Callable[[bytes], LogLine | None]
"""None: the line does not fit the format."""
Row = tuple[bytes, bytes, bytes, bytes, bytes, bytes]
"""The parts of a LogLine, made by the thousand."""
ReadBlock = Callable[[bytes], tuple[list[Row], list[bytes]]]
"""Of whole lines, those of the usual form, their targets plain paths; and the other lines as they are."""


class LogFormat(NamedTuple):
    name: str
    read_line: ReadLine
    read_block: ReadBlock


def known_formats() -> list[LogFormat]:
    """The formats to try when none is named; what fits earlier ones as well as later ones is theirs."""
    return [JSON, COMBINED, COMMON]


def find_formats(name: str) -> list[LogFormat]:
    """The formats to try for what a person gave: auto, a name, or the text of a log_format."""
    if name in ("", "auto"):
        return known_formats()
    if "$" in name:
        return [parse_log_format(name)]
    formats = [log_format for log_format in known_formats() if log_format.name == name.lower()]
    if not formats:
        raise UnusableLog(
            "the format must be auto, combined, common, json, or a log_format with its $variables"
        )
    return formats


def parse_log_format(text: str, name: str = "log_format") -> LogFormat:
    """A reader of lines that nginx wrote by this log_format; UnusableLog says what is wrong with it."""
    if len(text) > MAX_FORMAT:
        raise UnusableLog(f"the log_format is {len(text)} characters long; at most {MAX_FORMAT} are read")
    parts = _VARIABLE.split(text)
    variables = [in_braces or bare for in_braces, bare in zip(parts[1::3], parts[2::3], strict=True)]
    texts = [part.encode() for part in parts[::3]]
    if len(variables) > MAX_VARIABLES:
        raise UnusableLog(f"the log_format has {len(variables)} variables; at most {MAX_VARIABLES} are read")
    for variable, after, follower in zip(variables, texts[1:], variables[1:], strict=False):
        if not after:
            raise UnusableLog(f"the log_format has no character between ${variable} and ${follower}")
    roles = _roles(variables)
    groups = {number: role for role, number in roles.items()}
    read_line = _line_reader(_pattern(variables, texts, groups))
    is_usual = "request" in roles and texts[roles["request"] + 1][:1] == b'"'
    read_block = (
        _block_reader(_pattern(variables, texts, groups, is_usual=True)) if is_usual else _split_block
    )
    return LogFormat(name, read_line, read_block)


def _roles(variables: list[str]) -> dict[str, int]:
    """Part of a line → index of the variable that says it."""

    def first(*names: str) -> int | None:
        return next((variables.index(name) for name in names if name in variables), None)

    roles = {
        "request": first("request"),
        "method": first("request_method"),
        "target": first("request_uri"),
        "status": first("status"),
        "size": first(*_SIZES),
        "time": first(*_TIMES),
        "connection_requests": first("connection_requests"),
    }
    found_roles = {role: number for role, number in roles.items() if number is not None}
    if "request" not in found_roles and not {"method", "target"} <= set(found_roles):
        raise UnusableLog("the log_format needs $request, or $request_method and $request_uri")
    if "status" not in found_roles:
        raise UnusableLog("the log_format needs $status")
    return found_roles


def _pattern(
    variables: list[str], texts: list[bytes], roles: Mapping[int, str], is_usual: bool = False
) -> bytes:
    """Expression for a line, or for one whose request is of the usual form."""
    pattern = re.escape(texts[0])
    for number, (variable, after) in enumerate(zip(variables, texts[1:], strict=True)):
        value, role = _value(variable, after), roles.get(number)
        if role == "request" and is_usual:
            pattern += _USUAL_REQUEST
        elif role:
            pattern += b"(?P<%b>(?>%b))" % (role.encode(), value)
        else:
            pattern += b"(?>%b)" % value
        pattern += re.escape(after)
    return pattern


def _value(variable: str, after: bytes) -> bytes:
    """Expression for a value that ends where `after` begins first, without a way back."""
    if variable in _FIXED:
        return _FIXED[variable]
    if not after:
        return rb"[^\n]*+"
    end, rest = re.escape(after[:1]), re.escape(after[1:])
    if after[:1] == b'"':  # a quotation mark of the value itself has a backslash in Apache's logs
        return rb'[^"\\\n]*+(?:\\.[^"\\\n]*+)*+'
    if len(after) == 1:
        return rb"[^%b\n]*+" % end
    return rb"[^%b\n]*+(?:%b(?!%b)[^%b\n]*+)*+" % (end, end, rest, end)


def _line_reader(pattern: bytes) -> ReadLine:
    match_line = re.compile(pattern).match

    def read(line: bytes) -> LogLine | None:
        match = match_line(line)
        if match is None:
            return None
        parts = match.groupdict()
        if "request" in parts:
            parts["method"], parts["target"] = _split_request(parts.pop("request"))
        return LogLine(**parts)

    return read


def _block_reader(pattern: bytes) -> ReadBlock:
    """Reads the usual lines of a block at once: a call for each of them would take three times as long."""
    usual = re.compile(rb"^(?:%b[^\n]*|([^\n]+))$" % pattern, re.MULTILINE)
    places = {name: number - 1 for name, number in usual.groupindex.items()}
    missing = usual.groups  # a place behind the groups, always empty
    order = itemgetter(*(places.get(name, missing) for name in LogLine._fields))

    def read(block: bytes) -> tuple[list[Row], list[bytes]]:
        matches = [(*groups, b"") for groups in usual.findall(block)]
        lines = [groups[-2] for groups in matches if groups[-2]]
        return [order(groups) for groups in matches if not groups[-2]], lines

    return read


def _split_block(block: bytes) -> tuple[list[Row], list[bytes]]:
    return [], [line for line in block.split(b"\n") if line]


def _split_request(request: bytes) -> tuple[bytes, bytes]:
    words = request.split(b" ")
    return (words[0], words[1]) if len(words) == 3 else (b"", b"")


def _read_json(line: bytes) -> LogLine | None:
    if not line.startswith(b"{"):
        return None
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict):
        return None
    request_parts = data.get("request")
    if isinstance(request_parts, dict):  # Caddy's
        data = {**request_parts, **data}
    parts = {role: _json_part(data, keys) for role, keys in _JSON_KEYS.items()}
    request, query = parts.pop("request"), parts.pop("query")
    if query not in (b"", b"-") and b"?" not in parts["target"]:
        parts["target"] += b"?" + query  # nginx’s $uri has none
    if request:
        parts["method"], parts["target"] = _split_request(request)
    elif not (parts["method"] and parts["target"]):
        return None
    return LogLine(**parts) if re.fullmatch(rb"\d{3}", parts["status"]) else None


def _json_part(data: dict[str, Any], keys: tuple[str, ...]) -> bytes:
    value = next((data[key] for key in keys if key in data), "")
    is_plain = isinstance(value, str | int | float) and not isinstance(value, bool)
    return str(value).encode("utf-8", "replace") if is_plain else b""


COMBINED = parse_log_format(_COMBINED, "combined")
COMMON = parse_log_format(_COMMON, "common")
JSON = LogFormat("json", _read_json, _split_block)
