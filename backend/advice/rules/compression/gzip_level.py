"""Compression that costs more CPU than it saves bytes."""

from collections.abc import Iterator

from backend.advice.nginx import is_on, number, words
from backend.advice.rule import Hit, Instead, Rule, Subject

HIGH = 5


def find(subject: Subject) -> Iterator[Hit]:
    level = number("".join(words(subject.tree, "gzip_comp_level")[:1]))
    if is_on(subject.tree, "gzip") and level and level > HIGH:
        text = (
            f"gzip_comp_level {level} costs much more CPU than {HIGH} for a few bytes less; a proxy at "
            "its CPU's limit answers fewer requests"
        )
        yield Hit(text, "nginx.gzip_comp_level", Instead({"nginx.gzip_comp_level": HIGH}))


RULE = Rule(
    code="gzip_level",
    severity="hint",
    text="Above level 5 each step of compression costs much CPU and saves little. Under a load test the "
    "proxy's CPU is usually the limit.",
    example="nginx.gzip_comp_level: 2",
    source="zlib manual (levels); the guide of settings, which takes level 2",
    find=find,
)
