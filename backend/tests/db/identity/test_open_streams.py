"""An open event stream ends with the right to listen."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text
from sqlalchemy.orm import Session

from backend import events
from backend.tests.access import BEARER
from backend.tests.db.identity.people import account_of, browser_of

Act = Callable[[TestClient, TestClient, str], Any]


def disable(admin: TestClient, person: TestClient, account_id: str) -> Any:
    return admin.patch(f"/api/v1/accounts/{account_id}", json={"disabled": True})


def sign_out_everywhere(admin: TestClient, person: TestClient, account_id: str) -> Any:
    return person.delete("/api/v1/sessions")


async def listened(app: Any, headers: dict[str, str], begun: asyncio.Event) -> None:
    """Until the server ends the stream."""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "path": "/api/v1/events",
        "raw_path": b"/api/v1/events",
        "query_string": b"",
        "scheme": "http",
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 50001),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "root_path": "",
        "state": {},
    }

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()  # nothing is sent, and the client stays
        return {}

    async def send(message: dict[str, Any]) -> None:
        if b"ready" in message.get("body", b""):
            begun.set()
        if message["type"] == "http.response.start":
            assert message["status"] == 200

    await app(scope, receive, send)


async def open_stream(app: Any, headers: dict[str, str]) -> asyncio.Task[None]:
    """A stream that has begun; fails with its reason where it ends before."""
    ready = asyncio.Event()
    stream = asyncio.create_task(listened(app, headers, ready))
    beginning = asyncio.create_task(ready.wait())
    await asyncio.wait([stream, beginning], return_when=asyncio.FIRST_COMPLETED)
    if stream.done():
        beginning.cancel()
        await stream
    return stream


@pytest.mark.parametrize("act", [disable, sign_out_everywhere])
def test_a_stream_ends_with_its_account_or_session(
    client: TestClient, session: Session, monkeypatch: pytest.MonkeyPatch, act: Act
) -> None:
    monkeypatch.setattr(events, "KNOWN_EVERY_S", 0.05)
    account = account_of(session, "ada")
    person = browser_of(client, session, account)
    person.headers["Host"] = "127.0.0.1"
    headers = {"host": "127.0.0.1", "cookie": person.headers["Cookie"]}

    async def both() -> None:
        streams = [
            await open_stream(client.app, caller) for caller in (headers, {"host": "127.0.0.1"} | BEARER)
        ]
        await asyncio.sleep(0.2)  # some looks later
        assert not streams[0].done(), "whoever may listen goes on"
        (await asyncio.to_thread(act, client, person, account.id)).raise_for_status()
        await asyncio.wait_for(streams[0], 20)
        assert not streams[1].done(), "others go on"
        streams[1].cancel()

    assert client.portal
    client.portal.call(both)


def test_a_revoked_token_hears_nothing_more(
    client: TestClient, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events, "KNOWN_EVERY_S", 0.05)
    person = browser_of(client, session, account_of(session, "ada"))
    person.headers["Host"] = "127.0.0.1"
    token = person.post("/api/v1/me/tokens", json={"name": "ci"}).json()["token"]
    headers = {"host": "127.0.0.1", "authorization": f"Bearer {token}"}

    async def listen() -> None:
        stream = await open_stream(client.app, headers)
        session.execute(text("delete from api_tokens"))
        session.commit()
        await asyncio.wait_for(stream, 20)

    assert client.portal
    client.portal.call(listen)
