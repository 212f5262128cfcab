"""An access log, read while it is sent: threads compute, so that the event loop stays free."""

from collections.abc import AsyncIterator
from typing import Any

from starlette.concurrency import run_in_threadpool

from backend.access_logs.problems import UnusableLog
from backend.access_logs.reader import LogReader
from backend.access_logs.workload import LogWorkload, convert_sample
from backend.errors import Invalid

LOG_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_PIECE = 256 * 1024


async def read_upload(
    pieces: AsyncIterator[bytes], log_format: str, keep_paths: bool, mask: bool
) -> LogWorkload:
    """The workload of a log; Invalid if it cannot be used."""
    try:
        reader = LogReader(log_format)
        waiting = bytearray()
        async for piece in pieces:
            waiting += piece
            if len(waiting) >= _PIECE:
                await run_in_threadpool(reader.feed, bytes(waiting))
                waiting.clear()
        await run_in_threadpool(reader.feed, bytes(waiting))
        return await run_in_threadpool(_convert, reader, keep_paths, mask)
    except UnusableLog as error:
        async for _ in pieces:
            pass  # a browser reads the answer only when it has sent everything
        raise Invalid(str(error)) from None


def _convert(reader: LogReader, keep_paths: bool, mask: bool) -> LogWorkload:
    return convert_sample(reader.finish(), keep_paths, mask)
