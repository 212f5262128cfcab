"""Knobs that cannot be set together, because one replaces the other. Pure."""

import math
from collections.abc import Iterator, Mapping

from agents.catalog.knobs import Value, knob_named
from agents.catalog.roles import Topology
from agents.catalog.rules.kinds import size_of
from backend.definition.issues import Issue
from backend.definition.variants import ResolvedVariant

WHOLE, EXTERNAL = "nginx.conf", "origin.address"
_FIRST_BUFFER, _BUFFERS = "nginx.proxy_buffer_size", "nginx.proxy_buffers"
_DECIDES_BUFFERS = ("proxy_busy_buffers_size", "proxy_buffers", "proxy_buffer_size")
_RENDERED = ("main", "listen", "http", "upstream", "tls", "raw")


def conflicts(variant: ResolvedVariant) -> Iterator[Issue]:
    """Find what would silently have no effect in a run, or what nginx is certain to refuse."""
    knobs = variant.knobs
    for name, place in variant.places.items():
        if reason := _reason(name, knobs, variant.topology):
            yield (place, f"{name}: {reason}")


def _reason(name: str, knobs: Mapping[str, Value], topology: Topology) -> str | None:
    if WHOLE in knobs and name != WHOLE and _is_rendered(name, knobs):
        return f"{WHOLE} replaces the rendered config; set it there, or reset this knob with null"
    if EXTERNAL in knobs and name != EXTERNAL and topology != "proxy_only" and _is_of_backend(name):
        return f"{EXTERNAL} names your own servers, so no backend is started; reset this knob with null"
    if name == EXTERNAL and topology == "direct" and " " in str(knobs[name]):
        return "in the topology direct, load goes to one address; this names several"
    if name == "nginx.access_log_flush" and "nginx.access_log_buffer" not in knobs:
        return "needs nginx.access_log_buffer: without a buffer each line is written at once"
    if name == _FIRST_BUFFER or (name == _BUFFERS and _FIRST_BUFFER not in knobs):
        return _reason_of_buffers(knobs)
    return None


def _reason_of_buffers(knobs: Mapping[str, Value]) -> str | None:
    """Reason for which nginx refuses `proxy_buffers` beside the buffer of the first part.

    By default it keeps two of the larger buffers busy, and all buffers but one must hold as much.
    A raw text that sets one of the three decides for itself.
    Source: ngx_http_proxy_merge_loc_conf; nginx 1.22.1 tried with eleven pairs.
    """
    if any(directive in str(value) for value in knobs.values() for directive in _DECIDES_BUFFERS):
        return None
    number, size_text = str(knobs.get(_BUFFERS, knob_named(_BUFFERS).default)).split()
    size = size_of(size_text) or 1
    busy = 2 * max(int(knobs.get(_FIRST_BUFFER, 0)), size)
    if busy <= (int(number) - 1) * size:
        return None
    minimum = math.ceil(busy / size) + 1
    beside = f" as {_BUFFERS} beside it" if _FIRST_BUFFER in knobs else ""
    return f"nginx refuses {number} {size_text}{beside}; set {minimum} {size_text} or more"


def _is_rendered(name: str, knobs: Mapping[str, Value]) -> bool:
    if name == "nginx.access_log":  # says where logs/ lies, on disk or in memory
        return knobs[name] == "off"
    return name != "tls.key" and knob_named(name).family in _RENDERED


def _is_of_backend(name: str) -> bool:
    return knob_named(name).role == "backend"
