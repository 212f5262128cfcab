"""docs/advice.md from the rules; `python -m backend.advice.document` writes it."""

from pathlib import Path

from backend.advice import security
from backend.advice.rule import Rule
from backend.advice.rules import RULES

TARGET = Path(__file__).parents[2] / "docs" / "advice.md"
HEAD = """# Advice before launch

Advice names parts of a valid plan that do nothing or mislead. The pages of variants and plan show it,
`dyno lint` prints it, and the answer of `POST /api/v1/plans` has it as `advice`. None of it blocks a
launch. A **warning** says that a setting does nothing or that figures will mislead; a **hint** says that
something is worth a look.

Rules read the nginx.conf of each variant as it would run, so they see knobs and your own config alike, and
what is known about the hosts: CPUs, limits, kernel settings. Without a testbed (`dyno lint FILE`), rules that
need hosts are skipped.

Proposals are computed from the plan: as many workers as there are CPUs, as many connections as
the load opens. **Apply** puts them into the form, for every variant that needs it (`changes` in the API: a
path and a value each). There is no such button where your own nginx text sets the value, or a level of a
grid, whose name would no longer be true. The proposals below are examples.
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
