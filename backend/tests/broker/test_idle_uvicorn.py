"""The server sleeps until it is asked or told to end."""

import asyncio
import signal
import socket
import threading
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from http.client import IncompleteRead
from pathlib import Path

import pytest
import uvicorn
from sse_starlette import sse
from sse_starlette.sse import AppStatus, EventSourceResponse
from starlette.types import Receive, Scope, Send

from agents.tests.agent_process import wait_until
from agents.tests.ports import free_port
from backend.cli.server import idle_uvicorn
from backend.cli.server.idle_uvicorn import IdleServer


async def app(_scope: object, _receive: object, send: Callable[..., Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


async def endless(scope: Scope, receive: Receive, send: Send) -> None:
    """A stream of one event, and silence."""

    async def events() -> AsyncIterator[str]:
        while not sse._get_shutdown_state().events:  # until it listens for the server's end
            await asyncio.sleep(0)
        yield "first"
        await asyncio.Event().wait()

    await EventSourceResponse(events())(scope, receive, send)


def test_its_end_ends_streams_without_asking_for_it_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    watchers: list[object] = []

    async def ask() -> None:
        watchers.append(None)
        await asyncio.Event().wait()

    monkeypatch.setattr(sse, "_shutdown_watcher", ask)
    monkeypatch.setattr(AppStatus, "should_exit", False)
    port = free_port()
    server = IdleServer(uvicorn.Config(endless, port=port, lifespan="off", log_level="error", http="h11"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started)
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
        assert answer.readline() == b"data: first\r\n"
        server.handle_exit(signal.SIGTERM, None)
        with pytest.raises(IncompleteRead):
            answer.read()
    thread.join(30)
    assert not thread.is_alive()
    assert watchers == []


def test_it_answers_and_ends_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(idle_uvicorn, "DATE_S", 3600.0)  # no tick within this test
    monkeypatch.setattr(AppStatus, "should_exit", False)  # or no stream of this process stays open afterwards
    systemd = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    systemd.bind(str(tmp_path / "notify"))
    systemd.settimeout(30)
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    port = free_port()
    server = IdleServer(uvicorn.Config(app, port=port, lifespan="off", log_level="error", http="h11"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    with systemd:
        assert systemd.recv(64) == b"READY=1"
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
        assert (answer.read(), bool(answer.headers["date"])) == (b"here", True)
    server.handle_exit(signal.SIGTERM, None)
    thread.join(30)
    assert not thread.is_alive()
