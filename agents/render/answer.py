"""What the answering server says: a text from memory, or a static page."""

from collections.abc import Mapping

from agents.contract.knobs import Value

PAGE = "index.html"
LARGEST_TEXT = 2000  # bytes; nginx reads a directive's argument through a buffer of 4096
_DEFAULT_BYTES = 11


def body_bytes(knobs: Mapping[str, Value]) -> int:
    return int(knobs.get("origin.body_bytes", _DEFAULT_BYTES))


def is_static(knobs: Mapping[str, Value]) -> bool:
    return knobs.get("origin.kind") == "static" or body_bytes(knobs) > LARGEST_TEXT


def answer(knobs: Mapping[str, Value]) -> list[str]:
    """The directives of the location that answers."""
    if is_static(knobs):
        return ["root html;"]
    size = body_bytes(knobs)
    text = ("hello world " * (size // 12 + 1))[:size]
    return [f"return 200 '{text}';"]


def pages(knobs: Mapping[str, Value]) -> dict[str, int]:
    """File name → size in bytes of the pages that must lie under html/."""
    return {PAGE: body_bytes(knobs)} if is_static(knobs) else {}
