"""An nginx that closes the connections that the load would keep."""

from collections.abc import Iterator

from backend.advice.predicates import closed_by
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    directive = closed_by(subject)
    if directive and subject.workload.keepalive:
        name = f"nginx.{directive.partition(' ')[0]}"
        text = (
            f"{directive} closes connections that the load would keep: the figures are those of opening "
            "connections, and may be errors of the load tool"
        )
        yield Hit(text, name, Instead({name: None}))


RULE = Rule(
    code="closed_under_kept_load",
    severity="warning",
    text="With `keepalive_timeout 0` or few `keepalive_requests`, nginx closes a connection after its "
    "answer. A load tool that keeps connections then opens one for each request: another test than that of "
    "the other variants.",
    example="nginx.keepalive_timeout: not set, or workloads: [{keepalive: false}]",
    source="nginx documentation of keepalive_timeout (zero disables keep-alive) and keepalive_requests",
    find=find,
)
