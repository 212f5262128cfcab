"""Context of a variant: the conditions that candidates are measured under, which are no candidates. Pure.

Topology, payload size, upstream delay and instances of the backend are context; the knobs say which of them
are by their `axis`. Two variants of different contexts answer different questions.
"""

from collections.abc import Mapping, Sequence

from agents.catalog.knobs import Value, find_knob, value_text
from agents.catalog.knobs.same_settings import effective_settings

Context = dict[str, Value]
"""Axis → level; a knob at its default is left out."""
TOPOLOGY = "topology"


def context_of(knobs: Mapping[str, Value], topology: str) -> Context:
    """Levels of context of a variant."""
    effective = effective_settings(knobs, topology)
    levels = {axis_of(name): value for name, value in effective.items() if axis_of(name)}
    return {TOPOLOGY: topology, **levels}


def settings_of(knobs: Mapping[str, Value], topology: str) -> dict[str, Value]:
    """Settings of a variant that act in a topology, without its context."""
    return {n: value for n, value in effective_settings(knobs, topology).items() if not axis_of(n)}


def axis_of(name: str) -> str:
    """Axis of context that a knob is a level of; empty for what a candidate sets."""
    knob = find_knob(name)
    return knob.axis if knob else ""


def references(variants: Sequence[tuple[Mapping[str, Value], str]], baseline: int) -> list[int | None]:
    """For each variant (knobs, topology) the index of the one that it is compared with; None: it is context.

    That is the first of its own context which sets otherwise what the baseline sets, where that acts there.
    Where variants differ in nothing but context, that is what is asked: all are compared with the baseline.
    """
    as_baseline = [
        settings_of(knobs, topology) == settings_of(variants[baseline][0], topology)
        for knobs, topology in variants
    ]
    return references_in_contexts([context_of(*v) for v in variants], as_baseline, baseline)


def references_in_contexts(
    contexts: Sequence[Context], as_baseline: Sequence[bool], baseline: int
) -> list[int | None]:
    """The same, where it is known of each variant whether it sets otherwise what the baseline sets."""
    if all(as_baseline):
        return [baseline] * len(contexts)

    def reference(i: int) -> int | None:
        if contexts[i] == contexts[baseline]:
            return baseline
        first = next((j for j, c in enumerate(contexts) if c == contexts[i] and as_baseline[j]), None)
        return None if first == i else first

    return [reference(i) for i in range(len(contexts))]


def context_words(context: Context, reference: Context) -> str:
    """`topology direct, payload size 35312`: the levels that are not those of the reference."""
    axes = [axis for axis in {**reference, **context} if context.get(axis) != reference.get(axis)]
    return ", ".join(f"{axis} {value_text(context[axis]) if axis in context else 'default'}" for axis in axes)
