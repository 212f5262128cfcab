"""What caller and listener say to each other: secret and a letter, then small messages or a lot of them."""

import socket

HELLO, ECHO, LOAD = b"+", b"e", b"l"
CHUNK = 256 * 1024


def read_exactly(peer: socket.socket, size: int) -> bytes:
    """So many bytes; ConnectionResetError when they do not come."""
    found = b""
    while len(found) < size:
        more = peer.recv(size - len(found))
        if not more:
            raise ConnectionResetError("it was closed")
        found += more
    return found
