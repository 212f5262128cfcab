"""All kinds of settings of one host."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.contract.knobs.sysctl import ALLOWED_SYSCTLS
from agents.contract.states import SettingKind
from agents.settings.governor import Governor
from agents.settings.handler import Kind
from agents.settings.irq_affinity import IrqAffinity
from agents.settings.irqbalance import Irqbalance
from agents.settings.sysctl import Sysctl


@dataclass(frozen=True)
class Kinds:
    sysctl: Sysctl
    irq_affinity: IrqAffinity
    irqbalance: Irqbalance
    governor: Governor

    def by_name(self) -> Mapping[SettingKind, Kind]:
        return {
            "sysctl": self.sysctl,
            "irq_affinity": self.irq_affinity,
            "irqbalance": self.irqbalance,
            "governor": self.governor,
        }


def kinds_of(allowed_sysctls: Sequence[str] = ALLOWED_SYSCTLS, root: Path = Path("/")) -> Kinds:
    """The kinds of the host whose files lie below `root`."""
    return Kinds(Sysctl(allowed_sysctls, root), IrqAffinity(root), Irqbalance(root), Governor(root))
