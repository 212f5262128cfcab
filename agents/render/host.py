"""From a variant's knobs to what its hosts must be changed to."""

from collections.abc import Iterator, Mapping

from agents.catalog.knobs import Knob, Value, knob_named, roles_of, value_text
from agents.catalog.roles import Role, Topology
from agents.contract.jobs import Setting


def host_settings(knobs: Mapping[str, Value], topology: Topology) -> dict[Role, list[Setting]]:
    """Role → settings of its host, in the order of the knobs' names; roles without any are left out."""
    settings: dict[Role, list[Setting]] = {}
    for name in sorted(knobs):
        knob = knob_named(name)
        if knob.setting and knob.role in roles_of(knobs, topology):
            settings.setdefault(knob.role, []).extend(_settings(knob, value_text(knobs[name])))
    return settings


def _settings(knob: Knob, value: str) -> Iterator[Setting]:
    assert knob.setting
    if knob.setting == "irq_affinity":
        for word in value.split():
            pattern, _, cpus = word.rpartition("=")
            yield Setting(kind="irq_affinity", name=pattern, value=cpus)
    else:
        yield Setting(kind=knob.setting, name=knob.key or knob.setting, value=value)


def sysctls(settings: list[Setting]) -> dict[str, str]:
    """Kernel settings by key: sockets keep what they were made with."""
    return {s.name: s.value for s in settings if s.kind == "sysctl"}


def limit_of(knobs: Mapping[str, Value], role: Role, limit: str) -> int | None:
    """`limits.nofile` or `limits.nice` of the processes of a role; None when it is not set."""
    prefix = "" if role == "proxy" else f"{role}."
    value = knobs.get(f"{prefix}limits.{limit}")
    return None if value is None else int(value)
