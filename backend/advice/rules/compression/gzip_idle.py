"""Compression that no answer gets."""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS
from agents.render.answer import is_static
from backend.advice.nginx import every, is_on, number, words
from backend.advice.predicates import answer_bytes
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.rules.plan.tool_is_the_limit import with_default_tool

ACCEPT = "Accept-Encoding"
DEFAULT_MIN = 20
PLAIN = "text/plain"
A_PAGE = 35_312  # bytes; that of a write-up


def find(subject: Subject) -> Iterator[Hit]:
    if is_on(subject.tree, "gzip") and not subject.workload.site and (reasons := list(_reasons(subject))):
        knobs = {name: value for _, instead in reasons for name, value in instead.knobs.items()}
        load = {name: value for _, instead in reasons for name, value in instead.workload.items()}
        text = f"gzip is on, but no answer is compressed: {reasons[0][0]}"
        yield Hit(text, "nginx.gzip", Instead(knobs, load))


def _reasons(subject: Subject) -> Iterator[tuple[str, Instead]]:
    """Every one, with what ends it; the first is said."""
    workload = subject.workload
    other_headers = {
        name: value for name, value in workload.headers.items() if name.lower() != ACCEPT.lower()
    }
    accepts = next((value for name, value in workload.headers.items() if name not in other_headers), "")
    least = number("".join(words(subject.tree, "gzip_min_length")[:1]))
    least = DEFAULT_MIN if least is None else least
    if "gzip" not in accepts:
        reason = f"{workload.tool} does not ask for it without the header Accept-Encoding: gzip"
        yield reason, Instead(workload={"headers": other_headers | {ACCEPT: "gzip"}})
    if TOOLS[workload.tool].http == "HTTP/1.0" and words(subject.tree, "gzip_http_version") != ("1.0",):
        reason = f"{workload.tool} speaks HTTP/1.0, for which gzip_http_version has to be 1.0"
        yield reason, Instead(workload=with_default_tool(subject))
    size = answer_bytes(subject)
    if size is None:
        return
    if size < least:
        reason = f"the body has {size} bytes, gzip_min_length is {least}"
        yield reason, Instead({"origin.body_bytes": max(least, A_PAGE)})
    elif _is_plain_text(subject) and not {"*", PLAIN} & set(words(subject.tree, "gzip_types")):
        reason = f"the answer is {PLAIN}, which gzip_types does not name; text/html alone is the default"
        yield reason, Instead({"nginx.gzip_types": PLAIN})


def _is_plain_text(subject: Subject) -> bool:
    """Whether the testbed answers with a short text; longer ones are pages."""
    is_text = subject.knobs.get("origin.kind", "hello") == "hello" and not is_static(subject.knobs)
    return is_text and not any(every(subject.tree, "default_type"))


RULE = Rule(
    code="gzip_idle",
    severity="warning",
    text="nginx compresses only for clients that accept it, only bodies of `gzip_min_length` and more, and "
    "by default only text/html and HTTP/1.1. Load tools do not ask for it by default.",
    example="workloads: [{headers: {Accept-Encoding: gzip}}] with origin.body_bytes: 35312",
    source="nginx documentation of ngx_http_gzip_module",
    find=find,
)
