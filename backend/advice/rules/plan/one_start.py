"""Servers that are started once and measured in all rounds."""

from collections.abc import Iterator

from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if subject.keeps_servers:
        text = (
            "each server is started once and keeps its luck in all rounds: a difference between two starts "
            "then looks like a difference between two variants, and more rounds make it look more certain"
        )
        yield Hit(text, instead=Instead(plan={"servers": {"fresh": "round"}}), servers=True)


RULE = Rule(
    code="one_start",
    severity="hint",
    text="Two starts of one server differ: memory addresses, and which CPUs get its connections. Measured "
    "in all rounds, that looks like a change.",
    example="servers: {fresh: round}",
    source="Mytkowicz et al. 2009; Kalibera & Jones 2013; simulations in docs/validation.md",
    find=find,
)
