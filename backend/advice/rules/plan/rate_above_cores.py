"""A rate that the cores of the load host cannot send."""

from collections.abc import Iterator
from math import ceil

from agents.catalog.tools import TOOLS
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.rules.plan.tool_is_the_limit import load_cpus
from backend.presentation.words import full_percent

_TOOL = next(name for name, tool in TOOLS.items() if tool.open_loop)
PER_CORE = 10_000  # requests per second: 50 to 150 µs of CPU each


def find(subject: Subject) -> Iterator[Hit]:
    workload, rate, cpus = subject.workload, subject.rate_to, load_cpus(subject)
    if rate is None or workload.hosts == "all":  # how many those are is not known here
        return
    is_searched = rate != workload.rate  # the definition has no rate to change
    cores, processes = ceil(rate / PER_CORE), workload.processes * workload.hosts
    share = workload.rate_share
    words = f" ({full_percent(share.share)} of what the baseline answered before)" if share else ""
    if cpus and cores > (all_cpus := len(cpus) * workload.hosts):
        text = (
            f"{rate:,} requests per second{words} need about {cores} cores; the load tool may use {all_cpus}"
        )
        highest = PER_CORE * all_cpus
        lower = Instead(workload={"rate": highest - highest % processes})
        yield Hit(text, None, None if is_searched else lower, workload=True)
    elif cores > workload.total_threads:
        text = f"{rate:,} requests per second{words} need about {cores} threads; {workload.tool} has fewer"
        threads = ceil(cores / processes)
        least = threads * processes  # each thread needs a connection
        more = {"connections": least} if least > workload.connections else {}
        yield Hit(text, None, Instead(workload={"threads": threads, **more}), workload=True)


RULE = Rule(
    code="rate_above_cores",
    severity="warning",
    text=f"At a fixed rate a thread, and a core of the load host, sends at most about {PER_CORE:,} requests "
    "per second. Beyond that they leave late, and the trials are invalid.",
    example=f"workloads: [{{tool: {_TOOL}, rate: 15000, threads: 2, connections: 64, duration: 10s}}]",
    source=f"Measured: {_TOOL} needs 50 to 150 µs of CPU for a request",
    find=find,
)
