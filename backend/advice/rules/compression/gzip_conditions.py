"""Conditions of compression that hold for every request of the load, or for none."""

from collections.abc import Iterator

from agents.render.answer import is_static
from backend.advice.nginx import every, is_on, number, words
from backend.advice.predicates import answer_bytes, answers_itself
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, taken_back


def find(subject: Subject) -> Iterator[Hit]:
    accepts = " ".join(v for n, v in subject.workload.headers.items() if n.lower() == "accept-encoding")
    if changed_directives(subject, ("brotli",)) and is_on(subject.tree, "brotli") and "br" not in accepts:
        text = f"brotli is on, but {subject.workload.tool} does not ask for it without Accept-Encoding: br"
        yield Hit(
            text,
            "brotli",
            Instead(workload={"headers": {**subject.workload.headers, "Accept-Encoding": "br"}}),
        )
    if not is_on(subject.tree, "gzip"):
        return
    headers = {name.lower() for name in subject.workload.headers}
    if changed_directives(subject, ("gzip_proxied",)) and "via" not in headers:
        text = (
            "gzip_proxied is about requests that carry a Via header, which a proxy in front of nginx adds; "
            "the load has none"
        )
        yield Hit(text, "nginx.gzip_proxied", taken_back(subject, ("nginx.gzip_proxied",)))
    is_alone = is_on(subject.base_tree, "gzip") and changed_directives(subject, ("gzip_types",))
    if is_alone and _answers_pages(subject):
        text = "gzip_types adds types to text/html, which is compressed anyway and is the type of the page"
        yield Hit(text, "nginx.gzip_types", taken_back(subject, ("nginx.gzip_types",)))
    if changed_directives(subject, ("gzip_disable",)) and "user-agent" not in headers:
        yield Hit("gzip_disable is about browsers; no load tool calls itself one", "gzip_disable")
    size, least = answer_bytes(subject), number("".join(words(subject.tree, "gzip_min_length")[:1]))
    before = number("".join(words(subject.base_tree, "gzip_min_length")[:1])) or 20
    if (
        changed_directives(subject, ("gzip_min_length",))
        and is_on(subject.base_tree, "gzip")
        and size
        and least
    ):
        text = f"gzip_min_length {least} instead of {before} makes no difference to a body of {size} bytes"
        if (size >= least) == (size >= before):
            yield Hit(text, "nginx.gzip_min_length", taken_back(subject, ("nginx.gzip_min_length",)))


def _answers_pages(subject: Subject) -> bool:
    """Whether every answer is one of the testbed's own pages, with the type that they have by default."""
    is_known = answers_itself(subject) and not subject.workload.site
    is_typed = any(any(every(subject.tree, name)) for name in ("default_type", "types"))
    return is_known and not is_typed and is_static(subject.knobs)


RULE = Rule(
    code="gzip_conditions",
    severity="hint",
    text="`gzip_proxied` is about requests with a `Via` header, `gzip_disable` about certain browsers, "
    "`gzip_min_length` about short bodies, `gzip_types` about types beside text/html: a load of equal "
    "requests meets such a condition always or never.",
    example="nginx.gzip_proxied: not set",
    source="nginx documentation of ngx_http_gzip_module (gzip_proxied: determined by the Via header)",
    find=find,
)
