"""Your own nginx config, checked before a launch by the policy that each agent also enforces."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from agents import policy
from agents.render import default_backends, own_upstreams, raw_texts, setups
from backend.experiments.definition.issues import Issue
from backend.experiments.definition.variants import ResolvedVariant

_INSIDE: dict[str, policy.Inside] = {
    "nginx.conf": "main",
    "nginx.http_extra": "http",
    "nginx.server_extra": "server",
    "nginx.location_extra": "location",
}


def refused(variant: ResolvedVariant) -> Iterator[Issue]:
    """Everything that no agent would run, at the knob that contains it."""
    backends = default_backends(variant.knobs) if variant.topology == "proxied" else ()
    texts = raw_texts(variant.knobs, variant.topology)
    ours = own_upstreams(variant.knobs, variant.topology)
    found = _refusals(tuple(texts.items()), backends, ours)
    for name, said in found or _together(variant, texts, backends):
        yield (variant.places[name], f"{name}, {said}")


def _together(
    variant: ResolvedVariant, texts: Mapping[str, str], backends: Collection[str]
) -> Iterator[tuple[str, str]]:
    """One address, with TLS or without, is all that separate texts can disagree about."""
    name = next((name for name, text in texts.items() if "listen" in text), None)
    if name:
        conf = setups(variant.knobs, variant.topology)["proxy"].conf
        for refusal in policy.check(conf, policy.may_reach_only(backends))[1]:
            yield (name, f"in the rendered nginx.conf {refusal}")


@lru_cache(maxsize=512)  # a grid has the same text in many cells
def _refusals(
    texts: tuple[tuple[str, str], ...], backends: tuple[str, ...], ours: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    may_reach = policy.may_reach_only(backends)
    upstreams = policy.upstreams_in(text for _, text in texts).union(ours)
    return tuple(
        (name, str(refusal))
        for name, text in texts
        for refusal in policy.check(text, may_reach, _INSIDE[name], upstreams)[1]
    )
