"""Whole disks: bytes, and how much of the time they had something to do, from /proc/diskstats."""

import os
from collections.abc import Collection
from functools import partial

from agents.contract.counters import MAX_DEVICES, DiskCounts
from agents.observe.sampler import FileSampler, Reading, growth, per_second

_SECTOR = 512  # bytes, whatever the disk's own are
_COLUMNS = {"read_bytes": (5, _SECTOR), "written_bytes": (9, _SECTOR), "busy_s": (12, 0.001)}


def parse_disks(text: str, whole: Collection[str]) -> dict[str, float]:
    """`NAME/read_bytes`, `NAME/written_bytes`, `NAME/busy_s` of each disk that was ever used."""
    counters: dict[str, float] = {}
    for line in text.splitlines():
        fields = line.split()
        if len(fields) < 13 or fields[2] not in whole:
            continue
        values = [fields[index] for index, _ in _COLUMNS.values()]
        if all(map(str.isdigit, values)) and any(v != "0" for v in values):
            column_values = zip(_COLUMNS.items(), values, strict=True)
            counters |= {
                f"{fields[2]}/{name}": int(value) * unit for (name, (_, unit)), value in column_values
            }
    return counters


class DiskSampler(FileSampler):
    def __init__(self) -> None:
        try:
            whole = frozenset(os.listdir("/sys/block"))  # partitions are not in it
        except OSError:
            whole = frozenset[str]()
        super().__init__("/proc/diskstats", partial(parse_disks, whole=whole))

    def rates(self, before: Reading, after: Reading, dt: float) -> dict[str, float | None]:
        """Share of the time, and bytes per second."""
        rates: dict[str, float | None] = {}
        for name in after:
            disk, _, counter = name.rpartition("/")
            series = "busy" if counter == "busy_s" else f"{counter}_per_s"
            rates[f"disk.{disk}.{series}"] = per_second(before, after, name, dt)
        return rates


def disks_of(before: Reading, after: Reading, seconds: float) -> list[DiskCounts]:
    """The disks that were used between two readings, busiest first."""
    names = {name.rpartition("/")[0] for name in after}
    disks = [
        DiskCounts(
            name=name,
            busy=min(1.0, growth(before, after, f"{name}/busy_s") / seconds) if seconds > 0 else 0.0,
            read_bytes=growth(before, after, f"{name}/read_bytes"),
            written_bytes=growth(before, after, f"{name}/written_bytes"),
        )
        for name in sorted(names)
    ]
    active_disks = [disk for disk in disks if disk.read_bytes + disk.written_bytes > 0]
    return sorted(active_disks, key=lambda disk: (-disk.busy, -disk.written_bytes))[:MAX_DEVICES]
