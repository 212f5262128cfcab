"""TLS proxy of the broker for agents on other hosts: TLS outside, Redis's unix socket inside.

`python -m backend.cli.embedded.tls_proxy ADDRESS PORT SOCKET FOLDER`; cert.pem and key.pem are in FOLDER.
It looks at nothing that passes: who may do what is Redis's to say.
"""

import asyncio
import signal
import socket
import ssl
import sys
from collections import Counter
from pathlib import Path

HANDSHAKE_S, FAREWELL_S = 5, 2
AT_ONCE, AT_ONCE_FROM_ONE = 400, 64  # an agent has three or four; twice as many files stay below 1024
PIECE = 64 * 1024  # bytes read ahead in each direction, and so what a slow reader makes us keep
DEAD_AFTER = ((socket.TCP_KEEPIDLE, 30), (socket.TCP_KEEPINTVL, 10), (socket.TCP_KEEPCNT, 3))


class TlsProxy:
    """Counts who is inside before it spends anything on a handshake."""

    def __init__(self, inner: str, context: ssl.SSLContext) -> None:
        self._inner, self._context = inner, context
        self._inside: Counter[str] = Counter()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection from its beginning to its end."""
        peer = writer.get_extra_info("peername")[0]
        if self._inside.total() >= AT_ONCE or self._inside[peer] >= AT_ONCE_FROM_ONE:
            writer.transport.abort()
            return
        self._inside[peer] += 1
        try:
            await self._join(reader, writer)
        except (OSError, TimeoutError):
            pass  # not TLS, gone, too slow, or Redis is away: they try again
        finally:
            writer.transport.abort()
            self._inside -= Counter([peer])

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        outer = writer.get_extra_info("socket")
        outer.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for option, value in DEAD_AFTER:
            outer.setsockopt(socket.IPPROTO_TCP, option, value)
        async with asyncio.timeout(HANDSHAKE_S):
            await writer.start_tls(self._context)
        redis_reader, redis_writer = await asyncio.open_unix_connection(self._inner, limit=PIECE)
        pumps = [
            asyncio.create_task(_pump(reader, redis_writer)),
            asyncio.create_task(_pump(redis_reader, writer)),
        ]
        try:
            # neither Redis nor its clients close one direction only: the end of one is the end of both
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            redis_writer.close()
            writer.close()
            async with asyncio.timeout(FAREWELL_S):
                await writer.wait_closed()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while piece := await source.read(PIECE):
        sink.write(piece)
        await sink.drain()


async def serve(address: str, port: int, inner: str, folder: Path) -> None:
    """Until TERM."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    server = await asyncio.start_server(TlsProxy(inner, context).take, address, port, limit=PIECE)
    await stop.wait()
    server.close()


def main() -> None:
    """The command line; pure Python, so that it starts at once."""
    address, port, inner, folder = sys.argv[1:]
    asyncio.run(serve(address, int(port), inner, Path(folder)))


if __name__ == "__main__":
    main()
