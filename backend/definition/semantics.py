"""Rules that need the flat variants: knobs without effect, tools that cannot do it, the total time."""

from collections.abc import Iterable, Iterator
from time import thread_time

from agents.catalog.knobs import KNOBS, acts_in, knob_named
from agents.catalog.tools import TOOLS, any_of
from agents.render import tls_key
from backend.definition import ceiling_rules, explain, fresh_servers, halving, stopping_rule
from backend.definition.duration import total_seconds
from backend.definition.issues import Issue
from backend.definition.model import Definition
from backend.definition.nginx.conflicts import conflicts
from backend.definition.nginx.policy_check import find_refusals
from backend.definition.variants import ResolvedVariant, resolve_variants
from backend.definition.workloads import rate_shares

MAX_SECONDS = 7 * 86_400
_RAW = tuple(name for name, knob in KNOBS.items() if knob.family == "raw")
MAX_OWN_TEXTS = 1024 * 1024  # characters
MAX_MIXES = 200_000  # requests of the mixes of all runs of a workload
MAX_CHECK_S = 5.0
"""Of a processor, for the own nginx texts of all variants: longer, and others would wait."""


def check(definition: Definition) -> list[Issue]:
    variants = resolve_variants(definition)
    if large := list(_own_texts(definition, variants)):
        return large
    unfit = [
        *ceiling_rules.check(definition),
        *stopping_rule.check(definition),
        *stopping_rule.check_rate(definition),
        *rate_shares.check(definition),
        *halving.check(definition),
        *fresh_servers.check(definition),
        *explain.check(definition),
    ]
    return [
        *(issue for v in variants for issue in _without_effect(v)),
        *(issue for v in variants for issue in conflicts(v)),
        *_refusals(variants),
        *_mixes(definition, len(variants)),
        *_without_tls(definition, variants),
        *_without_protocol(definition, variants),
        *_beside_a_site(definition, variants),
        *(unfit or _time(definition, len(variants))),
    ]


def _refusals(variants: Iterable[ResolvedVariant]) -> Iterator[Issue]:
    """Find nginx texts that no agent would run; the variant after those checked in time is refused."""
    ends_at = thread_time() + MAX_CHECK_S
    for variant in variants:
        if thread_time() > ends_at:
            reason = f"checking your own nginx texts takes more than {MAX_CHECK_S:.0f} s"
            yield (("variants",), f"{reason}: shorten them, or measure fewer variants at a time")
            return
        yield from find_refusals(variant)


def _mixes(definition: Definition, variants: int) -> Iterator[Issue]:
    """Each run keeps the mix that it was measured with."""
    for i, workload in enumerate(definition.workloads):
        if len(workload.mix) * variants > MAX_MIXES:
            yield (
                ("workloads", i, "mix"),
                f"mix has {len(workload.mix)} requests for each of {variants} variants; at most {MAX_MIXES} "
                "together are kept: join rare requests, or measure fewer variants at a time",
            )


def _own_texts(definition: Definition, variants: list[ResolvedVariant]) -> Iterator[Issue]:
    """Before any of them is read: each variant's own nginx text is, once for every workload."""
    size = sum(len(str(v.knobs[name])) for v in variants for name in _RAW if name in v.knobs)
    if size > MAX_OWN_TEXTS:
        path = ("factors",) if definition.factors else ("variants",)
        yield (
            path,
            f"the variants together have {size // 1024} KiB of your own nginx text; at most "
            f"{MAX_OWN_TEXTS // 1024} KiB are read: shorten it, or measure fewer variants at a time",
        )


def _without_effect(variant: ResolvedVariant) -> Iterator[Issue]:
    for name, place in variant.places.items():
        if not acts_in(knob_named(name), variant.topology):
            role = knob_named(name).role
            yield (place, f"{name} does nothing in the topology {variant.topology}, which has no {role} host")


def _without_tls(definition: Definition, variants: list[ResolvedVariant]) -> Iterator[Issue]:
    """Every workload runs against every variant, so one with TLS is enough."""
    secure = next((v.name for v in variants if v.topology != "direct" and tls_key(v.knobs)), None)
    for i, workload in enumerate(definition.workloads):
        if secure is not None and not TOOLS[workload.tool].tls:
            able = any_of({name: tool for name, tool in TOOLS.items() if tool.tls})
            text = f"{workload.tool} does not support TLS, which “{secure}” needs; use {able}"
            yield (("workloads", i, "tool"), text)


def _without_protocol(definition: Definition, variants: list[ResolvedVariant]) -> Iterator[Issue]:
    """Protocols of variants that a load tool does not speak."""
    able = any_of({name: tool for name, tool in TOOLS.items() if tool.protocols})
    for variant in variants:
        protocol = variant.knobs.get("load.protocol")
        for workload in definition.workloads:
            if protocol is not None and protocol not in TOOLS[workload.tool].protocols:
                text = f"load.protocol: {workload.tool} has no choice of protocols; use {able}"
                yield (variant.places.get("load.protocol", ("variants",)), text)


def _beside_a_site(definition: Definition, variants: list[ResolvedVariant]) -> Iterator[Issue]:
    """Settings of the backend's answer that the pages of a workload replace."""
    name = next((workload.name for workload in definition.workloads if workload.site), None)
    if name is None:
        return
    for variant in variants:
        for knob in ("origin.address", "origin.kind", "origin.body_bytes"):
            if knob in variant.places:
                text = f"{knob}: the workload “{name}” brings pages of its own (site); leave one of them out"
                yield (variant.places[knob], text)


def _time(definition: Definition, variants: int) -> Iterator[Issue]:
    variants += definition.control
    seconds = total_seconds(definition, variants) + explain.seconds(definition, variants)
    if seconds > MAX_SECONDS:
        yield (
            ("ceiling", "resolution") if definition.ceiling else ("trials",),
            f"this would take {seconds / 86_400:.1f} days; at most {MAX_SECONDS // 86_400} days",
        )
