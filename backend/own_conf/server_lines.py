"""The chosen server block: its address, its locations, and the lines that stay raw. Pure."""

from dataclasses import dataclass

from agents.catalog.knobs import Value, parse_knob
from backend.own_conf.fates import Ledger
from backend.own_conf.knobs import take_single
from backend.own_conf.raw_lines import RawLines
from backend.own_conf.reading import Node
from backend.own_conf.replacements import PASSES, protocol_of
from backend.own_conf.root_location import RootLocation, is_root
from backend.own_conf.writing import Line

_REDIRECTS = ("301", "302", "303", "307", "308", "444")


@dataclass(frozen=True)
class ServerChoice:
    """A server block: its names and addresses, and whether it answers with more than a redirect."""

    node: Node
    label: str
    serves: bool


def servers_of(http: list[Node]) -> list[ServerChoice]:
    """Every server block, in the order of the paste."""
    nodes = [node for node in http if node.name == "server" and node.block is not None]
    return [ServerChoice(node, _label(node), serves_content(node)) for node in nodes]


def default_server(choices: list[ServerChoice]) -> int:
    """Index of the one to measure: it serves content; a default server first, one with TLS before others."""

    def rank(index: int) -> tuple[bool, bool, bool, int]:
        choice = choices[index]
        is_default = is_default_server(choice.node)
        return (not choice.serves, not is_default, is_default and not has_tls(choice.node), index)

    return min(range(len(choices)), key=rank)


def serves_content(server: Node) -> bool:
    """Whether it answers with more than a redirect or nothing at all."""
    root = (n for n in server if n.name == "location" and n.args[-1:] == ["/"])
    answers = [*server, *(child for location in root for child in location)]
    return not any(
        (n.name == "return" and n.args[:1] and n.args[0] in _REDIRECTS)
        or (n.name == "ssl_reject_handshake" and n.args == ["on"])
        for n in answers
    )


def is_default_server(server: Node) -> bool:
    return any(n.name == "listen" and {"default_server", "default"} & {*n.args[1:]} for n in server)


def has_tls(server: Node) -> bool:
    """Whether it listens with TLS over TCP."""
    return any(
        (n.name == "listen" and "ssl" in n.args[1:]) or (n.name == "ssl" and n.args == ["on"]) for n in server
    )


def _label(server: Node) -> str:
    names = [word for n in server if n.name == "server_name" for word in n.args if word != "_"]
    listens = [n.args[0] for n in server if n.name == "listen" and n.args]
    return ", ".join([*names[:3], *(f"listen {word}" for word in listens[:2])]) or "server"


MAX_INSTANCES = 4
"""Backends that are started for an upstream: a testbed may have few CPUs."""
_BALANCING = ("least_conn", "ip_hash", "random", "hash")


def take_upstream(ledger: Ledger, upstream: Node) -> dict[str, Value]:
    """Knobs of an upstream block."""
    ledger.replace(upstream, "upstream backend {…}", "its servers are the testbed's backends")
    knobs = take_single(ledger, list(upstream), "upstream")
    servers = [n for n in upstream if n.name == "server"]
    active_servers = [n for n in servers if not {"backup", "down"} & {*n.args[1:]}]
    instances = min(len(active_servers), MAX_INSTANCES)
    if instances > 1:
        knobs["origin.instances"] = instances
    else:
        knobs["upstream.use_upstream"] = True
    for index, node in enumerate(active_servers):
        _take_server(ledger, node, index < MAX_INSTANCES)
    for node in upstream:
        if node in ledger.fates:
            continue
        if node.name in _BALANCING and "upstream.balancing" not in knobs:
            knobs["upstream.balancing"] = node.name
            ledger.set_knob(node, "upstream.balancing", *_balancing(node))
        elif node.name == "server":
            ledger.leave_out(node, "no request goes to it while the others answer")
        elif node.name == "zone":
            ledger.leave_out(node, "each worker counts by itself: the testbed's backends are equal")
        else:
            ledger.leave_out(node, "the upstream of a variant has no such line")
    return knobs


def _take_server(ledger: Ledger, node: Node, has_backend: bool) -> None:
    if not has_backend:
        ledger.leave_out(node, f"a test has at most {MAX_INSTANCES} backends here")
        return
    lost_words = (
        f"; without {' '.join(node.args[1:])}: the testbed's backends are equal" if node.args[1:] else ""
    )
    ledger.replace(node, "server <backend>;", f"a backend of the testbed{lost_words}")


def _balancing(node: Node) -> tuple[str, str]:
    if node.name == "hash":
        return "hash $request_uri;", "" if node.args == ["$request_uri"] else "the knob hashes $request_uri"
    return f"{node.name};", f"the knob has no {' '.join(node.args)}" if node.args else ""


_FLAGS = ("reuseport", "deferred")
_VALUES = ("backlog", "fastopen", "so_keepalive")
_SIZES = ("proxy_busy_buffers_size", "proxy_temp_file_write_size", "proxy_max_temp_file_size")
"""nginx compares these with the buffers, whose knobs act outside of the location."""


def take_listen(ledger: Ledger, server: Node, is_tls: bool) -> dict[str, Value]:
    """The knobs of the address; a test has one, which the agent chooses."""
    listens = [n for n in server if n.name == "listen"]
    tcp_listens = [n for n in listens if "quic" not in n.args[1:] and not n.text.startswith("listen unix:")]
    address = next((n for n in tcp_listens if "ssl" in n.args[1:]), next(iter(tcp_listens), None))
    knobs: dict[str, Value] = {"tls.on": True} if is_tls else {}
    words = ["ssl"] if is_tls else []
    for node in listens:
        if node is not address:
            ledger.leave_out(node, "a test has one address")
            continue
        lost_words = list[str]()
        for word in node.args[1:]:
            name, _, value = word.partition("=")
            if word == "ssl":
                continue
            try:
                if word not in _FLAGS and name not in _VALUES:
                    raise ValueError
                knobs[f"listen.{name}"] = parse_knob(f"listen.{name}", True if word in _FLAGS else value)
                words.append(word)
            except ValueError:
                lost_words.append(word)
        reason = "the agent chooses address and port" + (
            f"; without {' '.join(lost_words)}" if lost_words else ""
        )
        ledger.replace(node, " ".join(["listen $listen", *words]) + ";", reason)
    for node in server:
        if node.name == "ssl" and node not in ledger.fates:
            ledger.replace(node, "listen $listen ssl;" if is_tls else "", "listen says it")
    return knobs


def take_server(
    raw: RawLines, server: Node, root: RootLocation, knobs: dict[str, Value]
) -> dict[str, list[Line]]:
    """Knob of raw lines → what stands in it; `knobs` may get upstream.http11."""
    lines: list[Line] = []
    location_lines: list[Line] = []
    for node in server:
        if node is root.node and root.is_rendered:
            raw.ledger.keep(node)
            location_lines = _take_root(raw, server, node, knobs)
        elif is_root(node) and node is not root.node:
            raw.ledger.leave_out(node, "there is a location / already")
        elif node.name == "server_name":
            _take_name(raw.ledger, node, lines)
        elif line := raw.line(node, "server"):
            lines.append(line)
    if root.is_alone:  # so that they stand where the buffers do
        for line in location_lines:
            if line.name in _SIZES and line.source:
                lines.append(line)
                raw.ledger.replace(
                    line.source, line.text, "from location / {} to server {}, where it acts alike"
                )
        location_lines = [line for line in location_lines if line.name not in _SIZES]
    if root.node is None and not root.is_rendered:
        lines.append(Line("location", ["/"], None, [Line("root", ["html"])]))
    return {"nginx.server_extra": lines, "nginx.location_extra": location_lines}


def _take_name(ledger: Ledger, node: Node, lines: list[Line]) -> None:
    if any(line.name == "server_name" for line in lines):
        ledger.leave_out(node, "the only server answers every name")
        return
    lines.append(Line("server_name", ["_"], node))
    if node.args == ["_"]:
        ledger.keep(node)
    else:
        ledger.replace(node, "server_name _;", "the only server answers every name")


def _take_root(raw: RawLines, server: Node, location: Node, knobs: dict[str, Value]) -> list[Line]:
    """Lines of `location /` that are not rendered."""
    ledger = raw.ledger
    _take_http11(ledger, server, location, knobs)
    for node in location:
        if node in ledger.fates:
            continue
        if node.name == "proxy_pass":
            ledger.replace(node, "proxy_pass http://<backend>;", "requests go to the testbed's backend")
        elif node.name in PASSES:
            reason = f"the testbed's backend answers in the place of {protocol_of(node.name)}, over HTTP"
            ledger.replace(node, "proxy_pass http://<backend>;", reason)
        elif node.name == "root" and not any(n.name in PASSES for n in location):
            ledger.replace(node, "root html;", "the page of the test lies in html")
    inner_lines = [raw.line(node, "location", location) for node in location]
    return [line for line in inner_lines if line]


def _take_http11(ledger: Ledger, server: Node, location: Node, knobs: dict[str, Value]) -> None:
    """upstream.http11 where the location itself says both of its lines: headers are inherited as a whole."""
    headers = [n for n in location if n.name == "proxy_set_header" and n.args == ["Connection", ""]]
    versions = [n for n in location if n.name == "proxy_http_version" and n.args == ["1.1"]]
    if not headers or not versions:
        return
    knobs["upstream.http11"] = True
    for node in (headers[0], versions[0]):
        ledger.set_knob(node, "upstream.http11", node.text)
