"""More streams than nginx allows a connection to have open."""

from collections.abc import Iterator

from agents.catalog.knobs.nginx_http2 import DEFAULT_STREAMS
from backend.advice.nginx import number, words
from backend.advice.predicates import speaks_http2
from backend.advice.rule import Hit, Instead, Rule, Subject

DIRECTIVE = "http2_max_concurrent_streams"


def find(subject: Subject) -> Iterator[Hit]:
    streams = subject.workload.streams or 1
    limit = number((words(subject.tree, DIRECTIVE) or (str(DEFAULT_STREAMS),))[0]) or DEFAULT_STREAMS
    if streams > limit and speaks_http2(subject):
        text = (
            f"{streams} streams are asked for and {DIRECTIVE} allows {limit}: the others wait at the load "
            "tool, and that time is in their latency"
        )
        yield Hit(text, f"nginx.{DIRECTIVE}", Instead({f"nginx.{DIRECTIVE}": streams}))


RULE = Rule(
    code="streams_above_limit",
    severity="warning",
    text="A client keeps requests back that would be more than the server's limit of streams. Their latency "
    "then holds that wait.",
    example=f"nginx.{DIRECTIVE}: 256",
    source="RFC 9113, section 5.1.2; nginx documentation of http2_max_concurrent_streams",
    find=find,
)
