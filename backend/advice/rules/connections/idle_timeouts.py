"""Limits for slow or idle clients, which a load tool is not."""

from collections.abc import Iterator

from backend.advice.nginx import every, number
from backend.advice.predicates import keeps_connections
from backend.advice.rule import Hit, Rule, Subject
from backend.advice.settings import (
    changed_directives,
    changed_parameters,
    in_words,
    knob_of,
    taken_back,
    verb,
)
from backend.definition.units import seconds_of

NAMES = (
    "keepalive_timeout",
    "client_header_timeout",
    "client_body_timeout",
    "send_timeout",
    "reset_timedout_connection",
    "lingering_close",
    "lingering_time",
    "lingering_timeout",
    "keepalive_min_timeout",
    "proxy_connect_timeout",
    "proxy_send_timeout",
    "proxy_read_timeout",
    "proxy_next_upstream_timeout",
    "proxy_socket_keepalive",
    "proxy_ignore_client_abort",
    "worker_shutdown_timeout",
)
SHORT_S = 5
"""A timeout of less may end what a load under stress does."""


def find(subject: Subject) -> Iterator[Hit]:
    names = [name for name in changed_directives(subject, NAMES) if not _may_act(subject, name)]
    names += changed_parameters(subject, ("so_keepalive",))
    if names:
        text = (
            f"{in_words(names)} {verb(names, 'acts', 'act')} on clients and backends that are slow or idle; "
            f"{subject.workload.tool} sends its next request as soon as it has the answer"
        )
        knobs = [knob_of(name) for name in names]
        yield Hit(text, knobs[0], taken_back(subject, knobs))


def _may_act(subject: Subject, name: str) -> bool:
    """A short time that something here may take: the backend's delay, a full queue, a slow tool."""
    if name.startswith("lingering_") and keeps_connections(subject):
        return False  # nginx lingers only where it closes
    if name == "keepalive_timeout" and not subject.workload.keepalive:
        return True  # said elsewhere
    if name == "keepalive_timeout" and subject.workload.hold:
        return True  # held connections are idle
    delay = seconds_of(subject.knobs.get("origin.delay", 0))
    for args, _ in every(subject.tree, name):
        seconds = _seconds(args[0]) if args else None
        if seconds is not None and name.endswith(("timeout", "time")) and seconds < max(SHORT_S, 2 * delay):
            return True
    return False


def _seconds(text: str) -> float | None:
    if text.endswith("ms"):
        value = number(text[:-2])
        return None if value is None else value / 1000
    factor = {"s": 1, "m": 60, "h": 3600, "d": 86_400}.get(text[-1:], 0)
    value = number(text[:-1] if factor else text)
    return None if value is None else value * (factor or 1)


RULE = Rule(
    code="idle_timeouts",
    severity="hint",
    text="Timeouts end connections of clients or backends that stay silent. In a test that never pauses none "
    "of them runs out, so a longer or shorter one changes nothing.",
    example="nginx.send_timeout: not set",
    source="nginx documentation of keepalive_timeout, send_timeout, client_body_timeout and "
    "reset_timedout_connection; Linux manual page tcp(7) (keep-alive probes after two hours)",
    find=find,
)
