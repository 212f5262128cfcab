"""Bottlenecks of hosts that wait while their CPUs look free."""

from collections.abc import Iterator, Mapping

from agents.catalog.roles import Role
from backend.diagnostics.bottlenecks.bottleneck import Hit, rule
from backend.diagnostics.bottlenecks.evidence import FULL, Evidence, Machine, is_full
from backend.diagnostics.bottlenecks.roles import WHAT
from backend.diagnostics.bottlenecks.sentences import share
from backend.presentation.figures import figure, latency
from backend.presentation.words import join_words, plural
from backend.statistics.rules import RULES_2

DISK_WAITED, DISK_BUSY = 0.25, 0.90
_LOG = "log to memory, with a buffer, or not at all (nginx.access_log, nginx.access_log_buffer)"


@rule(
    code="disk",
    title="a disk",
    holds="something waited for a disk a quarter of the time, or a disk was busy 90% of it, while workers "
    "had CPU left",
    advice="use a faster disk, or more memory for its cache",
    chart="waiting",
)
def disk(evidence: Evidence) -> Iterator[Hit]:
    """A worker that writes a log line, or reads a file, waits until the disk has done it.

    Its CPU looks free meanwhile. Anything else on that host can wait for the disk too.
    """
    if evidence.target is None or evidence.target.is_full:
        return
    for machine in evidence.machines:
        wait_share, busiest = machine.pressure.get("io", 0.0), _busiest(machine)
        if wait_share >= DISK_WAITED or (busiest and busiest[1] >= DISK_BUSY):
            waits = f"something waited for it {share(wait_share)} of the time"
            if busiest is None:
                text = f"On {machine.name} something waited for a disk {share(wait_share)} of the time."
            else:
                name, busy, write_rate = busiest
                text = f"The disk {name} of {machine.name} was busy {share(busy)} of the time"
                text += f", {figure(write_rate)}B/s were written, and {waits}."
            yield Hit(text, machine.name, advice=_LOG if _logs(evidence) else "")


def _busiest(machine: Machine) -> tuple[str, float, float] | None:
    disks = [(name, busy, write_rate) for name, (busy, write_rate) in machine.disks.items()]
    return max(disks, key=lambda disk: disk[1], default=None)


def _logs(evidence: Evidence) -> bool:
    return evidence.topology != "direct" and evidence.knobs.get("nginx.access_log", "disk") == "disk"


CPU, MEMORY, IDLE = 0.50, 0.05, 0.70


@rule(
    code="waiting",
    title="waiting for a CPU",
    holds="something waited for a CPU half of the time, beside one that was less than 70% busy or while "
    "other programs had them all; or for memory 5% of it",
    advice="give the busy ones more CPUs: look at what is pinned where",
    chart="waiting",
)
def waiting(evidence: Evidence) -> Iterator[Hit]:
    """CPUs that are half idle can still keep work waiting, for example because of pinning.

    The kernel adds up the time in which at least one task waited (PSI). Kernels without PSI give no such
    finding.
    """
    for machine in evidence.machines:
        memory, cpu = machine.pressure.get("memory", 0.0), machine.pressure.get("cpu", 0.0)
        if memory >= MEMORY:
            text = f"On {machine.name} something waited for memory {share(memory)} of the time."
            yield Hit(text, machine.name, title="memory", advice="use less memory, or a host with more")
        idle = min(machine.cores, default=1.0)
        begin = f"On {machine.name} something waited for a CPU {share(cpu)} of the time"
        if cpu >= CPU and idle < IDLE:
            yield Hit(f"{begin}, while one was {share(idle)} busy.", machine.name)
        elif cpu >= CPU and idle >= FULL and not _is_explained(evidence, machine):
            used_cpus = sum(part.used_cpus for part in evidence.parts_on(machine))
            cores = len(machine.cores)
            text = f"{begin}: all {cores} were full, and the experiment had {used_cpus:.2f} of them."
            yield Hit(text, machine.name, title="other programs", advice="keep them off the measured CPUs")


def _is_explained(evidence: Evidence, machine: Machine) -> bool:
    """Some part of the experiment was full, or several had these CPUs: other rules say so."""
    return any(
        part.is_contended or any(is_full(e, part) for e in part.workers)
        for part in evidence.parts_on(machine)
    )


NEAR, MOST = 0.15, 0.60
IN_PROXY = "waiting in the proxy"
DELAYS = (
    "look at what delays requests there (limit_req, limit_rate, auth_request), and at slow readers of answers"
)


@rule(
    code="latency",
    title="latency",
    holds="none of the others holds",
    advice="more connections, until something is full; or a shorter way",
    chart="nginx",
)
def latency_bound(evidence: Evidence) -> Iterator[Hit]:
    """Nothing was full: each connection waits for its answer before it asks again, so their number is the
    limit.

    The rate is then connections ÷ latency (Little's law). If most requests are in the proxy, and neither it
    nor its backend is full, the proxy delays them.
    """
    if not evidence.rate or not evidence.latency:
        return
    connections = evidence.workload.connections
    follows = connections / evidence.latency
    many, answer = plural(connections, "connection"), latency(evidence.latency)
    text = f"Nothing was full: {many} ÷ {answer} = {figure(follows)} req/s"
    if abs(follows - evidence.rate) <= NEAR * evidence.rate:
        places = _requests_in(evidence) if evidence.rules >= RULES_2 else {}
        if places.get("proxy", 0.0) >= MOST * connections:
            yield Hit(f"{text}, as measured{_place_words(places)}.", title=IN_PROXY, advice=DELAYS)
        else:
            yield Hit(f"{text}, as measured{_place_words(places)}.")
    else:
        rate = figure(evidence.rate)
        text += f", but {rate} were measured: connections waited for something else than an answer."
        yield Hit(text, advice="look at how connections are opened: keep-alive, errors, timeouts")


def _requests_in(evidence: Evidence) -> dict[Role, float]:
    """Requests in each server at any moment; in the proxy those that it has not passed on."""
    places: dict[Role, float] = {
        role: part.in_progress for role, part in evidence.servers.items() if part.in_progress is not None
    }
    if "proxy" in places:
        places["proxy"] = max(0.0, places["proxy"] - places.get("backend", 0.0))
    return places if places.keys() == evidence.servers.keys() else {}


def _place_words(places: Mapping[Role, float]) -> str:
    """“; of the requests at any moment 13 in the proxy and 1 in the backend”."""
    items = [f"{number:.0f} in {WHAT[role]}" for role, number in places.items()]
    return f"; of the requests at any moment {join_words(items)}" if items else ""
