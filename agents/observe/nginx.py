"""nginx's own counters of the watched setups, and the CPU time of their processes and of the load tool."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from agents.observe.sampler import Reading, per_second

GAUGES = ("active", "reading", "writing", "waiting")


class Watched(Protocol):
    """One setup as the samplers need it."""

    @property
    def key(self) -> str: ...

    def cpu_seconds(self) -> float: ...

    def statuses(self) -> Sequence[Mapping[str, int]]:
        """For each instance that answers: `requests` since its start, and the GAUGES."""
        ...


class NginxSampler:
    """Counters of one setup, summed over its instances."""

    def __init__(self, setup: Watched) -> None:
        self._setup = setup

    def read(self) -> Reading:
        statuses = self._setup.statuses()
        reading: dict[str, float] = {"cpu_s": self._setup.cpu_seconds()}
        if statuses:
            reading |= {name: float(sum(s[name] for s in statuses)) for name in ("requests", *GAUGES)}
        return reading

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        prefix = f"nginx.{self._setup.key}"
        values: dict[str, float | None] = {f"{prefix}.cpu": per_second(before, after, "cpu_s", dt)}
        if "requests" in after:
            values[f"{prefix}.requests_per_s"] = per_second(before, after, "requests", dt)
        return values | {f"{prefix}.{g}": after[g] for g in GAUGES if g in after}

    def close(self) -> None:
        pass


class LoadSampler:
    """CPUs that the load tool uses."""

    def __init__(self, cpu_seconds: Callable[[], float]) -> None:
        self._cpu_seconds = cpu_seconds

    def read(self) -> Reading:
        return {"cpu_s": self._cpu_seconds()}

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        return {"load.cpu": per_second(before, after, "cpu_s", dt)}

    def close(self) -> None:
        pass
