"""A server that misbehaves: `python -m agents.tests.odd_server MODE` prints its port and serves until killed.

Every fifth answer is odd: `error` (status 500), `reset` (the connection breaks), `short` (half a body).
`page:N` serves N bytes, `changing` never the same twice; `stall` answers nobody in the second half of each
0.6 s since its first request, `late` every fortieth request after 1.2 s.
"""

import asyncio
import itertools
import socket
import struct
import sys
import time

from agents.contract.addresses import AGENT_PORTS
from agents.proxy.ports import lease_port

_NUMBERS = itertools.count(1)
_FIRST: list[float] = []  # the time of the first request
_ODD = 5
_STALL_EVERY_S, _STALL_S = 0.6, 0.3
_LATE, _LATE_S = 40, 1.2


def answer(mode: str, number: int) -> bytes | None:
    """The whole answer to a request, b"" to reset the connection; None: the half of one, then the end."""
    body = b"x" * int(mode.partition(":")[2] or 100)
    status = "200 OK"
    if mode == "changing":
        body = f"{number:0100}".encode()
    if number % _ODD == 0 and mode in ("error", "reset", "short"):
        if mode != "error":
            return b"" if mode == "reset" else None
        status = "500 Internal Server Error"
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def _is_old(request: bytes) -> bool:
    """HTTP/1.0 ends a connection after each answer, unless asked otherwise."""
    return b"HTTP/1.0" in request and b"eep-alive" not in request.lower()


def _until_it_answers(number: int) -> float:
    """Seconds of a stall that are left."""
    if number == 1:
        _FIRST.append(time.monotonic())
    left = _STALL_EVERY_S - (time.monotonic() - _FIRST[0]) % _STALL_EVERY_S
    return left if left <= _STALL_S else 0.0


async def serve(mode: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while True:
            request = await reader.readuntil(b"\r\n\r\n")
            number = next(_NUMBERS)
            if mode == "stall":
                await asyncio.sleep(_until_it_answers(number))
            if mode == "late" and number % _LATE == 0:
                await asyncio.sleep(_LATE_S)
            said = answer(mode, number)
            writer.write(
                b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf" if said is None else said or b""
            )
            if said == b"":
                linger = struct.pack("ii", 1, 0)
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            if not said or b"onnection: close" in request or _is_old(request):
                break
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main(mode: str) -> None:
    lease = lease_port("127.0.0.1", *AGENT_PORTS)  # load goes to no other service of a host
    server = await asyncio.start_server(lambda r, w: serve(mode, r, w), lease.address, lease.port)
    print(lease.port, flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
