"""/docs and /api/docs as a browser gets them, and as somebody tries to misuse them."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from backend.main import create_app
from backend.settings import get_settings
from backend.tests.access import BEARER, TOKEN


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """Somebody with the dashboard's token."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DYNO_TOKEN", TOKEN)
        get_settings.cache_clear()
        yield TestClient(create_app(), base_url="http://127.0.0.1:8080", headers=BEARER)
    get_settings.cache_clear()


@pytest.fixture
def stranger(client: TestClient) -> TestClient:
    return TestClient(client.app, base_url=client.base_url)


def test_a_page_is_its_file(client: TestClient) -> None:
    built = get_settings().ui_dir / "docs"
    for page, name in (("", "index"), ("tutorial", "tutorial"), ("operations", "operations")):
        answer = client.get(f"/docs/{page}")
        assert (answer.status_code, answer.text) == (200, (built / f"{name}.html").read_text("utf-8"))
        assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/docs/", "/docs/hosts", "/docs/nothing", "/docs/assets/none.js", "/api/docs"]
)
def test_the_policy_lets_nothing_in_but_files_of_the_dashboard(client: TestClient, path: str) -> None:
    policy = client.get(path).headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'")
    assert "unsafe" not in policy
    assert "//" not in policy


def test_an_unknown_page_may_ask_the_dashboard_and_no_other_host_for_the_list_of_pages(
    client: TestClient,
) -> None:
    """VitePress has no option against it, and a tab that is older than the build needs it to go on."""
    answer = client.get("/docs/nothing")
    assert answer.status_code == 404
    policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
    assert policy["connect-src"] == "'self'"
    assert "hosts.md" in client.get("/docs/hashmap.json").json()


def test_a_page_that_did_not_change_keeps_its_policy(client: TestClient) -> None:
    first = client.get("/docs/hosts")
    again = client.get("/docs/hosts", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/docs/", "/api/docs"])
def test_what_a_page_loads_is_there(client: TestClient, path: str) -> None:
    addresses = re.findall(r'(?:src|href)="((?:/docs/assets|/api/docs)/[^"]+)"', client.get(path).text)
    assert len(addresses) > 3
    for address in addresses:
        assert client.get(address).status_code == 200, address


def test_names_with_a_digest_are_kept_and_packed(client: TestClient) -> None:
    (script,) = re.findall(r'src="(/docs/assets/app\.[^"]+)"', client.get("/docs/").text)
    answer = client.get(script, headers={"Accept-Encoding": "br"})
    assert "immutable" in answer.headers["cache-control"]
    (index,) = (get_settings().ui_dir / "docs/assets/chunks").glob("@localSearchIndex*.js")
    answer = client.get(f"/docs/assets/chunks/{index.name}", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" not in client.get("/docs/assets/none.js").headers["cache-control"]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/docs", "/docs/"),
        ("/docs/hosts.md", "/docs/hosts"),
        ("/docs/hosts/", "/docs/hosts"),
        ("/docs/search", "/docs/"),
        ("/docs/search?q=noise%20%26%20machine", "/docs/?q=noise%20%26%20machine"),
        ("/docs/search?q=%0d%0aX-Evil:%201", "/docs/?q=%0D%0AX-Evil%3A%201"),
        ("/docs/files/ci/tuning.yaml", "/docs/ci/tuning.yaml"),
    ],
)
def test_old_addresses_lead_on(client: TestClient, path: str, target: str) -> None:
    answer = client.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, target)
    assert "x-evil" not in answer.headers


@pytest.mark.parametrize("path", ["/docs/files/screenshots/grid.png", "/docs/screenshots/grid.png"])
def test_pictures_are_served(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "..%2f..%2fetc%2fpasswd",
        "..%2f..%2f..%2findex.html",
        "..%5c..%5cetc%5cpasswd",
        "%00",
        "hosts%00",
        "hosts%00.md",
        "%2fetc%2fpasswd",
        "%2fetc%2fpasswd%2f",
        "/etc/passwd",
        "HOSTS",
        "%ff%fe",
        "con",
        "x" * 5000,
        "<script>alert(1)</script>",
    ],
)
@pytest.mark.parametrize("under", ["", "files/", "screenshots/", "assets/", "assets/chunks/"])
def test_only_files_of_the_site_are_served(client: TestClient, under: str, path: str) -> None:
    answer = client.get(f"/docs/{under}{path}")
    assert answer.status_code == 404, answer.text[:200]
    assert "root:" not in answer.text
    assert "<script>" not in answer.text
    assert len(answer.text) < 20_000


def test_a_query_of_broken_bytes_is_no_fault_of_the_server(client: TestClient) -> None:
    assert client.get("/docs/search?q=%ff%fe%ed%a0%80").status_code == 200


def test_the_docs_are_readable_like_the_first_page_and_the_api_reference_is_not(stranger: TestClient) -> None:
    for path in ("/docs", "/docs/hosts", "/docs/search?q=a", "/docs/files/ci/tuning.yaml"):
        assert stranger.get(path).status_code == 200
    for path in ("/api/docs", "/api/docs/swagger-ui.css"):
        assert stranger.get(path).status_code == 401


def test_a_loopback_dashboard_answers_to_its_own_names_only(client: TestClient) -> None:
    assert client.get("/docs/", headers={"Host": "evil.example"}).status_code == 403


def test_link_checkers_may_ask_for_heads(client: TestClient) -> None:
    assert client.head("/docs/hosts").status_code == 200


def test_where_the_site_is_not_built_it_says_how_to(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(get_settings(), "ui_dir", tmp_path)
    answer = client.get("/docs/hosts")
    assert answer.status_code == 404
    assert "run `make build`" in answer.json()["detail"]
