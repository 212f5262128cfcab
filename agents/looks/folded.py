"""From the text of `perf script` to folded stacks within the contract's bounds. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from agents.contract.looks import (
    KERNEL,
    LONGEST_STACK,
    MOST_FRAMES,
    MOST_LOST,
    MOST_STACKS,
    OTHER_STACKS,
    ProfileEvent,
)

LONGEST_NAME = 200
MOST_KEPT = 20_000
"""Different stacks that are told apart while reading; later ones count as OTHER_STACKS."""
_FRAME = re.compile(r"\s+([0-9a-f]{1,16}) (.*) \((.*)\)")
_EVENT = re.compile(r"([\w/-]+)(?::\w*)*:$")
_LOST = re.compile(r"PERF_RECORD_LOST(?:_SAMPLES)? lost (\d{1,20})")
_UNKNOWN = "[unknown]"
_VERSION = re.compile(r"@+[\w.]+$")  # of a symbol: __libc_start_main@@GLIBC_2.34


@dataclass
class Folded:
    """`kernel_names`: False where no frame of the kernel had a name."""

    event: ProfileEvent = "cpu-clock"
    stacks: dict[str, int] = field(default_factory=dict)
    lost: int = 0
    kernel_names: bool = True


def folded(lines: Iterable[str], most_text: int) -> Folded:
    """`lines` of `perf script -F comm,pid,event,ip,sym,dso`: a header, frames from the inside out, an empty
    line. What cannot be read is passed over; a sample that breaks off is not counted."""
    found, counts = Folded(), Counter[str]()
    frames: list[str] | None = None
    named = unnamed = 0
    for raw in lines:
        line = raw.rstrip("\n").replace(" (deleted))", ")")
        if frame := _FRAME.fullmatch(line):
            if frames is not None:
                frames.append(_name(*frame.groups()))
                is_kernel = frames[-1].endswith(KERNEL)
                named += is_kernel and not frames[-1].startswith("[")
                unnamed += is_kernel and frames[-1].startswith("[")
        elif lost := _LOST.search(line):
            found.lost = min(found.lost + int(lost[1]), MOST_LOST)
        elif event := _EVENT.search(line.rstrip()):
            frames = []
            found.event = "cycles" if "cycles" in event[1] else "cpu-clock"
        elif not line.strip():
            if frames:
                stack = _stack(frames)
                counts[stack if stack in counts or len(counts) < MOST_KEPT else OTHER_STACKS] += 1
            frames = None
    found.kernel_names = named > 0 or unnamed == 0
    found.stacks = bounded(counts, most_text)
    return found


def _name(address: str, symbol: str, file: str) -> str:
    """One frame. Addresses are left out: they differ from start to start."""
    is_kernel = int(address, 16) >> 63
    symbol = _VERSION.sub("", symbol.strip())
    if symbol == _UNKNOWN or not symbol:
        base = "kernel" if is_kernel else PurePosixPath(file).name
        symbol = f"[{base.strip('[]') or 'unknown'}]"
    shown = "".join(c if c.isprintable() and c != ";" else ":" for c in symbol[:LONGEST_NAME])
    return shown + (KERNEL if is_kernel else "")


def _stack(inside_out: list[str]) -> str:
    kept, length = [], 0
    for frame in inside_out[: -MOST_FRAMES - 1 : -1]:
        length += len(frame) + 1
        if length > LONGEST_STACK:
            break
        kept.append(frame)
    return ";".join(kept)


def bounded(counts: Mapping[str, int], most_text: int) -> dict[str, int]:
    """The stacks that were seen most, as many as have room; the others as one."""
    kept: dict[str, int] = {}
    left = most_text - len(OTHER_STACKS)
    for stack, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if stack == OTHER_STACKS or len(kept) >= MOST_STACKS or len(stack) > left:
            continue
        kept[stack] = count
        left -= len(stack)
    others = sum(counts.values()) - sum(kept.values())
    return kept | ({OTHER_STACKS: others} if others else {})
