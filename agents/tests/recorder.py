"""A web server in this process that keeps the head of every request, by connection."""

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Head = list[str]
"""Lines of one request's head, without the empty one."""


@dataclass
class Recorder:
    address: str = ""
    connections: list[list[Head]] = field(default_factory=list)

    @property
    def heads(self) -> list[Head]:
        return [head for heads in self.connections for head in heads]


@contextmanager
def recording() -> Iterator[Recorder]:
    recorder = Recorder()
    with _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"recorder": recorder})) as server:
        recorder.address = f"127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield recorder
        finally:
            server.shutdown()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads, request_queue_size = True, 64


class _Handler(socketserver.StreamRequestHandler):
    recorder: Recorder

    def handle(self) -> None:
        heads: list[Head] = []
        self.recorder.connections.append(heads)
        try:
            while head := self._head():
                heads.append(head)
                kept = _is_kept(head)
                connection = "keep-alive" if kept else "close"
                answer = f"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: {connection}\r\n\r\nok"
                self.wfile.write(answer.encode())
                if not kept:
                    return
        except ConnectionError:
            pass  # the tool's time is over

    def _head(self) -> Head:
        """Empty once the client has hung up."""
        head: Head = []
        for line in self.rfile:
            if line == b"\r\n":
                return head
            head.append(line.decode().strip())
        return []


def _is_kept(head: Head) -> bool:
    said = {line.partition(":")[2].strip().lower() for line in head if line.lower().startswith("connection:")}
    return "keep-alive" in said or ("close" not in said and head[0].endswith("HTTP/1.1"))
