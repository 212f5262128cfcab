"""docs/nginx-directives.md from the policy's data; `python -m backend.recipes.directive_page` writes it."""

from collections.abc import Iterable
from pathlib import Path

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

TARGET = Path(__file__).parents[2] / "docs" / "nginx-directives.md"
HEAD = f"""# What an nginx config may say

Your own nginx config (`nginx.conf` and the three extras, see [Knobs](knobs.md)) may contain what this page
lists. Everything else is refused before launch, with its line and an alternative. The agent checks again;
nginx judges the rest (`nginx -t`).

**Files.** Pages are in `html`, logs in `logs/`, the certificate is `tls/cert.pem` with `tls/key.pem`; caches
and other files that nginx writes go into a folder of any other name. Paths are relative, without variables.

**File names that depend on a request** (`try_files`, `rewrite`, `error_page`, `if (-f …)`) may use fixed text
and `$uri`, from which nginx removes `..`. `$args`, headers and groups such as `(.*)` can contain `..`.
- The last argument of `try_files` and the address of `error_page` must be a fixed name, `@name` or a code
  such as `=404`, because nginx cuts them at the first `?`, also at a `%3F` in `$uri`. `/index.html?$args` is
fine. - `$1` may form a name if its group cannot match a dot, such as `([0-9]+)`, and with `break` in a
  location with `proxy_pass`, in a config without `location @name`. After a `?` and in redirects it is always
allowed. - An `alias` that ends with `/` needs a location that does.
- Instead of `try_files` beside a `proxy_pass` with a path, write `try_files … @app;` and pass on in there.

**Requests of nginx** go to `$backend`, to an `upstream` block of the same config, or to an address of the
testbed. Variables are allowed in the path of `proxy_pass`, not before it. Lines of `map`, `geo` and
`split_clients` are values.

**Sizes.** At most {MAX_WORKERS} workers, {MAX_THREADS} threads, {in_words(MAX_ZONE)} in a zone,
{in_words(MAX_SHARED)} in all zones and {in_words(MAX_CACHE)} in all caches, each with its `max_size`;
{MAX_CONNECTIONS} connections of all workers, weights of {MAX_WEIGHTS} of all servers, and
{MAX_IDLE} idle connections (`keepalive`) of all upstreams.

**Before nginx runs**, the agent replaces `$listen` with its address and adds its own paths and status server
at the end of `http {{}}`. It checks the result again; `nginx -T` must print exactly that one file.
"""


def page() -> str:
    """The whole page; this file and the policy's data are its only sources."""
    return "\n".join(
        [HEAD, *(_family(title, rules) for title, rules in FAMILIES.items()), _refused_section()]
    )


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
