"""The chosen server block: its address, its locations, and the lines that stay raw. Pure."""

from agents.catalog.knobs import Value, parse_knob
from backend.own_conf.fates import Ledger
from backend.own_conf.raw_lines import RawLines
from backend.own_conf.reading import Node
from backend.own_conf.replacements import PASSES, protocol_of
from backend.own_conf.root_location import RootLocation, is_root
from backend.own_conf.writing import Line

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
        else:
            lines += raw.lines([node], "server")
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
    return list(raw.lines(location, "location", location))


def _take_http11(ledger: Ledger, server: Node, location: Node, knobs: dict[str, Value]) -> None:
    """upstream.http11 where the location itself says both of its lines: headers are inherited as a whole."""
    headers = [n for n in location if n.name == "proxy_set_header" and n.args == ["Connection", ""]]
    versions = [n for n in location if n.name == "proxy_http_version" and n.args == ["1.1"]]
    if not headers or not versions:
        return
    knobs["upstream.http11"] = True
    for node in (headers[0], versions[0]):
        ledger.set_knob(node, "upstream.http11", node.text)
