"""A key that is compared under a load that resumes its sessions."""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS
from backend.advice.nginx import words
from backend.advice.predicates import keeps_connections, speaks_tls
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import changed_knobs

KEY = "tls.key"


def find(subject: Subject) -> Iterator[Hit]:
    tool, connections = subject.workload.tool, subject.workload.connections
    if not changed_knobs(subject, (KEY,)) or not speaks_tls(subject) or keeps_connections(subject):
        return
    if TOOLS[tool].resumes_tls and _keeps_sessions(subject):
        text = (
            f"{tool} uses the key on the first handshake of each of its {connections} connections and "
            "resumes that session afterwards; with ssl_session_tickets off for all variants every handshake "
            "is full"
        )
        yield Hit(text, KEY)


def _keeps_sessions(subject: Subject) -> bool:
    cache = words(subject.tree, "ssl_session_cache") or ("none",)
    return words(subject.tree, "ssl_session_tickets") != ("off",) or cache[0] not in ("none", "off")


RULE = Rule(
    code="sessions_resumed",
    severity="hint",
    text="The kind of key costs on full handshakes. Load tools that open a connection for each request may "
    "resume their sessions, which needs no key.",
    example="nginx.ssl_session_tickets: off",
    source="$ssl_session_reused of the connections of a trial: 195 of 203; RFC 8446, section 2.2",
    find=find,
)
