"""HTTP/2 towards a load that speaks HTTP/1."""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS, any_of
from backend.advice.nginx import every, is_on, names_with
from backend.advice.predicates import asks_for_http2, speaks_http2
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives, in_words, verb

_WITH_HTTP2 = {name: tool for name, tool in TOOLS.items() if "h2" in tool.protocols}


def find(subject: Subject) -> Iterator[Hit]:
    listens = [args for args, _ in every(subject.tree, "listen") if "http2" in args]
    knob = "listen.http2" if "listen.http2" in subject.knobs else "listen"
    tool = TOOLS[subject.workload.tool]
    present = names_with(subject.tree, "http2_")
    names = chosen_directives(subject, sorted(present))
    if asks_for_http2(subject):
        if names and not speaks_http2(subject):
            yield Hit(f"{in_words(names)} {verb(names, 'does', 'do')} nothing: http2 is off", names[0])
        return
    speaks = "HTTP/1.1 here" if tool.protocols else tool.http
    if listens and not any("ssl" in args for args in listens) and _is_before_detection(subject):
        text = (
            f"before nginx 1.25.1 a plain `listen … http2` understands HTTP/2 alone; {tool.name} speaks "
            f"{speaks}"
        )
        yield Hit(text, knob)
    elif tool.protocols and (is_on(subject.tree, "http2") or listens):
        return  # one tool on both protocols: HTTP/1.1 is asked for to compare with
    elif is_on(subject.tree, "http2") or listens:
        if chosen_directives(subject, ("http2",)) or listens or names:
            yield Hit(f"http2 does nothing: {tool.name} speaks {speaks}", "http2" if not listens else knob)
    elif names:
        yield Hit(f"{in_words(names)} {verb(names, 'does', 'do')} nothing: http2 is off", names[0])


def _is_before_detection(subject: Subject) -> bool:
    facts = subject.facts.get("proxy")
    base = facts.nginx.base if facts and facts.nginx else ""
    parts = [int(part) for part in base.split(".") if part.isdecimal()]
    return bool(parts) and parts < [1, 25, 1]


RULE = Rule(
    code="http2_unused",
    severity="warning",
    text="Over HTTP/1.1 nothing that concerns HTTP/2 is measured; of the load tools only "
    f"{any_of(_WITH_HTTP2)} asks over HTTP/2. Before nginx 1.25.1 a port without TLS that has `http2` does "
    "not even answer HTTP/1.1.",
    example=f"workloads: [{{tool: {any_of(_WITH_HTTP2)}, protocol: h2}}]",
    source="nginx documentation of ngx_http_v2_module; manual pages of the load tools",
    find=find,
)
