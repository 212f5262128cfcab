"""Errors of a log that cannot be used, and excerpts of it that are safe to show. Pure."""

_SHOWN = 100  # bytes of a line


class UnusableLog(ValueError):
    """A sentence for whoever gave the log: why nothing can be made of it."""


def excerpt(line: bytes) -> str:
    """Begin of a line in printable ASCII; every other byte as \\xHH."""
    text = "".join(chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}" for byte in line[:_SHOWN])
    return text + ("…" if len(line) > _SHOWN else "")
