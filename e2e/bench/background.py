"""Many connections at once, on an event loop in a thread of its own."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def in_background(work: Callable[[], Coroutine[Any, Any, object]]) -> Iterator[None]:
    """`work` during the block; at its end it is cancelled, and has closed what it opened."""
    loop, begun = asyncio.new_event_loop(), threading.Event()
    tasks: list[asyncio.Task[object]] = []

    async def until_cancelled() -> None:
        tasks.append(asyncio.create_task(work()))
        begun.set()
        with suppress(asyncio.CancelledError):
            await tasks[0]

    thread = threading.Thread(target=loop.run_until_complete, args=(until_cancelled(),), daemon=True)
    thread.start()
    begun.wait()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(tasks[0].cancel)
        thread.join()
        loop.close()
