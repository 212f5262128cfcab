"""A variable that is declarations and never read."""

import re
from collections.abc import Iterator

from backend.advice.nginx import walk
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives, in_words, verb

DECLARATIONS = ("map", "geo", "split_clients")
_VARIABLE = re.compile(r"\$(\w+)|\$\{(\w+)\}")


def find(subject: Subject) -> Iterator[Hit]:
    chosen_names = chosen_directives(subject, DECLARATIONS)
    declarations: dict[str, str] = {}
    read_names: set[str] = set()
    for directive, _ in walk(subject.tree):
        name, args = directive["directive"], directive["args"]
        is_declaration = name in DECLARATIONS and directive.get("block") is not None and args
        if is_declaration and name in chosen_names:
            declarations[args[-1].lstrip("$")] = name
        for word in (name, *(args[:-1] if is_declaration else args)):
            read_names.update(short or long for short, long in _VARIABLE.findall(word))
    unused_names = [name for name in declarations if name not in read_names]
    if unused_names:
        names = [f"${name}" for name in unused_names[:4]]
        text = (
            f"no directive reads {in_words(names)}: nginx never evaluates {verb(unused_names, 'it', 'them')}"
        )
        yield Hit(text, declarations[unused_names[0]])


RULE = Rule(
    code="map_unused",
    severity="warning",
    text="nginx evaluates a variable of `map`, `geo` or `split_clients` when a directive reads it. The mere "
    "declaration, however long, costs no request anything.",
    example="add_header X-Kind $kind; beside map $uri $kind { … }",
    source="nginx documentation of ngx_http_map_module, ngx_http_geo_module, ngx_http_split_clients_module",
    find=find,
)
