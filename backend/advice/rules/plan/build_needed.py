"""Lines of a user's own text that many builds of nginx do not know, where the testbed's is not known."""

from collections.abc import Iterator

from agents.render import raw_texts
from backend.advice.rule import Hit, Rule, Subject
from backend.definition.nginx.needs import ADDED, Need, needs_of

COMMON = (1, 22)
"""The nginx of long-lived distributions."""


def find(subject: Subject) -> Iterator[Hit]:
    if "proxy" in subject.facts:
        return  # the plan compares them with the host's nginx
    for name, text in raw_texts(subject.knobs, subject.topology).items():
        for line, need in needs_of(text):
            if words := _need_words(need):
                yield Hit(f"{name}, line {line}: `{need.subject}` {words}", name)


def _need_words(need: Need) -> str:
    if need.module in ADDED.values():
        return f"needs an nginx that is built with the module {need.module}; those of distributions are not"
    if need.since and tuple(map(int, need.since.split(".")))[:2] > COMMON:
        return f"needs nginx {need.since} or later"
    return ""


RULE = Rule(
    code="build_needed",
    severity="hint",
    text="Some directives are newer than the nginx of distributions, or belong to modules of other authors. "
    "A plan for a testbed compares them with its nginx, and what this does not know is an error.",
    example="dyno lint FILE --testbed NAME",
    source="nginx documentation of each directive (“appeared in version”)",
    find=find,
)
