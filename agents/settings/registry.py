"""The setting handlers of one host, one for each kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.catalog.roles import SettingKind
from agents.settings.governor import Governor
from agents.settings.handler import SettingHandler
from agents.settings.irq_affinity import IrqAffinity
from agents.settings.irqbalance import Irqbalance
from agents.settings.sysctl import SAFE, Sysctl


@dataclass(frozen=True)
class SettingHandlers:
    sysctl: Sysctl
    irq_affinity: IrqAffinity
    irqbalance: Irqbalance
    governor: Governor

    def by_kind(self) -> Mapping[SettingKind, SettingHandler]:
        return {
            "sysctl": self.sysctl,
            "irq_affinity": self.irq_affinity,
            "irqbalance": self.irqbalance,
            "governor": self.governor,
        }


def setting_handlers(allowed_sysctls: Sequence[str] = (SAFE,), root: Path = Path("/")) -> SettingHandlers:
    """The handlers for the host whose files lie below `root`."""
    return SettingHandlers(Sysctl(allowed_sysctls, root), IrqAffinity(root), Irqbalance(root), Governor(root))
