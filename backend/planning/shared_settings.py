"""Two roles that would give one thing two values: hosts that share a kernel or a network. Pure."""

from collections.abc import Iterator, Mapping

from agents.catalog.knobs import knob_named, roles_of
from agents.catalog.roles import Role
from agents.contract.jobs import Setting
from agents.contract.reports import Facts
from agents.render import host_settings
from backend.definition.issues import Issue
from backend.definition.variants import ResolvedVariant

_Thing = tuple[str, str, str]  # whose: a kernel's or a network's; kind; name


def clashes(variant: ResolvedVariant, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """One issue for each second value, at the knob that asks for it."""
    first: dict[_Thing, tuple[str, Setting]] = {}
    for name, place in variant.places.items():
        knob = knob_named(name)
        facts = roles.get(knob.role)
        if (
            knob.setting is None
            or facts is None
            or knob.role not in roles_of(variant.knobs, variant.topology)
        ):
            continue
        shares_network = knob.scope == "namespace" and facts.namespace
        owner, noun = (facts.namespace, "network") if shares_network else (facts.machine, "kernel")
        for setting in host_settings({name: variant.knobs[name]}, variant.topology).get(knob.role, []):
            thing = (owner, setting.kind, setting.name)
            other_name, before = first.setdefault(thing, (name, setting))
            if before.value != setting.value:
                yield (place, _clash_text(name, setting, other_name, before, noun))


def _clash_text(name: str, setting: Setting, other_name: str, before: Setting, noun: str) -> str:
    roles = f"{knob_named(other_name).role} and {knob_named(name).role}"
    hosts = f"the {roles} hosts share one {noun}"
    return f"{name}: {hosts}, so it cannot be {setting.value} here and {before.value} for {other_name}"
