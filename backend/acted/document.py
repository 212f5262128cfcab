"""The signs in docs/did-it-act.md; `python -m backend.acted.document` writes it."""

from agents.catalog.signs import Reading, Sign, all_signs
from backend.resources import DOCS, fill_page

TARGET = DOCS / "did-it-act.md"
ORDER: tuple[Reading, ...] = ("start", "run", "system calls", "definition", "none")


def page() -> str:
    signs = sorted(all_signs().items(), key=lambda entry: ORDER.index(entry[1].read))
    head = "| setting | sign | read |\n| --- | --- | --- |\n"
    return fill_page(TARGET, {"signs": head + "".join(map(_row, signs))})


def _row(entry: tuple[str, Sign]) -> str:
    name, sign = entry
    return f"| `{name}` | {sign.shows} | {sign.read} |\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
