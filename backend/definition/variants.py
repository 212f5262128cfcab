"""From a definition's list and grid to flat variants: `from` followed, factors multiplied out."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from agents.catalog.knobs import Value
from agents.catalog.knobs.context import references
from agents.catalog.roles import Topology
from backend.definition.issues import Path
from backend.definition.model import Definition

_BARE = {"on", "off", "none", "auto", "default", "yes", "no", "true", "false"}


@dataclass(frozen=True)
class ResolvedVariant:
    """One flat map of canonical knob values; `places` says where each was set in the definition."""

    name: str
    parent: str | None
    knobs: dict[str, Value]
    topology: Topology
    factors: dict[str, str] = field(default_factory=dict)
    places: dict[str, Path] = field(default_factory=dict)

    @property
    def hash(self) -> str:
        return variant_hash(self.knobs, self.topology)


def variant_hash(knobs: Mapping[str, Value], topology: Topology) -> str:
    """Identity of a variant across experiments: 12 hexadecimal digits over its knobs and topology."""
    canonical = json.dumps({"knobs": dict(knobs), "topology": topology}, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:12]


def cell_name(levels: Mapping[str, str]) -> str:
    """“workers 16 · cores · log off”: a level that says nothing alone carries its factor's name."""
    return " · ".join(f"{f} {level}" if _is_bare(level) else level for f, level in levels.items())


def cells_of(factors: Mapping[str, Iterable[str]]) -> Iterator[dict[str, str]]:
    """Every combination of levels as factor → level, the last factor changing fastest; none of no factors."""
    if factors:
        yield from (dict(zip(factors, levels, strict=True)) for levels in product(*factors.values()))


def resolve_variants(definition: Definition) -> list[ResolvedVariant]:
    """The listed variants in their order, then the cells of the grid."""
    positions = {variant.name: i for i, variant in enumerate(definition.variants)}
    listed_variants = [_listed_variant(definition, positions, i) for i in range(len(definition.variants))]
    return listed_variants + _grid(definition)


def baseline_of(definition: Definition, variants: list[ResolvedVariant]) -> ResolvedVariant:
    """The variant that the others are compared with; the first one when nothing is said."""
    baseline = definition.baseline
    if isinstance(baseline, dict):
        return next(v for v in variants if v.factors == baseline)
    return next(v for v in variants if baseline in (None, v.name))


def compared_variants(definition: Definition) -> dict[str, str | None]:
    """Variant → the one that it is compared with, for all but the baseline; None: it is context."""
    variants = resolve_variants(definition)
    baseline = variants.index(baseline_of(definition, variants))
    indices = references([(v.knobs, v.topology) for v in variants], baseline)
    return {
        variant.name: None if i is None else variants[i].name
        for variant, i in zip(variants, indices, strict=True)
        if variant is not variants[baseline]
    }


def candidate_counts(definition: Definition) -> list[int]:
    """Candidates of a workload that are compared with each reference, at least one; without the control."""
    names = [name for name in compared_variants(definition).values() if name is not None]
    return list(Counter(names).values()) or [0]


def _is_bare(level: str) -> bool:
    return level.lower() in _BARE or not any(c.isalpha() for c in level)


def _apply(
    knobs: dict[str, Value], places: dict[str, Path], new_knobs: Mapping[str, Any], path: Path
) -> None:
    for name, value in new_knobs.items():
        if value is None:
            knobs.pop(name, None)
            places.pop(name, None)
        else:
            knobs[name] = value
            places[name] = (*path, name)


def _listed_variant(definition: Definition, index: Mapping[str, int], position: int) -> ResolvedVariant:
    chain = [position]
    while (parent := definition.variants[chain[0]].parent) is not None:
        chain.insert(0, index[parent])
    knobs: dict[str, Value] = {}
    places: dict[str, Path] = {}
    _apply(knobs, places, definition.knobs, ("set",))
    topology = definition.topology
    for i in chain:
        _apply(knobs, places, definition.variants[i].knobs, ("variants", i, "set"))
        topology = definition.variants[i].topology or topology
    variant = definition.variants[position]
    return ResolvedVariant(variant.name, variant.parent, knobs, topology, {}, places)


def _grid(definition: Definition) -> list[ResolvedVariant]:
    cells: list[ResolvedVariant] = []
    for levels in cells_of(definition.factors):
        knobs: dict[str, Value] = {}
        places: dict[str, Path] = {}
        _apply(knobs, places, definition.knobs, ("set",))
        for factor, level in levels.items():
            _apply(knobs, places, definition.factors[factor][level], ("factors", factor, level))
        cells.append(ResolvedVariant(cell_name(levels), None, knobs, definition.topology, levels, places))
    return cells
