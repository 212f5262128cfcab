"""Compression that no answer gets."""

from collections.abc import Iterator

from agents.render.answer import body_bytes
from backend.advice.nginx import is_on, number, words
from backend.advice.rule import Hit, Rule, Subject

DEFAULT_MIN = 20


def find(subject: Subject) -> Iterator[Hit]:
    if is_on(subject.tree, "gzip") and (why := _why_not(subject)):
        yield Hit(f"gzip is on, but no answer is compressed: {why}", knob="nginx.gzip")


def _why_not(subject: Subject) -> str | None:
    workload = subject.workload
    accepts = {name.lower(): value for name, value in workload.headers.items()}.get("accept-encoding", "")
    least = number("".join(words(subject.tree, "gzip_min_length")[:1]))
    least = DEFAULT_MIN if least is None else least
    if "gzip" not in accepts:
        return f"{workload.tool} does not ask for it without the header Accept-Encoding: gzip"
    if workload.tool == "ab" and words(subject.tree, "gzip_http_version") != ("1.0",):
        return "ab speaks HTTP/1.0, for which gzip_http_version has to be 1.0"
    if "origin.address" not in subject.knobs and body_bytes(subject.knobs) < least:
        return f"the body has {body_bytes(subject.knobs)} bytes, gzip_min_length is {least}"
    return None


RULE = Rule(
    code="gzip_idle",
    severity="warning",
    text="nginx compresses only for clients that say they understand it, only bodies of "
    "`gzip_min_length` and more, and only for HTTP/1.1 unless told otherwise. Load tools do not "
    "ask for it by default.",
    example="workloads: [{headers: {Accept-Encoding: gzip}}] with origin.body_bytes: 35312",
    source="nginx documentation of ngx_http_gzip_module",
    find=find,
)
