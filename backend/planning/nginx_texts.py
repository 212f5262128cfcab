"""Whether a host's nginx can read a variant's own nginx text, by what `nginx -V` said there. Pure."""

from collections.abc import Iterator, Mapping
from time import thread_time

from agents.catalog.roles import Role
from agents.contract.reports import Facts, NginxFacts
from agents.render import raw_texts
from backend.definition.issues import Issue
from backend.definition.model import Definition
from backend.definition.nginx.needs import ADDED, Need, needs_of
from backend.definition.semantics import MAX_CHECK_S
from backend.definition.server_facts import facts_of_variant
from backend.definition.variants import resolve_variants
from backend.planning.nginx_features import order_of

_EXACT = ("nginx", "openresty")
"""Flavours that have what nginx of their base version has; others take things over earlier."""


def unreadable_lines(definition: Definition, roles: Mapping[Role, Facts]) -> Iterator[Issue]:
    """Every directive of the variants' own texts that the nginx under test does not know, with its line."""
    if "proxy" not in roles:
        return
    ends_at = thread_time() + MAX_CHECK_S
    for variant in resolve_variants(definition):
        nginx = facts_of_variant(variant.knobs, roles)["proxy"].nginx
        if nginx is None:
            continue
        for name, text in raw_texts(variant.knobs, variant.topology).items():
            if thread_time() > ends_at:
                return  # nginx itself says the rest, when it is started
            for line, need in needs_of(text):
                if reason := why_unknown(need, nginx):
                    yield (variant.places[name], f"{name}, line {line}: `{need.subject}` {reason}")


def why_unknown(need: Need, nginx: NginxFacts) -> str | None:
    """Reason why an nginx does not know a directive or a value, as the end of a sentence; None: it does."""
    has = f"the proxy host has {nginx.version or nginx.path}"
    instead = f"; write {need.instead} instead" if need.instead else ""
    if need.flavour and need.flavour != nginx.flavour:
        return f"is a directive of {need.flavour.capitalize()} alone; {has}"
    if need.module in ADDED.values():
        return _why_not_built_in(need.module, nginx, has)
    if need.module and nginx.modules and need.module not in nginx.modules:
        option = f"--with-{need.module}{'' if need.module == 'threads' else '_module'}"
        return f"is not in this nginx, which was built without {option}; {has}"
    if nginx.flavour not in _EXACT or not nginx.base:
        return None
    if need.since and order_of(nginx.base) < order_of(need.since):
        return f"is known to nginx since {need.since}; {has}{instead}"
    if need.until and order_of(nginx.base) >= order_of(need.until):
        return f"is gone since nginx {need.until}; {has}{instead}"
    return None


def _why_not_built_in(module: str, nginx: NginxFacts, has: str) -> str | None:
    """A module of other authors: built in, or refused, as no text may load a dynamic one."""
    if not nginx.arguments:
        return None
    words = nginx.arguments.split()
    if any(word.startswith("--add-module=") and module in word for word in words):
        return None
    if any(word.startswith("--add-dynamic-module=") and module in word for word in words):
        return f"is in a module that has to be loaded, which no text may do; {has}"
    return f"needs an nginx built with --add-module=… of {module}; {has} without it"
