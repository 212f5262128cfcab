"""The broker's TLS proxy: what passes, what is kept out, and what nobody can use up."""

import socket
import ssl
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from agents.tests.ports import free_port
from backend.cli.embedded import tls_proxy
from backend.cli.embedded.authority import authority
from backend.cli.embedded.process import serving, wait_until
from backend.cli.embedded.redis import STOP_SIGNAL
from backend.cli.embedded.tls import BrokerProxy

MEGABYTE = bytes(1024 * 1024)


@dataclass
class Place:
    """A proxy in front of a plain unix socket that a test serves itself."""

    proxy: BrokerProxy
    inner: socket.socket
    ca: Path

    def enter(self) -> ssl.SSLSocket:
        context = ssl.create_default_context(cafile=self.ca)
        return context.wrap_socket(self.plain(), server_hostname=self.proxy.address)

    def plain(self) -> socket.socket:
        return socket.create_connection((self.proxy.address, self.proxy.port), 30)

    def served(self) -> socket.socket:
        """The other end of the connection that was made last."""
        found = self.inner.accept()[0]
        found.settimeout(30)
        return found


@pytest.fixture
def place() -> Iterator[Place]:
    with tempfile.TemporaryDirectory(prefix="dyno-proxy-") as name, socket.socket(socket.AF_UNIX) as inner:
        folder = Path(name)
        folder.chmod(0o711)
        inner.bind(str(folder / "s"))
        (folder / "s").chmod(0o777)
        inner.settimeout(30)
        inner.listen(500)
        ca = authority(folder / "tls")
        found = Place(BrokerProxy("127.0.0.1", free_port(), folder / "proxy"), inner, ca.certificate)
        found.proxy.open_for(ca)

        def answers() -> bool:
            with closing(socket.socket()) as probe:
                return probe.connect_ex((found.proxy.address, found.proxy.port)) == 0

        with serving(found.proxy.argv(folder / "s"), answers, STOP_SIGNAL, folder / "log"):
            yield found


def test_what_is_said_passes_in_both_directions_whatever_its_size(place: Place) -> None:
    with place.enter() as outside, place.served() as inside:
        sender = threading.Thread(target=outside.sendall, args=(MEGABYTE * 8,))
        sender.start()
        assert _read(inside, len(MEGABYTE) * 8) == MEGABYTE * 8
        sender.join()
        sender = threading.Thread(target=inside.sendall, args=(MEGABYTE * 8,))
        sender.start()
        assert _read(outside, len(MEGABYTE) * 8) == MEGABYTE * 8
        sender.join()


def test_the_end_of_one_side_is_the_end_of_the_other(place: Place) -> None:
    with place.enter() as outside, place.served() as inside:
        inside.sendall(b"the last word")
        inside.close()
        assert _read(outside, 100) == b"the last word"
    with place.enter() as outside, place.served() as inside:
        outside.close()
        assert inside.recv(1) == b""


def test_a_reader_that_is_slow_costs_no_memory(place: Place) -> None:
    (process,) = [found for found in psutil.process_iter() if str(place.proxy.folder) in _words(found)]
    with place.enter(), place.served() as inside:
        before = process.memory_info().rss
        inside.settimeout(2)
        with pytest.raises(TimeoutError):
            inside.sendall(MEGABYTE * 64)  # nobody reads it
        assert process.memory_info().rss - before < 8 * len(MEGABYTE)


def test_what_is_not_tls_reaches_nothing_and_is_cut_off(place: Place) -> None:
    with place.plain() as silent, place.plain() as plain:
        plain.sendall(b"*1\r\n$4\r\nPING\r\n")
        assert _is_closed(plain)
        silent.settimeout(tls_proxy.HANDSHAKE_S + 60)
        assert _is_closed(silent)
    place.inner.settimeout(0.2)
    with pytest.raises(TimeoutError):
        place.inner.accept()


def test_an_old_protocol_is_refused(place: Place) -> None:
    context = ssl.create_default_context(cafile=place.ca)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    with place.plain() as outside, pytest.raises((ssl.SSLError, ConnectionError)):
        context.wrap_socket(outside, server_hostname=place.proxy.address)


def test_one_address_cannot_take_all_places(place: Place) -> None:
    """Not by saying nothing either; who does so is inside for a few seconds."""

    def lets_in() -> bool:
        try:
            place.enter().close()
        except OSError:
            return False
        return True

    def is_full() -> bool:
        waiting = [place.plain() for _ in range(tls_proxy.AT_ONCE_FROM_ONE)]
        try:
            return not lets_in()
        finally:
            for one in waiting:
                one.close()

    wait_until(is_full, "the end of those too many")
    wait_until(lets_in, "a free place")


def _read(source: socket.socket, most: int) -> bytes:
    found = bytearray()
    while len(found) < most and (piece := source.recv(1 << 16)):
        found += piece
    return bytes(found)


def _is_closed(one: socket.socket) -> bool:
    try:
        return one.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


def _words(process: psutil.Process) -> str:
    try:
        return " ".join(process.cmdline()) if process.name().startswith("python") else ""
    except psutil.Error:
        return ""
