"""Whether a server listens where it was told to."""

import ipaddress
import os
import socket

import pytest

from agents.observe.sock_diag import LISTEN, Socket
from agents.servers.listeners import address_of, own_listeners, problem_of


def at(address: str, port: int) -> Socket:
    packed = ipaddress.ip_address(address).packed
    return Socket(LISTEN, port, b"", address=packed)


@pytest.mark.parametrize(
    ("sockets", "words"),
    [
        ([], ""),
        ([at("127.0.0.1", 80)], None),
        ([at("127.0.0.1", 80)] * 2, None),
        ([at("::ffff:127.0.0.1", 80)], None),
        ([at("0.0.0.0", 80)], "it listens on all addresses, port 80 instead"),
        ([at("::", 80)], "it listens on all addresses, port 80 instead"),
        ([at("127.0.0.1", 81)], "it listens on 127.0.0.1, port 81 instead"),
        ([at("127.0.0.2", 80)], "it listens on 127.0.0.2, port 80 instead"),
        ([at("127.0.0.1", 80), at("127.0.0.1", 2019)], "it listens on 127.0.0.1, port 2019:"),
    ],
)
def test_it_listens_there_and_nowhere_else(sockets: list[Socket], words: str | None) -> None:
    problem = problem_of(sockets, "127.0.0.1", [80])
    assert problem == words or (words and problem and problem.startswith(words))


def test_sockets_of_another_process_are_not_its_own() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = (ipaddress.ip_address("127.0.0.1"), server.getsockname()[1])
        assert place in [(address_of(sock), sock.port) for sock in own_listeners(os.getsid(0))]
    assert own_listeners(1 << 22) == []
