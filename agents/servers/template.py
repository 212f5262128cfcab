"""Placeholders in the texts of a declared server: `{address}:{port}`. Pure.

A name in lower case between braces is a placeholder; `{{` stands for a brace before such a name. Any other
brace is itself, so that blocks and JSON are written as usual. A line with `{backend}` is written once for
each backend, with its `{number}` from 1 on.
"""

import re
from collections.abc import Collection, Mapping, Sequence

NAMES = (
    "address",
    "port",
    "backends",
    "folder",
    "socket",
    "cpus",
    "certificate",
    "key",
    "conf",
)
EACH_BACKEND = ("backend", "backend_address", "backend_port", "number")
_PLACEHOLDER = re.compile(r"\{\{|\{([a-z][a-z0-9_]*)\}")


def placeholders_of(text: str) -> list[str]:
    """Names of the placeholders of a text, each once, in their order."""
    return list(dict.fromkeys(match[1] for match in _PLACEHOLDER.finditer(text) if match[1]))


def find_unknown(text: str, names: Collection[str]) -> str | None:
    """Describe the first placeholder that has none of these names, with its line; None: there is none."""
    for number, line in enumerate(text.split("\n"), 1):
        for name in placeholders_of(line):
            if name not in names:
                place = f" in line {number}" if "\n" in text else ""
                return f"{{{name}}}{place} is no placeholder; write {{{{{name}}} for the text itself"
    return None


def fill_in(text: str, values: Mapping[str, str], backends: Sequence[str] = ()) -> str:
    """The text with its values; KeyError names a placeholder that has none."""
    return "\n".join(_line(line, values, backends) for line in text.split("\n"))


def _line(line: str, values: Mapping[str, str], backends: Sequence[str]) -> str:
    if not set(EACH_BACKEND).intersection(placeholders_of(line)):
        return _fill(line, values)
    return "\n".join(
        _fill(line, {**values, **_parts_of(backend), "number": str(n)})
        for n, backend in enumerate(backends, 1)
    )


def _parts_of(backend: str) -> dict[str, str]:
    address, _, port = backend.rpartition(":")
    return {"backend": backend, "backend_address": address.strip("[]"), "backend_port": port}


def _fill(line: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda match: values[match[1]] if match[1] else "{", line)
