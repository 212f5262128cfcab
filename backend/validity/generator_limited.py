"""A load tool that uses all the CPU it can get shows its own limit, not the server's."""

from collections.abc import Iterator

from backend.validity.evidence import Evidence, cpus
from backend.validity.rule import Hit, Rule

BUSY = 0.95


def check(evidence: Evidence) -> Iterator[Hit]:
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
