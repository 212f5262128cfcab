"""Settings of TLS handshakes under a load that makes few, or none that they could shorten."""

from collections.abc import Iterator

from agents.catalog.tools import TOOLS
from backend.advice.nginx import words
from backend.advice.predicates import keeps_connections, speaks_tls
from backend.advice.rule import Hit, Instead, Rule, Subject
from backend.advice.settings import changed_directives, changed_knobs, in_words, knob_of, verb

RESUMED = ("ssl_session_cache", "ssl_session_timeout", "ssl_session_tickets")
HANDSHAKE = (*RESUMED, "ssl_ecdh_curve", "ssl_early_data", "ssl_verify_depth")


def find(subject: Subject) -> Iterator[Hit]:
    if not speaks_tls(subject):
        return
    tool = subject.workload.tool
    if keeps_connections(subject):
        names = changed_directives(subject, HANDSHAKE) + changed_knobs(subject, ("tls.key",))
        text = f"handshakes: this load makes {subject.workload.connections} of them and keeps its connections"
    elif not TOOLS[tool].resumes_tls:
        names = changed_directives(subject, RESUMED)
        text = f"clients that come back with their session; {tool} makes a full handshake on each connection"
    else:
        names = changed_directives(subject, ("ssl_early_data",))
        text = f"clients that send early data, which {tool} does not"
    if names:
        text = f"{in_words(names)} {verb(names, 'acts', 'act')} on {text}"
        knob = names[0] if names[0].startswith("tls.") else knob_of(names[0])
        yield Hit(text, knob, Instead(workload={"keepalive": False}) if subject.workload.keepalive else None)
    elif changed_directives(subject, ("ssl_session_cache",)) and _gives_tickets(subject):
        text = (
            "ssl_session_cache makes no difference to resumed sessions: clients bring their session in a "
            "ticket, which nginx prefers (ssl_session_tickets, on by default)"
        )
        yield Hit(text, "nginx.ssl_session_cache", Instead({"nginx.ssl_session_tickets": False}))


def _gives_tickets(subject: Subject) -> bool:
    return words(subject.tree, "ssl_session_tickets") != ("off",)


RULE = Rule(
    code="handshake_only",
    severity="hint",
    text="Keys, curves, session caches and tickets act when a connection is opened. Load tools keep "
    "connections unless told otherwise; of those that open new ones, not all resume a session.",
    example="workloads: [{keepalive: false}]",
    source="nginx documentation of ngx_http_ssl_module; sessions that the tools reuse, as "
    "$ssl_session_reused shows them; OpenSSL source, ssl_sess.c (ssl_get_prev_session: a ticket before the "
    "cache)",
    find=find,
)
