"""A load tool that cannot ask faster measures itself, whatever the server could do.

Its threads count, not the CPUs of its machine: a tool of one thread is full on 64 idle CPUs. A difference
between two runs whose load tool was the limit says little about servers.
"""

from collections.abc import Iterator, Sequence

from backend.diagnostics.bottlenecks.bottleneck import BottleneckRule, Hit
from backend.diagnostics.bottlenecks.evidence import FULL, Busy, Evidence, Part, is_full
from backend.diagnostics.bottlenecks.roles import PIN
from backend.diagnostics.bottlenecks.sentences import busy_range, cpus, others_had_it, share
from backend.presentation.words import plural


def check(evidence: Evidence) -> Iterator[Hit]:
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


RULE = BottleneckRule(
    code="generator",
    title="the load tool",
    holds="a thread of the load tool was busy 95% of the time, or all of them used 95% of the CPUs they are "
    "pinned to",
    advice="give it more threads and CPUs, or share its load among more load hosts",
    chart="cpu",
    check=check,
)
