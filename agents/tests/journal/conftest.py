import fcntl
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from agents.settings.irq_affinity import IrqAffinity
from agents.settings.sysctl import Sysctl
from agents.tests.netns import Namespace, network_namespace


@pytest.fixture(scope="module")
def namespace() -> Iterator[Namespace]:
    with network_namespace() as made:
        yield made


@pytest.fixture(scope="module")
def interrupt() -> Iterator[str]:
    """The name of a real interrupt that may be moved; it and vm.swappiness are put back whatever comes.

    Both are the machine's: one module at a time has them.
    """
    known = IrqAffinity().names()
    found = next((names[0] for number, names in known.items() if _moves(number)), None)
    if found is None or (os.cpu_count() or 1) < 2:
        pytest.skip("this machine has no interrupt that can be moved to another CPU")
    lock = Path(tempfile.gettempdir(), "dyno-tests-interrupt").open("w")  # noqa: SIM115
    fcntl.flock(lock, fcntl.LOCK_EX)
    paths = [IrqAffinity().path(number) for number, names in known.items() if found in names]
    before = {path: path.read_text() for path in (*paths, Sysctl().path("vm.swappiness"))}
    yield found
    for path, text in before.items():
        path.write_text(text)
    lock.close()


def _moves(number: str) -> bool:
    path = IrqAffinity().path(number)
    try:
        path.write_text(path.read_text())
    except OSError:
        return False
    return True
