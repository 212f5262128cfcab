"""Real servers that notices go to: a webhook and a mail server, on loopback."""

import base64
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from backend.cli.embedded.authority import Authority


class Hook:
    """What came to a webhook. `answers`: status of the next ones, then 200; `location`: of redirects."""

    def __init__(self) -> None:
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: list[int] = []
        self.location = ""
        self.url = ""

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])


@contextmanager
def hook(context: ssl.SSLContext | None = None) -> Iterator[Hook]:
    made = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.came.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(made.answers.pop(0) if made.answers else 200)
            if made.location:
                self.send_header("Location", made.location)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    made.url = f"{'https' if context else 'http'}://127.0.0.1:{server.server_address[1]}"
    with _serving(server):
        yield made


class MailServer:
    """What came by mail, with who said to be sent by; `refuse`: an address that it does not know."""

    def __init__(self) -> None:
        self.came: list[bytes] = []
        self.users: list[str] = []
        self.refuse = ""
        self.refuse_senders = False
        self.port = 0


@contextmanager
def mail_server(context: ssl.SSLContext | None = None) -> Iterator[MailServer]:
    """`context`: it offers STARTTLS with it."""
    made = MailServer()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 sink")
            while line := self.rfile.readline().decode().strip():
                verb = line.split()[0].upper()
                if verb == "EHLO":
                    self.say("250-sink", *(["250-STARTTLS"] if context else []), "250 AUTH PLAIN")
                elif verb == "STARTTLS" and context:
                    self.say("220 go on")
                    self.request = context.wrap_socket(self.request, server_side=True)
                    self.rfile, self.wfile = self.request.makefile("rb"), self.request.makefile("wb", 0)
                elif verb == "AUTH":
                    made.users.append(base64.b64decode(line.split()[2]).decode())
                    self.say("235 welcome")
                elif verb == "MAIL" and made.refuse_senders:
                    self.say("530 sign in first")
                elif verb == "RCPT" and made.refuse and made.refuse in line:
                    self.say("550 nobody of that name")
                elif verb == "DATA":
                    self.say("354 say it")
                    lines = list(iter(self.rfile.readline, b".\r\n"))
                    made.came.append(b"".join(lines))
                    self.say("250 taken")
                elif verb == "QUIT":
                    self.say("221 bye")
                    return
                else:
                    self.say("250 fine")

        def say(self, *lines: str) -> None:
            self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    made.port = server.server_address[1]
    with _serving(server):
        yield made


@contextmanager
def _serving(server: socketserver.BaseServer) -> Iterator[None]:
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)


def server_context(ca: Authority, names: list[str], folder: Path) -> ssl.SSLContext:
    """A certificate of this CA for these names."""
    certificate, key = ca.issue(names)
    (folder / "server.pem").write_text(certificate + key)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")
    return context
