"""From the text of `perf script` to folded stacks within the contract's bounds. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from agents.contract.diagnostics import (
    KERNEL,
    MAX_FRAMES,
    MAX_LOST,
    MAX_STACK_LENGTH,
    MAX_STACKS,
    OTHER_STACKS,
    ProfileEvent,
)

MAX_NAME_LENGTH = 200
MAX_KEPT = 20_000
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
    lost_samples: int = 0
    kernel_names: bool = True


def fold(lines: Iterable[str], most_text: int) -> Folded:
    """`lines` of `perf script -F comm,pid,event,ip,sym,dso`: a header, frames from the inside out, an empty
    line. What cannot be read is passed over; a sample that breaks off is not counted."""
    result, counts = Folded(), Counter[str]()
    frames: list[str] | None = None
    named_count = unnamed_count = 0
    for raw in lines:
        line = raw.rstrip("\n").replace(" (deleted))", ")")
        if frame := _FRAME.fullmatch(line):
            if frames is not None:
                frames.append(_name(*frame.groups()))
                is_kernel = frames[-1].endswith(KERNEL)
                named_count += is_kernel and not frames[-1].startswith("[")
                unnamed_count += is_kernel and frames[-1].startswith("[")
        elif match := _LOST.search(line):
            result.lost_samples = min(result.lost_samples + int(match[1]), MAX_LOST)
        elif event := _EVENT.search(line.rstrip()):
            frames = []
            result.event = "cycles" if "cycles" in event[1] else "cpu-clock"
        elif not line.strip():
            if frames:
                stack = _stack(frames)
                counts[stack if stack in counts or len(counts) < MAX_KEPT else OTHER_STACKS] += 1
            frames = None
    result.kernel_names = named_count > 0 or unnamed_count == 0
    result.stacks = bound_stacks(counts, most_text)
    return result


def _name(address: str, symbol: str, file: str) -> str:
    """One frame. Addresses are left out: they differ from start to start."""
    is_kernel = int(address, 16) >> 63
    symbol = _VERSION.sub("", symbol.strip())
    if symbol == _UNKNOWN or not symbol:
        base = "kernel" if is_kernel else PurePosixPath(file).name
        symbol = f"[{base.strip('[]') or 'unknown'}]"
    name = "".join(c if c.isprintable() and c != ";" else ":" for c in symbol[:MAX_NAME_LENGTH])
    return name + (KERNEL if is_kernel else "")


def _stack(inside_out: list[str]) -> str:
    frames, length = [], 0
    for frame in inside_out[: -MAX_FRAMES - 1 : -1]:
        length += len(frame) + 1
        if length > MAX_STACK_LENGTH:
            break
        frames.append(frame)
    return ";".join(frames)


def bound_stacks(counts: Mapping[str, int], most_text: int) -> dict[str, int]:
    """The stacks that were seen most, as many as have room; the others as one."""
    stacks: dict[str, int] = {}
    room = most_text - len(OTHER_STACKS)
    for stack, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if stack == OTHER_STACKS or len(stacks) >= MAX_STACKS or len(stack) > room:
            continue
        stacks[stack] = count
        room -= len(stack)
    other_count = sum(counts.values()) - sum(stacks.values())
    return stacks | ({OTHER_STACKS: other_count} if other_count else {})
