"""Each request has an id: in every line about it, in the answer's headers, and in the body of an error."""

import logging
import re
import secrets
import time

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from agents.contract.logs import bound

HEADER = "X-Request-Id"
_TAKEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
"""What a proxy may have called it; anything else gets a name of ours."""
log = logging.getLogger(__name__)


class RequestIds:
    """Stands around everything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        header = Headers(scope=scope).get(HEADER, "")
        request_id = header if _TAKEN.fullmatch(header) else secrets.token_hex(8)
        begin = time.perf_counter()

        async def named_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = request_id
                if message["status"] >= 500:
                    took_s = time.perf_counter() - begin
                    request_line = f"{scope['method']} {scope['path']}"
                    log.warning(
                        "%s was answered with %d after %.2f s", request_line, message["status"], took_s
                    )
            await send(message)

        with bound(request_id=request_id):
            try:
                await self.app(scope, receive, named_send)
            except Exception:
                log.exception("%s %s failed", scope["method"], scope["path"])
                raise
