"""Forwarded headers of a proxy that comes through a unix socket, where a connection has no address."""

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


class FromSocket:
    """They count on a connection through a unix socket; on any other one they count nothing.

    The proxy writes one address, over whatever its client said.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._believing = ProxyHeadersMiddleware(app, trusted_hosts="*")  # pyright: ignore[reportArgumentType]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_socket = scope["type"] == "http" and scope.get("client") is None
        app = self._believing if is_socket else self.app
        await app(scope, receive, send)  # pyright: ignore[reportArgumentType]
