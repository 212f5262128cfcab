"""An app called in one hop to its event loop: the test client of Starlette makes eight for each request."""

from typing import Any
from urllib.parse import unquote

import anyio
import httpx
from anyio.from_thread import BlockingPortal
from starlette.types import ASGIApp, Message

PORTS = {"http": 80, "https": 443}


class OneHop(httpx.BaseTransport):
    """Whole answers of `app` to requests of `client`; errors of the app are raised. No endless streams."""

    def __init__(self, app: ASGIApp, client: tuple[str, int], portal: BlockingPortal) -> None:
        self._app, self._client, self._portal = app, client, portal

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        return self._portal.call(self._answer, request, request.read())

    async def _answer(self, request: httpx.Request, sent: bytes) -> httpx.Response:
        start: Message = {}
        body: list[bytes] = []
        complete = anyio.Event()
        requests = [{"type": "http.request", "body": sent}]

        async def receive() -> Message:
            if requests:
                return requests.pop()
            await complete.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                assert not start, "an answer begins twice"
                start.update(message)
                return
            assert start, "a body before its answer began"
            assert not complete.is_set(), "a body after its end"
            body.append(bytes(message.get("body", b"")))
            if not message.get("more_body", False):
                complete.set()

        await self._app(self._scope(request), receive, send)
        content = b"" if request.method == "HEAD" else b"".join(body)
        return httpx.Response(
            start["status"],
            headers=start.get("headers", []),
            stream=httpx.ByteStream(content),
            request=request,
        )

    def _scope(self, request: httpx.Request) -> dict[str, Any]:
        url = request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": self._client,
            "server": [url.raw_host.decode("ascii"), url.port or PORTS[url.scheme]],
            "state": {},
        }
