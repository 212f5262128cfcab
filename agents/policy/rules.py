"""What an nginx config may not say, by line and directive; nginx judges the rest (`nginx -t`)."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Literal

from agents.contract.jobs import LISTEN_TOKEN
from agents.policy import tables
from agents.policy.reading import Directive, Refusal, read, walk
from agents.policy.tables import Reason

MayReach = Callable[[str, int], bool]
"""Whether nginx may talk to a host name or address, at a port."""

Inside = Literal["main", "http", "server", "location"]
"""Where a text stands: a whole file, or lines inside a block."""

_ADDRESS = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(?::(\d{1,5}))?")
_URL = re.compile(r"(https?)://([^/?#]*)")
_VARIABLE = re.compile(r"\$\{?(\w+)")
_HTTP_PORTS = {"http": 80, "https": 443}


def check(
    text: str, may_reach: MayReach, inside: Inside = "main", upstreams: Collection[str] = ()
) -> tuple[list[Directive], list[Refusal]]:
    """The directives of a text, and everything in it that will not be run, in its order.

    `upstreams` are names defined elsewhere. A refusal without a directive: the text cannot be read.
    """
    tree, unread = read(text)
    known = {*upstreams, *upstreams_of(tree)}
    found = [
        *(Refusal(d["line"], d["directive"], r) for d in _directives(tree) if (r := _reason(d))),
        *_unreachable(tree, known, may_reach),
        *_listens(tree, inside),
    ]
    programs = [r for r in found if r.reason is Reason.PROGRAMS]
    if unread:  # a program between braces is not nginx syntax: name the program
        return tree, programs or [unread]
    return tree, sorted(found, key=lambda refusal: refusal.line)


def may_reach_only(addresses: Collection[str]) -> MayReach:
    """Only these host:port."""
    return lambda host, port: f"{host}:{port}" in addresses


def upstreams_in(texts: Iterable[str]) -> set[str]:
    """Names of the upstream blocks in texts that stand together."""
    return set().union(*(upstreams_of(read(text)[0]) for text in texts))


def upstreams_of(tree: list[Directive]) -> set[str]:
    return {d["args"][0] for d in walk(tree) if d["directive"] == "upstream" and d["args"]}


def _directives(tree: list[Directive]) -> Iterator[Directive]:
    """All of them; of the lines of a map only an include."""
    for d in tree:
        yield d
        block = d.get("block") or []
        if d["directive"] in tables.MAPS:
            yield from (line for line in block if line["directive"] == "include")
        else:
            yield from _directives(block)


def _reason(d: Directive) -> str | None:
    name, args = d["directive"], d["args"]
    if name in tables.FORBIDDEN:
        return tables.FORBIDDEN[name]
    if "_by_lua" in name:
        return Reason.PROGRAMS
    if name.endswith("_pass") and name != "proxy_pass":
        return Reason.OTHER_SERVERS
    for prefix, reason in tables.PREFIXES.items():
        if name.startswith(prefix):
            return reason
    if name in tables.LARGEST and args and args[0].isdigit() and int(args[0]) > tables.LARGEST[name]:
        return f"{args[0]} is more than {tables.LARGEST[name]}"
    if name == "ssl_conf_command" and (not args or args[0].lower() not in tables.SSL_COMMANDS):
        return Reason.OTHER_FILES
    return _file_reason(name, args)


def _file_reason(name: str, args: list[str]) -> str | None:
    is_path = name in tables.PATHS or name.endswith(tables.PATH_ENDINGS)
    paths = args[:1] if is_path and name not in tables.NOT_PATHS else []
    paths += [word.partition("=")[2] for word in args if word.startswith("state=")]
    for path in paths:
        if reason := _path_reason(path):
            return reason
    if name in tables.TARGETS:
        named = {v for word in args[name == "rewrite" :] for v in _VARIABLE.findall(word)}
        if unsafe := sorted(named - tables.SAFE_VARIABLES):
            return f"which file ${unsafe[0]} leads to is only known at run time"
    if name not in tables.TEXTS | tables.MAPS and any(".." in re.split(r"[/\\]", word) for word in args):
        return "“..” leads out of the instance's own folder"
    return None


def _path_reason(path: str) -> str | None:
    if path in tables.NO_FILE:
        return None
    if "$" in path:
        return f"“{path}” is only known at run time"
    if path.startswith(("/", "~")) or ".." in path.split("/") or ":" in path:
        return f"“{path}” is outside the instance's own folder; write a relative path"
    return None


def _unreachable(tree: list[Directive], upstreams: Collection[str], may_reach: MayReach) -> Iterator[Refusal]:
    for d in _directives(tree):
        name, args = d["directive"], d["args"]
        if name == "proxy_pass" and args and (reason := _target_reason(args[0], upstreams, may_reach)):
            yield Refusal(d["line"], name, reason)
        if name == "upstream":
            servers = [s for s in d.get("block") or [] if s["directive"] == "server" and s["args"]]
            for s in servers:
                if reason := _address_reason(s["args"][0], 80, may_reach):
                    yield Refusal(s["line"], "server", reason)


def _target_reason(url: str, upstreams: Collection[str], may_reach: MayReach) -> str | None:
    match = _URL.match(url)
    if not match:
        return f"“{url}” is not an http address"
    scheme, place = match.groups()
    if place in upstreams or place == LISTEN_TOKEN:
        return None
    return _address_reason(place, _HTTP_PORTS[scheme], may_reach)


def _address_reason(place: str, port: int, may_reach: MayReach) -> str | None:
    if "$backend" in place:
        return "this topology has no backend, so $backend means nothing here"
    if "$" in place:
        return f"“{place}” is only known at run time"
    match = _ADDRESS.fullmatch(place)
    if not match:
        return f"“{place}” is not of the form host:port"
    host, port = match[1], int(match[2] or port)
    if may_reach(host, port):
        return None
    return f"“{place}” is not an address that it may talk to; write $backend for the testbed's backends"


def _inside(tree: list[Directive], name: str) -> list[Directive]:
    return [b for d in tree if d["directive"] == name for b in d.get("block") or []]


def _listens(tree: list[Directive], inside: Inside) -> Iterator[Refusal]:
    """Only the address that the agent chooses; without one, nginx would take port 80 of every address."""
    http = tree if inside == "http" else _inside(tree, "http")
    servers = [s for s in http if s["directive"] == "server" and "block" in s]
    with_tls: set[bool] = set()
    for d in walk(tree):
        if d["directive"] != "listen":
            continue
        if d["args"][:1] != [LISTEN_TOKEN]:
            reason = "write `listen $listen` or `listen 80`; the agent chooses address and port"
            yield Refusal(d["line"], "listen", reason)
        with_tls.add("ssl" in d["args"][1:])
        if len(with_tls) > 1:
            yield Refusal(d["line"], "listen", "there is one address, either with ssl or without")
            with_tls.clear()
    for s in servers:
        if not any(d["directive"] == "listen" for d in s["block"]):
            yield Refusal(s["line"], "server", "it has no `listen $listen`")
