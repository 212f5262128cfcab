"""Rules that need the flat variants: knobs that would do nothing, and the time it all takes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from agents.contract.knobs import acts_in, knob_named
from backend.experiments import probing
from backend.experiments.conflicts import conflicts
from backend.experiments.estimate import total_seconds
from backend.experiments.problems import Finding
from backend.experiments.texts import refused
from backend.experiments.variants import ResolvedVariant, resolve_variants

if TYPE_CHECKING:
    from backend.experiments.definition import Definition

MAX_SECONDS = 7 * 86_400


def check(definition: "Definition") -> list[Finding]:
    variants = resolve_variants(definition)
    unfit = list(probing.check(definition))
    return [
        *(finding for v in variants for finding in _without_effect(v)),
        *(finding for v in variants for finding in conflicts(v)),
        *(finding for v in variants for finding in refused(v)),
        *(unfit or _time(definition, len(variants))),
    ]


def _without_effect(variant: ResolvedVariant) -> Iterator[Finding]:
    for name, place in variant.places.items():
        if not acts_in(knob_named(name), variant.topology):
            role = knob_named(name).role
            yield (place, f"{name} does nothing in the topology {variant.topology}, which has no {role} host")


def _time(definition: "Definition", variants: int) -> Iterator[Finding]:
    seconds = total_seconds(definition, variants + definition.control)
    if seconds > MAX_SECONDS:
        yield (
            ("ceiling", "resolution") if definition.ceiling else ("trials",),
            f"this would take {seconds / 86_400:.1f} days; at most {MAX_SECONDS // 86_400} days",
        )
