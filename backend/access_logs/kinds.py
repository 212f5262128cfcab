"""Kinds of lines: those that become requests of a mix, and those that are left out. Pure."""

import re

MAX_TARGET = 2000  # bytes: the longest path of a workload
_PLAIN = re.compile(rb"/[!-~]*")
_ESCAPE = re.compile(rb"\\x([0-9A-Fa-f]{2})")
_NOT_SENT = re.compile(rb"[\x00-\x20\x7f]")
_RAW = re.compile(rb"[\x80-\xff]")

WHOLE, PART, UNCHANGED = "whole", "part", "unchanged"
USED = {b"200": WHOLE, b"206": PART, b"304": UNCHANGED}
"""Status of a GET that is used → what it was answered with."""

UNREADABLE, NO_REQUEST, NO_TARGET = "unreadable", "no_request", "no_target"
_OF_METHOD = {b"HEAD": "head", b"POST": "body", b"PUT": "body", b"PATCH": "body", b"DELETE": "body"}
_OF_STATUS = {
    b"1": "upgrade",
    b"2": "other_success",
    b"3": "redirect",
    b"4": "client_error",
    b"5": "server_error",
}
REASONS = {
    UNREADABLE: "lines of another format, cut, or longer than 64 KiB",
    NO_REQUEST: "no request of HTTP/1 or 2, such as TLS sent to a plain port",
    NO_TARGET: f"no path of at most {MAX_TARGET} printable characters",
    "head": "HEAD: load tools wait for its body",
    "body": "POST, PUT, PATCH, DELETE: a log does not say their bodies",
    "other_method": "other methods",
    "upgrade": "upgrades to another protocol",
    "other_success": "answers 2xx other than 200 and 206",
    "redirect": "redirects",
    "client_error": "answers 4xx",
    "server_error": "answers 5xx",
    "other_status": "other status",
}
"""Kind of a line that is left out → what it is, in the order in which they are shown."""


def kind_left_out(method: bytes, status: bytes) -> str | None:
    """The kind of a request that is left out; None: it is used, if it has a target."""
    if method == b"GET":
        return None if status in USED else _OF_STATUS.get(status[:1], "other_status")
    if not method:
        return NO_REQUEST
    return "upgrade" if method == b"CONNECT" else _OF_METHOD.get(method, "other_method")


def clean_target(target: bytes) -> bytes | None:
    """The path with its query in printable ASCII, as a workload may have it; None where it is none."""
    if len(target) > 4 * MAX_TARGET:
        return None
    if b"\\x" in target:
        target = _ESCAPE.sub(lambda match: bytes([int(match[1], 16)]), target)
    if not _PLAIN.fullmatch(target):
        if not target.startswith(b"/") or _NOT_SENT.search(target):
            return None
        target = _RAW.sub(lambda match: b"%%%02X" % match[0][0], target)
    return target if len(target) <= MAX_TARGET else None


def mask_query(target: bytes) -> bytes:
    """The target with each value of its query as so many x."""
    path, mark, query = target.partition(b"?")
    return path + mark + b"&".join(_mask_pair(pair) for pair in query.split(b"&"))


def _mask_pair(pair: bytes) -> bytes:
    name, mark, value = pair.partition(b"=")
    return name + mark + b"x" * len(value) if mark else b"x" * len(pair)
