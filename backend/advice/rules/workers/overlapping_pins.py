"""Two roles pinned to the same CPUs of one machine."""

from collections.abc import Iterator

from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.catalog.roles import ROLES_OF_TOPOLOGY, Role
from backend.advice.rule import Hit, Instead, Rule, Subject

PINS: dict[Role, str] = {"load": "pin.load", "proxy": "pin.proxy", "backend": "pin.origin"}
WHO: dict[Role, str] = {"load": "the load tool", "proxy": "the proxy", "backend": "the backend"}


def find(subject: Subject) -> Iterator[Hit]:
    roles: list[Role] = [
        r for r in PINS if r in ROLES_OF_TOPOLOGY[subject.topology] and PINS[r] in subject.knobs
    ]
    for i, role_a in enumerate(roles):
        for role_b in roles[i + 1 :]:
            shared_cpus = _cpus(subject, role_a) & _cpus(subject, role_b)
            if shared_cpus and subject.share_a_machine(role_a, role_b):
                near: list[Role] = [role for role in roles if subject.share_a_machine(role_a, role)]
                text = (
                    f"{WHO[role_a]} and {WHO[role_b]} are both pinned to CPU {format_cpu_list(shared_cpus)}: "
                    "they compete for it" + ("" if subject.facts else ", if they share a machine")
                )
                yield Hit(text, PINS[role_a], Instead(_apart(subject, near)))


def _apart(subject: Subject, roles: list[Role]) -> dict[str, str | None]:
    """Pins that share nothing: a CPU that several want goes to the one that has fewest."""
    cpus_of = {role: _cpus(subject, role) for role in roles}
    every = frozenset().union(*cpus_of.values())
    alone = {c for c in every if sum(c in cpus for cpus in cpus_of.values()) == 1}
    own_cpus = {role: set(cpus_of[role] & alone) for role in roles}
    for cpu in sorted(every - alone):
        least = min((role for role in roles if cpu in cpus_of[role]), key=lambda role: len(own_cpus[role]))
        own_cpus[least].add(cpu)
    free = sorted((subject.host_cpus(roles[0]) or frozenset()) - every)
    for role in roles:
        if not own_cpus[role] and free:
            own_cpus[role].add(free.pop(0))
    pins = {PINS[role]: format_cpu_list(own_cpus[role]) if own_cpus[role] else None for role in roles}
    return {name: value for name, value in pins.items() if value != subject.knobs[name]}


def _cpus(subject: Subject, role: Role) -> frozenset[int]:
    return parse_cpu_list(str(subject.knobs[PINS[role]]))


RULE = Rule(
    code="overlapping_pins",
    severity="warning",
    text="Pinning keeps roles on one machine out of each other's way. Overlapping lists do the opposite.",
    example="pin.load: 2-3 with pin.proxy: 0-1",
    source="The loopback test on a two-socket server, whose load tool had CPUs of its own",
    find=find,
)
