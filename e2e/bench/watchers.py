"""Many browsers' worth of live streams, read as they come: how late each reading was."""

import asyncio
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from backend.http.request_limits import STREAMS_OF_ONE
from e2e.bench.background import in_background
from e2e.bench.stack import Stack

AGAIN_S, OPEN_WITHIN_S = 0.5, 30.0


@dataclass
class Watched:
    """What the streams said so far."""

    open: int = 0
    events: int = 0
    late_s: list[float] = field(default_factory=list)
    """For each reading of each stream: from its sampling on the host to its arrival here."""


@contextmanager
def watchers(stack: Stack, count: int) -> Iterator[Watched]:
    """`count` open streams, of as few browsers as may have so many; one that ends is opened again."""
    cookies = [sign_in(stack) for _ in range(-(-count // STREAMS_OF_ONE))]
    watched = Watched()

    async def watch() -> None:
        await asyncio.gather(
            *(_watch(stack.api.url, cookies[n // STREAMS_OF_ONE], watched) for n in range(count))
        )

    with in_background(watch):
        _await_open(watched, count)
        yield watched


def sign_in(stack: Stack) -> dict[str, str]:
    """The headers of a new browser that has used a link."""
    link = urlsplit(stack.api.post("/session/links", {})["url"])
    code = link.fragment.removeprefix("sign-in=")
    with httpx.Client(base_url=stack.api.url, headers={"Host": link.netloc}, trust_env=False) as browser:
        answer = browser.post("/api/v1/session", json={"code": code}).raise_for_status()
    cookie = "; ".join(f"{name}={value}" for name, value in answer.cookies.items())
    return {"Host": link.netloc, "Cookie": cookie}


def _await_open(watched: Watched, count: int) -> None:
    deadline = time.monotonic() + OPEN_WITHIN_S
    while watched.open < count:
        if time.monotonic() > deadline:
            raise RuntimeError(f"only {watched.open} of {count} streams opened in {OPEN_WITHIN_S:.0f} s")
        time.sleep(0.05)


async def _watch(url: str, headers: dict[str, str], watched: Watched) -> None:
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            await _read(url, headers, watched)
        await asyncio.sleep(AGAIN_S)


async def _read(url: str, headers: dict[str, str], watched: Watched) -> None:
    """One stream until its end. By hand: 200 of a client library's would be what is measured."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"GET /api/v1/events HTTP/1.1\r\n{head}\r\n".encode())
    is_open = False
    try:
        while line := await reader.readline():
            if line.startswith(b"event: ready"):
                is_open = True
                watched.open += 1
            elif line.startswith(b"data: {"):
                _note(json.loads(line.removeprefix(b"data: ")), watched)
    finally:
        watched.open -= is_open
        writer.close()


def _note(event: dict[str, Any], watched: Watched) -> None:
    watched.events += 1
    if event.get("type") == "reading":
        watched.late_s.append(time.time() - event["time"])
