"""CPUs that serve interrupts, by a pattern of the names in /proc/interrupts."""

import errno
import re
from fnmatch import fnmatchcase
from pathlib import Path

from agents.catalog.cpulist import parse_cpu_list
from agents.contract.jobs import Setting
from agents.processes import check_cpus
from agents.settings.handler import read_text, refusal, write_text

_SHOWN = 12


class IrqAffinity:
    """A target's name is the number of its interrupt."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._interrupts, self._folder = root / "proc/interrupts", root / "proc/irq"

    def targets(self, setting: Setting) -> list[Setting]:
        check_cpus(setting.value, f"Interrupts of {setting.name}")
        names_of = self.names()
        numbers = [n for n, names in names_of.items() if any(fnmatchcase(x, setting.name) for x in names)]
        if not numbers:
            all_names = sorted({name for names in names_of.values() for name in names})
            examples = ", ".join(all_names[:_SHOWN]) + (" …" if len(all_names) > _SHOWN else "")
            raise refusal(
                f"No interrupt of this host is named like “{setting.name}”; there are {examples or 'none'}"
            )
        return [Setting(kind="irq_affinity", name=number, value=setting.value) for number in numbers]

    def names(self) -> dict[str, list[str]]:
        """Number → names of what it serves, for the interrupts that have a place to be put."""
        try:
            names_of = parse_interrupt_names(self._interrupts.read_text(errors="replace"))
        except OSError:
            return {}
        return {number: names for number, names in names_of.items() if self.path(number).exists()}

    def read(self, name: str) -> str:
        return read_text(self.path(name))

    def write(self, name: str, value: str) -> None:
        try:
            write_text(self.path(name), value)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            names = ", ".join(self.names().get(name, ()))
            raise refusal(
                f"The kernel keeps interrupt {name} ({names}) where it is: its driver manages it"
            ) from error

    def is_same(self, a: str, b: str) -> bool:
        try:
            return parse_cpu_list(a) == parse_cpu_list(b)
        except ValueError:
            return a == b

    def path(self, number: str) -> Path:
        return self._folder / str(int(number)) / "smp_affinity_list"

    def why_closed(self) -> str:
        numbers = self.names()
        if not numbers:
            return "This host shows no interrupts that could be moved"
        return self._explain(next(iter(numbers)))

    def _explain(self, number: str) -> str:
        try:
            with self.path(number).open("r+"):
                return ""
        except OSError as error:
            return (
                "/proc/irq is read-only here, as in a container"
                if error.errno == errno.EROFS
                else "It needs root"
            )


def parse_interrupt_names(text: str) -> dict[str, list[str]]:
    """Number → names, from /proc/interrupts: counts for each CPU, chip and line, then names with commas."""
    names_of: dict[str, list[str]] = {}
    for line in text.splitlines()[1:]:
        number, _, rest = line.partition(":")
        if not number.strip().isdigit():
            continue
        last = re.split(r"\s{2,}", rest.strip())[-1]
        names_of[number.strip()] = [name.strip() for name in last.split(",") if name.strip()]
    return names_of
