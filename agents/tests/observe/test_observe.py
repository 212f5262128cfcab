"""Samplers and windows on what /proc says, also when it says nothing or something odd."""

import os
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from agents.contract.crowding import Ports, Tracked
from agents.observe import others
from agents.observe.conntrack import read_tracked
from agents.observe.cool import POLL_S, cool
from agents.observe.cpu import CpuSampler, core_shares, parse_stat, share_of_all
from agents.observe.interrupts import InterruptSampler, on_each, parse_interrupt_counts
from agents.observe.net import NetSampler, parse_dev
from agents.observe.others import (
    ProcessSample,
    describe_process,
    find_server_parts,
    others_of,
    parse_process,
    read_processes,
)
from agents.observe.sock_diag import LISTEN, TIME_WAIT, Socket, count_peers, list_sockets
from agents.observe.sockets import count_sockets, local_range, read_sockets
from agents.observe.tcp import TcpSampler, count_encrypted, kernel_counters, parse_pairs, parse_sockstat
from agents.observe.window import Snapshot, window_of
from agents.proxy.status import parse_status
from agents.tests.agent_process import wait_until

STAT = "cpu  {0} 0 0 {1} 0 0 {2} {3} 0 0\ncpu0 {0} 0 0 {1} 0 0 {2} {3} 0 0\nintr 1\nctxt {4}\n"


def test_cpu_shares_are_differences() -> None:
    before, after = parse_stat(STAT.format(100, 900, 0, 0, 5)), parse_stat(STAT.format(160, 920, 10, 10, 105))
    assert core_shares(before, after) == {0: pytest.approx(0.7)}
    assert share_of_all(before, after, "softirq") == pytest.approx(0.1)
    assert share_of_all(before, after, "steal") == pytest.approx(0.1)
    assert core_shares(before, after, ("softirq", "irq")) == {0: pytest.approx(0.1)}
    rates = CpuSampler().rates(before, after, 2.0)
    assert rates["cpu.0"] == pytest.approx(0.7)
    assert rates["softirq.0"] == pytest.approx(0.1)
    assert rates["context_switches_per_s"] == pytest.approx(50)


def test_a_cpu_that_came_or_a_counter_that_fell_is_left_out() -> None:
    before = parse_stat("cpu0 100 0 0 900 0 0 0 0\n")
    after = parse_stat("cpu0 50 0 0 900 0 0 0 0\ncpu1 1 0 0 1 0 0 0 0\n")
    assert core_shares(before, after) == {}


@pytest.mark.parametrize("text", ["", "cpu", "cpu0 a b c d e f g h", "cpu0 1 2\nctxt x", "\0\0"])
def test_broken_texts_give_no_values(text: str) -> None:
    assert parse_stat(text) == {}
    assert parse_dev(text) == {}
    assert parse_pairs(text) == {}
    assert parse_sockstat(text) == {}
    assert parse_interrupt_counts(text) == {}
    assert parse_status(text, 0) == {}
    assert CpuSampler().rates(parse_stat(text), parse_stat(text), 1.0)["context_switches_per_s"] is None


def test_network_counters_by_interface() -> None:
    text = "Inter-| Receive\n face |bytes\n  eth0: 1000 10 0 2 0 0 0 0 500 5 0 0 0 0 0 0\n bad: 1\n"
    before = parse_dev(text)
    assert before == {
        "eth0/rx_bytes": 1000,
        "eth0/rx_packets": 10,
        "eth0/rx_dropped": 2,
        "eth0/tx_bytes": 500,
        "eth0/tx_packets": 5,
        "eth0/tx_dropped": 0,
    }
    after = before | {"eth0/rx_bytes": 3000.0}
    assert NetSampler().rates(before, after, 2.0)["net.eth0.rx_bytes_per_s"] == 1000


def test_tcp_counters_and_sockets() -> None:
    pairs = "TcpExt: A ListenOverflows\nTcpExt: 1 7\nIpExt: B\nIpExt: -2\n"
    assert parse_pairs(pairs + "Tcp: CurrEstab RetransSegs\nTcp: 3\n") == {
        "listen_overflows": 7,
        "established": 3,
    }
    assert parse_sockstat("sockets: used 9\nTCP: inuse 4 orphan 0 tw 12 alloc 5 mem 1\n")["tw"] == 12
    rates = TcpSampler().rates({"listen_overflows": 1.0}, {"listen_overflows": 5.0, "time_wait": 3.0}, 2.0)
    assert rates == {"tcp.time_wait": 3.0, "tcp.listen_overflows_per_s": 2.0}


def test_counters_of_settings_are_known_only_where_the_kernel_has_them() -> None:
    before = {"TcpExt.TWRecycled": 2.0, "listen_overflows": 1.0}
    after = {"TcpExt.TWRecycled": 2.0, "listen_overflows": 4.0, "opened": 9.0}
    assert kernel_counters(before, after) == {"TcpExt.TWRecycled": 0, "TcpExt.ListenOverflows": 3}


def test_connections_of_the_kernels_tls_were_open_or_opened_meanwhile() -> None:
    assert count_encrypted((10, 2), (13, 1)) == 5
    assert count_encrypted((0, 0), (0, 0)) == 0
    assert count_encrypted(None, (0, 0)) is None


def test_the_real_proc_is_understood() -> None:
    assert CpuSampler().read()["busy"] > 0
    assert "lo/rx_bytes" in NetSampler().read()
    assert {"listen_overflows", "retransmits", "time_wait"} <= set(TcpSampler().read())


def test_connections_that_wait_to_be_accepted_are_counted() -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        clients = [socket.create_connection(server.getsockname()) for _ in range(20)]
        wait_until(lambda: TcpSampler().read()["accept_queue"] >= 20)  # the last word of each is on its way
        for client in clients:
            client.close()
    assert TcpSampler().rates({}, {"accept_queue": 20.0}, 1.0) == {"tcp.accept_queue": 20.0}


def snapshot(at: float, busy: float, requests: float, cpu_s: float, agent: float = 0.0) -> Snapshot:
    own = {"p": {"requests": requests, "cpu_s": cpu_s}}
    return Snapshot(at=at, agent_cpu_s=agent, cpu={"busy": busy, "total": at * 2, "steal": 0.0}, readings=own)


def test_a_window_is_an_exact_difference() -> None:
    window = window_of(snapshot(10, 5, 0, 1, 0.1), snapshot(12, 8, 1000, 3, 0.2))
    assert window.seconds == 2
    assert window.own_cpu_s == {"p": 2}
    assert window.other_cpu_s == pytest.approx(3 - 2 - 0.1)


def test_a_watch_that_came_late_still_counts_from_the_start() -> None:
    idle = {"p": {"requests": 0.0, "cpu_s": 0.5}}
    late = window_of(snapshot(10, 0, 20, 0.6), snapshot(12, 3, 2020, 2.6), idle)
    assert late.own_cpu_s == {"p": pytest.approx(2.1)}
    warmed_up_before = window_of(snapshot(10, 0, 5000, 1.6), snapshot(12, 3, 7000, 3.6), idle)
    assert warmed_up_before.own_cpu_s == {"p": pytest.approx(2.0)}


def test_status_leaves_out_the_one_who_asks() -> None:
    text = "Active connections: 3 \nserver accepts handled requests\n 9 9 25 \n"
    text += "Reading: 0 Writing: 2 Waiting: 1 \n"
    assert parse_status(text, 5) == {
        "accepted": 4,
        "requests": 20,
        "active": 2,
        "reading": 0,
        "writing": 1,
        "waiting": 1,
    }


INTERRUPTS = """           CPU0       CPU1
 36:          {0}    1705578 PCI-MSIX-0000:00:02.0   1-edge      virtio1-req.0
LOC:    100    {1}   Local timer interrupts
RES:    {2}    20   Rescheduling interrupts
ERR:          7
"""


def test_interrupts_on_each_cpu_and_those_that_wake_another() -> None:
    before, after = (
        parse_interrupt_counts(INTERRUPTS.format(5, 10, 1)),
        parse_interrupt_counts(INTERRUPTS.format(15, 40, 101)),
    )
    assert before["1.all"] == 1705578 + 10 + 20
    assert on_each(before, after, "all") == [110, 30]
    assert on_each(before, after, "res") == [100, 0]
    assert InterruptSampler().rates(before, after, 2.0)["irq.0.res_per_s"] == 50


def one(state: int, port: int, peer: bytes = b"a") -> Socket:
    return Socket(state, port, peer)


def test_ports_are_counted_where_they_were_chosen_and_towards_one_address() -> None:
    living = [one(10, 8080, b""), one(1, 32771, b"b"), one(1, 8080)]
    closed = {b"a": 2}
    found = count_sockets(living, closed, 40, (32768, 60999))
    assert found.states == {"listen": 1, "time_wait": 40, "established": 2}
    assert (found.ports.range, found.ports.in_use, found.ports.time_wait) == (28232, 2, 40)
    assert not found.ports.is_crowded
    assert count_sockets(living, closed, 40, (32768, 32771)).ports.is_crowded


def test_real_connections_take_ports_until_a_minute_after_they_were_closed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        peer = socket.htons(address[1]).to_bytes(2, "little") + socket.inet_aton("127.0.0.1") + bytes(12)
        clients = [socket.create_connection(address) for _ in range(3)]
        accepted = [server.accept()[0] for _ in range(3)]
        assert len([s for s in list_sockets(1 << 1, local_range()) if s.peer == peer]) == 3
        for each in (*clients, *accepted):
            each.close()
        wait_until(
            lambda: len([s for s in list_sockets(1 << TIME_WAIT, local_range()) if s.peer == peer]) == 3
        )
        assert count_peers(1 << TIME_WAIT, local_range())[peer] == 3
        assert count_peers(1 << LISTEN)[bytes(18)] >= 1  # these messages are not all of one size
        assert not [s for s in list_sockets(1 << TIME_WAIT, (1, 2)) if s.peer == peer]
        assert [s for s in list_sockets(1 << LISTEN) if s.port == address[1]]
    assert read_sockets().ports.in_use >= 3


def test_other_processes_are_summed_by_session_and_name() -> None:
    before = {
        1: ProcessSample("nginx", 1, 0, 5.0),
        7: ProcessSample("cc1", 7, 10, 1.0),
        9: ProcessSample("kworker/0:1", 0, 1, 0.0),
    }
    after = {
        1: ProcessSample("nginx", 1, 0, 9.0),  # ours
        2: ProcessSample("postgres", 2, 0, 0.5),
        3: ProcessSample("postgres", 2, 0, 0.25),
        7: ProcessSample("cc1", 7, 99, 2.0),  # another one by now
        9: ProcessSample("kworker/0:1", 0, 1, 0.1),
        10: ProcessSample("kworker/1:3", 0, 1, 0.1),
        11: ProcessSample("ksoftirqd/0", 0, 1, 3.0),
        12: ProcessSample("idle", 12, 0, 0.001),
    }
    found = others_of(before, after, {1}, lambda pid, name: name)
    assert [(p.name, p.session, p.cpu_s) for p in found] == [
        ("cc1", 7, 2.0),
        ("postgres", 2, 0.75),
        ("kworker", 0, 0.2),
    ]


KEEPER = "python -m backend.cli.embedded.supervisord --configuration x"


@pytest.mark.parametrize(("keeper", "server"), [(KEEPER, {20, 21}), ("/sbin/init", set[int]())])
def test_the_server_beside_an_agent_is_what_dyno_up_keeps_with_it(keeper: str, server: set[int]) -> None:
    command_lines = {
        10: keeper,
        11: "python -m agents.runner",
        12: "python -m agents.runner",
        20: "python api",
    }
    processes = {
        pid: ProcessSample("x", 1, 0, 1.0, parent)
        for pid, parent in {10: 1, 11: 10, 12: 10, 20: 10, 21: 10, 22: 20, 30: 11, 40: 1}.items()
    }
    assert find_server_parts(processes, 11, lambda pid: command_lines.get(pid, "")) == server


def test_the_cpu_of_the_server_is_apart_from_others_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(others, "find_server_parts", lambda _processes, _pid: {20})
    after = {
        20: ProcessSample("postgres", 2, 0, 0.5, 10),
        21: ProcessSample("postgres", 2, 0, 0.25, 20),  # a child of the server's
        30: ProcessSample("postgres", 2, 0, 1.0, 1),
    }
    rows = others_of({}, after, set(), lambda pid, name: name)
    assert [(row.name, row.cpu_s, row.of_server) for row in rows] == [
        ("postgres", 1.0, False),
        ("postgres", 0.75, True),
    ]


def test_a_process_with_a_name_like_none_other() -> None:
    fields = "S 1 40 40 0 -1 4194560 1 0 0 0 150 50 0 0 20 0 1 0 77 0 0"
    assert parse_process(f"4 (a) b) (c) {fields}") == ProcessSample("a) b) (c", 40, 77, 2.0, 1)
    assert os.getpid() in read_processes()
    assert describe_process(os.getpid(), "python3").startswith("python3 ")
    assert describe_process(os.getpid(), "nginx") == "nginx"


def test_a_clock_that_is_set_meanwhile_shows_in_the_window() -> None:
    first, last = snapshot(10, 5, 0, 1), snapshot(12, 8, 1000, 3)
    window = window_of(replace(first, wall=1000.0), replace(last, wall=1002.5))
    assert window.clock is not None
    assert window.clock.step_s == pytest.approx(0.5)


class Waits:
    """Ports that become free while somebody waits, and the time that goes by."""

    def __init__(self, *in_use: int) -> None:
        self.at, self._left = 0.0, list(in_use)

    def read(self) -> Ports:
        return Ports(range=1000, in_use=self._left.pop(0) if len(self._left) > 1 else self._left[0])

    def wait(self, seconds: float) -> bool:
        self.at += seconds
        return False


def test_a_host_cools_down_until_closed_connections_are_gone() -> None:
    host = Waits(900, 700, 499)
    cooled = cool(60, host.wait, host.read, lambda: host.at)
    assert (cooled.before.in_use, cooled.after.in_use) == (900, 499)
    assert cooled.waited_s == 2 * POLL_S


def test_a_host_cools_down_until_netfilter_has_room_again() -> None:
    counts = iter([262_144, 262_000, 259_000])
    read = lambda: Ports(range=1000, tracked=Tracked(count=next(counts), most=262_144))  # noqa: E731
    cooled = cool(120, lambda _: False, read, lambda: 0.0)
    assert cooled.after.tracked == Tracked(count=259_000, most=262_144)


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ({"count": "262144\n", "max": "262144\n"}, Tracked(count=262_144, most=262_144)),
        ({"count": "0\n", "max": "262144\n"}, None),  # nothing asked it to track
        ({"count": "7\n", "max": "0\n"}, None),
        ({"count": "7\n"}, None),
        ({"count": "many", "max": "9"}, None),
        ({}, None),
    ],
)
def test_what_netfilter_tracks_is_read(tmp_path: Path, texts: dict[str, str], found: Tracked | None) -> None:
    for name, text in texts.items():
        (tmp_path / f"nf_conntrack_{name}").write_text(text)
    assert read_tracked(tmp_path) == found


def test_cooling_down_takes_no_time_when_there_is_nothing_to_wait_for() -> None:
    host = Waits(10)
    assert cool(60, host.wait, host.read, lambda: host.at).waited_s == 0


def test_cooling_down_ends_in_time_and_when_it_is_cancelled() -> None:
    host = Waits(900)
    assert cool(3, host.wait, host.read, lambda: host.at).waited_s == 3
    assert cool(60, lambda _: True, host.read, lambda: host.at).after.is_crowded
