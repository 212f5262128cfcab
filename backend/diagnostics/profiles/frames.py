"""Frames of folded stacks: clean names, and the one part of a program that a sample belongs to. Pure.

Names come from whatever binary ran on a host: nothing in them is trusted.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal, NamedTuple

from agents.contract.diagnostics import KERNEL

MAX_NAME_LENGTH = 160
UNKNOWN = "[unknown]"

FrameKind = Literal["user", "kernel", "file"]
PartKind = Literal["call", "function", "kernel", "file"]


class Frame(NamedTuple):
    """`file`: no name is known, only the file that it is in: `[nginx]`."""

    name: str
    kind: FrameKind


class Part(NamedTuple):
    """What a sample counts for: a system call with everything beneath it, or the innermost function."""

    name: str
    kind: PartKind


_HEX = re.compile(r"(0x)?[0-9a-f]{6,}")
_CALL = re.compile(r"__(?:x64|ia32|arm64|riscv|s390x?|se|do)_(?:compat_)?sys_(\w+)")
_INSIDE = re.compile(r"(?:do_sys_|do_|ksys_|vfs_)(\w+)")
"""What is left of a call whose entry the compiler has put into its caller: `do_writev`."""
_AS_CALLED = {"sendfile64": "sendfile", "newfstat": "fstat", "newstat": "stat", "newlstat": "lstat"}
_START = ("_start", "__libc_start", "__clone", "clone3", "start_thread")
_ENTRY = ("entry_SYSCALL", "do_syscall", "x64_sys_call", "el0_svc", "el0t_64_sync", "invoke_syscall")
_BY_ITSELF = {
    "interrupts": ("asm_sysvec_", "asm_common_interrupt", "el0t_64_irq", "el1h_64_irq", "irqentry_"),
    "page faults": ("asm_exc_page_fault", "exc_page_fault", "el0_da"),
}
ENTRY = "entering and leaving system calls"
NAMELESS_KERNEL = "the kernel (no names)"


def frame_of(raw: str) -> Frame:
    """A frame as its agent folded it, its name one line of at most `MAX_NAME_LENGTH` visible characters."""
    in_kernel = raw.endswith(KERNEL)
    name = _clean(raw.removesuffix(KERNEL))
    if not name or _HEX.fullmatch(name):
        name = UNKNOWN
    if in_kernel:
        return Frame(name, "kernel")
    return Frame(name, "file" if name.startswith("[") and name.endswith("]") else "user")


def frames_of(stack: str, cache: dict[str, Frame]) -> tuple[Frame, ...]:
    """The frames of a folded stack, outermost first; `seen` remembers those of other stacks.

    What starts a program is left out, and so is what an unwinder that went too far took for a caller: how far
    it gets differs from variant to variant, and would look like a difference.
    """
    frames: list[Frame] = []
    for raw in stack.split(";"):
        if raw not in cache:
            cache[raw] = frame_of(raw)
        frames.append(cache[raw])
    first = next((i for i, frame in enumerate(frames) if not _is_start(frame)), 0)
    is_called = first and frames[first].kind == "user"
    return tuple(frames[first:] if is_called else frames)


def _is_start(frame: Frame) -> bool:
    return frame.kind == "kernel" or frame.name == UNKNOWN or frame.name.startswith(_START)


def part_of(frames: Sequence[Frame]) -> Part:
    """The part that a stack's samples count for; each stack has exactly one, so parts add up to the whole."""
    leaf = frames[-1]
    inside = next((i for i, f in enumerate(reversed(frames)) if f.kind != "kernel"), len(frames))
    kernel = frames[len(frames) - inside :]
    if not kernel:
        return Part(leaf.name, "file" if leaf.kind == "file" else "function")
    if call := next((call_name for f in kernel if (call_name := call_of(f))), None):
        return Part(call, "call")
    for name, starts in _BY_ITSELF.items():
        if any(f.name.startswith(starts) for f in kernel):
            return Part(name, "kernel")
    if kernel[0].name.startswith(_ENTRY):
        first = next((f for f in kernel if not f.name.startswith(_ENTRY)), None)
        inside = _INSIDE.fullmatch(first.name.split(".")[0]) if first else None
        return Part(inside[1], "call") if inside else Part(ENTRY, "kernel")
    if all(f.name == UNKNOWN or f.name.startswith("[") for f in kernel):
        return Part(NAMELESS_KERNEL, "kernel")
    return Part(leaf.name, "kernel")


def call_of(frame: Frame) -> str | None:
    """`openat` for `__x64_sys_openat`: the system call that a frame of the kernel begins."""
    match = _CALL.fullmatch(frame.name.split(".")[0]) if frame.kind == "kernel" else None
    return _AS_CALLED.get(match[1], match[1]) if match else None


def _clean(raw: str) -> str:
    head = raw[: MAX_NAME_LENGTH * 4]
    plain = "".join(c if unicodedata.category(c)[0] != "C" else "�" for c in head).strip()
    return plain if len(raw) <= MAX_NAME_LENGTH else plain[: MAX_NAME_LENGTH - 1] + "…"
