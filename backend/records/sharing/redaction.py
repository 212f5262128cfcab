"""Redact host details in shared results: allow-listed facts, texts without names and addresses. Pure."""

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from agents.catalog.tools import TOOLS

LEFT_OUT = "left out: this link was made without host details"

OTHER_PROGRAMS = "other_cpu"
"""Code of the finding that names them: backend/validity/other_cpu.py."""
ADDRESS, PATH = "hidden-address", "hidden-path"
"""Like all placeholders they may stand where a host name may: what is read with them is checked again."""
_MIN_NAME_LENGTH = 3
_PLAIN = {
    "load",
    "proxy",
    "backend",
    "host",
    "none",
    "nginx",
    "openresty",
    "tengine",
    "angie",
    "freenginx",
    *TOOLS,
    "httpd",
    "compare",
    "ceiling",
    "direct",
    "proxied",
    "proxy_only",
    "off",
    "auto",
    "true",
    "false",
    "localhost",
    "main",
    "default",
}
"""Words that stand in definitions for other things too; a host that is called so gives nothing away."""
_IPV4 = re.compile(r"(?<![\d.])(?<![A-Za-z]/)\d{1,3}(?:\.\d{1,3}){3}(?![\d.]\d)")
_IPV6 = re.compile(r"(?<![\w:.])\[?[0-9A-Fa-f]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*\]?(?!\w)")
_MAC = re.compile(r"(?<![\w:])[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}(?![\w:])")
_ROOTS = "boot|dev|etc|home|lib|mnt|opt|proc|root|run|snap|srv|sys|tmp|usr|var|Users"
_OF_SYSTEM = re.compile(rf"(?<![\w:/<])/(?:{_ROOTS})(?:/[\w.@%+~-]+)+/?")
"""Paths in what people wrote: other ones there are those of URLs."""
_PATH = re.compile(r"(?<![\w:/<])/(?:[\w.@%+~-]+/)+[\w.@%+~-]*")

_ALL = True
_FACTS: dict[str, Any] = {
    "os": _ALL,
    "kernel": _ALL,
    "cpu_model": _ALL,
    "cpus": _ALL,
    "online_cpus": _ALL,
    "memory_bytes": _ALL,
    "virtualization": _ALL,
    "nofile": _ALL,
    "is_root": _ALL,
    "tools": _ALL,
    "nginx": {"version": _ALL, "flavour": _ALL, "number": _ALL, "base": _ALL, "modules": _ALL},
    "more": {
        "topology": _ALL,
        "caches": _ALL,
        "governor": _ALL,
        "smt": _ALL,
        "isolated_cpus": _ALL,
        "numa_nodes": _ALL,
        "mitigations": _ALL,
        "irqbalance": _ALL,
        "sysctl": _ALL,
        "ulimits": _ALL,
        "clock_source": _ALL,
        "clock_offset_s": _ALL,
    },
}
"""Facts that are shown; whatever else an agent reads, now or later, is not."""
_SETUP = ("key", "version", "workers", "effective", "failure")
_WINDOW = (
    "seconds",
    "cores",
    "softirq",
    "steal",
    "own_cpu_s",
    "other_cpu_s",
    "rx_bytes",
    "tx_bytes",
    "listen_overflows",
    "context_switches",
    "time_wait",
    "listen_drops",
    "syn_cookies",
    "retransmits",
    "sockets",
    "ports",
    "ports_after",
    "kernel",
    "interrupts",
    "reschedules",
    "own_sessions",
    "measured_cpus",
    "clock",
    "softirqs",
    "pressure",
    "servers",
    "load_threads",
    "generators",
    "devices",
    "disks",
)
"""Of a window: counters. Names of other processes, what the kernel said, and the boot are left out."""


@dataclass(frozen=True)
class Redaction:
    """What must not be seen → what stands there instead, such as `proxy-host`."""

    placeholders: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        names = [n for n in self.placeholders if len(n) >= _MIN_NAME_LENGTH and n.lower() not in _PLAIN]
        names.sort(key=len, reverse=True)
        alternatives = "|".join(re.escape(name) for name in names)
        # in any letters; between letters and digits alone, so that proxy1_old is no other name
        return re.compile(rf"(?<![^\W_])(?ai:{alternatives})(?![^\W_])") if names else None

    @cached_property
    def _by_small_letters(self) -> dict[str, str]:
        return {name.lower(): instead for name, instead in self.placeholders.items()}

    def user_text(self, text: str) -> str:
        """What people wrote: without the names and addresses of hosts, and without paths of a system."""
        if self._pattern is not None:
            text = self._pattern.sub(lambda match: self._by_small_letters[match[0].lower()], text)
        text = _MAC.sub(ADDRESS, _OF_SYSTEM.sub(PATH, text))
        return _IPV4.sub(_address, _IPV6.sub(_address, text))

    def tool_output(self, text: str) -> str:
        """What programs said: without any path."""
        return _PATH.sub(PATH, self.user_text(text))

    def of(self, name: str) -> str:
        """The placeholder of one name; empty for one that is not known."""
        return self.placeholders.get(name, "")


def _address(match: re.Match[str]) -> str:
    try:
        ipaddress.ip_address(match[0].strip("[]."))
    except ValueError:
        return match[0]
    return ADDRESS


def texts(value: Any, change: Callable[[str], str]) -> Any:
    """Every text within, keys as they are."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {name: texts(inner, change) for name, inner in value.items()}
    return [texts(inner, change) for inner in value] if isinstance(value, list) else value


def redact_user_text(value: Any, redaction: Redaction) -> Any:
    return texts(value, redaction.user_text)


def redact_tool_output(value: Any, redaction: Redaction) -> Any:
    return texts(value, redaction.tool_output)


def redact_all(value: Any, _: Redaction) -> Any:
    """Of the same kind, and empty."""
    return LEFT_OUT if isinstance(value, str) else type(value)()


def hosts(value: Mapping[str, Any], redaction: Redaction) -> dict[str, Any]:
    """role → {host_id, host, address, facts}, as an experiment keeps its hosts."""
    return {role: _host(host, redaction) for role, host in value.items()}


def _host(host: Mapping[str, Any], redaction: Redaction) -> dict[str, Any]:
    facts = host.get("facts", {})
    identities = {name: redaction.of(facts[name]) for name in ("machine", "namespace") if facts.get(name)}
    return {
        "host_id": host.get("host_id", ""),
        "host": redaction.of(host.get("host", "")),
        "address": redaction.of(host.get("address", "")),
        "facts": _keep_fields(facts, _FACTS, redaction) | identities,
    }


def _keep_fields(value: Mapping[str, Any], fields: Mapping[str, Any], redaction: Redaction) -> dict[str, Any]:
    entries = {}
    for name in value.keys() & fields.keys():
        inner, of = value[name], fields[name]
        if of is _ALL:
            entries[name] = redact_tool_output(inner, redaction)
        else:
            entries[name] = _keep_fields(inner, of, redaction) if isinstance(inner, Mapping) else None
    return {name: entries[name] for name in value if name in entries}


def failure(value: Mapping[str, Any], redaction: Redaction) -> dict[str, Any]:
    """A sentence without names and paths, and without the end of a log."""
    return redact_tool_output(dict(value), redaction) | {"log": ""}


def interruptions(value: list[dict[str, Any]], redaction: Redaction) -> list[dict[str, Any]]:
    return [entry | {"failure": failure(entry["failure"], redaction)} for entry in value]


def findings(value: list[dict[str, Any]], redaction: Redaction) -> list[dict[str, Any]]:
    """Sentences; that of other programs ends with their names, behind a colon."""
    redacted_findings = redact_tool_output(value, redaction)
    for finding in redacted_findings:
        if finding.get("code") == OTHER_PROGRAMS:
            finding["message"] = finding.get("message", "").partition(": ")[0]
    return redacted_findings


def headline(value: Mapping[str, Any], redaction: Redaction) -> dict[str, Any]:
    """As it was kept: its deltas have the sentence of a finding, without its code."""
    redacted_headline = redact_tool_output(dict(value), redaction)
    answers = redacted_headline.get("answers") or []
    for delta in (redacted_headline.get("delta") or {}, *(answer["delta"] for answer in answers)):
        _cut_cause(delta)
    redacted_headline["next_step"] = None  # for those who can measure
    return redacted_headline


def verdicts(value: Mapping[str, Any], redaction: Redaction) -> dict[str, Any]:
    """run id → delta, likewise."""
    redacted_verdicts = redact_tool_output(dict(value), redaction)
    for delta in redacted_verdicts.values():
        _cut_cause(delta)
    return redacted_verdicts


def _cut_cause(delta: dict[str, Any]) -> None:
    if delta.get("suspect_because"):
        delta["suspect_because"] = delta["suspect_because"].partition(": ")[0]


def redact_setups(value: Mapping[str, Any], redaction: Redaction) -> dict[str, Any]:
    """role → setup: without its addresses, command lines, and the text that nginx read back."""
    return {
        role: {name: redact_tool_output(setup[name], redaction) for name in _SETUP if name in setup}
        | ({"failure": failure(setup["failure"], redaction)} if setup.get("failure") else {})
        for role, setup in value.items()
    }


def windows(value: Mapping[str, Any], _: Redaction) -> dict[str, Any]:
    """host id → what it counted."""
    return {
        host: {name: window[name] for name in _WINDOW if name in window} for host, window in value.items()
    }
