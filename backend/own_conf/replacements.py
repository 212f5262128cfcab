"""Replacements for what a test cannot have as it is written. Pure."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from agents.catalog.rules.kinds import size_of
from agents.catalog.rules.limits import MAX_CACHE
from agents.catalog.rules.names import FILE, LAST_FILE, rewritten_fault
from agents.policy.directives import RULES
from backend.own_conf.reading import Node

OTHER_PROTOCOLS = ("fastcgi_", "uwsgi_", "scgi_", "grpc_")
PASSES = ("proxy_pass", "fastcgi_pass", "uwsgi_pass", "scgi_pass", "grpc_pass", "memcached_pass")
_SCRIPT_PASSES = ("fastcgi_pass", "uwsgi_pass", "scgi_pass")
BACKEND = "http://$backend"
NO_NAMES = "a test looks no names up: its backends have fixed addresses"
_URL = re.compile(r"(?:https?://|\$\{?\w+\}?://|(?=\$))([^/]*)(/.*)?", re.DOTALL)
_SCRIPT = re.compile(r"(/[\w/.-]*\.\w+)/?\$")
_ADDRESS_VARIABLES = ("$host", "$http_host", "$server_name", "$scheme", "$https", "$http_x_forwarded_proto")
_ADDED = ("return", "rewrite", "set", "break")
_ONLY_FIXED = "only fixed text and $uri may form a file's name, so the part of the request in it is left out"
_MANY = (
    "the load speaks HTTP/1.1: for another protocol set listen.http2 and its knobs, and one of its tools",
    "it refuses the load tool: it has no password and an address of its own",
    "stock nginx lacks its module; where the testbed's nginx has it, add the line to the raw lines",
)
_LEFT_OUT: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"http2(_.*)?|http3(_.*)?|quic_.*"), _MANY[0]),
    (re.compile(r"brotli(_.*)?|more_(set|clear)_.*|zstd(_.*)?|vhost_traffic_.*|pagespeed"), _MANY[2]),
    (re.compile(r"log_format"), "the access log is written in nginx's combined format"),
    (
        re.compile(r"ssl_(trusted|client)_certificate|ssl_verify_(client|depth)|ssl_crl"),
        "the testbed's certificate has no chain, and the load tool has no certificate",
    ),
    (re.compile(r"(proxy|grpc|uwsgi)_ssl_.*"), "the testbed's backends speak plain HTTP"),
    (re.compile(r"auth_basic_user_file"), "a test has no file of passwords"),
    (
        re.compile(r"ssl_stapling(_.*)?"),
        "the testbed's certificate has no OCSP answer, and a test asks no servers outside",
    ),
)
_OF_REQUESTS = re.compile(r"allow|deny|auth_basic(_user_file)?|satisfy|auth_jwt.*")


@dataclass(frozen=True)
class Place:
    """Place of a directive: its context, the location around it, and what is known of the server."""

    context: str
    location: Node | None = None
    caches: int = 0  # before it
    names_scripts: bool = False  # a location passes the names of files on, as FastCGI does

    @property
    def path(self) -> str:
        """Path or expression of the location around it."""
        return "".join(self.location.args[-1:]) if self.location else ""

    @property
    def takes_no_path(self) -> bool:
        """Whether nginx refuses a fixed path in a proxy_pass here."""
        is_regex = self.location is not None and self.location.args[:1] in (["~"], ["~*"])
        return is_regex or self.path.startswith("@") or self.context in ("if in location", "limit_except")


@dataclass(frozen=True)
class Replacement:
    """Name and arguments in the place of a directive's; without a name it is left out."""

    reason: str
    name: str = ""
    args: list[str] = field(default_factory=list)


def replacement_of(node: Node, place: Place) -> Replacement | None:
    """Find what stands in the place of a directive; None where it stays."""
    if _OF_REQUESTS.fullmatch(node.name) and _answers_every_request(place):
        return Replacement(_MANY[1])
    if reason := next((reason for pattern, reason in _LEFT_OUT if pattern.fullmatch(node.name)), None):
        return Replacement(reason)
    if node.name in PASSES and node.args:
        return _pass(node, place)
    if node.name.endswith("_temp_path"):
        return Replacement("temporary files go to the folder of the test")
    rule = _RULES.get(node.name) if node.args else None
    return rule(node, place) if rule else None


def names_scripts(server: Node) -> bool:
    """Whether a location passes the names of files on: they lie where the program runs."""
    return any(n.name in _SCRIPT_PASSES for n in server.walk())


def http_twin(node: Node, context: str) -> str | None:
    """The same directive of HTTP, which the testbed's backend speaks: fastcgi_buffers → proxy_buffers."""
    prefix = next((p for p in OTHER_PROTOCOLS if node.name.startswith(p)), None)
    twin = f"proxy_{node.name.removeprefix(prefix)}" if prefix else ""
    return twin if (twin, context) in RULES and node.name not in PASSES else None


def protocol_of(name: str) -> str:
    """`FastCGI` of fastcgi_param."""
    prefix = name.partition("_")[0]
    return {"fastcgi": "FastCGI", "grpc": "gRPC"}.get(prefix, prefix)


def target_host(node: Node) -> str:
    """Name or address that a pass goes to: `app` of `http://app/v1` and of `http://app$request_uri`."""
    target = node.args[0] if node.args else ""
    match = _URL.fullmatch(target)
    return (
        match[1][:1] + match[1][1:].partition("$")[0]
        if match
        else target.removeprefix("grpc://").removeprefix("grpcs://")
    )


def target_path(node: Node) -> str:
    """Path that a proxy_pass puts in the place of the location's; empty: none."""
    match = _URL.fullmatch(node.args[0]) if node.name == "proxy_pass" and node.args else None
    return (match[2] or "") if match else ""


def depends_on_address(condition: Node) -> bool:
    """Whether an `if` redirects by the name or scheme that a client used, which load never has."""
    words = " ".join(condition.args)
    names = (rf"{re.escape(v)}(?!\w)" for v in _ADDRESS_VARIABLES)
    return any(re.search(name, words) for name in names) and any(n.name in _ADDED for n in condition)


def _answers_every_request(place: Place) -> bool:
    return place.context in ("http", "server") or (place.context == "location" and place.path == "/")


def _pass(node: Node, place: Place) -> Replacement | None:
    if node.name != "proxy_pass":
        reason = f"the testbed's backend answers in the place of {protocol_of(node.name)}, over HTTP"
        return Replacement(reason, "proxy_pass", [BACKEND])
    path = target_path(node)
    if node.args[0] == BACKEND + path:
        return None
    reason = "requests go to the testbed's backend"
    if node.args[0].startswith("https:"):
        reason += ", which speaks plain HTTP"
    if path and "$" not in path and place.takes_no_path:
        reason, path = f"{reason}; without {path}, which stands there only behind a variable", ""
    return Replacement(reason, "proxy_pass", [BACKEND + path])


def _pages(node: Node, place: Place) -> Replacement | None:
    path = "html/" if node.name == "alias" and place.path.endswith("/") else "html"
    if node.args == [path]:
        return None
    return Replacement("the page of the test lies in html", node.name, [path])


def _cache(node: Node, place: Place) -> Replacement | None:
    rest = [word for word in node.args[1:] if not _is_too_large(word)]
    args = [f"cache{place.caches or ''}", *rest]
    if not any(word.startswith("max_size=") for word in rest):
        args.append("max_size=1g")
    if args == node.args:
        return None
    limit = "" if args[1:] == node.args[1:] else ", with a limit"
    return Replacement(f"the cache lies in the folder of the test{limit}", "proxy_cache_path", args)


def _is_too_large(word: str) -> bool:
    name, _, size = word.partition("=")
    return name == "max_size" and (size_of(size) or 0) > MAX_CACHE


def _try_files(node: Node, place: Place) -> Replacement | None:
    location = place.location or ()
    if node.args[-1].startswith("=") and any(n.name in _SCRIPT_PASSES for n in location):
        return Replacement("the files are the backend's: here each would be missing")
    name, mark, rest = node.args[-1].partition("$is_args")
    if mark:
        reason = "nginx cuts such a name at the first ? that a client sends; ? alone means the same"
        return Replacement(reason, node.name, [*node.args[:-1], f"{name}?{rest}"])
    files = [word for word in node.args[:-1] if not FILE.fault(word)] or ["$uri"]
    last = node.args[-1] if not LAST_FILE.fault(node.args[-1]) else _script_alone(node.args[-1])
    if [*files, last] == node.args or LAST_FILE.fault(last):
        return None
    return Replacement(_ONLY_FIXED, node.name, [*files, last])


def _rewrite(node: Node, place: Place) -> Replacement | None:
    """The script alone where a part of the request would follow it, unless it is passed on."""
    if len(node.args) < 2 or node.args[2:] not in ([], ["last"], ["break"]):
        return None
    regex, address, *flag = node.args
    is_proxied = any(n.name in PASSES for n in place.location or ())
    script = _script_alone(address)
    if script == address or not rewritten_fault(regex, address, is_proxied):
        return None
    return Replacement(_ONLY_FIXED, node.name, [regex, script, *flag])


def _script_alone(address: str) -> str:
    """`/index.php?x` of `/index.php$request_uri?x`; another address as it is."""
    name, mark, rest = address.partition("?")
    match = _SCRIPT.match(name)
    return f"{match[1]}{mark}{rest}" if match else address


def _index(node: Node, place: Place) -> Replacement | None:
    script = node.args[0]
    if not place.names_scripts or script.startswith("/") or script.endswith((".html", ".htm")):
        return None
    return Replacement("the backend has this file: here it would be missing", "index", [f"/{script}"])


def _aio(node: Node, _place: Place) -> Replacement | None:
    if not node.args[:1] or not node.args[0].startswith("threads="):
        return None
    return Replacement("the pool of a name is left out; nginx's own stands for it", "aio", ["threads"])


def _access_log(node: Node, _place: Place) -> Replacement | None:
    if node.args[:1] in (["off"], ["logs/access.log"], ["/dev/null"]) and len(node.args) == 1:
        return None
    return Replacement("logs of a test lie in logs/", "access_log", ["logs/access.log"])


def _error_log(node: Node, _place: Place) -> Replacement | None:
    return Replacement("logs of a test lie in logs/", "error_log", ["logs/error.log", *node.args[1:2]])


def _session_tickets(_node: Node, _place: Place) -> Replacement:
    return Replacement("the key of the tickets is nginx's own")


def _no_names(_node: Node, _place: Place) -> Replacement:
    return Replacement(NO_NAMES)


_RULES: dict[str, Callable[[Node, Place], Replacement | None]] = {
    "root": _pages,
    "alias": _pages,
    "index": _index,
    "proxy_cache_path": _cache,
    "try_files": _try_files,
    "rewrite": _rewrite,
    "aio": _aio,
    "access_log": _access_log,
    "error_log": _error_log,
    "ssl_session_ticket_key": _session_tickets,
    "resolver": _no_names,
    "resolver_timeout": _no_names,
}
