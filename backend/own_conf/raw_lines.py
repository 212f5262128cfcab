"""Directives that stay raw lines, with replacements for what a test cannot have. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agents.policy.directives import RULES
from agents.policy.directives.refused import reason_of
from backend.own_conf.fates import Ledger
from backend.own_conf.knobs import name_in_http
from backend.own_conf.mime_types import MIME_TYPES
from backend.own_conf.reading import Node
from backend.own_conf.replacements import (
    OTHER_PROTOCOLS,
    Place,
    depends_on_address,
    protocol_of,
    replacement_of,
)
from backend.own_conf.writing import Line

_KEPT_CONNECTIONS = (("proxy_http_version", ["1.1"]), ("proxy_set_header", ["Connection", ""]))
_ANSWERS = re.compile(r"content_by_.*|js_content|perl|\w+_pass")
_PARAMS = re.compile(r"(?:.*/)?(fastcgi|uwsgi|scgi)(?:_params|\.conf)$")


@dataclass
class RawLines:
    """Turns directives into lines, and writes their fates down."""

    ledger: Ledger
    is_tls: bool = False
    names_scripts: bool = False
    caches: int = 0

    def lines(self, nodes: Iterable[Node], context: str, location: Node | None = None) -> Iterator[Line]:
        """The lines in the place of directives; of one there may be none or several."""
        for node in nodes:
            if node.name == "fastcgi_keep_conn" and node.args == ["on"] and node not in self.ledger.fates:
                yield from self._keep_connections(node)
            elif line := self.line(node, context, location):
                yield line

    def _keep_connections(self, node: Node) -> Iterator[Line]:
        lines = [Line(name, args, node) for name, args in _KEPT_CONNECTIONS]
        reason = "what keeps the connections to a backend open over HTTP"
        self.ledger.replace(node, " ".join(line.text for line in lines), reason)
        yield from lines

    def line(self, node: Node, context: str, location: Node | None = None) -> Line | None:
        """The line in the place of a directive; None where it is none, or has a fate already."""
        if node in self.ledger.fates:
            return None
        if node.name == "include":
            return self.take_include(node)
        if node.name in ("ssl_certificate", "ssl_certificate_key"):
            return self._take_certificate(node)
        place = Place(context, location, self.caches, self.names_scripts)
        if replacement := replacement_of(node, place):
            if not replacement.name:
                self.ledger.leave_out(node, replacement.reason)
                return None
            self.caches += replacement.name == "proxy_cache_path"
            return self._replace(node, replacement.name, replacement.args, replacement.reason)
        name = name_in_http(node, context)
        if name != node.name:
            if name == "proxy_cache_path":
                twin = Node(node.file, node.line, name, node.args)
                replacement = replacement_of(twin, place)
                self.caches += 1
                args = replacement.args if replacement else node.args
            else:
                args = node.args
            reason = f"in the form of HTTP: the testbed's backend does not speak {protocol_of(node.name)}"
            return self._replace(node, name, args, reason)
        return self._keep(node, context, location)

    def take_include(self, node: Node) -> Line | None:
        """Write down whether its files are in the paste; common types in the place of mime.types."""
        if node.files:
            self.ledger.replace(
                node, f"what is in {', '.join(node.files)[:200]}", "its lines stand in its place"
            )
        elif any("mime.types" in word for word in node.args):
            return self._take_types(node)
        elif match := _PARAMS.search("".join(node.args)):
            self.ledger.leave_out(node, f"the testbed's backend does not speak {protocol_of(match[1])}")
        elif any(c in "".join(node.args) for c in "*?["):
            self.ledger.leave_out(node, "no such file is in what you pasted; `nginx -T` prints them all")
        else:
            self.ledger.leave_out(node, "this file is not in what you pasted; `nginx -T` prints it too")
        return None

    def _take_types(self, node: Node) -> Line:
        types = [Line(name, names.split(), node) for name, names in MIME_TYPES.items()]
        self.ledger.replace(node, "types {…}", "the common ones stand in its place; `nginx -T` prints yours")
        return Line("types", [], node, types)

    def _keep(self, node: Node, context: str, location: Node | None) -> Line | None:
        if node.name.startswith(OTHER_PROTOCOLS):
            self.ledger.leave_out(node, f"the testbed's backend does not speak {protocol_of(node.name)}")
            return None
        rule = RULES.get((node.name, context))  # pyright: ignore[reportArgumentType, reportCallIssue]
        if rule is None and (reason := reason_of(node.name, node.args)):
            if context == "location" and _ANSWERS.fullmatch(node.name):
                reason = f"{reason.partition('; ')[0]}; files in html answer in its place"
            self.ledger.leave_out(node, reason)
            return None
        if node.block is None:
            self.ledger.keep(node)
            return Line(node.name, node.args, node)
        if node.name == "if" and depends_on_address(node):
            reason = "load asks for the address of a host, so it would answer every request"
            self.ledger.leave_out(node, reason)
            return None
        if rule is None or rule.opens is None:
            self.ledger.leave_out(node, f"no such block can stand in {context}")
            return None
        self.ledger.keep(node)
        if rule.opens == "values":
            inner_lines = [line for child in node for line in self._values(child)]
        else:
            nearest = node if node.name == "location" else location
            inner_lines = list(self.lines(node, rule.opens, nearest))
        return Line(node.name, node.args, node, inner_lines)

    def _values(self, node: Node) -> list[Line]:
        if node.name == "include":
            types = self.take_include(node)
            return types.block or [] if types else []
        self.ledger.keep(node)
        return [Line(node.name, node.args, node)]

    def _replace(self, node: Node, name: str, args: list[str], reason: str) -> Line:
        line = Line(name, args, node)
        self.ledger.replace(node, line.text, reason)
        return line

    def _take_certificate(self, node: Node) -> None:
        if not self.is_tls:
            self.ledger.leave_out(node, "the chosen server listens without TLS")
            return
        file = "cert" if node.name == "ssl_certificate" else "key"
        self.ledger.replace(
            node, f"{node.name} tls/{file}.pem;", "the testbed makes its own; tls.key says its kind"
        )
