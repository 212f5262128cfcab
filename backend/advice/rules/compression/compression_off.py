"""Settings of compression that cannot matter."""

from collections.abc import Iterator

from backend.advice.nginx import is_on, names_with
from backend.advice.predicates import is_switched_on
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import chosen_directives, in_words, knob_of, verb

WITH_STATIC = ("gzip_static", "gzip_http_version", "gzip_proxied", "gzip_disable", "gzip_vary")


def find(subject: Subject) -> Iterator[Hit]:
    for switch in ("gzip", "brotli"):
        if not is_on(subject.tree, switch):
            yield from _off(subject, switch)


def _off(subject: Subject, switch: str) -> Iterator[Hit]:
    prefix = f"{switch}_"
    present = names_with(subject.tree, prefix)
    present.discard(f"{switch}_static")
    if is_switched_on(subject, "gzip_static"):
        present -= set(WITH_STATIC)
    names = chosen_directives(subject, sorted(present))
    if names:
        knob = knob_of(names[0])
        text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: {switch} is off"
        yield Hit(text, knob, Instead({f"nginx.{switch}": True}) if switch == "gzip" else None)


RULE = Rule(
    code="compression_off",
    severity="warning",
    text="Levels, types and sizes are settings of `gzip on` or `brotli on`, which are off by default.",
    example="nginx.gzip: on",
    source="nginx documentation of ngx_http_gzip_module; documentation of ngx_brotli",
    find=find,
)
