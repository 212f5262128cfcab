"""Bytes, packets and drops of every network interface, from /proc/net/dev; its speed from /sys."""

from pathlib import Path

from agents.contract.counters import MAX_DEVICES, DeviceCounts
from agents.observe.sampler import FileSampler, Reading, growth, per_second

_DEVICES = Path("/sys/class/net")
_COLUMNS = {"rx_bytes": 0, "rx_packets": 1, "rx_dropped": 3, "tx_bytes": 8, "tx_packets": 9, "tx_dropped": 11}


def parse_dev(text: str) -> dict[str, float]:
    """`IFACE/rx_bytes`, … cumulative since the interface came up."""
    counters: dict[str, float] = {}
    for line in text.splitlines():
        name, colon, rest = line.rpartition(":")
        fields = rest.split()
        if not colon or len(fields) < 12:
            continue
        for column, index in _COLUMNS.items():
            if fields[index].isdigit():
                counters[f"{name.strip()}/{column}"] = float(fields[index])
    return counters


class NetSampler(FileSampler):
    def __init__(self) -> None:
        super().__init__("/proc/net/dev", parse_dev)

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        return {
            f"net.{name.replace('/', '.')}_per_s": per_second(before, after, name, dt)
            for name in after
            if after[name] and not name.endswith("_dropped")  # an interface without traffic says nothing
        }


def devices_of(before: Reading, after: Reading) -> list[DeviceCounts]:
    """The interfaces with the most traffic between two readings, busiest first; the loopback is none."""
    names = sorted({name.rpartition("/")[0] for name in after} - {"lo"})
    devices = [_device(before, after, name) for name in names if not _is_counted_twice(name)]
    busy = [device for device in devices if device.rx_packets + device.tx_packets > 0]
    return sorted(busy, key=lambda device: -(device.rx_bytes + device.tx_bytes))[:MAX_DEVICES]


def _device(before: Reading, after: Reading, name: str) -> DeviceCounts:
    counts = {column: growth(before, after, f"{name}/{column}") for column in _COLUMNS}
    return DeviceCounts.model_validate({"name": name, "bits_per_s": link_speed(_DEVICES / name), **counts})


def link_speed(interface: Path) -> float | None:
    """Bits per second of a wire, as the driver of its card names them; None where it is not known.

    veth and tap name a fixed 10 Gbit/s that limits nothing; bonds and VLANs stand on cards.
    """
    if not _has_card(interface):
        return None
    try:
        megabits = int((interface / "speed").read_text())
    except (OSError, ValueError):
        return None
    return megabits * 1e6 if megabits > 0 else None


def _has_card(interface: Path) -> bool:
    return (interface / "device").exists() or any(map(_has_card, interface.glob("lower_*")))


def bytes_of_all(before: Reading, after: Reading, direction: str) -> float:
    """Bytes over all interfaces; bridges and bonded parts carry what another interface counts too."""
    names = [n for n in after if n.endswith(f"/{direction}_bytes") and not _is_counted_twice(n.split("/")[0])]
    return sum(growth(before, after, name) for name in names)


def _is_counted_twice(interface: str) -> bool:
    folder = _DEVICES / interface
    return (folder / "bridge").exists() or (folder / "bonding_slave").exists()
