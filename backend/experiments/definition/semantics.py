"""Rules that need the flat variants: knobs without effect, tools that cannot, the time it all takes."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from agents.contract.knobs import acts_in, knob_named
from agents.contract.tools import TOOLS
from agents.render import tls_key
from backend.experiments.definition import ceiling_rules, stopping_rule
from backend.experiments.definition.conflicts import conflicts
from backend.experiments.definition.duration import total_seconds
from backend.experiments.definition.issues import Finding
from backend.experiments.definition.nginx_policy import refused
from backend.experiments.definition.variants import ResolvedVariant, resolve_variants

if TYPE_CHECKING:
    from backend.experiments.definition.model import Definition

MAX_SECONDS = 7 * 86_400


def check(definition: "Definition") -> list[Finding]:
    variants = resolve_variants(definition)
    unfit = [*ceiling_rules.check(definition), *stopping_rule.check(definition)]
    return [
        *(finding for v in variants for finding in _without_effect(v)),
        *(finding for v in variants for finding in conflicts(v)),
        *(finding for v in variants for finding in refused(v)),
        *_without_tls(definition, variants),
        *(unfit or _time(definition, len(variants))),
    ]


def _without_effect(variant: ResolvedVariant) -> Iterator[Finding]:
    for name, place in variant.places.items():
        if not acts_in(knob_named(name), variant.topology):
            role = knob_named(name).role
            yield (place, f"{name} does nothing in the topology {variant.topology}, which has no {role} host")


def _without_tls(definition: "Definition", variants: list[ResolvedVariant]) -> Iterator[Finding]:
    """Every workload runs against every variant, so one with TLS is enough."""
    secure = next((v.name for v in variants if v.topology != "direct" and tls_key(v.knobs)), None)
    for i, workload in enumerate(definition.workloads):
        if secure is not None and not TOOLS[workload.tool].tls:
            able = " or ".join(tool.name for tool in TOOLS.values() if tool.tls)
            text = f"{workload.tool} has no TLS, with which “{secure}” listens; use {able}"
            yield (("workloads", i, "tool"), text)


def _time(definition: "Definition", variants: int) -> Iterator[Finding]:
    seconds = total_seconds(definition, variants + definition.control)
    if seconds > MAX_SECONDS:
        yield (
            ("ceiling", "resolution") if definition.ceiling else ("trials",),
            f"this would take {seconds / 86_400:.1f} days; at most {MAX_SECONDS // 86_400} days",
        )
