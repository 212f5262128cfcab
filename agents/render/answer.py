"""Answers of the server: a text or picture from memory, a static page, or nginx's own counters."""

from collections.abc import Mapping

from agents.catalog.knobs import Value
from agents.catalog.knobs.parsers import milliseconds_of
from agents.render.text import block, sections

PAGE = "index.html"
MAX_TEXT_BYTES = 2000  # bytes; nginx reads a directive's argument through a buffer of 4096
_DEFAULT_BYTES = 11


def body_bytes(knobs: Mapping[str, Value]) -> int:
    return int(knobs.get("origin.body_bytes", _DEFAULT_BYTES))


def is_static(knobs: Mapping[str, Value]) -> bool:
    kind = knobs.get("origin.kind", "hello")
    return kind == "static" or (kind == "hello" and body_bytes(knobs) > MAX_TEXT_BYTES)


def delays(knobs: Mapping[str, Value]) -> bool:
    return milliseconds_of(knobs.get("origin.delay", "0s")) > 0


def locations(knobs: Mapping[str, Value], extra: list[str] | None = None) -> list[str]:
    """The locations that answer; `extra` lines go into `location /`."""
    if not delays(knobs):
        return block("location /", [*answer(knobs), *(extra or [])])
    # nginx has no sleep. It does wait before it tells a client that a password is needed, by a timer that
    # costs no connection and no worker; that answer is then replaced by ours.
    wait = [
        f"auth_delay {knobs['origin.delay']};",
        "auth_basic delay;",
        "auth_basic_user_file none;",
        "error_page 401 =200 @answer;",
    ]
    # Without a redirect to the page, which would wait once more.
    page = [f"try_files /{PAGE} =404;"] if is_static(knobs) else []
    late = block("location @answer", [*answer(knobs), *page])
    return sections(block("location /", [*wait, *(extra or [])]), late)


def answer(knobs: Mapping[str, Value]) -> list[str]:
    """The directives of the location that answers."""
    match knobs.get("origin.kind"):
        case "status":
            return ["stub_status;"]
        case "empty_gif":
            return ["empty_gif;"]
    if is_static(knobs):
        return ["root html;"]
    size = body_bytes(knobs)
    text = ("hello world " * (size // 12 + 1))[:size]
    return [f"return 200 '{text}';"]


def pages(knobs: Mapping[str, Value], always: bool = False) -> dict[str, int]:
    """File name → size in bytes of the pages that must lie under html/."""
    return {PAGE: body_bytes(knobs)} if always or is_static(knobs) else {}
