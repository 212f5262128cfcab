"""uvicorn that wakes once a second while idle, and by signal; uvicorn itself polls ten times a second.

On one machine the API shares CPUs with what is measured: polling costs 0.15% of a core, this 0.02%.
`python -m backend.cli.server.idle_uvicorn` takes uvicorn's own command line.
"""

import asyncio
import gc
import importlib
import os
import socket
from contextlib import suppress
from types import FrameType
from typing import Any

from uvicorn.server import Server

DATE_S = 1.0
"""Maximum age of the Date header."""


class IdleServer(Server):
    _wake_event: asyncio.Event | None = None
    _loop: asyncio.AbstractEventLoop | None = None

    async def main_loop(self) -> None:
        gc.freeze()
        gc.enable()
        self._loop, self._wake_event = asyncio.get_running_loop(), asyncio.Event()
        library: Any = importlib.import_module("sse_starlette.sse")
        streams = library._get_shutdown_state()
        streams.watcher_started = True  # its own asks twice a second, for good once a stream was open
        _say_ready()
        while not await self.on_tick(0):  # the tick that renews the date
            with suppress(TimeoutError):
                async with asyncio.timeout(DATE_S):
                    await self._wake_event.wait()
        for end_of_stream in streams.events:
            end_of_stream.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self._loop and self._wake_event:
            self._loop.call_soon_threadsafe(self._wake_event.set)


def _say_ready() -> None:
    """Notify systemd, which waits for it with Type=notify: sd_notify(3)."""
    if path := os.environ.get("NOTIFY_SOCKET"):
        address = path.replace("@", "\0", 1) if path.startswith("@") else path
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", address)


def main() -> None:
    """Run uvicorn's own command line with this server."""
    gc.disable()  # what is imported stays: searching it for garbage is an eighth of the start
    library: Any = importlib.import_module("uvicorn.main")
    library.Server = IdleServer
    library.main()


if __name__ == "__main__":
    main()
