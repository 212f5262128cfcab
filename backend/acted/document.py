"""docs/did-it-act.md from the signs; `python -m backend.acted.document` writes it."""

from pathlib import Path

from agents.catalog.signs import Reading, Sign, all_signs

TARGET = Path(__file__).parents[2] / "docs" / "did-it-act.md"
HEAD = """# Did it act?

A run's answer says of a setting that it **never acted**, with the reason, where a counter shows it or the
definition leaves no other way. Where neither is so, nothing is said. Signs are read back at the **start** of
the servers, counted in every **run**, or counted as **system calls** in a [diagnostic trial](diagnostics.md).
**definition**: not counted, but known where it cannot act. **none**: nothing shows it, or it needs no sign.

{measured}

| setting | sign | read |
| --- | --- | --- |
"""
MEASURED = """`e2e/acted/staged.yaml` stages 40 settings that cannot act and 60 that do. Measured on one
machine with nginx 1.22.1 by `python -m e2e.acted`: 39 of the 40 are told as never acted, and none of the
60. The 40th acted after all, on connections of a load tool on that machine. One of the 60
did not run: this nginx has no `poll`."""
ORDER: tuple[Reading, ...] = ("start", "run", "system calls", "definition", "none")


def page() -> str:
    """The whole page; this file is its only source."""
    signs = sorted(all_signs().items(), key=lambda entry: ORDER.index(entry[1].read))
    return HEAD.format(measured=MEASURED) + "".join(map(_row, signs))


def _row(entry: tuple[str, Sign]) -> str:
    name, sign = entry
    return f"| `{name}` | {sign.shows} | {sign.read} |\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
