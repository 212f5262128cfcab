"""docs/did-it-act.md from the signs; `python -m backend.acted.document` writes it."""

from pathlib import Path

from agents.catalog.signs import Reading, Sign, all_signs

TARGET = Path(__file__).parents[2] / "docs" / "did-it-act.md"
HEAD = """# Did it act?

A run's answer says of a setting that it **never acted**, with the reason, where a counter shows it or the
definition leaves no other way. Where neither is so, nothing is said. Signs are read back at the **start** of
the servers, counted in every **run**, or counted as **system calls** in a [diagnostic trial](diagnostics.md).
**definition**: not counted, but known where it cannot act. **none**: nothing shows it, or it needs no sign.

| setting | sign | read |
| --- | --- | --- |
"""
ORDER: tuple[Reading, ...] = ("start", "run", "system calls", "definition", "none")


def page() -> str:
    """The whole page; this file is its only source."""
    signs = sorted(all_signs().items(), key=lambda entry: ORDER.index(entry[1].read))
    return HEAD + "".join(map(_row, signs))


def _row(entry: tuple[str, Sign]) -> str:
    name, sign = entry
    return f"| `{name}` | {sign.shows} | {sign.read} |\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
