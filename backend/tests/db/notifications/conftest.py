"""Receivers as an admin makes them, and the worker's part done when a test asks."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

from backend.database import transaction
from backend.notifications.delivering import CardOf, send_due
from backend.settings import get_settings
from backend.tests.receivers import Hook, MailServer, hook, mail_server

CARD = b"\x89PNG of the card"


class Told:
    """What is told, and to whom."""

    def __init__(self, client: TestClient, web: Hook) -> None:
        self.client, self.web = client, web

    def receiver(self, *kinds: str, way: str = "webhook", address: str = "") -> dict[str, Any]:
        asked = {"name": "team", "way": way, "address": address or f"{self.web.url}/hook/secret"}
        answer = self.client.post("/api/v1/receivers", json=asked | {"kinds": list(kinds) or ["finished"]})
        assert answer.status_code == 201, answer.text
        return answer.json()

    def deliveries(self) -> list[dict[str, Any]]:
        return self.client.get("/api/v1/deliveries").json()

    def send(self, card_of: CardOf = lambda _: CARD) -> None:
        send_due(card_of)

    def pass_time(self) -> None:
        """What is to be tried later is due."""
        with transaction() as session:
            session.execute(text("update notice_deliveries set next_at = now() - interval '1 second'"))


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """What is set with it counts from the next `get_settings.cache_clear()`."""
    monkeypatch.setenv("DYNO_WEBHOOK_HOSTS", "127.0.0.1")
    monkeypatch.setenv("DYNO_PUBLIC_URL", "https://dyno.test")
    get_settings.cache_clear()
    yield monkeypatch
    monkeypatch.undo()
    get_settings.cache_clear()


@pytest.fixture
def told(client: TestClient, settings: pytest.MonkeyPatch) -> Iterator[Told]:
    with hook() as web:
        yield Told(client, web)


@pytest.fixture
def mailing(settings: pytest.MonkeyPatch) -> Iterator[MailServer]:
    """The mail server that the settings name."""
    with mail_server() as sink:
        settings.setenv("DYNO_SMTP_HOST", "127.0.0.1")
        settings.setenv("DYNO_SMTP_PORT", str(sink.port))
        settings.setenv("DYNO_SMTP_TLS", "none")
        settings.setenv("DYNO_MAIL_FROM", "dyno@x.test")
        get_settings.cache_clear()
        yield sink
