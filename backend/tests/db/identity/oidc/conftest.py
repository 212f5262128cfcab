"""A provider, and a dashboard that believes it."""

from collections.abc import Callable, Iterator

import pytest
from fastapi.testclient import TestClient

from backend.identity.oidc import provider as ours
from backend.identity.oidc.settings import get_oidc
from backend.tests.db.identity.oidc.provider import CLIENT, SECRET, Provider, running

Set = Callable[..., None]


@pytest.fixture
def provider() -> Iterator[Provider]:
    with running() as found:
        yield found
    ours._metadata_cache.clear()


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Set]:
    """Sets DYNO_OIDC_… by name."""

    def change(**given: str) -> None:
        for name, value in given.items():
            monkeypatch.setenv(f"DYNO_OIDC_{name.upper()}", value)
        get_oidc.cache_clear()

    yield change
    monkeypatch.undo()
    get_oidc.cache_clear()


@pytest.fixture
def dashboard(app: TestClient, provider: Provider, setting: Set) -> TestClient:
    """Lets everybody in as a viewer."""
    setting(issuer=provider.issuer, client_id=CLIENT, client_secret=SECRET, name="Acme", role="viewer")
    return app
