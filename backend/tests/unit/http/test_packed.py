"""What is sent is packed: files as the build has packed them, everything else by gzip."""

import gzip
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from backend.main import create_app
from backend.settings import get_settings
from backend.tests.access import BEARER, TOKEN

SCRIPT = b"console.log('dyno');" * 100


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("ui")
    assets = folder / "assets"
    assets.mkdir()
    (folder / "index.html").write_text("<html></html>")
    (assets / "main.js").write_bytes(SCRIPT)
    (assets / "main.js.br").write_bytes(b"packed by the build")
    (assets / "main.js.gz").write_bytes(gzip.compress(SCRIPT))
    (assets / "small.js").write_bytes(b"1;")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DYNO_TOKEN", TOKEN)
        patch.setenv("DYNO_UI_DIR", str(folder))
        get_settings.cache_clear()
        yield TestClient(create_app(), base_url="http://127.0.0.1:8080", headers=BEARER)
    get_settings.cache_clear()


def fetched(client: TestClient, path: str, coding: str) -> tuple[str | None, bytes]:
    """Content-Encoding, and the bytes as they are sent."""
    with client.stream("GET", path, headers={"Accept-Encoding": coding}) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(("text/javascript", "application/json"))
        return answer.headers.get("content-encoding"), b"".join(answer.iter_raw())


def test_files_go_out_as_the_build_has_packed_them(client: TestClient) -> None:
    assert fetched(client, "/assets/main.js", "gzip, deflate, br, zstd") == ("br", b"packed by the build")
    coding, sent = fetched(client, "/assets/main.js", "gzip")
    assert (coding, gzip.decompress(sent)) == ("gzip", SCRIPT)
    assert fetched(client, "/assets/main.js", "identity") == (None, SCRIPT)
    assert fetched(client, "/assets/small.js", "gzip, br") == (None, b"1;")


def test_a_packed_file_is_kept_as_long_as_a_plain_one_and_by_coding(client: TestClient) -> None:
    answer = client.get("/assets/main.js", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["vary"] == "Accept-Encoding"
    again = {"Accept-Encoding": "gzip", "If-None-Match": answer.headers["etag"]}
    assert client.get("/assets/main.js", headers=again).status_code == 304


def test_answers_of_the_api_are_packed(client: TestClient) -> None:
    coding, sent = fetched(client, "/api/v1/openapi.json", "gzip, br")
    assert coding == "gzip"
    assert len(sent) * 4 < len(gzip.decompress(sent))
