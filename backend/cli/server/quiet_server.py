"""uvicorn, which sleeps while nobody asks: its own looks ten times a second whether it should end.

`python -m backend.cli.server.quiet_server` takes uvicorn's own command line.
"""

import asyncio
import importlib
import os
import socket
from contextlib import suppress
from types import FrameType
from typing import Any

from uvicorn.server import Server

DATE_S = 1.0
"""How old the Date of an answer may be."""


class QuietServer(Server):
    _woken: asyncio.Event | None = None
    _loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        _say_ready()
        while not await self.on_tick(0):  # the tick that renews the date
            with suppress(TimeoutError):
                async with asyncio.timeout(DATE_S):
                    await self._woken.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop and self._woken:
            self._loop.call_soon_threadsafe(self._woken.set)


def _say_ready() -> None:
    """To systemd, which waits for it with Type=notify: sd_notify(3)."""
    if place := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.sendto(b"READY=1", place.replace("@", "\0", 1) if place.startswith("@") else place)


def main() -> None:
    """The library's own command line, with our server."""
    library: Any = importlib.import_module("uvicorn.main")
    library.Server = QuietServer
    library.main()


if __name__ == "__main__":
    main()
