"""One worker where there are many CPUs."""

from collections.abc import Iterator

from backend.advice.rule import Hit, Instead, Rule, Subject

MANY = 4


def find(subject: Subject) -> Iterator[Hit]:
    cpus = subject.proxy_cpus
    if subject.tree and subject.workers == 1 and cpus and len(cpus) >= MANY:
        text = f"one worker uses one of {len(cpus)} CPUs; the others stay idle however high the load"
        yield Hit(text, "nginx.worker_processes", Instead({"nginx.worker_processes": len(cpus)}))


RULE = Rule(
    code="one_worker",
    severity="hint",
    text="A worker is one thread. Without `worker_processes` nginx starts one, so on a host with many "
    "CPUs the first limit met is a single CPU.",
    example="nginx.worker_processes: auto",
    source="nginx documentation of worker_processes (default 1); nginx alone, three times as fast with "
    "one worker a CPU",
    find=find,
)
