"""Checks of load tools that work at their limit, or of which several load a server together."""

from collections.abc import Iterator
from statistics import median

from agents.catalog.cpulist import parse_cpu_list
from agents.catalog.tools import TOOLS
from backend.validity.evidence import Evidence, cpus
from backend.validity.rule import Hit, rule

MIN_OVERLAP, MIN_SHORT_OVERLAP = 0.98, 0.95
SHORT_S = 10.0


@rule(
    level="invalid",
    title="Generators together",
    sentence="Several generators run at the same time.",
    limit="at least 98% of the time; 95% below 10 s",
    threshold=MIN_OVERLAP,
)
def generators_apart(evidence: Evidence) -> Iterator[Hit]:
    """Several load tools count as one only while all of them run: their counts cover slightly different
    times.

    wrk looks every 100 ms whether its time is up, so short trials may overlap less.
    """
    generators = evidence.generators.values()
    is_short = evidence.load.ended_at - evidence.load.started_at < SHORT_S
    limit = MIN_SHORT_OVERLAP if is_short else MIN_OVERLAP
    if evidence.overlap < limit:
        starts = [g.started_at for g in generators]
        text = (
            f"the {len(generators)} generators ran together for {evidence.overlap:.1%} of the load’s time: "
            f"their starts lie {max(starts) - min(starts):.3f} s apart{_clock_words(evidence.clock_error_s)}"
        )
        yield Hit(text, evidence.overlap, limit)


def _clock_words(error_s: float) -> str:
    return f" (clocks ± {error_s * 1000:.1f} ms)" if error_s else ""


MAX_DIFFERENCE = 0.1


@rule(
    level="note",
    title="Equal generators",
    sentence="Generators with the same load make equally many requests.",
    limit="below 10% apart",
    threshold=MAX_DIFFERENCE,
)
def generator_differs(evidence: Evidence) -> Iterator[Hit]:
    """Generators with the same load should do the same. One that does not lacks CPU, or a server treats it
    apart: with `reuseport`, for example, one of its connections may share a worker with many others.
    """
    # of one connection: shares of connections may differ by one unit
    rates = {
        name: (counts.figures.get("requests_per_s") or 0.0) / max(1, counts.connections)
        for name, counts in evidence.generators.items()
    }
    usual = median(rates.values()) if rates else 0.0
    if usual <= 0:
        return
    name = max(rates, key=lambda name: abs(rates[name] - usual))
    difference = rates[name] / usual - 1
    if abs(difference) >= MAX_DIFFERENCE:
        direction = "more" if difference > 0 else "fewer"
        text = f"{name} made {abs(difference):.0%} {direction} requests a connection than its equals"
        yield Hit(text, abs(difference))


BUSY = 0.95


@rule(
    level="suspect",
    title="Load tool’s own limit",
    sentence="The load tool leaves some of the CPU that its threads can use.",
    limit="below 95% of its CPUs",
    threshold=BUSY,
)
def generator_limited(evidence: Evidence) -> Iterator[Hit]:
    """A load tool that uses all the CPU it can get shows its own limit, not the server's."""
    if evidence.generators:
        yield from _check_each(evidence)
        return
    threads = evidence.workload.threads
    for window in evidence.windows.values():
        count = min(threads, evidence.load_cpus or len(window.cores) or threads)
        cpu_seconds = window.own_cpu_s.get("load", 0.0)
        share = cpu_seconds / (window.seconds * count) if window.seconds > 0 else 0.0
        if share >= BUSY:
            text = (
                f"the load tool used {share:.0%} of the {cpus(count)} that its {_threads(threads)} can use: "
                "this may be its limit, not the server's"
            )
            yield Hit(text, share)


def _check_each(evidence: Evidence) -> Iterator[Hit]:
    """The busiest of several generators; those that share CPUs may still be limited together."""
    shares: dict[str, float] = {}
    for name, generator in evidence.generators.items():
        own_cpus = len(parse_cpu_list(generator.cpus)) if generator.cpus else generator.threads
        seconds = (generator.ended_at - generator.started_at) * min(generator.threads, own_cpus)
        shares[name] = generator.cpu_s / seconds if seconds > 0 else 0.0
    busy = {name: share for name, share in shares.items() if share >= BUSY}
    if busy:
        name = max(busy, key=lambda name: busy[name])
        many = f"; {len(busy)} of {len(shares)} are as busy" if len(busy) > 1 else ""
        text = (
            f"{name} used {busy[name]:.0%} of the CPU that its {_threads(evidence.workload.threads)} "
            f"can use: this may be its limit, not the server's{many}"
        )
        yield Hit(text, busy[name])


def _threads(count: int) -> str:
    return "1 thread" if count == 1 else f"{count} threads"


@rule(
    level="note",
    title="Mix",
    sentence="Connections begin a mix at different places.",
    limit="at most 1 connection",
    threshold=1.0,
)
def mix_in_step(evidence: Evidence) -> Iterator[Hit]:
    """Connections of h2load begin a mix with its first request and walk it in step: caches are hit more
    often.

    One that ends before the sequence does has sent other shares than the weights say. Several generators
    begin at several places.
    """
    workload = evidence.workload
    support = TOOLS[workload.tool].mix
    connections = workload.connections // workload.processes
    if workload.mix and support and support.is_in_step and connections > 1:
        yield Hit(f"{connections:,} connections of a generator walked the mix in step", float(connections))


MAX_ERROR = 0.005


@rule(
    level="note",
    title="Sum of rates",
    sentence="What generators did alone matters little to the sum of their rates.",
    limit="at most 0.5%",
    threshold=MAX_ERROR,
)
def generators_overlap(evidence: Evidence) -> Iterator[Hit]:
    """Each generator counts over its own time, and rates are summed. On a saturated server the sum is too
    high by at most half of the time in which not all of them ran: those that ran alone got what the others
    left.
    """
    error = (1 - evidence.overlap) / 2
    if error > MAX_ERROR:
        yield Hit(f"the sum of the generators’ rates may be up to {error:.1%} too high", error)
