"""A file system for the proxy's nginx where every write waits for the disk; as root only."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from agents.proxy.folders import tag_of


def place_of(state: Path) -> Path:
    """Where a root agent keeps what its nginx writes."""
    return Path("/var/lib/dynoboard-sealed") / tag_of(state)


@contextmanager
def slow_disk(folder: Path) -> Iterator[None]:
    """For the stack in this folder; nothing where this may not be."""
    place, image = place_of(folder / "d" / "agents" / "proxy"), folder / "disk.img"
    if os.geteuid() == 0:
        place.mkdir(parents=True, exist_ok=True)
        with image.open("wb") as file:
            file.truncate(64 << 20)
        for words in (["mkfs.ext4", "-q", image], ["mount", "-o", "loop,sync", image, place]):
            subprocess.run(words, check=False)
    try:
        yield
    finally:
        if place.is_mount():
            subprocess.run(["umount", "-l", place], check=True)
        shutil.rmtree(place, ignore_errors=True)
