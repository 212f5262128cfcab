"""Is a trial valid, suspect, or invalid? Pure rules over what the load tool and the hosts reported."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from agents.contract.reports import LoadReport, Window
from agents.contract.workload import Workload
from backend.experiments.schemas import Finding

GENERATOR_BUSY = 0.95
OTHER_CPU = 0.05
STEAL = 0.02


@dataclass(frozen=True, slots=True)
class Machine:
    """One machine over the measured window; the hosts of several roles may be the same machine."""

    name: str
    cpu_capacity_s: float
    busy_s: float
    own_s: float  # what the experiment itself used: tool, proxy, backend
    steal: float
    listen_overflows: float


def machines(windows: Mapping[str, Window], machine_of: Mapping[str, str]) -> list[Machine]:
    """Join the windows of hosts that are one machine; both mappings by host name."""
    groups: dict[str, list[str]] = {}
    for host in windows:
        groups.setdefault(machine_of.get(host, host), []).append(host)
    return [_join(hosts, [windows[h] for h in hosts]) for hosts in groups.values()]


def _join(hosts: list[str], windows: list[Window]) -> Machine:
    first = next((w for w in windows if "load" in w.own_cpu_s), windows[0])
    return Machine(
        name=" = ".join(hosts),
        cpu_capacity_s=first.seconds * max(1, len(first.cores)),
        busy_s=first.seconds * sum(first.cores),
        own_s=sum(sum(w.own_cpu_s.values()) for w in windows),
        steal=first.steal,
        listen_overflows=max(w.listen_overflows for w in windows),
    )


@dataclass(frozen=True, slots=True)
class Seen:
    """What one trial left; `windows` by host name, `load_cpus`: how many CPUs the load tool may use."""

    load: LoadReport
    workload: Workload
    windows: Mapping[str, Window]
    machines: list[Machine]
    load_cpus: int | None = None


def _no_request(seen: Seen) -> Iterator[Finding]:
    if not seen.load.figures.get("requests"):
        yield Finding(code="no_request", level="invalid", message="not one request was answered", value=0)


def _failed_requests(seen: Seen) -> Iterator[Finding]:
    failed = seen.load.figures.get("failed_requests") or 0
    total = seen.load.figures.get("requests") or 0
    if failed > 0:
        text = f"{failed:,.0f} of {total:,.0f} requests failed; a failed request is no throughput"
        yield Finding(code="failed_requests", level="invalid", message=text, value=failed, threshold=0)


def _connections(seen: Seen) -> Iterator[Finding]:
    missing = seen.load.errors.get("connect") or 0
    if missing > 0:
        text = f"{missing} of {seen.workload.connections} connections could not be opened"
        yield Finding(code="connections", level="invalid", message=text, value=float(missing), threshold=0)


def _generator(seen: Seen) -> Iterator[Finding]:
    threads = seen.workload.threads
    for window in seen.windows.values():
        cpus = min(threads, seen.load_cpus or len(window.cores) or threads)
        used = window.own_cpu_s.get("load", 0.0)
        share = used / (window.seconds * cpus) if window.seconds > 0 else 0.0
        if share >= GENERATOR_BUSY:
            text = (
                f"the load tool used {share:.0%} of the {cpus} {'CPU' if cpus == 1 else 'CPUs'} that "
                f"its {threads} {'thread' if threads == 1 else 'threads'} can use: "
                "this may be its limit, not the server's"
            )
            yield _suspect("generator_limited", text, share, GENERATOR_BUSY)


def _others(seen: Seen) -> Iterator[Finding]:
    for machine in seen.machines:
        other = max(0.0, machine.busy_s - machine.own_s)
        share = other / machine.cpu_capacity_s if machine.cpu_capacity_s else 0.0
        if share >= OTHER_CPU:
            text = f"other processes used {share:.0%} of the CPU on {machine.name}"
            yield _suspect("other_cpu", text, share, OTHER_CPU)


def _steal(seen: Seen) -> Iterator[Finding]:
    for machine in seen.machines:
        if machine.steal >= STEAL:
            text = f"the hypervisor took {machine.steal:.1%} of the CPU from {machine.name}"
            yield _suspect("steal", text, machine.steal, STEAL)


def _overflow(seen: Seen) -> Iterator[Finding]:
    for machine in seen.machines:
        if machine.listen_overflows > 0:
            text = f"the accept queue on {machine.name} overflowed {machine.listen_overflows:,.0f} times"
            yield _suspect("listen_overflow", text, machine.listen_overflows, 0)


def _suspect(code: str, message: str, value: float, threshold: float) -> Finding:
    return Finding(code=code, level="suspect", message=message, value=value, threshold=threshold)


Rule = Callable[[Seen], Iterator[Finding]]
RULES: tuple[Rule, ...] = (
    _no_request,
    _failed_requests,
    _connections,
    _generator,
    _others,
    _steal,
    _overflow,
)


def judge(
    load: LoadReport,
    workload: Workload,
    windows: Mapping[str, Window],
    machine_of: Mapping[str, str],
    load_cpus: int | None = None,
) -> list[Finding]:
    """Every finding about a trial; mappings by host name. One of level `invalid` takes the trial out."""
    seen = Seen(load, workload, windows, machines(windows, machine_of), load_cpus)
    return [finding for rule in RULES for finding in rule(seen)]
