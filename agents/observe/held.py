"""Client connections that each worker of nginx holds.

nginx counts connections of all workers together. What one of them holds is what its epoll waits for: the
kernel lists that in /proc/PID/fdinfo, with the inode of each, and sock_diag says which inodes are connections
to the server's own port. Two lists are all it takes; there is no look at each file descriptor.
"""

import os
import re
from collections.abc import Collection, Iterable
from contextlib import suppress

from agents.observe.sock_diag import ESTABLISHED, list_sockets
from agents.observe.sockets import families

_EPOLL = "anon_inode:[eventpoll]"
_INODE = re.compile(r"^tfd:.*\bino:([0-9a-f]+)", re.MULTILINE)


def held_by(workers: Iterable[int], ports: Collection[int]) -> dict[int, int]:
    """Pid → connections of clients; workers that this agent may not look into are left out."""
    of_clients = _inodes(ports)
    inodes_of = {pid: waited_for(pid) for pid in workers}
    return {pid: len(inodes & of_clients) for pid, inodes in inodes_of.items() if inodes is not None}


def _inodes(ports: Collection[int]) -> set[int]:
    inodes: set[int] = set()
    for port in ports:
        with suppress(OSError):  # this kernel has no sock_diag
            inodes |= {sock.inode for sock in list_sockets(1 << ESTABLISHED, (port, port), families())}
    return inodes


def waited_for(pid: int) -> set[int] | None:
    """Inodes of everything that the epoll of a process waits for; None where that cannot be read."""
    try:
        # A worker opens its epoll before any connection: it is among the first files.
        files = (f"/proc/{pid}/fd/{fd}" for fd in sorted(map(int, os.listdir(f"/proc/{pid}/fd"))))
        epoll = next((file for file in files if os.readlink(file) == _EPOLL), None)
        if epoll is None:
            return None
        with open(epoll.replace("/fd/", "/fdinfo/")) as file:
            return {int(inode, 16) for inode in _INODE.findall(file.read())}
    except (OSError, ValueError):
        return None
