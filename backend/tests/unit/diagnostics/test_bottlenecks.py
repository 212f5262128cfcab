"""What limited a run, by its counters: each rule on a run that shows it, and on one that does not quite."""

from typing import Any

import pytest

from agents.contract.counters import DeviceCounts, DiskCounts
from agents.contract.crowding import Ports, Tracked
from agents.contract.reports import ProcessTime, Window
from agents.contract.workload import Workload
from backend.diagnostics.bottlenecks import (
    RULES,
    HostAt,
    Measured,
    MeasuredTrial,
    find_bottlenecks,
)
from backend.tests.unit.diagnostics.watched_runs import (
    CALM,
    FIGURES,
    HOSTS,
    KEY,
    TOGETHER,
    bottlenecks_of,
    sentences_of,
    threads,
    window,
    workers,
)

GIVEN: list[tuple[str, dict[str, Any], tuple[str, str]]] = [
    ("nothing is full", {}, ("latency", CALM)),
    (
        "connections that wait for more than answers",
        {"figures": {"requests_per_s": 5000.0, "latency_mean": 0.0016}},
        (
            "latency",
            "Nothing was full: 16 connections ÷ 1.60 ms = 10.0k req/s, but 5.00k were measured: "
            "connections waited for something else than an answer.",
        ),
    ),
    (
        "one thread of two",
        {"load": window("load", load_threads=threads(9.8, 3.0, 0.0))},
        ("generator", "1 of the load tool’s 2 threads was busy 98% of the time."),
    ),
    (
        "all threads",
        {"load": window("load", load_threads=threads(9.9, 9.7, 0.0))},
        ("generator", "All 2 threads of the load tool were busy 97 to 99% of the time."),
    ),
    (
        "two threads on one CPU",
        {
            "knobs": {"pin.load": "0"},
            "load": window("load", own_cpu_s={"load": 9.9}, load_threads=threads(5.0, 4.9, waited=4.9)),
        },
        ("generator", "The load tool’s 2 threads used 99% of CPU 0."),
    ),
    (
        "threads that wait for a CPU which others use",
        {"load": window("load", load_threads=threads(5.0, 5.0, waited=4.8))},
        (
            "generator",
            "All 2 threads of the load tool were busy 50% of the time, and ready without a CPU for 48%.",
        ),
    ),
    (
        "threads that a busy CPU began long after their process",
        {"load": window("load", load_threads=threads(2.4, 2.4, 0.0, waited=6.9, ages=(9.5, 9.6, 10.0)))},
        (
            "generator",
            "All 2 threads of the load tool were busy 25% of the time, and ready without a CPU for 73%.",
        ),
    ),
    (
        "one worker has all the connections",
        {"proxy": window("proxy", server={"workers": workers(0.4, 9.8, held=(1, 15))})},
        (
            "uneven_workers",
            "One worker of the proxy was busy 98% of the time, another 4%: they held 15 and 1 connection.",
        ),
    ),
    (
        "the only worker",
        {"proxy": window("proxy", server={"workers": workers(9.7)})},
        ("all_workers", "The only worker of the proxy was busy 97% of the time, of 4 CPUs that it may use."),
    ),
    (
        "all workers",
        {"proxy": window("proxy", server={"workers": workers(9.7, 9.9)})},
        ("all_workers", "All 2 workers of the proxy were busy 97 to 99% of the time."),
    ),
    (
        "a worker with a CPU of its own, which interrupts fill",
        {
            "knobs": {"pin.proxy": "1"},
            "cpus": {"proxy": ["1"]},
            "proxy": window("proxy", cores=[0.1, 0.99, 0.1, 0.1], server={"workers": workers(7.0)}),
        },
        ("all_workers", "The only worker of the proxy was busy 99% of the time."),
    ),
    (
        "CPU that other guests had",
        {"proxy": window("proxy", steal=0.35)},
        ("steal", "The hypervisor took 35% of the CPU time from proxy-1."),
    ),
    (
        "CPUs, where workers were not counted",
        {"knobs": {"pin.proxy": "0"}, "proxy": window("proxy", cores=[0.97], servers={})},
        ("all_workers", "CPU 0 of the proxy was 97% busy."),
    ),
    (
        "one CPU with the interrupts of all",
        {"proxy": window("proxy", softirqs=[0.02, 0.94, 0.1, 0.0])},
        ("softirq", "CPU 1 of proxy-1 spent 94% of the time in soft interrupts; the next one 10%."),
    ),
    (
        "a busy backend",
        {"backend": window("backend", server={"workers": workers(9.8)})},
        ("backend", "The only worker of the backend was busy 98% of the time, of 4 CPUs that it may use."),
    ),
    (
        "a backend that takes its time",
        {"backend": window("backend", server={"in_progress": 15.0})},
        (
            "backend",
            "15 of 16 requests were in the backend at any moment: it answers after 1.50 ms of the 1.60 ms "
            "that a request takes, and used 10% of its CPUs.",
        ),
    ),
    (
        "a backend that has every request, as far as one can tell",
        {
            "backend": window("backend", server={"in_progress": 15.0}),
            "figures": {"requests_per_s": 10_000.0, "latency_mean": 0.0014},
        },
        (
            "backend",
            "15 of 16 requests were in the backend at any moment: it answers after 1.40 ms of the 1.40 ms "
            "that a request takes, and used 10% of its CPUs.",
        ),
    ),
    (
        "a full link",
        {
            "proxy": window(
                "proxy", devices=[DeviceCounts(name="eth0", bits_per_s=1e9, tx_bytes=1.1e9, tx_packets=1.5e6)]
            )
        },
        ("link", "The link eth0 of proxy-1 was 91% full: 880.0Mbit/s in 150.0k packets/s."),
    ),
    (
        "a link that drops",
        {"proxy": window("proxy", devices=[DeviceCounts(name="eth0", rx_packets=1e5, rx_dropped=500)])},
        ("link", "The link eth0 of proxy-1 dropped 0.5% of its packets, at 0bit/s in 10.0k packets/s."),
    ),
    (
        "a slow link that loses packets",
        {
            "proxy": window(
                "proxy", retransmits=300, devices=[DeviceCounts(name="eth0", tx_bytes=9e6, tx_packets=7e3)]
            )
        },
        ("link", "proxy-1 sent 30 segments/s again: packets are lost on the way."),
    ),
    (
        "an accept queue",
        {
            "proxy": window("proxy", listen_overflows=1200, server={"accept_queue": 2, "backlog": 1}),
            "topology": "proxied",
        },
        (
            "accept_queue",
            "The accept queue of the proxy, which holds 1 connection, overflowed 1\u202f200 times a trial: "
            "these were asked for again.",
        ),
    ),
    (
        "ports",
        {"load": window("load", ports_after=Ports(range=1000, in_use=950))},
        ("ports_files", "95% of the 1\u202f000 ports of load-1 were taken at the end."),
    ),
    (
        "netfilter",
        {
            "load": window(
                "load", ports_after=Ports(range=1000, tracked=Tracked(count=262_144, most=262_144))
            )
        },
        (
            "ports_files",
            "100% of the 262\u202f144 connections that netfilter tracks on load-1 were taken at the end: "
            "it dropped new ones.",
        ),
    ),
    (
        "places in a worker",
        {"proxy": window("proxy", server={"workers": workers(1.0, 1.0, held=(500, 20))})},
        ("ports_files", "A worker of the proxy used 500 of the 512 connections that a worker may have."),
    ),
    (
        "files",
        {"nofile": 100, "proxy": window("proxy", server={"workers": workers(1.0, 1.0, held=(99, 20))})},
        ("ports_files", "A worker of the proxy used 99 of the 100 files that a worker may open."),
    ),
    (
        "a disk",
        {
            "proxy": window(
                "proxy", pressure={"io": 6.0}, disks=[DiskCounts(name="vda", busy=0.97, written_bytes=3e6)]
            )
        },
        (
            "disk",
            "The disk vda of proxy-1 was busy 97% of the time, 300.0kB/s were written, and something waited "
            "for it 60% of the time.",
        ),
    ),
    (
        "memory",
        {"proxy": window("proxy", pressure={"memory": 1.0})},
        ("waiting", "On proxy-1 something waited for memory 10% of the time."),
    ),
    (
        "CPUs beside idle ones",
        {"proxy": window("proxy", pressure={"cpu": 8.0})},
        ("waiting", "On proxy-1 something waited for a CPU 80% of the time, while one was 30% busy."),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), [g[1:] for g in GIVEN], ids=[g[0] for g in GIVEN])
def test_a_limit_is_named_with_its_numbers(given: dict[str, Any], expected: tuple[str, str]) -> None:
    assert sentences_of(**given) == [expected]


def test_every_rule_is_shown_by_a_run() -> None:
    assert {rule.code for rule in RULES} == {code for _, _, (code, _) in GIVEN} | {"shared_cpus"}


def test_load_tool_and_proxy_that_share_all_cpus_take_them_from_each_other() -> None:
    cores = [0.99, 0.98]
    load = window("load", cores=cores, own_cpu_s={"load": 8.0}, load_threads=threads(4.0, 4.0, waited=6.0))
    proxy = window("proxy", cores=cores, server={"workers": workers(5.5, 5.5, waited=4.5)})
    assert sentences_of(hosts=TOGETHER, topology="proxy_only", load=load, proxy=proxy) == [
        (
            "shared_cpus",
            "CPUs 0-1 had no time left (98% busy) and were shared: the load tool 0.80 "
            "and the proxy 1.10 CPUs.",
        )
    ]


def test_a_host_with_all_roles_has_no_backend_where_the_proxy_answers() -> None:
    hosts = tuple(HostAt(role, "lab", "lab", "m", "n", 2) for role in ("load", "proxy", "backend"))
    lab = window("proxy", cores=[1.0, 1.0], own_cpu_s={"load": 1.0, KEY["proxy"]: 4.0})
    given: dict[str, Any] = {"hosts": hosts, "load": lab, "proxy": lab, "backend": lab}
    assert "backend" not in {one.role for one in bottlenecks_of(topology="proxy_only", **given)}


def test_cpus_that_somebody_else_filled_are_no_contest_within_the_experiment() -> None:
    """Then the worker, which always had something to do, is what the run waited for."""
    cores, other = [1.0, 1.0], [ProcessTime(name="cc1", session=9, cpu_s=10.0)]
    load = window("load", cores=cores, others=other, own_cpu_s={"load": 2.0})
    proxy = window("proxy", cores=cores, others=other, server={"workers": workers(6.0, waited=3.8)})
    (one,) = bottlenecks_of(hosts=TOGETHER, topology="proxy_only", load=load, proxy=proxy)
    assert one.sentence == (
        "The only worker of the proxy was busy 60% of the time, and ready without a CPU for 38%, of 2 CPUs "
        "that it may use."
    )


def test_other_programs_that_left_nobody_enough_are_named() -> None:
    cores, pressure = [1.0, 1.0], {"cpu": 9.7}
    load = window("load", cores=cores, pressure=pressure, own_cpu_s={"load": 3.0})
    proxy = window("proxy", cores=cores, pressure=pressure, server={"workers": workers(3.0, waited=4.0)})
    (one,) = bottlenecks_of(hosts=TOGETHER, topology="proxy_only", load=load, proxy=proxy)
    assert (one.code, one.title) == ("waiting", "other programs")
    assert one.sentence == (
        "On lab something waited for a CPU 97% of the time: all 2 were full, "
        "and the experiment had 0.60 of them."
    )


def test_interrupts_that_no_process_is_charged_for_count_for_those_that_ran() -> None:
    """Of a kernel that hides a fifth of the busy time in interrupts: a worker of 80% was full."""
    cores, kernel = [0.5, 0.5], [0.1, 0.1]
    proxy = window("proxy", cores=cores, kernel=kernel, server={"workers": workers(7.8)})
    load = window("load", cores=cores, kernel=kernel, own_cpu_s={"load": 0.2}, load_threads=threads(0.1))
    (one,) = bottlenecks_of(hosts=TOGETHER, topology="proxy_only", load=load, proxy=proxy)
    assert one.code == "all_workers"
    assert one.sentence.startswith("The only worker of the proxy was busy 98% of the time")


def test_several_limits_stand_in_the_order_in_which_they_are_believed() -> None:
    given: dict[str, Any] = {
        "load": window("load", load_threads=threads(9.9)),
        "proxy": window("proxy", listen_overflows=5, server={"workers": workers(9.9, 9.9)}),
    }
    assert [one.code for one in bottlenecks_of(**given)] == ["generator", "all_workers", "accept_queue"]


def test_an_overflow_now_and_then_limits_nothing() -> None:
    codes = [one.code for one in bottlenecks_of(proxy=window("proxy", listen_overflows=0.1))]
    assert "accept_queue" not in codes


def test_a_backend_that_is_the_target_is_said_once() -> None:
    target, hosts = window("backend", server={"workers": workers(9.9)}), (HOSTS[0], HOSTS[2])
    assert [one.code for one in bottlenecks_of(hosts=hosts, topology="direct", backend=target)] == [
        "all_workers"
    ]


def test_nothing_is_said_where_no_host_was_watched() -> None:
    workload = Workload.model_validate({"tool": "wrk", "connections": 16, "duration_s": 10})
    assert find_bottlenecks(Measured(workload, "proxied", {}, HOSTS, [MeasuredTrial({}, FIGURES)])) == []
    assert find_bottlenecks(Measured(workload, "proxied", {}, HOSTS, [])) == []


def test_cpu_lists_that_are_none_are_passed_over() -> None:
    full = window("proxy", cores=[1.0] * 4, server={"workers": workers(2.0)})
    assert [one.code for one in bottlenecks_of(cpus={"proxy": ["-,-"]}, proxy=full)] == ["latency"]


def test_windows_of_before_are_understood() -> None:
    old = Window.model_validate({"seconds": 10.0, "cores": [0.2] * 4, "own_cpu_s": {"load": 1.0}})
    assert [one.code for one in bottlenecks_of(load=old, proxy=old, backend=old)] == ["latency"]
