"""Trials until precise, which are until decided now."""

from collections.abc import Iterator

from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    rule = subject.until_decided
    if rule is not None and rule.instead_of:
        text = (
            "trials until precise are until decided now: rounds go on until every variant is better, worse "
            f"or the same, {rule.max} rounds at most, and no longer until intervals are narrow enough"
        )
        yield Hit(
            text, instead=Instead(plan={"trials": rule.model_dump(exclude={"instead_of"})}), trials=True
        )


RULE = Rule(
    code="until_precise",
    severity="hint",
    text="A definition that asks for trials until intervals are precise is accepted until 0.2.0 and becomes "
    "until decided. Every change still comes with its interval.",
    example="trials: {min: 8, max: 40, until: decided}",
    source="docs/statistics.md",
    find=find,
)
