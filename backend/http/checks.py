"""Refusing a request before any of its body is read: a check of its head, as an ASGI middleware."""

from collections.abc import Awaitable, Callable

from fastapi import Request
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.types import ASGIApp, Receive, Scope, Send

from backend.errors import DynoError, TooLong, is_without_threads
from backend.http.error_handlers import no_answer, no_threads, problem_of
from backend.http.request_limits import MAX_ADDRESS_LENGTH, MAX_HEAD_BYTES


class Check:
    """Asks `check` first; what it raises is the answer. A body that was not read ends its connection."""

    def __init__(self, app: ASGIApp, check: Callable[[Request], Awaitable[None]]) -> None:
        self.app, self.check = app, check

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            try:
                await self.check(Request(scope))
            except DynoError as error:
                await refuse(error, scope, receive, send)
                return
            except (OperationalError, PoolTimeout) as error:
                await refuse(no_answer(error, scope), scope, receive, send)
                return
            except RuntimeError as error:
                if not is_without_threads(error):
                    raise
                await refuse(no_threads(Request(scope)), scope, receive, send)
                return
        await self.app(scope, receive, send)


async def refuse(error: DynoError, scope: Scope, receive: Receive, send: Send) -> None:
    response = problem_of(error)
    if has_body(Request(scope)):
        response.headers["Connection"] = "close"  # or the server would read the rest to its end
    await response(scope, receive, send)


def has_body(request: Request) -> bool:
    return request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers


async def check_head(request: Request) -> None:
    """TooLong for an address or headers that no client of ours sends."""
    address = len(request.scope.get("raw_path", b"")) + len(request.scope["query_string"])
    if address > MAX_ADDRESS_LENGTH:
        raise TooLong(f"The address is {address} bytes long; at most {MAX_ADDRESS_LENGTH} are read")
    head = sum(len(name) + len(value) + 4 for name, value in request.scope["headers"])
    if head > MAX_HEAD_BYTES:
        raise TooLong(f"The headers are {head} bytes long; at most {MAX_HEAD_BYTES} are read")
