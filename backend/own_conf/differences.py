"""Differences between a paste and the rendered nginx.conf, each with its reason. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents import policy
from agents.render import render_proxy
from backend.own_conf.conversion import Conversion, sections
from backend.own_conf.fates import Fate
from backend.own_conf.knobs import directive_text, knob_of, value_of
from backend.own_conf.reading import Node
from backend.own_conf.schemas import RenderedDifference
from backend.own_conf.writing import Line

Context = tuple[str, ...]
_SERVER: Context = ("http", "server")
_PLACES: dict[str, Context] = {
    "nginx.http_extra": ("http",),
    "nginx.server_extra": _SERVER,
    "nginx.location_extra": (*_SERVER, "location /"),
}
_STRUCTURE = ("events", "http", "server", "upstream backend")
_OF_TESTBED = {
    "listen": "the agent chooses address and port",
    "access_log": "logs of a test lie in logs/",
    "error_log": "logs of a test lie in logs/",
    "ssl_certificate": "the testbed makes its own",
    "ssl_certificate_key": "the testbed makes its own",
    "root": "the page of the test lies in html",
    "location": "the rendered location answers what no other does",
    "proxy_pass": "requests go to the testbed's backend",
    "server": "a backend of the testbed",
}


@dataclass(frozen=True)
class _Row:
    context: Context
    text: str
    node: Node
    fate: Fate | None


def render_baseline(conversion: Conversion) -> str:
    """The nginx.conf of the baseline; `$backend` stands for each backend."""
    is_proxied = conversion.topology == "proxied"
    instances = int(conversion.knobs.get("origin.instances", 1))
    backends = ["$backend"] * instances if is_proxied else []
    return render_proxy(conversion.knobs, "proxied" if is_proxied else "proxy_only", backends)


def differences(conversion: Conversion) -> list[RenderedDifference]:
    """All differences, those of one block together."""
    conf_rows = list(_rendered_rows(policy.read(render_baseline(conversion))[0], ()))
    counts = Counter(conf_rows)
    rows: list[RenderedDifference] = []
    for row in _pasted_rows(conversion):
        if counts[row.context, row.text] > 0:
            counts[row.context, row.text] -= 1
        else:
            place, reason = " › ".join(row.context), _why_gone(row.fate)
            rows.append(RenderedDifference("-", place, row.node.text, reason, row.node.file, row.node.line))
    reasons = _reasons_of_lines(conversion)
    for context, text in conf_rows:
        if counts[context, text] > 0:
            counts[context, text] -= 1
            reason = _why_added(conversion, reasons, context, text)
            rows.append(RenderedDifference("+", " › ".join(context), text, reason, "", 0))
    order = {context: i for i, context in reversed([*enumerate(row.context for row in rows)])}
    return sorted(rows, key=lambda row: order[row.context])


def _pasted_rows(conversion: Conversion) -> Iterator[_Row]:
    main, http = sections(conversion.nodes)
    http_block = next((n for n in main if n.name == "http" and n.block is not None), None)
    yield from _rows_of(conversion, main, (), [])
    if http_block is None:
        yield from _rows_of(conversion, http, ("http",), [])


def _rows_of(
    conversion: Conversion, nodes: Sequence[Node], context: Context, outer_nodes: list[Node]
) -> Iterator[_Row]:
    for node in nodes:
        if node.name == "include" and node.files:
            continue
        fate = conversion.ledger.fate_of([*outer_nodes, node])
        name = "upstream backend" if node is conversion.upstream else " ".join([node.name, *node.args])
        is_gone = fate is not None and fate.kind == "left_out"
        if node.block is None or is_gone or name not in _STRUCTURE:
            yield _Row(context, _canonical(node, context), node, fate)
        if node.block is not None and not is_gone:
            yield from _rows_of(conversion, list(node), (*context, name), [*outer_nodes, node])


def _canonical(node: Node, context: Context) -> str:
    """One spelling for what is the same: quotes, units, the order of sets."""
    if node.block is not None:
        return f"{_line_text(node.name, node.args)} {{…}}"
    inside = context[-1].partition(" ")[0] if context else "main"
    knob = knob_of(node.name, inside if inside in ("main", "events", "upstream") else "http")
    value = value_of(knob, node.args) if knob else None
    if knob and value is not None:
        return directive_text(knob, value)
    return f"{_line_text(node.name, node.args)};"


def _line_text(name: str, args: list[str]) -> str:
    return Line(name, args, block=[]).text


def _rendered_rows(tree: list[policy.Directive], context: Context) -> Iterator[tuple[Context, str]]:
    for d in tree:
        name = " ".join([d["directive"], *d["args"]])
        block = d.get("block")
        node = Node("", 0, d["directive"], d["args"], None if block is None else [])
        if block is None or name not in _STRUCTURE:
            yield context, _canonical(node, context)
        yield from _rendered_rows(block or [], (*context, name))


def _why_gone(fate: Fate | None) -> str:
    if fate is None:
        return ""
    if fate.kind == "knob":
        return fate.reason or f"the knob {fate.knob} writes {fate.became}"
    return fate.reason


def _reasons_of_lines(conversion: Conversion) -> dict[tuple[Context, str], str]:
    """Reasons for the lines of the outcome that the paste does not have as they are."""
    reasons: dict[tuple[Context, str], str] = {}

    def add(lines: Sequence[Line], context: Context) -> None:
        for line in lines:
            block = None if line.block is None else [Node("", 0, "", [])]
            text = _canonical(Node("", 0, line.name, line.args, block), context)
            fate = conversion.ledger.fates.get(line.source) if line.source else None
            reason = fate.reason if fate else "no location answers / in yours: a file does"
            reasons[context, text] = reasons.get((context, text)) or reason
            add(line.block or (), (*context, " ".join([line.name, *line.args])))

    for name, lines in conversion.lines.items():
        add(lines, _PLACES[name])
    return reasons


def _why_added(
    conversion: Conversion, reasons: dict[tuple[Context, str], str], context: Context, text: str
) -> str:
    if reason := reasons.get((context, text)):
        return reason
    for fate in conversion.ledger.fates.values():
        if fate.kind == "knob" and fate.became.rstrip(";") == text.rstrip(";"):
            return fate.reason or f"the knob {fate.knob} writes it so"
    name = text.partition(" ")[0].rstrip(";")
    if name.endswith("_temp_path"):
        return "temporary files go to the folder of the test"
    return _OF_TESTBED.get(name, "")
