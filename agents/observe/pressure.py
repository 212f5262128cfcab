"""Time that something waited for CPU, disk or memory (PSI), from /proc/pressure; some kernels have none."""

from collections.abc import Mapping
from functools import partial

from agents.contract.counters import PRESSURES
from agents.observe.sampler import ParsedLater, ProcFile, Reading, per_second


def parse_pressure(text: str) -> float | None:
    """Seconds since boot in which at least one task waited: `total` of the line `some`."""
    for line in text.splitlines():
        kind, _, rest = line.partition(" ")
        total = rest.rpartition("total=")[2]
        if kind == "some" and total.isdigit():
            return int(total) / 1e6
    return None


def parse_pressures(texts: Mapping[str, str]) -> dict[str, float]:
    """Name of a pressure → its seconds, of those that this kernel has."""
    readings = {name: parse_pressure(text) for name, text in texts.items()}
    return {name: seconds for name, seconds in readings.items() if seconds is not None}


class PressureSampler:
    def __init__(self) -> None:
        self._files = {name: ProcFile(f"/proc/pressure/{name}") for name in PRESSURES}

    def read(self) -> Reading:
        return ParsedLater(partial(parse_pressures, {n: file.text() for n, file in self._files.items()}))

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        """Share of the time in which something waited."""
        return {f"pressure.{name}": per_second(before, after, name, dt) for name in after}

    def close(self) -> None:
        for file in self._files.values():
            file.close()
