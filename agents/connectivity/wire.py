"""Protocol of caller and listener: secret and a letter, then small messages or a lot of them."""

import socket

HELLO, ECHO, LOAD = b"+", b"e", b"l"
CHUNK = 256 * 1024


def read_exactly(peer: socket.socket, size: int) -> bytes:
    """Read so many bytes; ConnectionResetError when they do not come."""
    content = b""
    while len(content) < size:
        more = peer.recv(size - len(content))
        if not more:
            raise ConnectionResetError("it was closed")
        content += more
    return content
