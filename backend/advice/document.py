"""The rules in docs/advice.md; `python -m backend.advice.document` writes it."""

from backend.advice import security
from backend.advice.rule import Rule
from backend.advice.rules import RULES
from backend.resources import DOCS, fill_page

TARGET = DOCS / "advice.md"


def page() -> str:
    parts = [_section(rule) for rule in sorted(RULES, key=lambda r: r.code)]
    last = f"## {security.CODE}\n{security.TEXT}\n\n- severity: a warning where gixy says high\n"
    rules = "\n".join([*parts, f"{last}- source: {security.SOURCE}\n"])
    return fill_page(TARGET, {"rules": rules})


def _section(rule: Rule) -> str:
    says = f"- severity: {rule.severity}\n- for example: `{rule.example}`\n- source: {rule.source}\n"
    return f"## {rule.code}\n{rule.text}\n\n{says}"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
