"""More workers than CPUs that they may use."""

from collections.abc import Iterator

from agents.catalog.cpulist import format_cpu_list
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
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


RULE = Rule(
    code="more_workers_than_cpus",
    severity="hint",
    text="Workers beyond the CPUs that nginx may use take turns on them. That helps only where workers "
    "wait for a disk; `auto` counts the host's CPUs even when nginx is pinned to fewer.",
    example="nginx.worker_processes: 2",
    source="nginx documentation of worker_processes; the guide of settings (workers = cores)",
    find=find,
)
