"""Compiled regular expressions in a configuration that has none."""

from collections.abc import Iterator

from backend.advice.nginx import is_on, walk
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives

ALWAYS = {"rewrite", "gzip_disable", "fastcgi_split_path_info", "ancient_browser"}
"""Directives whose arguments are regular expressions without a `~`."""
MARKS = ("~", "!~", '"~')


def find(subject: Subject) -> Iterator[Hit]:
    if not is_on(subject.tree, "pcre_jit") or not chosen_directives(subject, ("pcre_jit",)):
        return
    if not any(_has_pattern(d) for d, _ in walk(subject.tree)):
        yield Hit("pcre_jit does nothing: no regular expression stands in this nginx.conf", "pcre_jit")


def _has_pattern(directive: object) -> bool:
    """Whether a directive, or an entry of a map, has a regular expression."""
    name = directive["directive"]  # pyright: ignore[reportIndexIssue]
    words = [name, *directive["args"]]  # pyright: ignore[reportIndexIssue]
    return name in ALWAYS or any(word.lstrip("(").startswith(MARKS) for word in words)


RULE = Rule(
    code="pcre_jit_unused",
    severity="warning",
    text="`pcre_jit` compiles the regular expressions of the configuration: of `location ~`, `rewrite`, "
    "`server_name ~`, `if` and `map`. Prefix and exact locations are found without any.",
    example="leave pcre_jit out",
    source="nginx documentation of pcre_jit and of location",
    find=find,
)
