"""Rules on worker processes and their CPUs."""

from collections.abc import Iterator

from agents.catalog.cpulist import format_cpu_list, parse_cpu_list
from agents.catalog.roles import ROLES_OF_TOPOLOGY, Role
from backend.advice.nginx import every, is_on, number, words
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import (
    changed_directives,
    changed_knobs,
    changed_parameters,
    chosen_directives,
    in_words,
    knob_of,
    taken_back,
    verb,
)


@rule(
    severity="warning",
    text="With `reuseport` the kernel spreads connections over one queue per worker, so there is nothing "
    "to take turns for.",
    example="nginx.accept_mutex: off",
    source="nginx documentation of accept_mutex and of listen (reuseport)",
)
def accept_mutex_with_reuseport(subject: Subject) -> Iterator[Hit]:
    reuseport = any("reuseport" in args for args, _ in every(subject.tree, "listen"))
    if reuseport and is_on(subject.tree, "accept_mutex"):
        text = "accept_mutex does nothing with reuseport: each worker has its own accept queue"
        yield Hit(text, "nginx.accept_mutex", Instead({"nginx.accept_mutex": False}))


@rule(
    severity="warning",
    text="Each mask of `worker_cpu_affinity` holds for one worker, its last digit is CPU 0. With fewer masks "
    "than workers the last one holds for the rest, so these share its CPUs.",
    example="nginx.worker_cpu_affinity: auto",
    source="nginx documentation of worker_cpu_affinity; nginx's own warning “using last mask for remaining "
    "worker processes”",
)
def affinity_masks(subject: Subject) -> Iterator[Hit]:
    masks = words(subject.tree, "worker_cpu_affinity")
    workers = subject.workers
    if not masks or workers is None or workers < 2:
        return
    if masks[0] == "auto":
        cpus_of_mask = _cpus_of_masks(masks[1]) if len(masks) > 1 else frozenset()
        if cpus_of_mask and len(cpus_of_mask) < workers:
            yield _hit(f"auto binds {workers} workers to {len(cpus_of_mask)} CPUs: some share one")
        return
    if 1 < len(masks) != workers:
        more = "the last mask holds for all others" if len(masks) < workers else "the others are not used"
        yield _hit(f"{len(masks)} masks for {workers} workers: {more}")
    elif len(masks) == 1 and len(_cpus_of_masks(masks[0])) < workers:
        cpus = format_cpu_list(_cpus_of_masks(masks[0]))
        yield _hit(f"one mask for all {workers} workers: they share CPU {cpus}")
    elif len(masks) == workers and len(set(masks)) < workers:
        yield _hit(f"two of {workers} workers have the same mask: they share a CPU while others may be idle")


def _hit(text: str) -> Hit:
    auto: dict[str, str] = {"nginx.worker_cpu_affinity": "auto"}
    return Hit(f"worker_cpu_affinity: {text}", "nginx.worker_cpu_affinity", Instead(auto))


def _cpus_of_masks(mask: str) -> frozenset[int]:
    return frozenset(i for i, bit in enumerate(reversed(mask)) if bit == "1")


@rule(
    severity="hint",
    text="Workers beyond the CPUs that nginx may use take turns on them. That helps only where workers "
    "wait for a disk; `auto` counts the host's CPUs even when nginx is pinned to fewer.",
    example="nginx.worker_processes: 2",
    source="nginx documentation of worker_processes; the guide of settings (workers = cores)",
)
def more_workers_than_cpus(subject: Subject) -> Iterator[Hit]:
    cpus, workers = subject.proxy_cpus, subject.workers
    if not subject.tree or not cpus or workers is None or workers <= len(cpus):
        return
    is_pinned = "pin.proxy" in subject.knobs
    auto = is_pinned and subject.knobs.get("nginx.worker_processes") == "auto"
    note = "; auto counts the host's CPUs, not those it is pinned to" if auto else ""
    reason = "it is pinned to" if is_pinned else "the host has"
    text = (
        f"{workers} workers share {len(cpus)} CPU{'s' if len(cpus) > 1 else ''}: {reason} "
        f"{format_cpu_list(cpus)}{note}"
    )
    yield Hit(text, "nginx.worker_processes", Instead({"nginx.worker_processes": len(cpus)}))


SPREADING = ("worker_cpu_affinity", "accept_mutex", "accept_mutex_delay", "zone")
MIGRATION = "sysctl.net.ipv4.tcp_migrate_req"


@rule(
    severity="warning",
    text="`reuseport` gives each worker a socket, `worker_cpu_affinity` each a CPU, `accept_mutex` lets them "
    "take turns. Without `worker_processes` there is one worker, and nothing to spread.",
    example="nginx.worker_processes: auto",
    source="nginx documentation of listen (reuseport), worker_cpu_affinity, accept_mutex and "
    "worker_processes (default 1)",
)
def needs_workers(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or subject.workers != 1:
        return
    names = changed_parameters(subject, ("reuseport",))
    if (
        not names
        and subject.is_alone
        and any("reuseport" in args for args, _ in every(subject.tree, "listen"))
    ):
        names = ["reuseport"]
    names += [name for name in chosen_directives(subject, SPREADING) if _spreads(subject, name)]
    knobs = [knob_of(name) for name in names] + changed_knobs(subject, (MIGRATION,))
    names += [MIGRATION.removeprefix("sysctl.")] if MIGRATION in knobs else []
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'spreads', 'spread')} connections or load over several workers; "
            "nginx starts one here"
        )
        cpus = subject.proxy_cpus
        several = len(cpus) if cpus and len(cpus) > 1 else "auto"
        yield Hit(text, knobs[0], Instead({"nginx.worker_processes": several}))


def _spreads(subject: Subject, name: str) -> bool:
    """One mask for the one worker binds it to a CPU, which is of use."""
    masks = words(subject.tree, name)
    return masks[:1] == ("auto",) or len(masks) > 1 if name == "worker_cpu_affinity" else masks != ("off",)


MANY = 4


@rule(
    severity="hint",
    text="A worker is one thread. Without `worker_processes` nginx starts one, so on a host with many "
    "CPUs the first limit met is a single CPU.",
    example="nginx.worker_processes: auto",
    source="nginx documentation of worker_processes (default 1); nginx alone, three times as fast with "
    "one worker a CPU",
)
def one_worker(subject: Subject) -> Iterator[Hit]:
    cpus = subject.proxy_cpus
    if subject.tree and subject.workers == 1 and cpus and len(cpus) >= MANY:
        text = f"one worker uses one of {len(cpus)} CPUs; the others stay idle however high the load"
        yield Hit(text, "nginx.worker_processes", Instead({"nginx.worker_processes": len(cpus)}))


PINS: dict[Role, str] = {"load": "pin.load", "proxy": "pin.proxy", "backend": "pin.origin"}
WHO: dict[Role, str] = {"load": "the load tool", "proxy": "the proxy", "backend": "the backend"}


@rule(
    severity="warning",
    text="Pinning keeps roles on one machine out of each other's way. Overlapping lists do the opposite.",
    example="pin.load: 2-3 with pin.proxy: 0-1",
    source="The loopback test on a two-socket server, whose load tool had CPUs of its own",
)
def overlapping_pins(subject: Subject) -> Iterator[Hit]:
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


@rule(
    severity="hint",
    text="A nice value decides who goes first where processes compete for a CPU. On a machine of its own "
    "nginx competes with nobody; beside load tool and backend it takes time from them.",
    example="pin.proxy: 0 with pin.load: 1",
    source="nginx documentation of worker_priority; Linux manual page sched(7)",
)
def priority(subject: Subject) -> Iterator[Hit]:
    names = [f"nginx.{name}" for name in changed_directives(subject, ("worker_priority",))]
    names = names if (words(subject.tree, "worker_priority") or ("0",))[0].startswith("-") else []
    names += [
        n for n in changed_knobs(subject, ("limits.nice",)) if (number(str(subject.knobs[n])) or -1) < 0
    ]
    for name in names:
        text = (
            f"{name.partition('.')[2]} acts where other programs want nginx's CPUs: here those are the load "
            "tool and the backend, if they share its machine, and what it takes from them changes the figures"
        )
        yield Hit(text, name, taken_back(subject, (name,)))
