"""A load tool that uses all the CPU it can get shows its own limit, not the server's."""

from collections.abc import Iterator

from agents.catalog.cpulist import parse_cpu_list
from backend.validity.evidence import Evidence, cpus
from backend.validity.rule import Hit, Rule

BUSY = 0.95


def check(evidence: Evidence) -> Iterator[Hit]:
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


RULE = Rule(
    code="generator_limited",
    level="suspect",
    title="Load tool’s own limit",
    sentence="The load tool leaves some of the CPU that its threads can use.",
    limit="below 95% of its CPUs",
    threshold=BUSY,
    check=check,
)
