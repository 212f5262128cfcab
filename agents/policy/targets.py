"""Targets of requests: names of the text's own upstream blocks, and addresses that are allowed. Pure."""

import re
from collections.abc import Callable, Collection

from agents.policy.reading import Directive

MayReach = Callable[[str, int], bool]
"""Whether nginx may talk to a host name or address, at a port."""

_ADDRESS = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
_URL = re.compile(r"(https?)://([^/]*)(/.*)?", re.DOTALL)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,99}(?:\.[A-Za-z_][A-Za-z0-9_-]{0,99})*")
_BACKEND = re.compile(r"\$backend(?!\w)")
_HTTP_PORTS = {"http": 80, "https": 443}


def is_upstream_name(word: str) -> bool:
    """Whether a word can name an upstream block and nobody can take it for an address."""
    return bool(_NAME.fullmatch(word))


def names_of(http: list[Directive]) -> set[str]:
    """Names of the upstream blocks directly in http."""
    names = (d["args"][0] for d in http if d["directive"] == "upstream" and "block" in d and d["args"])
    return {name for name in names if is_upstream_name(name)}


def target_fault(url: str, upstreams: Collection[str], may_reach: MayReach) -> str | None:
    """Find what is wrong with a proxy_pass. Variables stand in the path only, never before it."""
    match = _URL.fullmatch(url)
    if not match:
        return f"“{url}” is not an http address"
    scheme, place, _ = match.groups()
    if scheme == "https" and place == "$backend":
        return "the testbed's backends speak plain http; write http://$backend"
    return None if place in upstreams else address_fault(place, _HTTP_PORTS[scheme], may_reach)


def has_path(url: str) -> bool:
    """Whether a proxy_pass puts a path of its own in the place of the location's."""
    match = _URL.fullmatch(url)
    return bool(match and match[3])


def address_fault(place: str, port: int, may_reach: MayReach) -> str | None:
    if place == "$backend":
        return "this topology has no backend, so $backend means nothing here"
    if _BACKEND.search(place):
        return f"“{place}” is more than an address; write $backend alone, it has a port of its own"
    if "$" in place:
        return f"“{place}” is only known at run time; write $backend for the testbed's backends"
    match = _ADDRESS.fullmatch(place)
    if not match:
        return f"“{place}” is not of the form host:port"
    host, port = match[1], int(match[2] or port)
    if may_reach(host, port):
        return None
    return f"“{place}” is not an address that it may talk to; write $backend for the testbed's backends"
