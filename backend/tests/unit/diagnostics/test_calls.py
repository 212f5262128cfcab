"""System calls for each request: exact, by role, and paired by round."""

from collections.abc import Mapping
from typing import NamedTuple

from backend.diagnostics.system_call_words import sentence
from backend.diagnostics.system_calls import tables


class Seen(NamedTuple):
    counts: Mapping[str, int]
    requests: float | None = 1000.0
    round: int = 3
    role: str = "proxy"
    lost: int = 0


CACHED = Seen({"recvfrom": 1000, "pread64": 1000, "writev": 1000, "epoll_wait": 130, "accept4": 2})
OPENING = Seen(
    {"recvfrom": 1000, "openat": 1000, "pread64": 1000, "writev": 1000, "close": 1002, "epoll_wait": 90}
)


def test_counts_are_divided_by_requests_and_sides_subtracted() -> None:
    (table,) = tables([CACHED], [OPENING])
    found = {row.name: (row.value, row.baseline, round(row.difference or 0, 3)) for row in table.rows}
    assert found["openat"] == (0.0, 1.0, -1.0)
    assert found["close"] == (0.0, 1.002, -1.002)
    assert found["writev"] == (1.0, 1.0, 0.0)
    assert "accept4" not in found, "twice in a thousand requests is not shown"
    assert round(table.total.value, 3) == 3.132
    assert round(table.total.difference or 0, 3) == -1.96
    assert table.is_exact


def test_without_the_other_side_there_is_no_difference() -> None:
    (table,) = tables([CACHED])
    assert {(row.baseline, row.difference) for row in table.rows} == {(None, None)}
    (apart,) = tables([CACHED], [OPENING._replace(round=4)])
    assert apart.total.difference is None, "of rounds that both have"


def test_instances_of_one_role_add_up_and_rounds_are_averaged() -> None:
    twice = [CACHED, CACHED._replace(counts={"writev": 3000})]
    (table,) = tables(twice)
    assert {row.name: row.value for row in table.rows}["writev"] == 2.0
    (table,) = tables([CACHED, CACHED._replace(round=4, counts={"writev": 3000})])
    assert {row.name: row.value for row in table.rows}["writev"] == 2.0


def test_roles_stay_apart_and_lost_events_are_said() -> None:
    found = tables([CACHED, CACHED._replace(role="backend", lost=5)])
    assert [(table.role, table.is_exact) for table in found] == [("proxy", True), ("backend", False)]


def test_connections_that_were_opened_and_not_answered_make_no_difference() -> None:
    """8000 short connections, of which one side answered few more than it held open: as it was seen once."""
    queue = Seen({"accept4": 22_800, "writev": 14_800}, requests=14_800.0)
    reuse = Seen({"accept4": 13_600, "writev": 5_600}, requests=5_600.0)
    (table,) = tables([reuse], [queue], connections=8000)
    assert sentence("The proxy", table) == ""
    calm = [Seen({"accept4": 10_060, **more}, requests=10_000.0) for more in ({}, {"writev": 10_000})]
    (table,) = tables(calm[:1], calm[1:], connections=60)
    assert sentence("The proxy", table) == "The proxy makes one system call a request fewer (writev)."


def test_nothing_served_is_no_table() -> None:
    assert tables([CACHED._replace(requests=None)]) == []
    assert tables([CACHED._replace(requests=0.0)]) == []
    assert tables([CACHED._replace(requests=5e-324)]) == [], "calls for each would have no end"
