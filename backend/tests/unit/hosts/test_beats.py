"""How often agents beat, by the number of hosts."""

import pytest

from agents.contract.heartbeat import Heartbeat
from agents.contract.states import HostCondition
from backend.hosts.heartbeat_times import MAX_S, is_busy, rest_s, silent_after_s


@pytest.mark.parametrize(
    ("hosts", "chance", "expected"),
    [(0, 0, 2), (3, 1, 2), (200, 0, 2), (500, 0, 5), (500, 1, 4), (1000, 0, 10), (100_000, 0, MAX_S)],
)
def test_hosts_at_rest_share_so_many_heartbeats(hosts: int, chance: float, expected: float) -> None:
    assert rest_s(hosts, chance) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ({}, False),
        ({"condition": HostCondition.NEEDS_RESTORE}, False),  # for days perhaps, until a person looks
        ({"condition": HostCondition.APPLIED}, True),
        ({"active_jobs": ["checking"]}, True),
        ({"no_space": 0}, True),
    ],
)
def test_who_is_at_rest(said: dict[str, object], expected: bool) -> None:
    assert is_busy(Heartbeat.model_validate({"instance": "i"} | said)) is expected


def test_a_host_is_missed_after_what_it_was_told() -> None:
    assert [silent_after_s(8, told) for told in (2, 10, 0)] == [8, 16, 8]
