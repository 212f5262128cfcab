"""Rules on TLS: protocols, sessions, keys and records."""

import re
from collections.abc import Iterator

from agents.catalog.knobs import find_knob
from agents.catalog.tools import TOOLS
from backend.advice.nginx import every, names_with, number_of, words
from backend.advice.predicates import answer_bytes, keeps_connections, speaks_tls
from backend.advice.rule import Hit, Instead, Subject, rule
from backend.advice.settings import (
    changed_directives,
    changed_knobs,
    chosen_directives,
    in_words,
    knob_of,
    taken_back,
    verb,
)

RESUMED = ("ssl_session_cache", "ssl_session_timeout", "ssl_session_tickets")
HANDSHAKE = (*RESUMED, "ssl_ecdh_curve", "ssl_early_data", "ssl_verify_depth")


@rule(
    severity="hint",
    text="Keys, curves, session caches and tickets act when a connection is opened. Load tools keep "
    "connections unless told otherwise; of those that open new ones, not all resume a session.",
    example="workloads: [{keepalive: false}]",
    source="nginx documentation of ngx_http_ssl_module; sessions that the tools reuse, as "
    "$ssl_session_reused shows them; OpenSSL source, ssl_sess.c (ssl_get_prev_session: a ticket before the "
    "cache)",
)
def handshake_only(subject: Subject) -> Iterator[Hit]:
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
        keepalive = subject.workload.keepalive
        instead = Instead(workload={"keepalive": False}) if keepalive else taken_back(subject, [knob])
        yield Hit(text, knob, instead)
    elif changed_directives(subject, ("ssl_session_cache",)) and _gives_tickets(subject):
        text = (
            "ssl_session_cache makes no difference to resumed sessions: clients bring their session in a "
            "ticket, which nginx prefers (ssl_session_tickets, on by default)"
        )
        yield Hit(text, "nginx.ssl_session_cache", Instead({"nginx.ssl_session_tickets": False}))


def _gives_tickets(subject: Subject) -> bool:
    return words(subject.tree, "ssl_session_tickets") != ("off",)


PROTOCOLS = "TLSv1.2 TLSv1.3"
CIPHERS = "ECDHE+AESGCM:ECDHE+CHACHA20"
OLD_PROTOCOLS = {"SSLv2", "SSLv3", "TLSv1", "TLSv1.1"}
_DEAR = re.compile(r"^(kEDH|kDHE|EDH|DHE|DH|ADH)(-|$)")
_BROKEN = re.compile(r"(^|-)(RC4|DES|3DES|MD5|EXP|EXPORT|NULL|aNULL|eNULL|LOW)(-|$)|DES-CBC")


@rule(
    severity="warning",
    text="SSLv3, TLS 1.0 and TLS 1.1 are no longer allowed, RC4, DES and MD5 are broken, and key "
    "exchange by DHE (kEDH) costs the server several times what ECDHE costs.",
    example="nginx.ssl_ciphers: ECDHE+AESGCM:ECDHE+CHACHA20",
    source="RFC 7465, RFC 7568, RFC 8996; the guide of settings (leave kEDH out)",
)
def obsolete_tls(subject: Subject) -> Iterator[Hit]:
    for args, _ in every(subject.tree, "ssl_protocols"):
        old = [word for word in args if word in OLD_PROTOCOLS]
        if old:
            text = f"{' and '.join(old)} {'is' if len(old) == 1 else 'are'} obsolete; modern clients refuse"
            new = " ".join(word for word in args if word not in OLD_PROTOCOLS) or PROTOCOLS
            yield Hit(text, "nginx.ssl_protocols", Instead({"nginx.ssl_protocols": new}))
    for args, _ in every(subject.tree, "ssl_ciphers"):
        # A word behind ! or - takes ciphers away; + only moves them.
        words = [word for word in re.split(r"[:, ]+", " ".join(args)) if word and word[0] not in "!-+"]
        instead = Instead({"nginx.ssl_ciphers": _clean(" ".join(args))})
        if dear := _matching(words, _DEAR):
            text = (
                f"{dear}: key exchange by DHE is what makes a handshake expensive for the server; use ECDHE"
            )
            yield Hit(text, "nginx.ssl_ciphers", instead)
        if broken_ciphers := _matching(words, _BROKEN):
            yield Hit(f"{broken_ciphers}: broken; leave it out", "nginx.ssl_ciphers", instead)


def _clean(text: str) -> str:
    """The list without what is dear or broken; a good one where nothing is left."""
    parts = [part for part in re.split(r"[:, ]+", text) if part]
    ciphers = [part for part in parts if part[0] in "!-+" or not _is_bad(part)]
    return ":".join(ciphers) if any(part[0] not in "!-+" for part in ciphers) else CIPHERS


def _is_bad(word: str) -> bool:
    return bool(_matching([word], _DEAR) or _matching([word], _BROKEN))


def _matching(words: list[str], pattern: re.Pattern[str]) -> str:
    return ", ".join(word for word in words if any(pattern.search(part) for part in word.split("+")))


KEY = "tls.key"


@rule(
    severity="hint",
    text="The kind of key costs on full handshakes. Load tools that open a connection for each request may "
    "resume their sessions, which needs no key.",
    example="nginx.ssl_session_tickets: off",
    source="$ssl_session_reused of the connections of a trial: 195 of 203; RFC 8446, section 2.2",
)
def sessions_resumed(subject: Subject) -> Iterator[Hit]:
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


DEFAULT_BUFFER = 16 * 1024
HEADER_BYTES = 300  # bytes of an answer's head, about


@rule(
    severity="warning",
    text="`ssl_buffer_size` is the size in which nginx hands an answer to TLS, 16k by default: smaller ones "
    "send the first bytes of a large answer earlier. An answer that fits into one is one record either way.",
    example="origin.body_bytes: 131072",
    source="nginx documentation of ssl_buffer_size",
)
def ssl_buffer_beyond_answers(subject: Subject) -> Iterator[Hit]:
    size = number_of(subject.tree, "ssl_buffer_size")
    body = answer_bytes(subject)
    if size is None or body is None or not speaks_tls(subject):
        return
    if not chosen_directives(subject, ("ssl_buffer_size",)):
        return
    before = number_of(subject.base_tree, "ssl_buffer_size") or DEFAULT_BUFFER
    if body + HEADER_BYTES <= min(size, DEFAULT_BUFFER if subject.is_alone else before):
        text = f"ssl_buffer_size does nothing: an answer of {body} bytes fits into one buffer either way"
        yield Hit(text, "ssl_buffer_size", Instead({"origin.body_bytes": 8 * DEFAULT_BUFFER}))


@rule(
    severity="warning",
    text="Protocols, ciphers, keys and sessions matter only to a server that listens with TLS.",
    example="tls.on: on",
    source="nginx documentation of ngx_http_ssl_module",
)
def tls_knobs_without_tls(subject: Subject) -> Iterator[Hit]:
    if not subject.tree or speaks_tls(subject):
        return
    names = [n for n in subject.knobs if n != "tls.on" and (k := find_knob(n)) and k.family == "tls"]
    present = names_with(subject.tree, "ssl_")
    names = names or chosen_directives(subject, sorted(present))
    if names:
        yield Hit(
            f"{names[0]} does nothing: the server speaks plain HTTP", names[0], Instead({"tls.on": True})
        )
