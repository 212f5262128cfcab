"""What every answer tells browsers: pages, errors, exports, pictures, files, whoever made it."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""For what is data and no page: nothing is loaded and nothing runs, should it be shown as one."""
NONCE = "DYNO_NONCE"
"""Stands in the built index.html, and is another one for each answer."""
PICTURE = f"{NOTHING}; style-src 'unsafe-inline'; sandbox"
"""Opened by itself, an SVG is a document, and any other picture gets one: colours, and nothing else."""
REPORT = f"{PICTURE}; img-src data:"
"""A report as one page; the policy inside of it names its style sheets by their hashes."""
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "X-Frame-Options": "DENY",
}


def of_ui(nonce: str) -> str:
    """For the page of the UI, which adds style sheets as it runs: with its nonce, or not at all.

    Style attributes are let through: notes and drawings that come as HTML have some, and load nothing.
    """
    return (
        "default-src 'none'; script-src 'self'; "
        f"style-src-elem 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; "
        "object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    )


class Headers:
    """Stands around everything else, also around what answers when something went wrong."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _complete(MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, with_headers)


def _complete(headers: MutableHeaders) -> None:
    """What an answer says of itself is kept: a page brings a policy of its own."""
    is_picture = headers.get("content-type", "").startswith("image/")
    headers.setdefault("Content-Security-Policy", PICTURE if is_picture else NOTHING)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
