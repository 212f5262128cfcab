"""HTTP/2 towards a load that speaks HTTP/1."""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS
from backend.advice.nginx import every, is_on, names_with
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import chosen_directives, in_words, verb


def find(subject: Subject) -> Iterator[Hit]:
    listens = [args for args, _ in every(subject.tree, "listen") if "http2" in args]
    tool = TOOLS[subject.workload.tool]
    present = names_with(subject.tree, "http2_")
    names = chosen_directives(subject, sorted(present))
    if listens and not any("ssl" in args for args in listens) and _is_before_detection(subject):
        text = (
            f"before nginx 1.25.1 a plain `listen … http2` understands HTTP/2 alone; {tool.name} speaks "
            f"{tool.http}"
        )
        yield Hit(text, "listen")
    elif is_on(subject.tree, "http2") or listens:
        if chosen_directives(subject, ("http2",)) or listens or names:
            yield Hit(
                f"http2 does nothing: {tool.name} speaks {tool.http}", "http2" if not listens else "listen"
            )
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
    text="No load tool here speaks HTTP/2, so nothing that concerns it is measured. Before nginx 1.25.1 a "
    "port without TLS that has `http2` does not even answer HTTP/1.1.",
    example="leave http2 out",
    source="nginx documentation of ngx_http_v2_module; manual pages of the load tools",
    find=find,
)
