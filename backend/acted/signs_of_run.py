"""Signs of a run's settings: acted, never acted, or not known. Pure."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import BaseModel, Field

from agents.catalog.signs import sign_of
from backend.acted.observed import OF_LOGS, OF_SIZE, Counts, observe
from backend.acted.settings import changed_settings, word_of
from backend.advice.rule import Hit, Subject
from backend.advice.rules import RULES
from backend.presentation.words import few

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


State = Literal["acted", "never_acted", "unknown"]
MAX_SETTINGS = 60
OPENED = 0.01
"""Connections for each request, beyond which a load does not keep its own."""


class SettingSign(BaseModel):
    """Whether a setting that the baseline does not have acted in a run."""

    setting: str = Field(examples=["listen.reuseport"], description="a knob, or a directive of an nginx text")
    state: State
    reason: str = Field("", examples=["one socket listened"], description="empty where nothing is known")

    @property
    def sentence(self) -> str:
        """`reuseport never acted: one socket listened`"""
        return f"{word_of(self.setting)} {self.state.replace('_', ' ')}: {self.reason}"


def signs_of_run(subject: Subject, run: Counts, baseline: Counts) -> list[SettingSign]:
    """One for each setting in which a run differs from its baseline. A counter that moved counts most."""
    settings = changed_settings(subject)[:MAX_SETTINGS]
    opened_share = run.share(run.client_connections)
    reasons = cannot_act(subject, settings, keeps=opened_share is None or opened_share < OPENED)
    return [_sign(setting, reasons.get(setting, ""), subject, run, baseline) for setting in settings]


def _sign(setting: str, reason: str, subject: Subject, run: Counts, baseline: Counts) -> SettingSign:
    observation = observe(setting, subject, run, baseline)
    is_shared = word_of(setting) in OF_SIZE | OF_LOGS  # other settings change sizes and writes as well
    if observation and observation.has_acted and not (reason and is_shared):
        return SettingSign(setting=setting, state="acted", reason=observation.reason)
    if reason or observation:
        final_reason = reason or (observation.reason if observation else "")
        return SettingSign(setting=setting, state="never_acted", reason=final_reason)
    if run.requests and sign_of(setting).read == "start":  # a run that reads back another value fails
        return SettingSign(setting=setting, state="acted", reason="it was read back at the start")
    return SettingSign(setting=setting, state="unknown", reason="")


def never_acted(signs: Sequence[SettingSign]) -> list[SettingSign]:
    return [sign for sign in signs if sign.state == "never_acted"]


def sentence_of(signs: Sequence[SettingSign]) -> str:
    """`reuseport never acted: one socket listened`; of several the names: the run has the reasons."""
    idle = never_acted(signs)
    if len(idle) == 1:
        return idle[0].sentence
    names = list(dict.fromkeys(word_of(sign.setting) for sign in idle))
    return f"{few(names, 3)} never acted" if idle else ""


def is_idle(signs: Sequence[SettingSign]) -> bool:
    """Whether no setting of a run acted."""
    return bool(signs) and all(sign.state == "never_acted" for sign in signs)
