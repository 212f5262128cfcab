"""TCP: the accept queue and its overflows, retransmits, sockets by state, from /proc/net and sock_diag."""

from agents.observe.sampler import ProcFile, Reading, per_second
from agents.observe.sock_diag import longest_accept_queue

_COUNTERS = {
    "TcpExt.ListenOverflows": "listen_overflows",
    "TcpExt.ListenDrops": "listen_drops",
    "TcpExt.SyncookiesSent": "syn_cookies",
    "Tcp.RetransSegs": "retransmits",
    "Tcp.ActiveOpens": "opened",
    "Tcp.PassiveOpens": "accepted",
}
_SOCKETS = {"tw": "time_wait", "inuse": "in_use", "orphan": "orphan"}
GAUGES = ("established", "accept_queue", *_SOCKETS.values())


def parse_pairs(text: str) -> dict[str, int]:
    """/proc/net/snmp and netstat: a line of names, then a line of values → `Tcp.RetransSegs`, …"""
    values: dict[str, int] = {}
    lines = text.splitlines()
    for names, numbers in zip(lines[::2], lines[1::2], strict=False):
        prefix, _, rest = names.partition(":")
        for name, number in zip(rest.split(), numbers.partition(":")[2].split(), strict=False):
            if number.lstrip("-").isdigit():
                values[f"{prefix}.{name}"] = int(number)
    return values


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

    def read(self) -> Reading:
        pairs = parse_pairs(self._netstat.text()) | parse_pairs(self._snmp.text())
        reading = {ours: float(pairs[theirs]) for theirs, ours in _COUNTERS.items() if theirs in pairs}
        if "Tcp.CurrEstab" in pairs:
            reading["established"] = float(pairs["Tcp.CurrEstab"])
        if (queue := longest_accept_queue()) is not None:
            reading["accept_queue"] = float(queue)
        sockets = parse_sockstat(self._sockets.text())
        return reading | {
            ours: float(sockets[theirs]) for theirs, ours in _SOCKETS.items() if theirs in sockets
        }

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
