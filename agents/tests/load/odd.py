"""A server that misbehaves, in a process of its own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def odd_server(mode: str) -> Iterator[int]:
    """Its port; modes: agents/tests/odd_server.py."""
    argv = [sys.executable, "-m", "agents.tests.odd_server", mode]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield int(server.stdout.readline())
        finally:
            server.kill()
