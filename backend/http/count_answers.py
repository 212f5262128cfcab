"""Counts what becomes of requests, for the health of this process."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backend.errors import NoSpace

_FAULT = "dyno.fault"  # in the scope of a request
_OWN_TROUBLE = (503, NoSpace.status)
"""A 503 may be the refusal of a flood, which is no fault; a full disk is a trouble of its own."""
PROBES = ("/healthz", "/readyz", "/metrics")
"""Their failures are about troubles, and must not keep one alive."""


def mark_fault(scope: Scope) -> None:
    """This request is answered with 503 by the server's own fault, as by a database that is away."""
    scope[_FAULT] = True


class CountAnswers:
    """ASGI middleware around everything that answers; notes in the app's `state.answers`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in PROBES:
            await self.app(scope, receive, send)
            return

        async def counted_send(message: Message) -> None:
            if message["type"] == "http.response.start":
                status = message["status"]
                is_fault = scope.get(_FAULT, False) or (status >= 500 and status not in _OWN_TROUBLE)
                scope["app"].state.answers.note(answers=1, failures=int(is_fault))
            await send(message)

        await self.app(scope, receive, counted_send)
