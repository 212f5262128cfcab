"""A quick form without what the hosts at hand cannot do; its note says what was left out, and why. Pure."""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Any

from agents.catalog.knobs import knob_named
from agents.catalog.roles import Role
from agents.contract.reports import Abilities, Facts
from backend.definition.model import Definition, KnobMap, PublishedTable
from backend.definition.server_facts import chosen_servers
from backend.definition.variants import ResolvedVariant, resolve_variants
from backend.planning.host_abilities import why_no_diagnostic, why_not
from backend.planning.servers import why_no_server

Hosts = Mapping[Role, Facts]
Reasons = dict[str, str]
"""What is left out → why."""
_DIAGNOSTICS = {"profiles": ("profile", 0), "counts of system calls": ("system_calls", False)}
"""Name → field of a definition's diagnostics, and its value without them."""


def fit_to_hosts(definition: Definition, hosts: Hosts) -> Definition:
    """Without shared knobs, variants, levels of factors and workloads that these hosts cannot do.

    What the baseline needs stays; the plan then says what is wrong with it on this testbed.
    """
    less = left_out(definition, hosts)
    if not less:
        return definition
    notes = [
        definition.note,
        *(f"Left out here: {subject}, because {reason}." for subject, reason in less.items()),
    ]
    return definition.model_copy(
        update={
            "knobs": _without(definition.knobs, less),
            "variants": [v for v in definition.variants if v.name not in less],
            "factors": {f: _without(levels, less) for f, levels in definition.factors.items()},
            "workloads": [w for w in definition.workloads if w.name not in less],
            "diagnostics": definition.diagnostics.model_copy(
                update={field: unset for name, (field, unset) in _DIAGNOSTICS.items() if name in less}
            ),
            "published": definition.published and _mark_left_out(definition.published, less),
            "note": " ".join(filter(None, notes)),
        }
    )


def left_out(definition: Definition, hosts: Hosts) -> Reasons:
    """Names of knobs, variants, levels and workloads that these hosts cannot do → why."""
    common_reasons = _reasons(definition.knobs, hosts)
    bare = definition.model_copy(update={"knobs": _without(definition.knobs, common_reasons)})
    lists = (_variants(bare, hosts), _levels(bare, hosts), _workloads(bare, hosts))
    return reduce(or_, lists, common_reasons) | _diagnostics(definition, hosts)


def _diagnostics(definition: Definition, hosts: Hosts) -> Reasons:
    """Diagnostics that no host of a server can run: they would take minutes and show nothing."""
    servers = [
        facts.abilities
        for role, facts in hosts.items()
        if role != "load" and facts.abilities != Abilities()  # an agent that has not said
    ]
    reasons: Reasons = {}
    for name, (field, _) in _DIAGNOSTICS.items():
        texts = [why_no_diagnostic(field, abilities) for abilities in servers]
        if getattr(definition.diagnostics, field) and texts and all(texts):
            reasons[name] = texts[0]
    return reasons


def _reasons(knobs: KnobMap, hosts: Hosts) -> Reasons:
    """Knob → why the host of its role cannot have that value."""
    reasons: Reasons = {}
    for name, value in knobs.items():
        facts = hosts.get(knob_named(name).role)
        if value is not None and facts and (reason := why_not(name, value, facts)):
            reasons[name] = reason
    return reasons


def _without(items: Mapping[str, Any], reasons: Reasons) -> dict[str, Any]:
    return {name: value for name, value in items.items() if name not in reasons}


def _variants(definition: Definition, hosts: Hosts) -> Reasons:
    variants = [v for v in resolve_variants(definition) if not v.factors]
    reasons = {v.name: _first(_reasons(dict(v.knobs), hosts)) for v in variants}
    baseline = definition.baseline or (variants[0].name if variants else None)
    servers = {name: r for name, r in _missing_servers(variants, hosts).items() if name != baseline}
    if len(servers) == len(variants) - 1:
        servers = {}  # nothing would be left to compare: the plan says what is missing
    return servers | {name: reason for name, reason in reasons.items() if reason and name != baseline}


def _missing_servers(variants: Sequence[ResolvedVariant], hosts: Hosts) -> Reasons:
    """Variants whose server their host does not have → why."""
    return {
        variant.name: reason
        for variant in variants
        for role, name in chosen_servers(variant.knobs).items()
        if role in hosts and (reason := why_no_server(name, hosts[role], role, ()))
    }


def _levels(definition: Definition, hosts: Hosts) -> Reasons:
    baseline = definition.baseline if isinstance(definition.baseline, dict) else {}
    reasons = {
        level: _first(_reasons(knobs, hosts))
        for factor, levels in definition.factors.items()
        for level, knobs in levels.items()
        if baseline.get(factor) != level
    }
    return {level: reason for level, reason in reasons.items() if reason}


def _workloads(definition: Definition, hosts: Hosts) -> Reasons:
    """Those whose tool is missing, as long as one is left."""
    load = hosts.get("load")
    if load is None or all(w.tool not in load.tools for w in definition.workloads):
        return {}
    return {
        w.name: f"{w.tool} is not installed on the load host"
        for w in definition.workloads
        if w.tool not in load.tools
    }


def _first(reasons: Reasons) -> str:
    return next(iter(reasons.values()), "")


def _mark_left_out(table: PublishedTable, left_out: Reasons) -> PublishedTable:
    """Rows whose variant or workload is left out stand alone, and say so."""
    rows = [
        row.model_copy(update={"workload": None, "note": row.note or "left out here"})
        if {row.variant, row.workload or "", *row.variant.split(" · ")} & left_out.keys()
        else row
        for row in table.rows
    ]
    return table.model_copy(update={"rows": rows})
