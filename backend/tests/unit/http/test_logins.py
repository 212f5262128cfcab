"""Who is looked up before having a slot takes only a few threads, and agents wait for none of them."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from starlette.requests import Request

from backend.http.request_limits import LOGINS
from backend.identity import guard
from backend.identity.principal import Principal, Way, owner
from backend.tests.unit.http.asgi import Exchange


class Lookups:
    """Those that last until they are let go."""

    def __init__(self) -> None:
        self.inside = self.most = 0
        self.lock, self.go = threading.Lock(), threading.Event()

    def look_up(self, _: Request) -> Principal:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.go.wait(60)
        with self.lock:
            self.inside -= 1
        return owner(Way.SESSION)


def test_a_crowd_at_the_door_takes_only_a_few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    lookups = Lookups()
    monkeypatch.setattr(guard, "_known_principal", lookups.look_up)

    async def crowd() -> None:
        app = SimpleNamespace(state=SimpleNamespace(logins=asyncio.Semaphore(LOGINS)))

        def check(path: str, method: str = "GET") -> asyncio.Task[None]:
            asked = Exchange(method, path, headers={"host": "127.0.0.1"})
            return asyncio.create_task(guard.check(Request(asked.scope() | {"app": app})))

        people = [check("/api/v1/experiments") for _ in range(60)]
        while lookups.inside < LOGINS:
            await asyncio.sleep(0.001)
        await asyncio.gather(check("/api/v1/agent/heartbeat", "POST"), check("/healthz"))
        assert not any(one.done() for one in people)
        lookups.go.set()
        await asyncio.gather(*people)

    asyncio.run(crowd())
    assert lookups.most == LOGINS
