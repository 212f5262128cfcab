"""A host made of files: what the kinds of settings read and write, below a folder of the test's."""

from pathlib import Path

from agents.catalog.roles import SettingKind
from agents.contract.jobs import Setting
from agents.journal.entry import Place
from agents.journal.journal import Journal
from agents.settings.changes import Changes
from agents.settings.handler import SettingHandler
from agents.settings.place import current_place
from agents.settings.registry import setting_handlers

INTERRUPTS = """           CPU0       CPU1
 24:          1          0  IO-APIC   5-edge      ACPI:Ged
 28:          0          0 PCI-MSIX-0000:00:01.0   0-edge      eth0-rx-0
 29:          0          7 PCI-MSIX-0000:00:01.0   1-edge      eth0-tx-0, eth0-shared
 30:          0          0 PCI-MSIX-0000:00:02.0   0-edge      nvme0q0
NMI:          0          0   Non-maskable interrupts
"""
SYSCTLS = {
    "net.core.somaxconn": "4096",
    "net.ipv4.tcp_mem": "22137\t29517\t44274",
    "net.ipv4.tcp_rmem": "4096\t131072\t6291456",
    "net.ipv4.ip_local_port_range": "32768\t60999",
    "net.ipv4.tcp_congestion_control": "cubic",
    "net.ipv4.tcp_available_congestion_control": "reno cubic",
    "vm.swappiness": "60",
    "kernel.panic": "0",
}


class FakeHost:
    """`changes()` is a new start of an agent on it."""

    def __init__(self, folder: Path) -> None:
        self.root, self.state = folder / "root", folder / "state"
        self.state.mkdir(parents=True)
        for key, value in SYSCTLS.items():
            self.put(f"proc/sys/{key.replace('.', '/')}", value)
        self.put("proc/interrupts", INTERRUPTS)
        for number in ("24", "28", "29", "30"):
            self.put(f"proc/irq/{number}/smp_affinity_list", "0-1")
        for cpu in ("cpu0", "cpu1"):
            self.put(f"sys/devices/system/cpu/{cpu}/cpufreq/scaling_governor", "powersave")
            available = f"sys/devices/system/cpu/{cpu}/cpufreq/scaling_available_governors"
            self.put(available, "performance powersave")

    def changes(self, place: Place | None = None, **handlers: SettingHandler) -> Changes:
        """`handlers` stand in for those of the same names."""
        known: dict[SettingKind, SettingHandler] = {**setting_handlers(root=self.root).by_kind()}
        known.update(handlers)  # pyright: ignore[reportCallIssue, reportArgumentType]
        return Changes(Journal(self.state), known, place or current_place())

    def put(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text + "\n")

    def sysctl(self, key: str) -> str:
        return (self.root / "proc/sys" / key.replace(".", "/")).read_text().strip()

    def set_sysctl(self, key: str, value: str) -> None:
        self.put(f"proc/sys/{key.replace('.', '/')}", value)

    def everything(self) -> dict[str, str]:
        return {str(p): p.read_text().strip() for p in self.root.rglob("*") if p.is_file()}

    @property
    def journal(self) -> Path:
        return self.state / "journal" / "changes"


def setting(name: str, value: str, kind: SettingKind = "sysctl") -> Setting:
    return Setting(kind=kind, name=name, value=value)
