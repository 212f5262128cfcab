"""Settings of kept connections under a load that keeps none."""

from collections.abc import Iterator

from backend.advice.nginx import every
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, changed_parameters, in_words, knob_of, verb

NAMES = (
    "keepalive_timeout",
    "keepalive_requests",
    "keepalive_time",
    "keepalive_disable",
    "keepalive_min_timeout",
)


def find(subject: Subject) -> Iterator[Hit]:
    if subject.workload.keepalive:
        return
    of_upstreams = {d["directive"] for block in _upstream_blocks(subject) for d in block}
    names = [name for name in changed_directives(subject, NAMES) if name not in of_upstreams]
    names += changed_parameters(subject, ("so_keepalive",))
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'does', 'do')} nothing: the load closes its connection after "
            "each answer (keepalive: false)"
        )
        yield Hit(text, knob_of(names[0]), Instead(workload={"keepalive": True}))


def _upstream_blocks(subject: Subject) -> Iterator[tuple]:
    for _, scope in every(subject.tree, "upstream"):
        for d in scope[-1]:
            if d["directive"] == "upstream":
                yield tuple(d.get("block") or ())


RULE = Rule(
    code="keepalive_unused",
    severity="warning",
    text="How long and for how many requests nginx keeps a connection matters only to clients that keep it.",
    example="workloads: [{keepalive: true}]",
    source="nginx documentation of keepalive_timeout and keepalive_requests",
    find=find,
)
