"""The policy's data in docs/nginx-directives.md; `python -m backend.recipes.directive_page` writes it."""

from collections.abc import Iterable

from agents.catalog.rules.kinds import MAX_ZONE, in_words
from agents.catalog.rules.limits import (
    MAX_CACHE,
    MAX_CONNECTIONS,
    MAX_IDLE,
    MAX_SHARED,
    MAX_THREADS,
    MAX_WEIGHTS,
    MAX_WORKERS,
)
from agents.catalog.rules.rule import Rule
from agents.policy.directives import FAMILIES
from agents.policy.directives.refused import PREFIXES, REFUSED, Reason
from backend.resources import DOCS, fill_page

TARGET = DOCS / "nginx-directives.md"
_SIZES = f"""
**Sizes.** At most {MAX_WORKERS} workers, {MAX_THREADS} threads, {in_words(MAX_ZONE)} in a zone,
{in_words(MAX_SHARED)} in all zones and {in_words(MAX_CACHE)} in all caches, each with its `max_size`;
{MAX_CONNECTIONS} connections of all workers, weights of {MAX_WEIGHTS} of all servers, and
{MAX_IDLE} idle connections (`keepalive`) of all upstreams.
"""


def page() -> str:
    families = [_family(title, rules) for title, rules in FAMILIES.items()]
    return fill_page(TARGET, {"sizes": _SIZES, "directives": "\n".join([*families, _refused_section()])})


def _family(title: str, rules: Iterable[Rule]) -> str:
    head = "| directive | where | takes | source |\n| --- | --- | --- | --- |"
    return "\n".join([f"## {title}", head, *map(_row, rules), ""])


def _row(rule: Rule) -> str:
    return _cells(f"`{rule.name}`", ", ".join(sorted(rule.contexts)), rule.takes or "nothing", rule.source)


def _refused_section() -> str:
    head = "| refused | why, and what to do |\n| --- | --- |"
    rows = [_cells(", ".join(f"`{name}`" for name in _names(reason)), reason) for reason in Reason]
    return "\n".join(
        ["## Refused by name", "Directives on neither list are refused as well.", "", head, *rows, ""]
    )


def _names(reason: Reason) -> list[str]:
    """Directives, beginnings as `lua_…`, and what the reason is for in other ways."""
    names = [name for name, entry_reason in REFUSED.items() if entry_reason is reason]
    names += [f"{prefix}…" for prefix, entry_reason in PREFIXES.items() if entry_reason is reason]
    more = {
        Reason.PROGRAMS: ["…_by_lua…"],
        Reason.OTHER_SERVERS: ["…_pass"],
        Reason.TYPES: ["include mime.types"],
    }
    return [*names, *more.get(reason, [])]


def _cells(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
