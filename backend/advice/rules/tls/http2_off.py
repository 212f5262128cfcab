"""A load over HTTP/2 on a server that does not offer it."""

from collections.abc import Iterator

from backend.advice.predicates import asks_for_http2, speaks_http2
from backend.advice.rule import Hit, Instead, Rule, Subject


def find(subject: Subject) -> Iterator[Hit]:
    if not asks_for_http2(subject) or speaks_http2(subject) or "nginx.conf" in subject.knobs:
        return
    if subject.topology == "direct":
        if "origin.address" not in subject.knobs:
            text = "the built-in backend speaks HTTP/1.1 alone: each trial fails"
            yield Hit(text, instead=Instead(workload={"protocol": "h1", "streams": None}), workload=True)
        return
    text = f"{subject.workload.tool} asks over HTTP/2, and nginx does not offer it: each trial fails"
    yield Hit(text, "listen.http2", Instead({"listen.http2": True}))


RULE = Rule(
    code="http2_off",
    severity="warning",
    text="A trial in another protocol than the workload's fails. nginx speaks HTTP/2 where `listen` or "
    "`http2` says so.",
    example="listen.http2: on",
    source="nginx documentation of ngx_http_v2_module",
    find=find,
)
