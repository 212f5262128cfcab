"""Words that several rules use."""

from collections.abc import Collection, Sequence

from agents.catalog.cpulist import format_cpu_list
from backend.diagnostics.bottlenecks.evidence import Busy


def share(value: float) -> str:
    """0.987 → `99%`; never more than all."""
    return f"{min(1.0, value):.0%}"


def cpus(numbers: Collection[int]) -> str:
    return f"CPU{'s' if len(numbers) > 1 else ''} {format_cpu_list(frozenset(numbers))}"


def busy_range(full: Sequence[Busy]) -> str:
    """`busy 97 to 99% of the time`, with the time that they waited for a CPU where that is part of it."""
    shares = sorted({f"{min(1.0, worker.used_share):.0%}".removesuffix("%") for worker in full}, key=int)
    text = f"busy {' to '.join(dict.fromkeys((shares[0], shares[-1])))}% of the time"
    wait_share = max(min(worker.wait_share, 1.0 - worker.used_share) for worker in full)
    return f"{text}, and ready without a CPU for {share(wait_share)}" if wait_share >= 0.03 else text


def others_had_it(full: Sequence[Busy]) -> str:
    """What helps where waiting for a CPU is much of what they did."""
    much = max(worker.wait_share for worker in full) >= 0.2
    return "keep other programs off these CPUs: pin, or end them" if much else ""
