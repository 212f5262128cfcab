"""TCP: the accept queue and its overflows, retransmits, sockets by state, from /proc/net and sock_diag."""

import os
import re
from functools import lru_cache
from pathlib import Path

from agents.catalog.signs import KERNEL_COUNTERS
from agents.observe.sampler import ParsedLater, ProcFile, Reading, difference, per_second
from agents.observe.sock_diag import Socket, listening

_COUNTERS = {
    "TcpExt.ListenOverflows": "listen_overflows",
    "TcpExt.ListenDrops": "listen_drops",
    "TcpExt.SyncookiesSent": "syn_cookies",
    "Tcp.RetransSegs": "retransmits",
    "Tcp.ActiveOpens": "opened",
    "Tcp.PassiveOpens": "accepted",
}
_PAIRS = {name: name for name in KERNEL_COUNTERS} | _COUNTERS | {"Tcp.CurrEstab": "established"}
_TLS_STAT = Path("/proc/net/tls_stat")
_TLS_STAT_SINCE = (5, 5)  # an older kernel may encrypt without counting
_OPENED, _OPEN = ("TlsTxSw", "TlsTxDevice"), ("TlsCurrTxSw", "TlsCurrTxDevice")
_SOCKETS = {"tw": "time_wait", "inuse": "in_use", "orphan": "orphan"}
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
GAUGES = ("established", "accept_queue", "buffers", *_SOCKETS.values())


def parse_pairs(text: str) -> dict[str, float]:
    """/proc/net/snmp and netstat: a line of names, then a line of values → what is ours, by our names."""
    values: dict[str, float] = {}
    lines = text.splitlines()
    for names, numbers in zip(lines[::2], lines[1::2], strict=False):
        if columns := _columns(names):
            fields = numbers.split()
            values |= {
                name: float(fields[at])
                for at, name in columns
                if at < len(fields) and fields[at].lstrip("-").isdigit()
            }
    return values


@lru_cache(maxsize=32)  # lines of names stay as they are, and most of them have nothing of ours
def _columns(names: str) -> list[tuple[int, str]]:
    """Columns of our counters in the line of values."""
    prefix, _, rest = names.partition(":")
    columns = ((at, f"{prefix}.{name}") for at, name in enumerate(rest.split(), 1))
    return [(at, _PAIRS[name]) for at, name in columns if name in _PAIRS]


def kernel_counters(before: Reading, after: Reading) -> dict[str, float]:
    """Growth of the counters that show whether a setting acted; without those that this kernel lacks."""
    growths = {name: difference(before, after, _PAIRS[name]) for name in KERNEL_COUNTERS}
    return {name: growth for name, growth in growths.items() if growth is not None}


def parse_sockstat(text: str) -> dict[str, int]:
    """The TCP line of /proc/net/sockstat (and sockstat6): `inuse`, `orphan`, `tw`, …"""
    for line in text.splitlines():
        if line.startswith(("TCP:", "TCP6:")):
            fields = line.split()[1:]
            return {n: int(v) for n, v in zip(fields[::2], fields[1::2], strict=False) if v.isdigit()}
    return {}


class TcpSampler:
    def __init__(self) -> None:
        self._netstat, self._snmp = ProcFile("/proc/net/netstat"), ProcFile("/proc/net/snmp")
        self._sockets = ProcFile("/proc/net/sockstat")
        self.listening: list[Socket] = []  # as of the last reading
        self.most_bytes: int | None = None  # of buffers, at a reading; the kernel counts them for the machine

    def read(self) -> Reading:
        netstat, snmp, gauges = self._netstat.text(), self._snmp.text(), dict[str, float]()
        self.listening = listening()
        if self.listening:
            gauges["accept_queue"] = float(max(socket.queue for socket in self.listening))
        sockets = parse_sockstat(self._sockets.text())
        if "mem" in sockets:
            gauges["buffers"] = float(sockets["mem"] * _PAGE_BYTES)
            self.most_bytes = max(self.most_bytes or 0, sockets["mem"] * _PAGE_BYTES)
        gauges |= {
            name: float(sockets[field_name]) for field_name, name in _SOCKETS.items() if field_name in sockets
        }
        return ParsedLater(lambda: parse_pairs(netstat) | parse_pairs(snmp) | gauges)

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        values: dict[str, float | None] = {f"tcp.{g}": after[g] for g in GAUGES if g in after}
        return values | {
            f"tcp.{name}_per_s": per_second(before, after, name, dt)
            for name in _COUNTERS.values()
            if name in after
        }

    def close(self) -> None:
        for file in (self._netstat, self._snmp, self._sockets):
            file.close()


def read_kernel_tls() -> tuple[int, int] | None:
    """Connections opened since the boot, and those open now; None: this kernel does not say."""
    stat = _text(_TLS_STAT)
    if stat is None:
        return (0, 0) if kernel_version() >= _TLS_STAT_SINCE else None
    counts = {words[0]: int(words[1]) for line in stat.splitlines() if len(words := line.split()) == 2}
    return sum(counts.get(name, 0) for name in _OPENED), sum(counts.get(name, 0) for name in _OPEN)


def count_encrypted(first: tuple[int, int] | None, last: tuple[int, int] | None) -> int | None:
    """Connections that were open or opened between two readings; None where either is missing."""
    return None if first is None or last is None else max(0, last[0] - first[0]) + first[1]


def kernel_version() -> tuple[int, int]:
    """Version of the running kernel; zeros where its name has none."""
    match = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _text(path: Path) -> str | None:
    try:
        return path.read_text()
    except OSError:
        return None
