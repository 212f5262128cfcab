"""Kinds of arguments that name files, or addresses inside the server that become file names. Pure.

nginx resolves `..` in a request's `$uri` before anything else and in nothing that comes after. So a name is
made of fixed text and `$uri` (`$document_uri` is the same), starts with `/`, and each dot of the fixed text
has a letter or digit behind it: then no part of it can be `..`, whatever the client sends. The last
argument of try_files and the address of error_page are cut at the first `?` once they are filled in, also at
one that the client sent as %3F, which would leave `/..` of `/..%3F`: no variable may stand before it.
"""

import re

from agents.catalog.rules.kinds import NORMALISED, TEXT, matching, one_of, short, union
from agents.catalog.rules.rule import Kind

_FIXED = r"(?:[\w~@+,:/-]|\.(?=[\w-]))"
_URI = r"\$(?:(?:document_)?uri(?!\w)|\{(?:document_)?uri\})"
_VARIABLE = re.compile(r"\$(?:\{\w*\}?|[1-9]|\w*)")
_SAFE = re.compile(rf"(?:/|(?={_URI}))(?:{_FIXED}|{_URI})*")
_FIXED_URI = re.compile(rf"/{_FIXED}*(?:\?.*)?", re.DOTALL)
_PART = r"[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}"
_CAPTURE = re.compile(r"\$([1-9])")
_NO_MAP = {*NORMALISED, *"123456789", "args", "query_string", "is_args", "request_uri"}
_PLAIN = r"[\w/.^$|*+?-]|\\[dw./-]|\{[0-9]+(?:,[0-9]*)?\}|\[\^?[\w./-]+\]"
_PLAIN_REGEX = re.compile(rf"(?:{_PLAIN}|\((?![?*])(?:{_PLAIN})*\))*", re.ASCII)
_GROUP = re.compile(r"\(([^()]*)\)")
_DOTLESS = re.compile(
    r"(?:\\[dw]|[A-Za-z0-9_|-]|\[(?:[0-9]-[0-9]|[a-z]-[a-z]|[A-Z]-[A-Z]|[A-Za-z0-9_]|\\[dw])+-?\]|[*+?]|\{[0-9,]+\})*"
)
PAGES = "html"
RESERVED = (PAGES, "tls", "logs", "stderr")
"""What the agent itself keeps in an instance's folder, beside names that begin with `nginx`."""


def _name_fault(word: str) -> str | None:
    """Find what is wrong with a text as the name of a file, or as an address that becomes one."""
    if _SAFE.fullmatch(word):
        return None
    for variable in _VARIABLE.findall(word):
        if variable.strip("${}") not in NORMALISED:
            return (
                f"which file {variable} leads to is only known at run time; only $uri may form a file's name"
            )
    if ".." in re.split(r"[/\\]", word):
        return "“..” leads out of the instance's own folder"
    if not word.startswith(("/", "$")):
        return f"“{short(word)}” must begin with /"
    return f"“{short(word)}” is not a plain name: letters, digits, / and dots before a letter or digit"


def _fixed_fault(word: str) -> str | None:
    """The same where variables may only stand behind a `?`."""
    if _FIXED_URI.fullmatch(word):
        return TEXT.fault(word)
    name = word.partition("?")[0]
    if fault := _name_fault(name):
        return fault
    return "nginx cuts this at the first ? that a client sends in $uri; write a fixed name here, or =404"


def rewritten_fault(regex: str, replacement: str, is_proxied: bool) -> str | None:
    """Find what is wrong with the address that a rewrite makes; `is_proxied`: it only becomes a request."""
    name, _, rest = replacement.partition("?")
    # Any other variable could be a map's, whose own regular expression would leave other captures.
    harmless = {v.strip("${}") for v in _VARIABLE.findall(rest)} <= _NO_MAP
    safe_captures = dotless_captures(regex) if harmless else set()
    # A group can be empty: no dot may stand before it, as before ~.
    safe = _CAPTURE.sub(lambda c: "x" if is_proxied else "~" if int(c[1]) in safe_captures else c[0], name)
    fault = _name_fault(safe)
    if fault and _CAPTURE.search(name):
        return (
            "a capture such as (.*) may hold `..`, so it cannot form a file's name; put it behind a ?, "
            "redirect, or use `break` in a location with proxy_pass"
        )
    return fault


def dotless_captures(regex: str) -> set[int]:
    """Numbers of groups that cannot match a dot, such as ([0-9]+); none if anything in it is unusual."""
    if not _PLAIN_REGEX.fullmatch(regex):
        return set()
    return {number for number, body in enumerate(_GROUP.findall(regex), 1) if _DOTLESS.fullmatch(body)}


def _test_fault(word: str) -> str | None:
    if re.fullmatch(rf"\$(?:request_filename|\{{request_filename\}})(?:\.{_PART})?", word):
        return None
    root = re.match(r"\$(?:document_root(?!\w)|\{document_root\})", word)
    if not root:
        return f"“{short(word)}” may be any file; write $request_filename or $document_root/…"
    rest = word[root.end() :]
    return _name_fault(rest) if rest else None


def _log_fault(word: str) -> str | None:
    if re.fullmatch(r"logs/[A-Za-z0-9][A-Za-z0-9_.-]{0,99}", word):
        return None
    if "$" in word:
        return f"“{short(word)}” is only known at run time; write a name in logs/, such as logs/access.log"
    return f"“{short(word)}” is outside logs/, which is kept small; write a name such as logs/access.log"


def _pages_fault(word: str) -> str | None:
    if re.fullmatch(rf"{PAGES}(?:/{_PART})*/?", word):
        return None
    if "$" in word:
        return f"“{short(word)}” is only known at run time; pages are in html, write `root html;`"
    return f"“{short(word)}” is outside the instance's own folder of pages; write a relative path: `html`"


def _work_fault(word: str) -> str | None:
    if not re.fullmatch(rf"{_PART}(?:/{_PART}){{0,9}}/?", word):
        return f"“{short(word)}” is outside the instance's own folder; write a relative path such as `cache`"
    first = word.partition("/")[0]
    if first in RESERVED or first.startswith("nginx"):
        return f"`{first}` is the agent's own; write another name, such as `cache`"
    return None


FILE = Kind("a name of fixed text and $uri", _name_fault)
FIXED = Kind("a fixed address, with any text behind a ?", _fixed_fault)
LOCATION_NAME = matching("@name", r"@[A-Za-z0-9_-]{1,100}")
STATUS = matching("=code", r"=[1-5][0-9]{2}")
REDIRECT = Kind(
    "http://…",
    lambda w: TEXT.fault(w) if re.match(r"https?://", w) else f"“{short(w)}” is not http://…",
)
PLAIN_ADDRESS = matching("a fixed address such as /check", rf"/{_FIXED}*")
LAST_FILE = union(STATUS, LOCATION_NAME, FIXED)
ERROR_PAGE = union(LOCATION_NAME, REDIRECT, FIXED)
INDEX = matching("a file's name", rf"/?{_PART}(?:/{_PART})*")
PAGES_PATH = Kind("html or a path below it", _pages_fault)
LOG = Kind("logs/name", _log_fault)
ERROR_LOG = union(one_of("stderr", "/dev/null"), LOG)
ACCESS_LOG = union(one_of("off", "/dev/null"), LOG)
WORK_PATH = Kind("a relative path that is not the agent's own", _work_fault)
CERTIFICATE = one_of("tls/cert.pem")
KEY = one_of("tls/key.pem")
TESTED_FILE = Kind("$request_filename or $document_root/… with $uri", _test_fault)
