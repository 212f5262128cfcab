"""Moments that tests of the orchestration bring about: time gone by, many callers at once, no broker."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from fastapi.testclient import TestClient
from sqlalchemy import update
from sqlalchemy.orm import Session

from agents.contract.jobs import queue_of
from backend import liveness
from backend.database import get_engine
from backend.events import get_redis
from backend.health.troubles import Hearing, Look
from backend.liveness_keys import PARTS
from backend.records.experiments import JobRow
from backend.records.hosts import Host
from backend.tests.db.agents import Farm


def age_by(seconds: float, *hosts: str) -> None:
    """As if the hosts were last heard of, and the open jobs made and sent, so long ago.

    Where hosts are named, the others are heard right now, however slow the machine.
    """
    now = datetime.now(UTC)
    before = now - timedelta(seconds=seconds)
    with Session(get_engine()) as session, session.begin():
        if hosts:
            session.execute(update(Host).values(last_seen=now))
        session.execute(update(Host).where(Host.name.in_(hosts)).values(last_seen=before))
        session.execute(update(JobRow).values(created_at=JobRow.created_at - timedelta(seconds=seconds)))
        session.execute(update(JobRow).values(sent_at=JobRow.sent_at - timedelta(seconds=seconds)))


def api_up_for(seconds: float) -> None:
    get_redis().set(liveness.API_KEY, str(datetime.now(UTC).timestamp() - seconds))


def all_well(client: TestClient) -> None:
    """As if this API had heard beat and worker, and Redis took what it wrote."""
    app: Any = client.app
    app.state.look = Look(parts=dict.fromkeys(PARTS, Hearing("now", is_heard=True)))


def at_once(count: int, act: Callable[[], Any]) -> list[Any]:
    """What `act` returned in so many threads that begin together."""
    barrier, results = threading.Barrier(count), []

    def one() -> None:
        barrier.wait()
        results.append(act())

    threads = [threading.Thread(target=one) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def queue_length(farm: Farm, host: str) -> int:
    return get_redis().llen(queue_of(farm.ids[host]))  # pyright: ignore[reportReturnType]


def no_broker(*_: object) -> None:
    raise ConnectionError("no broker")
