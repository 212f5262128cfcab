"""Who calls whom, and what is said of it."""

import itertools

import pytest

from agents.contract.connectivity import Reached, ReachOutcome, ReachReport
from backend.hosts.testbed_check.judge import Answer, checked_host, pairs
from backend.hosts.testbed_check.order import BEGIN_S, SLOT_S, Member, jobs_for, lasts_s

SECRETS = "0123456789abcdef"


def members(*names: str, address: str = "10.0.0.1", ports: tuple[int, int] = (21000, 21999)) -> list[Member]:
    return [Member(name, address, ports) for name in names]


def test_every_host_calls_every_other_and_one_loads_the_network_at_a_time() -> None:
    secrets = itertools.count()
    made = jobs_for(members("hosta1", "hostb2", "hostc3"), 1000.0, lambda: f"{next(secrets):032x}")
    slots = sorted(peer.load_at for job in made.values() for peer in job.peers)
    assert slots == [1000.0 + BEGIN_S + SLOT_S * n for n in range(6)]
    assert {job.until for job in made.values()} == {1000.0 + lasts_s(members("hosta1", "hostb2", "hostc3"))}
    for name, job in made.items():
        assert {peer.host for peer in job.peers} == set(made) - {name}
        for peer in job.peers:
            assert (peer.ports, peer.secret) == (made[peer.host].ports, made[peer.host].secret)
    assert len({job.secret for job in made.values()}) == 3


def test_further_load_hosts_call_the_servers_and_nobody_calls_them() -> None:
    server = Member("proxy1", "10.0.0.2", (21000, 21999))
    loads = [
        Member(f"loadhost{n}", f"10.0.0.{n + 10}", (21000, 21999), is_server=False, only_calls=n > 0)
        for n in range(64)
    ]
    jobs = jobs_for([*loads, server], 0.0, lambda: SECRETS * 2)
    assert {peer.host for peer in jobs["loadhost63"].peers} == {"proxy1"}
    assert {peer.host for peer in jobs["proxy1"].peers} == {"loadhost0"}
    assert len(jobs["proxy1"].callers) == 64
    assert lasts_s([*loads, server]) < 120


def test_hosts_that_share_a_machine_are_not_given_the_same_port() -> None:
    made = jobs_for(members("hosta1", "hostb2", "hostc3", ports=(21000, 21009)), 0.0, lambda: SECRETS * 2)
    ports = [port for job in made.values() for port in job.ports]
    assert len(set(ports)) == len(ports)


def test_one_host_alone_looks_at_its_ports_and_clock() -> None:
    (job,) = jobs_for(members("hosta1"), 0.0, lambda: SECRETS * 2).values()
    assert (job.peers, job.callers) == ([], [])


def report(*reached: Reached, port: int | None = 21000, busy: int = 0, offset: float = 0.001) -> ReachReport:
    return ReachReport(
        port=port, busy_ports=busy, clock_offset_s=offset, clock_error_s=0.0005, reached=list(reached)
    )


def answer(found: ReachReport | None, name: str = "one", failure: str = "", code: str = "") -> Answer:
    return Answer(name, "10.0.0.1", (21000, 21999), found, failure, code)


@pytest.mark.parametrize(
    ("found", "problem", "help"),
    [
        (answer(report()), "", ""),
        (answer(report(port=None, busy=1000)), "No port that the others could call", "ss -ltn"),
        (answer(report(busy=990)), "Only 10 of the ports 21000 to 21999 are free.", "--ports"),
        (answer(report(offset=-3.24)), "Its clock is 3.2 s behind.", "timedatectl set-ntp true"),
        (answer(None, failure="it was restarted"), "it was restarted", "the log of its agent"),
        (answer(None, failure="?", code="bad_job"), "?", "upgrade the agent of one"),
    ],
)
def test_what_is_wrong_with_a_host_comes_with_what_to_do(found: Answer, problem: str, help: str) -> None:
    said = checked_host(found)
    assert said.ok is (problem == "")
    assert said.problem.startswith(problem)
    assert help in said.help


@pytest.mark.parametrize(
    ("outcome", "problem", "help"),
    [
        ("refused", "10.0.0.1 refuses connections, though two listens.", "really the address of two"),
        ("silent", "10.0.0.1 does not answer.", "Open TCP ports 21000 to 21999 on two for 10.0.0.1"),
        ("forbidden", "one may not send there: why.", "--allow-targets that include 10.0.0.1"),
        ("stranger", "Something else answers at 10.0.0.1: why.", "--address"),
        ("broken", "The connection broke under load: why.", "the cable"),
    ],
)
def test_what_is_between_two_hosts_is_said_in_words(outcome: ReachOutcome, problem: str, help: str) -> None:
    there = Reached(host="2", outcome=outcome, detail="why")
    back = Reached(host="1", outcome="reached", round_trip_s=0.0002, bytes_per_s=125e6)
    way, other = pairs(
        {"1": answer(report(there)), "2": answer(report(back), name="two")}, [("1", "2"), ("2", "1")]
    )
    assert (way.source, way.target, way.ok, way.problem) == ("one", "two", False, problem)
    assert help in way.help
    assert (other.ok, other.round_trip_ms, other.mbit_per_s) == (
        True,
        pytest.approx(0.2),
        pytest.approx(1000),
    )


def test_a_host_that_said_nothing_is_no_success() -> None:
    there = Reached(host="2", outcome="refused")
    way, other = pairs({"1": answer(report(there)), "2": answer(None, name="two")}, [("1", "2"), ("2", "1")])
    assert (way.problem, way.help) == ("10.0.0.1 did not listen.", "See two above.")
    assert (other.ok, other.problem) == (False, "two did not report.")
