"""Kept connections of certain browsers, under a load tool."""

import re
from collections.abc import Iterator

from backend.advice.nginx import words
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives

NAMED = re.compile(r"MSIE [4-6]|Safari/", re.IGNORECASE)
"""User agents that nginx may take for one of its browsers."""


def find(subject: Subject) -> Iterator[Hit]:
    agents = (value for name, value in subject.workload.headers.items() if name.lower() == "user-agent")
    if NAMED.search(next(agents, "")) or not chosen_directives(subject, ("keepalive_disable",)):
        return
    browsers = " ".join(words(subject.tree, "keepalive_disable"))
    text = (
        f"keepalive_disable {browsers} concerns browsers by their User-Agent; {subject.workload.tool} is none"
    )
    yield Hit(text, "keepalive_disable")


RULE = Rule(
    code="keepalive_disable_unused",
    severity="warning",
    text="`keepalive_disable` closes the connections of old MSIE after a POST, and of Safari on macOS. Other "
    "clients keep theirs with any value.",
    example="leave keepalive_disable out",
    source="nginx documentation of keepalive_disable",
    find=find,
)
