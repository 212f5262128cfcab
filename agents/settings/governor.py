"""The frequency governor of every CPU, below /sys/devices/system/cpu."""

import os
from pathlib import Path

from agents.contract.jobs import Setting
from agents.settings.handler import read_text, refusal, write_text


class Governor:
    """A target's name is its CPU: `cpu0`."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._folder = root / "sys/devices/system/cpu"

    def targets(self, setting: Setting) -> list[Setting]:
        cpus = self.cpus()
        if not cpus:
            raise refusal("This host has no frequency governor: its clock is set by firmware or hypervisor")
        for cpu in cpus:
            if setting.value not in (governors := self.available(cpu)):
                raise refusal(f"{cpu} has no governor “{setting.value}”, only {', '.join(governors)}")
        return [Setting(kind="governor", name=cpu, value=setting.value) for cpu in cpus]

    def cpus(self) -> list[str]:
        cpus = [path.parts[-3] for path in self._folder.glob("cpu[0-9]*/cpufreq/scaling_governor")]
        return sorted(cpus, key=lambda cpu: int(cpu[3:]))

    def available(self, cpu: str) -> list[str]:
        return read_text(self.path(cpu).with_name("scaling_available_governors")).split()

    def read(self, name: str) -> str:
        return read_text(self.path(name))

    def write(self, name: str, value: str) -> None:
        write_text(self.path(name), value)

    def is_same(self, a: str, b: str) -> bool:
        return a == b

    def path(self, cpu: str) -> Path:
        return self._folder / cpu / "cpufreq/scaling_governor"

    def why_closed(self) -> str:
        cpus = self.cpus()
        if not cpus:
            return "This host has no frequency governor"
        return "" if os.access(self.path(cpus[0]), os.W_OK) else "It needs root and a writable /sys"
