"""Knobs that cannot be set together, because one replaces the other. Pure."""

from collections.abc import Iterator, Mapping

from agents.catalog.knobs import Value, knob_named
from agents.catalog.roles import Topology
from backend.definition.issues import Issue
from backend.definition.variants import ResolvedVariant

WHOLE, EXTERNAL = "nginx.conf", "origin.address"
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
    return None


def _is_rendered(name: str, knobs: Mapping[str, Value]) -> bool:
    if name == "nginx.access_log":  # says where logs/ lies, on disk or in memory
        return knobs[name] == "off"
    return name != "tls.key" and knob_named(name).family in _RENDERED


def _is_of_backend(name: str) -> bool:
    return knob_named(name).role == "backend"
