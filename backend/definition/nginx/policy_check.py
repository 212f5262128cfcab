"""Your own nginx config, checked before a launch by the policy that each agent also enforces."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from agents import policy
from agents.render import default_backends, own_upstreams, raw_texts, setups
from backend.definition.issues import Issue
from backend.definition.variants import ResolvedVariant

_INSIDE: dict[str, policy.Inside] = {
    "nginx.conf": "main",
    "nginx.http_extra": "http",
    "nginx.server_extra": "server",
    "nginx.location_extra": "location",
}


def find_refusals(variant: ResolvedVariant) -> Iterator[Issue]:
    """Everything that no agent would run, at the knob that contains it."""
    backends = default_backends(variant.knobs) if variant.topology == "proxied" else ()
    texts = raw_texts(variant.knobs, variant.topology)
    upstream_names = own_upstreams(variant.knobs, variant.topology)
    beside = ("proxy_pass",) if backends else ()
    refusals = _refusals(tuple(texts.items()), backends, upstream_names, beside)
    for name, refusal in refusals or _together(variant, texts, backends):
        yield (variant.places[name], f"{name}, {refusal}")


def _together(
    variant: ResolvedVariant, texts: Mapping[str, str], backends: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Refuse what no text shows alone: one address with TLS and without, zones too large in sum …"""
    name = next((name for name in texts if name != "nginx.conf"), None)
    if name:
        conf = setups(variant.knobs, variant.topology)["proxy"].conf
        for refusal in _refusals_of_whole(conf, tuple(backends)):
            yield (name, f"in the rendered nginx.conf {refusal}")


@lru_cache(maxsize=512)  # a grid has the same text in many cells
def _refusals(
    texts: tuple[tuple[str, str], ...],
    backends: tuple[str, ...],
    upstream_names: tuple[str, ...],
    beside: tuple[str, ...],
) -> tuple[tuple[str, str], ...]:
    may_reach = policy.may_reach_only(backends)
    upstreams = policy.upstreams_in(dict(texts).get("nginx.http_extra", "")).union(upstream_names)
    return tuple(
        (name, str(refusal))
        for name, text in texts
        for refusal in policy.check(
            text, may_reach, _INSIDE[name], upstreams, beside if name == "nginx.location_extra" else ()
        )[1]
    )


@lru_cache(maxsize=512)
def _refusals_of_whole(conf: str, backends: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(str, policy.check(conf, policy.may_reach_only(backends))[1]))
