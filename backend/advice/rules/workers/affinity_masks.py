"""CPU masks that put several workers on one CPU."""

from collections.abc import Iterator

from agents.catalog.cpulist import format_cpu_list
from backend.advice.nginx import words
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    masks = words(subject.tree, "worker_cpu_affinity")
    workers = subject.workers
    if not masks or workers is None or workers < 2:
        return
    if masks[0] == "auto":
        cpus_of_mask = _cpus(masks[1]) if len(masks) > 1 else frozenset()
        if cpus_of_mask and len(cpus_of_mask) < workers:
            yield _hit(f"auto binds {workers} workers to {len(cpus_of_mask)} CPUs: some share one")
        return
    if 1 < len(masks) != workers:
        more = "the last mask holds for all others" if len(masks) < workers else "the others are not used"
        yield _hit(f"{len(masks)} masks for {workers} workers: {more}")
    elif len(masks) == 1 and len(_cpus(masks[0])) < workers:
        cpus = format_cpu_list(_cpus(masks[0]))
        yield _hit(f"one mask for all {workers} workers: they share CPU {cpus}")
    elif len(masks) == workers and len(set(masks)) < workers:
        yield _hit(f"two of {workers} workers have the same mask: they share a CPU while others may be idle")


def _hit(text: str) -> Hit:
    auto: dict[str, str] = {"nginx.worker_cpu_affinity": "auto"}
    return Hit(f"worker_cpu_affinity: {text}", "nginx.worker_cpu_affinity", Instead(auto))


def _cpus(mask: str) -> frozenset[int]:
    return frozenset(i for i, bit in enumerate(reversed(mask)) if bit == "1")


RULE = Rule(
    code="affinity_masks",
    severity="warning",
    text="Each mask of `worker_cpu_affinity` holds for one worker, its last digit is CPU 0. With fewer masks "
    "than workers the last one holds for the rest, so these share its CPUs.",
    example="nginx.worker_cpu_affinity: auto",
    source="nginx documentation of worker_cpu_affinity; nginx's own warning “using last mask for remaining "
    "worker processes”",
    find=find,
)
