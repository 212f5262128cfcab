"""The server sleeps until it is asked or told to end."""

import signal
import socket
import threading
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import uvicorn
from sse_starlette.sse import AppStatus

from agents.tests.ports import free_port
from backend.cli.server import idle_uvicorn
from backend.cli.server.idle_uvicorn import IdleServer


async def app(_scope: object, _receive: object, send: Callable[..., Awaitable[None]]) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"here"})


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
