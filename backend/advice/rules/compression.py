"""Rules on compressed answers."""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS
from agents.render.answer import is_static
from backend.advice.nginx import every, is_on, names_with, number_of, words
from backend.advice.predicates import answer_bytes, answers_itself, is_switched_on
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.rules.plan import with_default_tool
from backend.advice.settings import changed_directives, chosen_directives, in_words, knob_of, taken_back, verb

WITH_STATIC = ("gzip_static", "gzip_http_version", "gzip_proxied", "gzip_disable", "gzip_vary")


@rule(
    severity="warning",
    text="Levels, types and sizes are settings of `gzip on` or `brotli on`, which are off by default.",
    example="nginx.gzip: on",
    source="nginx documentation of ngx_http_gzip_module; documentation of ngx_brotli",
)
def compression_off(subject: Subject) -> Iterator[Hit]:
    for switch in ("gzip", "brotli"):
        if not is_on(subject.tree, switch):
            yield from _off(subject, switch)


def _off(subject: Subject, switch: str) -> Iterator[Hit]:
    prefix = f"{switch}_"
    present = names_with(subject.tree, prefix)
    present.discard(f"{switch}_static")
    if is_switched_on(subject, "gzip_static"):
        present -= set(WITH_STATIC)
    names = chosen_directives(subject, sorted(present))
    if names:
        knob = knob_of(names[0])
        text = f"{in_words(names)} {verb(names, 'does', 'do')} nothing: {switch} is off"
        yield Hit(text, knob, Instead({f"nginx.{switch}": True}) if switch == "gzip" else None)


@rule(
    severity="hint",
    text="`gzip_proxied` is about requests with a `Via` header, `gzip_disable` about certain browsers, "
    "`gzip_min_length` about short bodies, `gzip_types` about types beside text/html: a load of equal "
    "requests meets such a condition always or never.",
    example="nginx.gzip_proxied: not set",
    source="nginx documentation of ngx_http_gzip_module (gzip_proxied: determined by the Via header)",
)
def gzip_conditions(subject: Subject) -> Iterator[Hit]:
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
    size, least = answer_bytes(subject), number_of(subject.tree, "gzip_min_length")
    before = number_of(subject.base_tree, "gzip_min_length") or 20
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
    """Whether every answer is one of the testbed's own pages, and text/html."""
    is_known = answers_itself(subject) and not subject.workload.site
    is_html = any("html" in names for names, _ in every(subject.tree, "text/html"))
    return is_known and is_static(subject.knobs) and (is_html or not any(every(subject.tree, "types")))


ACCEPT = "Accept-Encoding"
DEFAULT_MIN = 20
PLAIN = "text/plain"
A_PAGE = 35_312  # bytes; that of a write-up


@rule(
    severity="warning",
    text="nginx compresses only for clients that accept it, only bodies of `gzip_min_length` and more, and "
    "by default only text/html and HTTP/1.1. Load tools do not ask for it by default.",
    example="workloads: [{headers: {Accept-Encoding: gzip}}] with origin.body_bytes: 35312",
    source="nginx documentation of ngx_http_gzip_module",
)
def gzip_idle(subject: Subject) -> Iterator[Hit]:
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
    least = number_of(subject.tree, "gzip_min_length")
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
    is_proxied = subject.topology == "proxied"
    return is_text and (is_proxied or not any(every(subject.tree, "default_type")))


HIGH = 5


@rule(
    severity="hint",
    text="Above level 5 each step of compression costs much CPU and saves little. Under a load test the "
    "proxy's CPU is usually the limit.",
    example="nginx.gzip_comp_level: 2",
    source="zlib manual (levels); the guide of settings, which takes level 2",
)
def gzip_level(subject: Subject) -> Iterator[Hit]:
    level = number_of(subject.tree, "gzip_comp_level")
    if is_on(subject.tree, "gzip") and level and level > HIGH:
        text = (
            f"gzip_comp_level {level} costs much more CPU than {HIGH} for a few bytes less; a proxy at "
            "its CPU's limit answers fewer requests"
        )
        yield Hit(text, "nginx.gzip_comp_level", Instead({"nginx.gzip_comp_level": HIGH}))


@rule(
    severity="warning",
    text="The pages that `site` makes have the sizes of a log's answers, which were compressed before, and "
    "pseudo-random content. To measure compression, take a backend of your own (`origin.address`).",
    example="origin.address: 10.0.0.9:80",
    source="the pages that the agent makes",
)
def gzip_of_site(subject: Subject) -> Iterator[Hit]:
    if subject.workload.site and answers_itself(subject) and is_on(subject.tree, "gzip"):
        yield Hit(
            "gzip costs CPU and saves no bytes: the pages of site are pseudo-random",
            "nginx.gzip",
            Instead({"nginx.gzip": None}),
        )
