"""A kept HTTP connection, as each agent has one: a client that costs hardly anything beside what it asks."""

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit


class Line:
    """`post` sends one request at a time; over a connection that was closed meanwhile it is sent again."""

    def __init__(self, server: str) -> None:
        parts = urlsplit(server)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._one = asyncio.Lock()
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, token: str, body: Any) -> tuple[int, bytes]:
        """Status and body of the answer; OSError or EOFError where there is none."""
        text = json.dumps(body).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
        )
        async with self._one:
            if self._ends:
                try:
                    return await self._exchange(self._ends, head.encode() + text)
                except (OSError, EOFError):
                    self._hang_up()
            self._ends = await asyncio.open_connection(self._host, self._port)
            return await self._exchange(self._ends, head.encode() + text)

    async def _exchange(
        self, ends: tuple[asyncio.StreamReader, asyncio.StreamWriter], request: bytes
    ) -> tuple[int, bytes]:
        reader, writer = ends
        writer.write(request)
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        headers = dict(line.split(": ", 1) for line in lines if line)
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self._hang_up()
        return int(status.split()[1]), body

    def _hang_up(self) -> None:
        if self._ends:
            self._ends[1].close()
        self._ends = None
