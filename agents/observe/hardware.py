"""CPUs, interrupts and network cards of this host, from /sys and /proc. Everything here is read."""

import re
import shutil
from collections import Counter
from collections.abc import Callable, Set
from pathlib import Path
from typing import Any

from agents import procfs
from agents.observe.addressed import addressed_nics
from agents.observe.host_text import output_of, text_of

_CPU = Path("/sys/devices/system/cpu")
_ISOLATION = ("isolcpus", "nohz_full", "rcu_nocbs")
_OFFLOADS = (
    "rx-checksumming",
    "tx-checksumming",
    "tcp-segmentation-offload",
    "generic-segmentation-offload",
    "generic-receive-offload",
    "large-receive-offload",
)


def cpus() -> dict[str, Any]:
    """Sockets, cores, threads per core, caches of one CPU, NUMA nodes, and what was isolated at boot."""
    return {
        "topology": topology(_CPU),
        "caches": caches(_CPU / "cpu0/cache"),
        "governor": text_of(_CPU / "cpu0/cpufreq/scaling_governor"),
        "smt": text_of(_CPU / "smt/control"),
        "isolated_cpus": text_of(_CPU / "isolated"),
        "isolation": isolation(text_of("/proc/cmdline")),
        "numa_nodes": _numa(),
        "mitigations": {p.name: text_of(p) for p in sorted((_CPU / "vulnerabilities").glob("*"))},
    }


def topology(folder: Path) -> dict[str, int]:
    """Counted over the CPUs that are online; a kernel that does not say gives zeros."""
    places = [
        (text_of(p / "topology/physical_package_id"), text_of(p / "topology/core_id"))
        for p in folder.glob("cpu[0-9]*")
    ]
    cores = [place for place in places if all(place)]
    threads = Counter(cores)
    return {
        "sockets": len({package for package, _ in cores}),
        "cores": len(threads),
        "threads_per_core": max(threads.values(), default=0),
    }


def caches(folder: Path) -> dict[str, str]:
    """`L1d` → `48K shared by 0-1`, as the first CPU has them."""
    sizes: dict[str, str] = {}
    for index in sorted(folder.glob("index*")):
        kind = {"Data": "d", "Instruction": "i"}.get(text_of(index / "type"), "")
        name = f"L{text_of(index / 'level')}{kind}"
        sizes[name] = f"{text_of(index / 'size')}, CPUs {text_of(index / 'shared_cpu_list')}"
    return sizes


def isolation(command_line: str) -> dict[str, str]:
    """Boot parameters that keep CPUs free, with their values; absent ones are left out."""
    parts = (word.partition("=") for word in command_line.split())
    return {name: value for name, _, value in parts if name in _ISOLATION}


def _numa() -> dict[str, str]:
    nodes = Path("/sys/devices/system/node").glob("node[0-9]*")
    return {p.name: text_of(p / "cpulist") for p in sorted(nodes)}


def interrupts(folder: Path = Path("/proc/irq")) -> dict[str, str]:
    """Name of an interrupt → the CPUs that may serve it; two of one name are told apart by their numbers."""
    lines: list[tuple[str, str, str]] = []
    for irq in sorted(folder.glob("[0-9]*"), key=lambda p: int(p.name)):
        try:
            users = sorted(p.name for p in irq.iterdir() if p.is_dir())
        except OSError:
            continue
        if users:
            lines.append((", ".join(users), irq.name, text_of(irq / "smp_affinity_list")))
    names = Counter(name for name, _, _ in lines)
    return {name if names[name] == 1 else f"{name} ({number})": cpus for name, number, cpus in lines}


def is_irqbalance_running() -> bool:
    return any(text_of(f"/proc/{pid}/comm") == "irqbalance" for pid in procfs.all_pids())


def nics(
    folder: Path = Path("/sys/class/net"), read_addressed: Callable[[], Set[str]] = addressed_nics
) -> dict[str, Any]:
    """Those that the machine's own traffic may take: with hardware, on top of it, or with an address.

    A container's end of a cable has none of these; it comes and goes with the container.
    """
    with_address = read_addressed()
    folders = (p for p in sorted(folder.glob("*")) if p.is_dir())
    return {p.name: _nic(p) for p in folders if p.name in with_address or _stands_on_hardware(p)}


def _stands_on_hardware(nic: Path) -> bool:
    """Also a bond, a VLAN, or a bridge with a card in it."""
    return (nic / "device").exists() or any(_stands_on_hardware(below) for below in nic.glob("lower_*"))


def _nic(folder: Path) -> dict[str, Any]:
    driver = folder / "device/driver"
    has_driver = driver.exists()
    facts: dict[str, Any] = {
        "driver": driver.resolve().name if has_driver else "",
        "speed_mbit": _speed(folder) if has_driver else "",  # a bridge has that of what is in it now
        "mtu": text_of(folder / "mtu"),
        "rx_queues": len(list((folder / "queues").glob("rx-*"))),
        "tx_queues": len(list((folder / "queues").glob("tx-*"))),
    }
    if has_driver and shutil.which("ethtool"):
        facts["ring"] = parse_ring(output_of(["ethtool", "-g", folder.name]))
        facts["offloads"] = parse_offloads(output_of(["ethtool", "-k", folder.name]))
    return facts


def _speed(nic: Path) -> str:
    """Mbit/s; empty where the card does not know it, of which the kernel says -1."""
    speed = text_of(nic / "speed")
    return "" if speed == "-1" else speed


def parse_ring(text: str) -> dict[str, int]:
    """`ethtool -g`: what is set now, not what could be; empty when the driver has no rings."""
    now = text.partition("Current hardware settings:")[2]
    pairs = re.findall(r"^(RX|TX):\s+(\d+)", now, re.MULTILINE)
    return {name.lower(): int(value) for name, value in pairs}


def parse_offloads(text: str) -> dict[str, str]:
    """`ethtool -k`: on or off of those that move work between CPU and card."""
    pairs = (line.partition(":") for line in text.splitlines())
    return {
        name.strip(): value.split()[0]
        for name, _, value in pairs
        if name.strip() in _OFFLOADS and value.split()
    }
