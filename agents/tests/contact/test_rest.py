"""An agent beats as often as it is told, within bounds, and sooner when something happens."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest

from agents.contract.heartbeat import Heartbeat, HeartbeatReply
from agents.contract.jobs import FactsJob
from agents.runner import heartbeat
from agents.runner.api import ControlPlane, Unreachable
from agents.runner.clock import ServerClock
from agents.runner.heartbeat import MAX_S, Heartbeats, within_bounds
from agents.tests.agent_process import AgentProcess
from agents.tests.fake_plane import FakePlane


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (2, 2),
        (7.5, 7.5),
        (0, 2),
        (-1e308, 2),
        (1e308, MAX_S),
        (float("nan"), 2),
        (float("inf"), 2),
        (float("-inf"), 2),
    ],
)
def test_what_is_told_is_kept_within_bounds(told: float, expected: float) -> None:
    assert within_bounds(told) == expected


class Plane:
    """Answers heartbeats as told, and counts them."""

    def __init__(self) -> None:
        self.beat_after_s, self.answers, self.count = 60.0, True, 0
        self._changed = threading.Condition()

    def heartbeat(self, _: Heartbeat) -> HeartbeatReply:
        with self._changed:
            self.count += 1
            self._changed.notify_all()
        if not self.answers:
            raise Unreachable("away")
        return HeartbeatReply(server_time=0, job_keys={}, beat_after_s=self.beat_after_s)

    def wait_for(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self.count >= count, 30)


@pytest.fixture
def beats(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Heartbeats, Plane]]:
    monkeypatch.setattr(heartbeat, "BEAT_EVERY_S", 0.01)
    monkeypatch.setattr(heartbeat, "MAX_S", 60.0)
    plane, nothing = Plane(), cast(Callable[..., Any], lambda *_: None)
    found = Heartbeats(
        cast(ControlPlane, plane),
        ServerClock(),
        lambda: Heartbeat(instance="i"),
        nothing,
        nothing,
        nothing,
        nothing,
        60,
    )
    found.start()
    yield found, plane
    found.stop()


def test_an_agent_at_rest_beats_once_when_something_happens(beats: tuple[Heartbeats, Plane]) -> None:
    agent, plane = beats
    agent.hurry()
    plane.wait_for(2)
    agent.stop()
    assert plane.count == 2


def test_an_agent_that_is_not_answered_does_not_rest(beats: tuple[Heartbeats, Plane]) -> None:
    agent, plane = beats
    plane.answers = False
    agent.hurry()
    plane.wait_for(10)


def test_a_job_that_arrives_is_told_soon(plane: FakePlane, start_agent: Callable[..., AgentProcess]) -> None:
    plane.beat_after_s = 1e308
    agent = start_agent()
    heard = len(plane.heartbeats)
    agent.do(FactsJob())
    plane.wait_for(lambda: len(plane.heartbeats) > heard, MAX_S / 2)


def test_nonsense_stops_no_heartbeat(plane: FakePlane, start_agent: Callable[..., AgentProcess]) -> None:
    start_agent()
    for nonsense in (float("nan"), "soon", {}, [2]):
        plane.beat_after_s = nonsense
        due = len(plane.heartbeats) + 2
        plane.wait_for(lambda due=due: len(plane.heartbeats) >= due)
