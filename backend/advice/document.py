"""docs/advice.md from the rules; `python -m backend.advice.document` writes it."""

from pathlib import Path

from backend.advice import security
from backend.advice.rule import Rule
from backend.advice.rules import RULES

TARGET = Path(__file__).parents[2] / "docs" / "advice.md"
HEAD = """# Advice before launch

Advice names parts of a valid plan that do nothing or mislead: a **warning** if a setting does nothing or
figures will mislead, a **hint** if something is worth checking. It never blocks a launch. The form,
`dyno lint` and `advice` of `POST /api/v1/plans` show it.

Rules read the final nginx.conf of each variant and the facts of the hosts: CPUs, limits, kernel settings.
Without a testbed (`dyno lint FILE`), rules that need hosts are skipped.

**Apply** puts a proposal into the form, for every variant that needs it (`changes` in the API: a path and a
value each). It is missing if your own nginx text or a level of a grid sets the value. The proposals below
are examples; real ones are computed from the plan.
"""


def page() -> str:
    """The whole page; this file is its only source."""
    parts = [_section(rule) for rule in sorted(RULES, key=lambda r: r.code)]
    last = f"## {security.CODE}\n{security.TEXT}\n\n- severity: a warning where gixy says high\n"
    return "\n".join([HEAD, *parts, f"{last}- source: {security.SOURCE}\n"])


def _section(rule: Rule) -> str:
    says = f"- severity: {rule.severity}\n- for example: `{rule.example}`\n- source: {rule.source}\n"
    return f"## {rule.code}\n{rule.text}\n\n{says}"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
