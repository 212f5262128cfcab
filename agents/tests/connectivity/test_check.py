"""Hosts call each other: what they say of it, and to whom they speak."""

import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from agents.connectivity.check import check_connectivity
from agents.contract.addresses import parse_networks
from agents.contract.connectivity import Reached, ReachReport
from agents.contract.jobs import ReachJob, ReachPeer
from agents.proxy.ports import OwnPorts, lease_port
from agents.runner.clock import ServerClock
from agents.targets import Targets

HERE = "127.0.0.1"
TARGETS = Targets(parse_networks("127.0.0.0/8"), ((20000, 60000),))
ONE, TWO = "1" * 32, "2" * 32


def free_ports(number: int) -> list[int]:
    """Of no other test; an agent takes a lease of its own on each."""
    leases = [lease_port(HERE, 23600, 23999) for _ in range(number)]
    for lease in leases:
        lease.release()
    return [lease.port for lease in leases]


def peer(
    port: int, secret: str, load_in_s: float = 0.2, host: str = "otherhost", address: str = HERE
) -> ReachPeer:
    return ReachPeer(host=host, address=address, ports=[port], secret=secret, load_at=time.time() + load_in_s)


def job(port: int, secret: str, *peers: ReachPeer, for_s: float = 2.0) -> ReachJob:
    return ReachJob(ports=[port], secret=secret, callers=[HERE], peers=list(peers), until=time.time() + for_s)


def found(
    work: ReachJob, targets: Targets = TARGETS, wait: Callable[[float], bool] = threading.Event().wait
) -> ReachReport:
    place = OwnPorts(HERE, min(work.ports), max(work.ports))
    return check_connectivity(work, place, targets, ServerClock(), wait)


def outcome(work: ReachJob, targets: Targets = TARGETS) -> Reached:
    (one,) = found(work, targets).reached
    return one


def test_two_hosts_reach_each_other_and_measure_the_way() -> None:
    a, b = free_ports(2)
    works = [
        job(a, ONE, peer(b, TWO, load_in_s=30), for_s=50),
        job(b, TWO, peer(a, ONE, load_in_s=30), for_s=50),
    ]
    both = threading.Barrier(2)

    def until_both(seconds: float) -> bool:
        """In place of the moments that are agreed on, which a busy machine may miss."""
        if seconds < 1:
            return threading.Event().wait(seconds)
        both.wait(seconds)
        return False

    with ThreadPoolExecutor(2) as pool:
        reports = list(pool.map(lambda work: found(work, wait=until_both), works))
    assert [report.port for report in reports] == [a, b]
    for report in reports:
        (one,) = report.reached
        assert (one.outcome, one.detail) == ("reached", "")
        assert one.round_trip_s
        assert one.round_trip_s > 0
        assert one.bytes_per_s
        assert one.bytes_per_s > 0


def test_where_nobody_listens_it_is_refused() -> None:
    a, b = free_ports(2)
    assert outcome(job(a, ONE, peer(b, TWO), for_s=0.3)).outcome == "refused"


def test_another_service_is_a_stranger() -> None:
    (a,) = free_ports(1)
    with socket.create_server((HERE, 0)) as other:

        def answer() -> None:
            while True:
                try:
                    connection, _ = other.accept()
                except OSError:
                    return
                connection.sendall(b"SSH-2.0\r\n")
                connection.close()

        threading.Thread(target=answer, daemon=True).start()
        one = outcome(job(a, ONE, peer(other.getsockname()[1], TWO), for_s=0.3))
        other.shutdown(socket.SHUT_RDWR)
    assert one.outcome == "stranger"


def test_an_agent_sends_nothing_where_its_operator_does_not_let_it() -> None:
    a, b = free_ports(2)
    one = outcome(job(a, ONE, peer(b, TWO), for_s=0.1), Targets(parse_networks("10.0.0.0/8")))
    assert one.outcome == "forbidden"
    assert "outside the targets of this agent" in one.detail


@pytest.mark.parametrize(
    ("said", "callers"),
    [(b"0" * 32 + b"e", [HERE]), (ONE.encode() + b"e", ["10.9.9.9"]), (b"GET / HT", [HERE])],
)
def test_a_listener_speaks_to_callers_of_its_job_alone(said: bytes, callers: list[str]) -> None:
    (a,) = free_ports(1)
    work = job(a, ONE, for_s=100).model_copy(update={"callers": callers})
    answered = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        report = pool.submit(found, work, wait=answered.wait)
        try:
            heard = _answer(a, said)
        finally:
            answered.set()
        assert report.result().reached == []
    assert heard == b""


def _answer(port: int, said: bytes) -> bytes:
    until = time.monotonic() + 60
    while True:
        try:
            with socket.create_connection((HERE, port), 1) as link:
                link.sendall(said)
                return link.recv(16)
        except ConnectionRefusedError:
            assert time.monotonic() < until
        except OSError:  # closed before it was listened to
            return b""


def test_ports_that_something_else_has_are_counted_and_passed_by() -> None:
    with socket.create_server((HERE, 0)) as other:
        taken = other.getsockname()[1]
        report = found(job(taken, ONE, for_s=0.1))
    assert (report.port, report.busy_ports) == (None, 1)
