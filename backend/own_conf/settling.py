"""Leaves out what the policy refuses, and what names something that is left out with it. Pure."""

from dataclasses import dataclass

from agents import policy
from agents.catalog.knobs import KNOBS, Value
from agents.catalog.roles import Topology
from agents.render import default_backends, own_upstreams, raw_texts, render_proxy
from backend.own_conf.dependencies import find_undefined
from backend.own_conf.fates import Ledger, without
from backend.own_conf.reading import UnreadableConf
from backend.own_conf.writing import Line, write

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
        inner_lines = {inner for line in removals for inner in line.walk() if inner is not line}
        for line, reason in removals.items():
            if line not in inner_lines:  # else it goes with the block around it
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
