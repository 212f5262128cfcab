"""Variants of a context in which nothing has the baseline's settings."""

from collections.abc import Iterator

from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if subject.lone_context:
        text = (
            f"it has no baseline under another context ({subject.lone_context.words}), so it gets no "
            "verdict: add a variant of that context that sets otherwise what the baseline sets"
        )
        yield Hit(text, instead=Instead(plan={"variants": subject.lone_context.variants}))


RULE = Rule(
    code="no_baseline_in_context",
    severity="hint",
    text="Topology, payload size, upstream delay and instances of the backend are context and no candidates: "
    "a variant of another context is compared with the baseline's settings under that context.",
    example="variants: [{name: default with two backends, set: {origin.instances: 2}}]",
    source="docs/statistics.md",
    find=find,
)
