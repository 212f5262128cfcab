"""Stacks of a profile as they are kept: a line each, `frame;frame count`, deflated. Pure."""

import zlib
from collections.abc import Mapping


def pack(stacks: Mapping[str, int]) -> bytes:
    """A few per cent of its text: stacks share their beginnings, so they are sorted."""
    text = "\n".join(f"{stack} {count}" for stack, count in sorted(stacks.items()))
    return zlib.compress(text.encode(errors="replace"), 6)


def unpack(data: bytes) -> dict[str, int]:
    """Folded stack, outermost frame first → samples."""
    lines = (line.rpartition(" ") for line in zlib.decompress(data).decode().split("\n") if line)
    return {stack: int(count) for stack, _, count in lines}
