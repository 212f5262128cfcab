"""The server and location of an nginx.conf that take a request. Pure."""

import re
from collections.abc import Iterator

from backend.advice.nginx import Directive, Tree

Route = tuple[Directive, ...]
"""The blocks that a request passes: http, server, location, nested locations."""

_ELSEWHERE = {"rewrite", "error_page", "try_files", "auth_request", "mirror", "add_before_body"}
_ANSWERS = {"proxy_pass", "return", "empty_gif", "stub_status"}

MAX_PATH, MAX_REPEATS = 200, 2
_REPEATS = re.compile(r"[*+?{]")
_NESTED = re.compile(r"\)[*+?{]|\(\?|\\[1-9]")


def route_of(tree: Tree, path: str, host: str | None = None) -> Route:
    """The blocks for a path, as nginx finds them; empty where there is no server or a pattern is unusual."""
    http = next((d for d in tree if d["directive"] == "http"), None)
    servers = [d for d in _inside(http) if d["directive"] == "server"] if http else []
    if http is None or not servers:
        return ()
    server = next((s for s in servers if host and host in _names(s)), None) or next(
        (s for s in servers if _is_default(s)), servers[0]
    )
    try:
        return (http, server, *_locations(server, path.partition("?")[0]))
    except re.error:
        return ()


def stays_there(route: Route, path: str) -> bool:
    """Whether nothing can send the request on to another location, such as an index file."""
    if not route or any(d["directive"] in _ELSEWHERE for block in route for d in _inside(block)):
        return False
    answers = any(d["directive"] in _ANSWERS for d in _inside(route[-1]))
    return answers or not path.partition("?")[0].endswith("/")


def effective(route: Route, name: str) -> list[tuple[str, ...]]:
    """Arguments of the directives of this name that hold for the request: those of the innermost block."""
    for block in reversed(route):
        args_of = [tuple(d["args"]) for d in _inside(block) if d["directive"] == name]
        if args_of:
            return args_of
    return []


def returns_at_once(route: Route) -> bool:
    """Whether a `return` without a condition answers the request, in its server or its location."""
    return server_returns(route) or _returns(route[-1:])


def server_returns(route: Route) -> bool:
    """Whether a `return` of its server answers the request, before nginx looks for a location."""
    return _returns(route[1:2])


def returns_of(route: Route) -> list[tuple[str, ...]]:
    """Arguments of each unconditional `return`, in the order of nginx: the first one answers."""
    return [
        tuple(d["args"])
        for block in dict.fromkeys((1, len(route) - 1))
        for d in (_inside(route[block]) if route else ())
        if d["directive"] == "return"
    ]


def _returns(blocks: Route) -> bool:
    return any(d["directive"] == "return" for block in blocks for d in _inside(block))


def off_route(tree: Tree, route: Route) -> Iterator[tuple[Directive, Directive]]:
    """Location and directive of everything in locations that the request does not pass."""
    on_route = {id(block) for block in route}
    for block in _inside(route[1]) if len(route) > 1 else ():
        if block["directive"] == "location" and id(block) not in on_route:
            for directive in _all(block):
                yield block, directive


def _locations(block: Directive, path: str) -> Route:
    """The chain of locations: exact, else the longest prefix unless a regular expression fits."""
    locations = [d for d in _inside(block) if d["directive"] == "location" and d["args"]]
    longest: Directive | None = None
    for d in locations:
        kind, pattern = _pattern(d)
        if kind == "=" and pattern == path:
            return (d,)
        fits = kind in ("", "^~") and not pattern.startswith("@") and path.startswith(pattern)
        if fits and (longest is None or len(pattern) > len(_pattern(longest)[1])):
            longest = d
    if longest is not None:
        inner_locations = _locations(longest, path)
        if inner_locations or _pattern(longest)[0] == "^~":
            return (longest, *inner_locations)
    for d in locations:
        kind, pattern = _pattern(d)
        if kind in ("~", "~*") and _fits(pattern, path, kind):
            return (d, *_locations(d, path))
    return (longest,) if longest is not None else ()


def _fits(pattern: str, path: str, kind: str) -> bool:
    """Whether a plain regular expression fits; re.error for one that could take long."""
    if len(path) > MAX_PATH or len(_REPEATS.findall(pattern)) > MAX_REPEATS or _NESTED.search(pattern):
        raise re.error("not plain")
    return bool(re.search(pattern, path, re.IGNORECASE if kind == "~*" else 0))


def _pattern(location: Directive) -> tuple[str, str]:
    args = location["args"]
    return (args[0], args[1]) if len(args) > 1 else ("", args[0])


def _is_default(server: Directive) -> bool:
    return any(d["directive"] == "listen" and "default_server" in d["args"] for d in _inside(server))


def _names(server: Directive) -> list[str]:
    return [name for d in _inside(server) if d["directive"] == "server_name" for name in d["args"]]


def _inside(block: Directive) -> Tree:
    return block.get("block") or ()


def _all(block: Directive) -> Iterator[Directive]:
    for directive in _inside(block):
        yield directive
        yield from _all(directive)
