"""Samplers on what /proc says, also when it says nothing or something odd; the window's arithmetic."""

import pytest

from agents.observe.cpu import CpuSampler, core_shares, parse_stat, share_of_all
from agents.observe.facts import read_facts
from agents.observe.net import NetSampler, parse_dev
from agents.observe.tcp import TcpSampler, parse_pairs, parse_sockstat
from agents.observe.window import Snapshot, window_of
from agents.proxy.status import parse_status

STAT = "cpu  {0} 0 0 {1} 0 0 {2} {3} 0 0\ncpu0 {0} 0 0 {1} 0 0 {2} {3} 0 0\nintr 1\nctxt {4}\n"


def test_cpu_shares_are_differences() -> None:
    before, after = parse_stat(STAT.format(100, 900, 0, 0, 5)), parse_stat(STAT.format(160, 920, 10, 10, 105))
    assert core_shares(before, after) == {0: pytest.approx(0.7)}
    assert share_of_all(before, after, "softirq") == pytest.approx(0.1)
    assert share_of_all(before, after, "steal") == pytest.approx(0.1)
    rates = CpuSampler().rates(before, after, 2.0)
    assert rates["cpu.0"] == pytest.approx(0.7)
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
    }
    after = before | {"eth0/rx_bytes": 3000.0}
    assert NetSampler().rates(before, after, 2.0)["net.eth0.rx_bytes_per_s"] == 1000


def test_tcp_counters_and_sockets() -> None:
    assert parse_pairs("TcpExt: A ListenOverflows\nTcpExt: 1 7\nIpExt: B\nIpExt: -2\n") == {
        "TcpExt.A": 1,
        "TcpExt.ListenOverflows": 7,
        "IpExt.B": -2,
    }
    assert parse_sockstat("sockets: used 9\nTCP: inuse 4 orphan 0 tw 12 alloc 5 mem 1\n")["tw"] == 12
    rates = TcpSampler().rates({"listen_overflows": 1.0}, {"listen_overflows": 5.0, "time_wait": 3.0}, 2.0)
    assert rates == {"tcp.time_wait": 3.0, "tcp.listen_overflows_per_s": 2.0}


def test_the_real_proc_is_understood() -> None:
    assert CpuSampler().read()["busy"] > 0
    assert "lo/rx_bytes" in NetSampler().read()
    assert {"listen_overflows", "retransmits", "time_wait"} <= set(TcpSampler().read())


def snapshot(at: float, busy: float, requests: float, cpu_s: float, agent: float = 0.0) -> Snapshot:
    own = {"p": {"requests": requests, "cpu_s": cpu_s}}
    return Snapshot(at=at, agent_cpu_s=agent, cpu={"busy": busy, "total": at * 2, "steal": 0.0}, own=own)


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
    assert parse_status(text, 5) == {"requests": 20, "active": 2, "reading": 0, "writing": 1, "waiting": 1}


def test_facts_of_this_host() -> None:
    facts = read_facts("/no/such/nginx", {"wrk": "4.1.0", "ab": None})
    assert facts.nginx is None
    assert facts.tools.get("wrk") == "4.1.0"
    assert "ab" not in facts.tools
    assert facts.cpus >= 1
    assert facts.memory_bytes > 0
    assert any(key.startswith("net.") for key in facts.more["sysctl"])
    assert facts.machine == read_facts("nginx", {}).machine
