"""Leaves out what the policy refuses, and what names something that is left out with it. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agents import policy
from agents.catalog.knobs import KNOBS, Value
from agents.catalog.roles import Topology
from agents.render import default_backends, own_upstreams, raw_texts, render_proxy
from backend.own_conf.fates import Ledger, without
from backend.own_conf.reading import UnreadableConf
from backend.own_conf.writing import Line, write

_VARIABLE = re.compile(r"\$(?:\{([a-z_]\w*)\}|([a-z_]\w*))", re.IGNORECASE)
_GROUP = re.compile(r"\(\?P?[<'](\w+)[>']")
_PREFIXES = (
    "arg_",
    "http_",
    "cookie_",
    "sent_",
    "upstream_",
    "ssl_",
    "proxy_",
    "realip_",
    "tcpinfo_",
    "date_",
)
_NAMES = """
ancient_browser args backend binary_remote_addr body_bytes_sent bytes_sent connection
connection_requests connection_time connections_active connections_reading connections_waiting
connections_writing content_length content_type document_root document_uri gzip_ratio host hostname
http2 http3 https invalid_referer is_args is_request_port limit_conn_status limit_rate
limit_req_status listen memcached_key modern_browser msec msie nginx_version pid pipe protocol
query_string realpath_root remote_addr remote_port remote_user request request_body
request_body_file request_completion request_filename request_id request_length request_method
request_port request_time request_uri scheme secure_link secure_link_expires server_addr server_name
server_port server_protocol slice_range status time_iso8601 time_local uid_got uid_reset uid_set uri
"""
_BUILT_IN = frozenset(_NAMES.split())
_DEFINES = {"map": -1, "geo": -1, "split_clients": -1, "set": 0, "auth_request_set": 0}
_REGEX = ("~", "~*", "!~", "!~*")


def find_undefined(lines: Sequence[Line]) -> Iterator[tuple[Line, str]]:
    """Each line of the outcome that nginx would refuse, with the reason."""
    every_line = [line for top in lines for line in top.walk()]
    variables = set(_defined_variables(every_line))
    zones = {name for line in every_line for name in _defined_zones(line)}
    for line in every_line:
        if name := next((n for n in _variables(line) if not _is_known(n, variables)), None):
            yield line, f"${name} is defined nowhere in what is left"
        elif name := _missing_zone(line, zones):
            yield line, f"{name} is defined nowhere in what is left"


def _defined_variables(lines: Sequence[Line]) -> Iterator[str]:
    for line in lines:
        if line.name in _DEFINES and line.args:
            yield line.args[_DEFINES[line.name]].removeprefix("$").lower()
        for word in (line.name, *line.args):
            yield from (name.lower() for name in _GROUP.findall(word))


def _variables(line: Line) -> Iterator[str]:
    """Names of the variables that a line uses; a regular expression has none."""
    regex_places = {1} if line.name == "rewrite" else set[int]()
    words = [line.name, *line.args]
    for index, word in enumerate(words):
        is_regex = index in regex_places or word.startswith("~") or (index and words[index - 1] in _REGEX)
        if not is_regex:
            yield from ((a or b).lower() for a, b in _VARIABLE.findall(word))


def _is_known(name: str, variables: set[str]) -> bool:
    return name in variables or name in _BUILT_IN or name.startswith(_PREFIXES)


def _defined_zones(line: Line) -> Iterator[str]:
    options = {name: value for name, _, value in (word.partition("=") for word in line.args)}
    if line.name in ("limit_req_zone", "limit_conn_zone"):
        yield f"zone {options.get('zone', '').partition(':')[0]}"
    elif line.name == "proxy_cache_path":
        yield f"cache {options.get('keys_zone', '').partition(':')[0]}"


def _missing_zone(line: Line, zones: set[str]) -> str | None:
    name = ""
    match line.name, line.args:
        case "limit_req", [*words]:
            name = next((f"zone {w[5:]}" for w in words if w.startswith("zone=")), "")
        case "limit_conn", [zone, *_]:
            name = f"zone {zone}"
        case "proxy_cache", [zone] if zone != "off" and "$" not in zone:
            name = f"cache {zone}"
    return name if name and name not in zones else None


MAX_ROUNDS = 20
"""Of the policy, which says 50 refusals at a time; each takes up to a third of a second."""
INSIDE: dict[str, policy.Inside] = {
    "nginx.http_extra": "http",
    "nginx.server_extra": "server",
    "nginx.location_extra": "location",
}


def settle(knobs: dict[str, Value], lines: dict[str, list[Line]], topology: Topology, ledger: Ledger) -> None:
    """Fill in the knobs of raw lines, so that the policy lets the whole pass; UnreadableConf if it cannot."""
    outcome = _Outcome(knobs, lines, topology, ledger)
    for _ in range(MAX_ROUNDS):
        if not outcome.drop_some():
            return
    raise UnreadableConf("", 0, "too many of its lines are refused or name each other; paste less of it")


@dataclass
class _Outcome:
    knobs: dict[str, Value]
    lines: dict[str, list[Line]]
    topology: Topology
    ledger: Ledger

    def drop_some(self) -> bool:
        """Whether something was left out, so that the rest is to be looked at again."""
        rows = {name: list(write(lines)) for name, lines in self.lines.items()}
        for name, pairs in rows.items():
            self.knobs.pop(name, None)
            if pairs:
                self.knobs[name] = "".join(f"{text}\n" for text, _ in pairs)
        removals = self._refused_lines(rows)
        for line, reason in find_undefined([line for lines in self.lines.values() for line in lines]):
            removals.setdefault(line, reason)
        if not removals:
            return self._drop_from_whole()
        self._drop(removals)
        return True

    def _drop(self, removals: dict[Line, str]) -> None:
        for line, reason in removals.items():
            self.ledger.drop(line, reason)
        self.lines.update({name: without(lines, {*removals}) for name, lines in self.lines.items()})

    def _refused_lines(self, rows: dict[str, list[tuple[str, Line]]]) -> dict[Line, str]:
        """The lines that the policy refuses, each where it stands."""
        backends = self._backends()
        upstreams = set(own_upstreams(self.knobs, self.topology))
        refused_lines: dict[Line, str] = {}
        for name, text in raw_texts(self.knobs, self.topology).items():
            beside = ("proxy_pass",) if backends and name == "nginx.location_extra" else ()
            may_reach = policy.may_reach_only(backends)
            _, refusals = policy.check(text, may_reach, INSIDE[name], upstreams, beside)
            starts = [line for row, line in rows[name] for _ in row.split("\n")]
            for refusal in refusals:
                if refusal.directive and refusal.line:
                    refused_lines.setdefault(starts[refusal.line - 1], refusal.reason)
            if refusals and not refused_lines:
                raise UnreadableConf("", 0, refusals[0].reason)
        return refused_lines

    def _drop_from_whole(self) -> bool:
        """Leave out what no raw text shows alone: zones or connections that are too many in sum."""
        conf = render_proxy(
            self.knobs, "proxied" if self.topology == "proxied" else "proxy_only", self._backends()
        )
        _, refusals = policy.check(conf, policy.may_reach_only(self._backends()))
        for refusal in refusals:
            knob = next(
                (k for k in self.knobs if k in KNOBS and KNOBS[k].directive == refusal.directive), None
            )
            if knob:
                del self.knobs[knob]
                for node in [n for n, fate in self.ledger.fates.items() if fate.knob == knob]:
                    self.ledger.leave_out(node, refusal.reason)
                return True
            if line := self._last_line(refusal.directive):
                self._drop({line: refusal.reason})
                return True
        if refusals:
            raise UnreadableConf("", 0, str(refusals[0]))
        return False

    def _last_line(self, name: str) -> Line | None:
        every_line = (line for top in self.lines.values() for first in top for line in first.walk())
        return next((line for line in reversed([*every_line]) if line.name == name and line.source), None)

    def _backends(self) -> tuple[str, ...]:
        return default_backends(self.knobs) if self.topology == "proxied" else ()
