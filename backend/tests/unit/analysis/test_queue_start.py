"""When a queued experiment begins, by those before it."""

from datetime import UTC, datetime

from agents.contract.version import CONTRACT
from backend.disk_space import Shortage
from backend.records.hosts import Host
from backend.records.testbeds import Testbed
from backend.scheduling import queue_positions
from backend.scheduling.assignment.fleet import Bed
from backend.scheduling.assignment.queue_order import Waiting
from backend.scheduling.start_estimate import Left, when

AT = datetime(2026, 11, 22, tzinfo=UTC)
OWN = Left(10.0, False, "")


def _waiting(name: str, *hosts: str) -> Waiting:
    return Waiting(name, name, AT, frozenset(hosts))


def test_those_on_the_same_hosts_come_one_after_the_other_and_others_side_by_side() -> None:
    before = [
        _waiting("a", "load"),
        _waiting("b", "proxy"),
        _waiting("c", "load"),
        _waiting("d", "elsewhere"),
    ]
    left = {n: Left(s, False, "") for n, s in {"a": 60.0, "b": 200.0, "c": 90.0, "d": 900.0}.items()}
    found = when([*before, _waiting("own", "load", "proxy")], left | {"own": OWN})["own"]
    assert (found.seconds, found.at_most, found.unknown) == (200.0, False, None)
    assert when([*before, _waiting("own", "load")], left | {"own": OWN})["own"].seconds == 150.0


def test_rounds_that_may_end_early_make_it_at_most() -> None:
    line = [_waiting("a", "load"), _waiting("own", "load")]
    found = when(line, {"a": Left(60.0, True, ""), "own": OWN})["own"]
    assert (found.seconds, found.at_most) == (60.0, True)


def test_who_waits_behind_an_absent_host_cannot_know() -> None:
    line = [_waiting("a", "load", "proxy"), _waiting("b", "load"), _waiting("own", "load")]
    left = {"a": Left(60.0, False, "“a” is waiting for proxy, which is offline"), "b": OWN, "own": OWN}
    found = when(line, left)["own"]
    assert (found.seconds, found.unknown) == (None, "“a” is waiting for proxy, which is offline")


def test_nobody_before_it_means_now() -> None:
    assert when([_waiting("own", "load")], {"own": OWN})["own"].seconds == 0.0


def test_who_may_choose_begins_where_it_is_free_first_and_is_in_the_way_there_alone() -> None:
    line = [
        _waiting("a", "load-1"),
        _waiting("b", "load-2"),
        _waiting("any", "load-1"),
        _waiting("own", "load-2"),
    ]
    left = {"a": Left(300.0, False, ""), "b": Left(60.0, False, ""), "any": Left(30.0, False, ""), "own": OWN}
    places = {"any": [frozenset({"load-1"}), frozenset({"load-2"})]}
    found = when(line, left, places)
    assert (found["any"].seconds, found["own"].seconds) == (60.0, 90.0)


def test_who_may_choose_does_not_wait_for_what_nobody_can_foresee() -> None:
    hosts = {"a": "load-1", "b": "load-2", "any": "load-1"}
    line = [_waiting(name, host) for name, host in hosts.items()]
    left = {"a": Left(1.0, False, "“a” is waiting for load-1"), "b": Left(60.0, False, ""), "any": OWN}
    places = {"any": [frozenset({"load-1"}), frozenset({"load-2"})]}
    assert when(line, left, places)["any"].seconds == 60.0


def test_who_may_choose_waits_for_an_absent_host_only_where_no_other_testbed_is_ready() -> None:
    away, ready = (
        Host(id=name, name=name, online=online, condition="clean", version="0.1.0", contract=CONTRACT)
        for name, online in (("load-1", False), ("load-2", True))
    )
    beds = [Bed(Testbed(id=host.id), {}, {}, [host]) for host in (away, ready)]
    entry = _waiting("any", "load-1")
    hosts = {host.id: host for host in (away, ready)}
    line = queue_positions.Line([entry], hosts, Shortage("", {}), {"any": beds})
    assert queue_positions.places(line, entry) == [frozenset({"load-2"})]
    assert queue_positions.unforeseen(line, entry) == ""
    line_of_one = line._replace(choices={"any": beds[:1]})
    assert queue_positions.unforeseen(line_of_one, entry) == "waiting for load-1, which is offline"
