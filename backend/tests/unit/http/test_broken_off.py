"""Requests that end before their body does."""

import asyncio
import logging

import pytest
from fastapi import FastAPI, Request
from starlette.types import Message

from backend.http.error_handlers import install
from backend.tests.unit.http.asgi import Exchange


def test_a_cancelled_upload_is_no_fault_of_the_server(caplog: pytest.LogCaptureFixture) -> None:
    app = FastAPI()
    install(app)
    statuses: list[int] = []

    @app.post("/log")
    async def _read(request: Request) -> None:
        async for _ in request.stream():
            pass

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        statuses.extend([message["status"]] if "status" in message else [])

    with caplog.at_level(logging.ERROR):
        asyncio.run(app(Exchange("POST", "/log").scope(), receive, send))
    assert statuses == [422]
    assert caplog.records == []
