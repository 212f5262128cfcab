"""Several generators in a trial that is too short for them to run together."""

from collections.abc import Iterator

from backend.advice.rule import Hit, Instead, Rule, Subject

MIN_S = 5


def find(subject: Subject) -> Iterator[Hit]:
    workload = subject.workload
    is_several = workload.processes > 1 or workload.hosts != 1
    if is_several and workload.duration_s and workload.duration_s < MIN_S:
        many = f"{workload.processes} processes" if workload.processes > 1 else "load tools of several hosts"
        text = (
            f"{many} end up to 0.1 s apart: of {workload.duration_s} s that may be "
            "too much, and the trials would be invalid"
        )
        yield Hit(text, None, Instead(workload={"duration_s": MIN_S}), workload=True)


RULE = Rule(
    code="short_for_generators",
    severity="warning",
    text="Load tools end up to 0.1 s apart. A trial in which several of them run together for less than 95% "
    "of its time is invalid.",
    example="workloads: [{processes: 4, connections: 64, duration: 5s}]",
    source="Source of the default load tool, which looks every 0.1 s whether its time is up",
    find=find,
)
