"""From a paste to the knobs of a baseline, with the fate of each of its directives. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.catalog.knobs import Value
from agents.catalog.roles import Topology
from agents.policy.directives import RULES
from agents.policy.directives.refused import Reason, reason_of
from backend.own_conf.fates import Ledger
from backend.own_conf.knobs import Level, take_nested, take_single
from backend.own_conf.logs import take_access_log, take_error_log
from backend.own_conf.raw_lines import RawLines
from backend.own_conf.reading import Node, UnreadableConf, read_paste
from backend.own_conf.replacements import PASSES, names_scripts, target_host
from backend.own_conf.root_location import RootLocation, place_root
from backend.own_conf.server_lines import take_listen, take_server
from backend.own_conf.servers import ServerChoice, default_server, has_tls, servers_of
from backend.own_conf.settling import settle
from backend.own_conf.upstreams import take_upstream
from backend.own_conf.writing import Line

_OF_MAIN = (Reason.AGENTS_OWN, Reason.OTHER_LISTENERS)


@dataclass
class Conversion:
    """Outcome of a paste; `knobs` holds its raw lines too."""

    nodes: list[Node]
    servers: list[ServerChoice]
    server: int  # the index of the chosen one
    ledger: Ledger = field(default_factory=Ledger)
    topology: Topology = "proxied"
    knobs: dict[str, Value] = field(default_factory=dict)
    lines: dict[str, list[Line]] = field(default_factory=dict)  # knob of raw lines → its directives
    upstream: Node | None = None


def convert(text: str, server: int | None = None) -> Conversion:
    """Read a paste; UnreadableConf where it cannot be read, or where it has no such server."""
    nodes = read_paste(text)
    main, http = sections(nodes)
    servers = servers_of(http)
    if not servers:
        raise UnreadableConf("", 0, _why_no_server(nodes))
    index = default_server(servers) if server is None else server
    if not 0 <= index < len(servers):
        raise UnreadableConf("", 0, f"there is no server {index}; it has {len(servers)}")
    conversion = Conversion(nodes, servers, index)
    _fill(conversion, main, http)
    settle(conversion.knobs, conversion.lines, conversion.topology, conversion.ledger)
    return conversion


def _why_no_server(nodes: list[Node]) -> str:
    if block := next((n for n in nodes if n.name in ("stream", "mail") and n.block is not None), None):
        part = f"line {block.line} begins {block.name} {{}}"
        return f"only http {{}} can be measured; it has no server {{}}, {part}"
    return "there is no server {} in it; paste the output of `nginx -T`, which has every file"


def sections(nodes: list[Node]) -> tuple[list[Node], list[Node]]:
    """Directives outside and inside http {}; a file of conf.d has no http {} around it."""
    blocks = [n for n in nodes if n.name == "http" and n.block is not None]
    if blocks:
        return nodes, list(blocks[0])
    main = [n for n in nodes if _is_of_main(n)]
    return main, [n for n in nodes if n not in main]


def _is_of_main(node: Node) -> bool:
    is_only_main = (node.name, "main") in RULES and (node.name, "http") not in RULES
    return is_only_main or node.name == "load_module" or reason_of(node.name, node.args) in _OF_MAIN


def _fill(conversion: Conversion, main: list[Node], http: list[Node]) -> None:
    ledger, server = conversion.ledger, conversion.servers[conversion.server].node
    is_tls = has_tls(server)
    root = place_root(server)
    conversion.topology = "proxied" if root.is_proxied else "proxy_only"
    conversion.upstream = _find_upstream(http, server, root.node)
    conversion.knobs |= take_single(ledger, main, "main")
    levels = [Level("http", http), Level("server", list(server))]
    if root.is_rendered and root.is_alone and root.node:
        levels.append(Level("location /", list(root.node)))
    conversion.knobs |= take_access_log(ledger, levels)
    conversion.knobs |= take_error_log(ledger, [Level("main", main), *levels])
    conversion.knobs |= take_listen(ledger, server, is_tls)
    conversion.knobs |= take_nested(ledger, levels, is_tls)
    if conversion.upstream:
        conversion.knobs |= take_upstream(ledger, conversion.upstream)
    if not root.is_proxied:
        conversion.knobs["origin.kind"] = "static"
    _take_main(conversion, main)
    _take_http(conversion, http, server, root, is_tls)


def _find_upstream(http: list[Node], server: Node, root: Node | None) -> Node | None:
    """The upstream block that requests for / go through, else the first that the server uses."""
    upstreams = {
        n.args[0]: n for n in reversed(http) if n.name == "upstream" and n.args and n.block is not None
    }
    passes = [n for part in (*([root] if root else []), server) for n in part.walk() if n.name in PASSES]
    return next((upstreams[name] for name in map(target_host, passes) if name in upstreams), None)


def _take_main(conversion: Conversion, main: Sequence[Node]) -> None:
    ledger = conversion.ledger
    blocks = set[str]()
    raw = RawLines(ledger)
    for node in main:
        if node in ledger.fates:
            continue
        if node.name in ("http", "events") and node.block is not None and node.name not in blocks:
            blocks.add(node.name)
            ledger.keep(node)
            if node.name == "events":
                conversion.knobs |= take_single(ledger, list(node), "events")
                for child in node:
                    _leave_out_main(ledger, raw, child)
        else:
            _leave_out_main(ledger, raw, node)


def _leave_out_main(ledger: Ledger, raw: RawLines, node: Node) -> None:
    if node in ledger.fates:
        return
    if node.name == "include":
        raw.take_include(node)
        return
    reason = reason_of(node.name, node.args)
    ledger.leave_out(node, reason or "no knob has it, and raw lines stand in http {} alone")


def _take_http(
    conversion: Conversion, http: list[Node], server: Node, root: RootLocation, is_tls: bool
) -> None:
    ledger = conversion.ledger
    raw = RawLines(ledger, is_tls, names_scripts(server))
    lines: dict[str, list[Line]] = {"nginx.http_extra": []}
    for node in http:
        if node is server:
            ledger.keep(node)
            lines |= take_server(raw, node, root, conversion.knobs)
        elif node in ledger.fates:
            continue
        elif node.name == "server":
            ledger.leave_out(node, "another server block is measured")
        elif node.name == "upstream":
            ledger.leave_out(node, "a test has one group of backends")
        else:
            lines["nginx.http_extra"] += raw.lines([node], "http")
    conversion.lines = lines
