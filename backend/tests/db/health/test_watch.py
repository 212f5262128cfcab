"""The API asks little to know that it hears agents."""

import time
from typing import Any

import pytest
import redis

from backend import liveness
from backend.health import watch
from backend.hosts import heartbeats
from backend.records import hosts_queries
from backend.tests.db.agents import Farm
from backend.tests.db.lists.test_statements import counted


def _statements(farm: Farm, redis_url: str) -> list[str]:
    now = time.monotonic()
    with redis.Redis.from_url(redis_url) as client, counted() as statements:
        at = watch._look_again(farm.client.app, client, now, now)  # pyright: ignore[reportArgumentType]
    assert now <= at <= time.monotonic(), "the next look counts from it"
    return statements


def test_a_heartbeat_that_was_just_answered_shows_that_agents_are_heard(farm: Farm, redis_url: str) -> None:
    liveness.heartbeats.came_at -= 60
    assert len(_statements(farm, redis_url)) == 1
    farm.beat("load")
    farm.beat("load")
    assert _statements(farm, redis_url) == []
    assert liveness.api_hears_since() is not None


def test_a_heartbeat_that_took_long_shows_nothing(
    farm: Farm, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else hosts would be taken for silent while a slow database holds up what they say."""
    begun_s = time.monotonic()
    answer = hosts_queries.heard_as_before

    def answer_late(*arguments: Any) -> Any:
        monkeypatch.setattr(heartbeats.time, "monotonic", lambda: begun_s + 60)
        return answer(*arguments)

    farm.beat("load")
    monkeypatch.setattr(hosts_queries, "heard_as_before", answer_late)
    farm.beat("load")
    assert len(_statements(farm, redis_url)) == 1
