"""CPU as a bottleneck: of the load tool, of servers' workers, of a whole host."""

from collections.abc import Iterator, Sequence

from backend.diagnostics.bottlenecks.bottleneck import Hit, rule
from backend.diagnostics.bottlenecks.evidence import FULL, Busy, Evidence, Part, is_full
from backend.diagnostics.bottlenecks.roles import PIN, WHAT
from backend.diagnostics.bottlenecks.sentences import busy_range, cpus, others_had_it, share
from backend.presentation.words import join_words, plural


@rule(
    code="generator",
    title="the load tool",
    holds="a thread of the load tool was busy 95% of the time, or all of them used 95% of the CPUs they are "
    "pinned to",
    advice="give it more threads and CPUs, or share its load among more load hosts",
    chart="cpu",
)
def generator(evidence: Evidence) -> Iterator[Hit]:
    """A load tool that cannot ask faster measures itself, whatever the server could do.

    Its threads count, not the CPUs of its machine: a tool of one thread is full on 64 idle CPUs. A difference
    between two runs whose load tool was the limit says little about servers.
    """
    load = evidence.load
    if load is None:
        return
    full = [thread for thread in load.workers if is_full(thread, load)]
    text = _all_its_cpus(load, evidence) or _its_threads(load, full, evidence.workload.host_threads)
    if text:
        yield Hit(text, load.host, "load", advice=others_had_it(full) if full else "")


def _all_its_cpus(load: Part, evidence: Evidence) -> str:
    """It was given fewer CPUs than it has threads, or just as many, and used them up."""
    room = min(evidence.workload.host_threads, len(load.cpus))
    if PIN["load"] not in evidence.knobs or load.used_cpus < FULL * room:
        return ""
    threads = plural(evidence.workload.host_threads, "thread")
    return f"The load tool’s {threads} used {share(load.used_cpus / room)} of {cpus(load.cpus)}."


def _its_threads(load: Part, full: Sequence[Busy], threads: int) -> str:
    if not full:
        return ""
    if len(full) == threads == 1:
        subject = "The load tool’s only thread was"
    elif len(full) >= threads:
        subject = f"All {threads} threads of the load tool were"
    else:
        were = "was" if len(full) == 1 else "were"
        subject = f"{len(full)} of the load tool’s {plural(threads, 'thread')} {were}"
    place = f" on {cpus(load.cpus)}" if len(load.cpus) < len(load.workers) else ""
    return f"{subject} {busy_range(full)}{place}."


@rule(
    code="shared_cpus",
    title="CPUs that load tool and servers share",
    holds="CPUs that several parts of the experiment may use were 95% busy with their work",
    advice="pin them to CPUs of their own (pin.load, pin.proxy, pin.origin), or use more hosts",
    chart="cpu",
)
def shared_cpus(evidence: Evidence) -> Iterator[Hit]:
    """Load tool and servers on the same CPUs compete: more load leaves less for the server.

    This is usual on one machine without pinning. The comparison is then of the work of all of them together.
    """
    parts = [part for part in (evidence.load, *evidence.servers.values()) if part and part.is_contended]
    for machine in dict.fromkeys(part.machine for part in parts):
        sharing = [part for part in parts if part.machine == machine]
        together = frozenset[int]().union(*(part.cpus for part in sharing))
        busy = min(core for part in sharing for core in part.cores)
        usages = [f"{WHAT[part.role]} {part.used_cpus:.2f}" for part in sharing]
        were = "was" if len(together) == 1 else "were"
        full = f"{cpus(together)} had no time left ({share(busy)} busy)"
        text = f"{full} and {were} shared: {join_words(usages)} CPUs."
        yield Hit(text, sharing[0].host)


IDLE = 0.70


@rule(
    code="uneven_workers",
    title="uneven workers",
    holds="one worker of the server under test was busy 95% of the time and another below 70%",
    advice="share connections out evenly: listen.reuseport, nginx.accept_mutex, or more connections",
    chart="cpu",
)
def uneven_workers(evidence: Evidence) -> Iterator[Hit]:
    """One worker with most of the connections is full while others idle: the CPUs on average look free.

    A connection stays with the worker that accepted it. Check reuseport, accept_mutex and multi_accept.
    """
    part = evidence.target
    if part is None or len(part.workers) < 2:
        return
    busiest, idlest = part.workers[0], part.workers[-1]
    if not is_full(busiest, part) or idlest.used_share + idlest.wait_share >= IDLE:
        return
    full = sum(is_full(worker, part) for worker in part.workers)
    subject = "One worker" if full == 1 else f"{full} workers"
    were, counts = "was" if full == 1 else "were", _connection_text(busiest.connections, idlest.connections)
    busy = busy_range([busiest])
    text = f"{subject} of {WHAT[part.role]} {were} {busy}, another {share(idlest.used_share)}{counts}."
    yield Hit(text, part.host, part.role)


def _connection_text(most: float | None, least: float | None) -> str:
    if most is None or least is None:
        return ""
    return f": they held {most:.0f} and {least:.0f} connection{'' if round(least) == 1 else 's'}"


@rule(
    code="all_workers",
    title="the server’s workers",
    holds="every worker of the server under test was busy 95% of the time",
    advice="give it more CPUs, or less work for each request",
    chart="cpu",
)
def all_workers(evidence: Evidence) -> Iterator[Hit]:
    """Workers that never wait for work limit a server.

    A worker is one thread: it cannot use more than one CPU.
    """
    if (part := evidence.target) is not None:
        yield from of_part(part)


def of_part(part: Part) -> Iterator[Hit]:
    """What is said of any server whose workers are full."""
    label = WHAT[part.role]
    if not part.workers:  # an agent of before, that does not count workers
        if part.cores and min(part.cores) >= FULL and not part.is_contended:
            were = "was" if len(part.cores) == 1 else "were"
            text = f"{cpus(part.cpus)} of {label} {were} {share(min(part.cores))} busy."
            yield Hit(text, part.host, part.role, title=f"{label}’s CPUs")
    elif part.is_full:
        is_single, room = len(part.workers) == 1, len(part.cpus)
        subject = (
            f"The only worker of {label} was"
            if is_single
            else f"All {len(part.workers)} workers of {label} were"
        )
        more = f", of {plural(room, 'CPU')} that it may use" if is_single and room > 1 else ""
        title = f"the only worker of {label}" if is_single else f"{label}’s workers"
        advice = others_had_it(part.workers) or (MORE_WORKERS if len(part.workers) < room else "")
        yield Hit(f"{subject} {busy_range(part.workers)}{more}.", part.host, part.role, title, advice)


MORE_WORKERS = "start more workers (nginx.worker_processes): there are CPUs for them"
SOFTIRQ_SHARE = 0.90


@rule(
    code="softirq",
    title="soft interrupts on one CPU",
    holds="a CPU spent 90% of the time in soft interrupts",
    advice="spread interrupts over CPUs (irq.affinity), away from those of the workers",
    chart="softirq",
)
def softirq(evidence: Evidence) -> Iterator[Hit]:
    """The kernel's network work on one CPU can limit a host whose other CPUs are free.

    A network card with one queue, or with all its interrupts on one CPU, has all packets handled there.
    """
    for machine in evidence.machines:
        if not machine.softirqs:
            continue
        most = max(machine.softirqs)
        if most >= SOFTIRQ_SHARE:
            rest = sorted(machine.softirqs)[:-1]
            next_share = f"; the next one {share(rest[-1])}" if rest else ""
            cpu = machine.softirqs.index(most)
            text = (
                f"CPU {cpu} of {machine.name} spent {share(most)} of the time in soft interrupts{next_share}."
            )
            yield Hit(text, machine.name)


STEAL_SHARE = 0.05


@rule(
    code="steal",
    title="CPU taken by the hypervisor",
    holds="the hypervisor took 5% of the CPU time of a host",
    advice="measure on a host of your own, or with CPUs that are not shared",
    chart="cpu",
)
def taken_cpu(evidence: Evidence) -> Iterator[Hit]:
    """CPU time that the hypervisor gives to other guests limits a host whose own CPUs look free.

    If 35% of the time is taken, a worker that always has work is 65% busy. Time counts as taken only while
    something wanted to run.
    """
    for machine in evidence.machines:
        if machine.steal >= STEAL_SHARE:
            text = f"The hypervisor took {share(machine.steal)} of the CPU time from {machine.name}."
            yield Hit(text, machine.name)
