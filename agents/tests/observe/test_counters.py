"""What a window counts beside CPU times: waiting, disks, links, and who holds which connections."""

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from agents import procfs
from agents.observe.disks import DiskSampler, disks_of, parse_disks
from agents.observe.load import threads_of
from agents.observe.net import devices_of, link_speed, parse_dev
from agents.observe.nginx import held_by, waited_for
from agents.observe.pressure import PressureSampler, parse_pressure
from agents.observe.sock_diag import listening
from agents.tests.agent_process import wait_until

DISKS = """   8       0 sda 5 0 100 9 10 0 {written} 9 0 {busy} 9 0 0 0 0 0 0
   8       1 sda1 5 0 100 9 10 0 200 9 0 9 9 0 0 0 0 0 0
   7       0 loop0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
"""


@pytest.mark.parametrize("text", ["", "some", "some total=x", "8 0 sda 1 2 3", "full avg10=0 total=5", "\0"])
def test_odd_texts_give_nothing(text: str) -> None:
    assert parse_pressure(text) is None
    assert parse_disks(text, {"sda"}) == {}


def test_waiting_is_the_time_in_which_something_waited() -> None:
    text = "some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000\nfull avg10=0.00 total=7\n"
    assert parse_pressure(text) == 2.5
    assert PressureSampler().rates({"io": 1.0}, {"io": 2.0}, 4.0) == {"pressure.io": 0.25}


def test_disks_are_whole_ones_that_were_used() -> None:
    before, after = (
        parse_disks(DISKS.format(written=w, busy=b), {"sda", "loop0"}) for w, b in ((0, 100), (2048, 1100))
    )
    (disk,) = disks_of(before, after, 2.0)
    assert (disk.name, disk.busy, disk.written_bytes, disk.read_bytes) == ("sda", 0.5, 2048 * 512, 0)
    assert DiskSampler().rates(before, after, 2.0)["disk.sda.busy"] == 0.5


def test_links_carry_packets_and_drop_some() -> None:
    line = "eth0: {0} {0} 0 {1} 0 0 0 0 500 5 0 {1} 0 0 0 0\n lo: {0} {0} 0 0 0 0 0 0 1 1 0 0 0 0 0 0\n"
    before, after = (parse_dev(line.format(n, d)) for n, d in ((10, 0), (1010, 3)))
    (device,) = devices_of(before, after)
    assert (device.name, device.rx_bytes, device.rx_packets) == ("eth0", 1000, 1000)
    assert (device.rx_dropped, device.tx_dropped, device.bits_per_s) == (3, 3, None)


def test_a_wire_has_the_speed_of_its_card_and_a_virtual_one_none(tmp_path: Path) -> None:
    for name, megabits in {"eth0": "1000", "bond0": "1000", "veth0": "10000", "down0": "-1"}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "speed").write_text(megabits)
    for name in ("eth0", "down0"):
        (tmp_path / name / "device").mkdir()
    (tmp_path / "bond0" / "lower_eth0").symlink_to(tmp_path / "eth0")
    speeds = {folder.name: link_speed(folder) for folder in tmp_path.iterdir()}
    assert speeds == {"eth0": 1e9, "bond0": 1e9, "veth0": None, "down0": None}


SERVER = """
import select, socket, sys
server = socket.create_server(("127.0.0.1", 0), backlog=7)
epoll = select.epoll()
epoll.register(server)
print(server.getsockname()[1], flush=True)
held = []
for _ in range(int(sys.argv[1])):
    held.append(server.accept()[0])
    epoll.register(held[-1])
print("accepted", flush=True)
sys.stdin.read()
"""


@contextmanager
def serving(clients: int) -> Iterator[tuple[int, int]]:
    """Pid and port of a server whose epoll waits for so many connections, and for its listening socket.

    A process of its own, as a worker is: this one may have opened other epolls before.
    """
    with ExitStack() as stack:
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(clients)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        stack.enter_context(server)
        assert server.stdout
        port = int(server.stdout.readline())
        for _ in range(clients):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert server.stdout.readline() == "accepted\n"
        yield server.pid, port


def test_connections_are_counted_where_they_are_held() -> None:
    with serving(5) as (pid, port):
        assert held_by([pid], [port]) == {pid: 5}
        assert held_by([pid], [1]) == {pid: 0}
        assert [one.room for one in listening() if one.port == port] == [7]


def test_a_process_that_cannot_be_looked_into_is_left_out() -> None:
    assert waited_for(2**22 + 1) is None
    assert held_by([2**22 + 1], [80]) == {}


def test_threads_are_told_apart() -> None:
    ended = threading.Event()

    def work() -> None:
        while not ended.is_set():
            sum(range(1000))

    busy = threading.Thread(target=work)
    busy.start()
    try:
        path = f"/proc/self/task/{busy.native_id}"
        wait_until(lambda: (procfs.run_times(path) or (0.0, 0.0))[0] >= 0.05)
        found = threads_of(os.getpid())
    finally:
        ended.set()
        busy.join()
    assert found is not None
    assert found.seconds > 0
    assert len(found.cpu_s) == len(found.waited_s) == len(found.ages_s) >= 2
    assert 0 < min(found.ages_s) < found.seconds, "it began after its process"
    assert found.cpu_s == sorted(found.cpu_s, reverse=True)
    assert found.cpu_s[0] >= 0.05
    assert threads_of(2**22 + 1) is None
    with subprocess.Popen(["true"]) as child:
        wait_until(lambda: not procfs.is_running(child.pid))
        assert threads_of(child.pid) is None, "it has ended, although nobody has asked how"
