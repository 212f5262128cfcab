"""A dashboard with a host name of its own."""

import pytest
from fastapi.testclient import TestClient

from backend.settings import get_settings
from backend.tests.db.identity.people import OWN_NAME


@pytest.fixture
def app(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("DYNO_OWN_NAME", OWN_NAME)
    monkeypatch.setenv("DYNO_ALLOWED_HOSTS", '["dyno.example"]')
    get_settings.cache_clear()
    return client
