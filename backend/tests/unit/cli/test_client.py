"""The command line's way to the API."""

import httpx
import pytest

from backend.cli.client import Api


@pytest.mark.parametrize(
    ("path", "query", "asked"),
    [
        ("/experiments?limit=50", {}, "limit=50"),
        ("/experiments", {"limit": "50"}, "limit=50"),
        ("/compare", {"a": ["1", "2"]}, "a=1&a=2"),
        ("/experiments", {}, ""),
    ],
)
def test_a_query_is_sent_however_it_is_given(
    monkeypatch: pytest.MonkeyPatch, path: str, query: dict[str, str | list[str]], asked: str
) -> None:
    seen: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.url.query.decode())
        return httpx.Response(200, json=[])

    api = Api("http://127.0.0.1:1")
    monkeypatch.setattr(api, "_client", httpx.Client(base_url=api.url, transport=httpx.MockTransport(answer)))
    api.get(path, **query)
    assert seen == [asked]
