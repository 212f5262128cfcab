"""A network namespace of a test's own, made and removed by it, and reading and working inside it."""

import ctypes
import os
import random
import subprocess
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

_CLONE_NEWNET = 0x40000000
_libc = ctypes.CDLL(None, use_errno=True)
Result = TypeVar("Result")

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="network namespaces and kernel settings need root")


@dataclass(frozen=True)
class Namespace:
    """`outside` and `inside` are the addresses of the two ends of its only cable."""

    name: str
    outside: str
    inside: str

    @property
    def enter(self) -> list[str]:
        """Before an argument list, runs it in here."""
        return ["ip", "netns", "exec", self.name]

    def do(self, work: Callable[[], Result]) -> Result:
        """Call `work` in a thread that is in here; the other threads stay where they are."""

        def inside() -> Result:
            with Path(f"/run/netns/{self.name}").open() as namespace:
                if _libc.setns(namespace.fileno(), _CLONE_NEWNET):
                    raise OSError(ctypes.get_errno(), "setns")
            return work()

        with ThreadPoolExecutor(1) as pool:
            return pool.submit(inside).result()


@contextmanager
def network_namespace() -> Iterator[Namespace]:
    tag = uuid.uuid4().hex[:8]
    net = f"10.213.{random.randrange(256)}.{4 * random.randrange(64)}".rsplit(".", 1)
    made = Namespace(f"dyno-{tag}", f"{net[0]}.{int(net[1]) + 1}", f"{net[0]}.{int(net[1]) + 2}")
    cable, end = f"dy{tag}a", f"dy{tag}b"
    _ip("netns", "add", made.name)
    try:
        _ip("link", "add", cable, "type", "veth", "peer", "name", end, "netns", made.name)
        _ip("addr", "add", f"{made.outside}/30", "dev", cable)
        _ip("link", "set", cable, "up")
        _ip("-n", made.name, "addr", "add", f"{made.inside}/30", "dev", end)
        _ip("-n", made.name, "link", "set", end, "up")
        _ip("-n", made.name, "link", "set", "lo", "up")
        yield made
    finally:
        subprocess.run(["ip", "link", "delete", cable], check=False, capture_output=True)
        _ip("netns", "delete", made.name)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
