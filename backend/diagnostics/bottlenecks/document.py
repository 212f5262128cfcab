"""The rules in docs/bottlenecks.md; `python -m backend.diagnostics.bottlenecks.document` writes it."""

from backend.diagnostics.bottlenecks import RULES
from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule
from backend.resources import DOCS, fill_page

TARGET = DOCS / "bottlenecks.md"


def page() -> str:
    return fill_page(TARGET, {"bottlenecks": "\n".join(map(_section, RULES))})


def _section(rule: BottleneckRule) -> str:
    text = f"Holds when {rule.holds}. What helps: {rule.advice}."
    return f"## {rule.title[0].upper()}{rule.title[1:]} (`{rule.code}`)\n{text}\n\n{rule.explanation}\n"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
