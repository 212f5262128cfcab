"""Settings that cannot act, by the rules of advice: these also stand on the run. Pure."""

import re
from collections.abc import Iterator, Sequence

from backend.acted.settings import word_of
from backend.advice.rule import Hit, Subject
from backend.advice.rules import RULES

ON_NEW_CONNECTIONS = frozenset({"new_connections_only", "handshake_only", "idle_timeouts"})
"""Rules that count on connections that are kept."""
CANNOT_ACT = ON_NEW_CONNECTIONS | {
    "cache_stores_nothing",
    "compression_off",
    "fastopen_half",
    "fastopen_without_client",
    "file_settings_off",
    "gzip_conditions",
    "gzip_idle",
    "http2_unused",
    "keepalive_unused",
    "keepalive_without_http11",
    "kernel_idle",
    "listen_http2_old",
    "log_settings_off",
    "needs_another",
    "needs_workers",
    "no_files_served",
    "one_backend",
    "proxy_settings_unused",
    "request_settings_unused",
    "return_first",
    "room_not_needed",
    "sendfile_behind_tls",
    "tcp_nopush_without_sendfile",
    "tls_knobs_without_tls",
}
"""Rules whose word is that a setting does nothing under this load; others only warn."""
UNSURE = frozenset({"sysctl.net.ipv4.tcp_congestion_control"})
"""Settings that such a rule speaks of as without use, though they may act."""
_LEAD = re.compile(r"(.*?) (?:does|do) nothing: |(.*?) (?:has|have) no turn: ")


def cannot_act(subject: Subject, settings: Sequence[str], keeps: bool = True) -> dict[str, str]:
    """Setting → reason why it cannot act. `keeps`: counters do not gainsay that connections are kept."""
    reasons: dict[str, str] = {}
    for hit in _hits(subject, keeps):
        for setting in settings:
            if setting not in UNSURE and _is_about(hit, setting):
                reasons.setdefault(setting, reason_of(hit.text))
    return reasons


def reason_of(text: str) -> str:
    """The reason alone, where the text begins with what does nothing."""
    match = _LEAD.match(text)
    return text[match.end() :] if match else text


def _hits(subject: Subject, keeps: bool) -> Iterator[Hit]:
    for rule in RULES:
        if rule.code in CANNOT_ACT and (keeps or rule.code not in ON_NEW_CONNECTIONS):
            yield from rule.find(subject)


def _is_about(hit: Hit, setting: str) -> bool:
    """Whether a hit names the setting: as its knob, or among the words that its text begins with."""
    names = {setting, word_of(setting)}
    return hit.knob in names or bool(names & set(_first_words(hit.text)))


def _first_words(text: str) -> Iterator[str]:
    """`a`, `b` and `c` of `a, b and c do nothing`."""
    tokens = text.split()
    for token, following in zip(tokens, [*tokens[1:], ""], strict=True):
        if token != "and":
            yield token.rstrip(",").removeprefix("nginx.")
            if not token.endswith(",") and following != "and":
                return
