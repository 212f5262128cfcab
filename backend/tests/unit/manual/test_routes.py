"""/docs and /api/docs as a browser gets them, and as somebody tries to misuse them."""

import re
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from backend import __version__, resources
from backend.main import create_app
from backend.manual import source
from backend.settings import get_settings
from backend.tests.access import BEARER, TOKEN

FOREIGN = re.compile(r"""(?:src|href|action)=["'](?:https?:)?//""")


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


def test_the_index_has_every_page_with_its_summary(client: TestClient):
    answer = client.get("/docs")
    assert answer.status_code == 200
    assert f"Dynoboard {__version__}" in answer.text
    for name, page in source.manual().pages.items():
        assert f'href="/docs/{name}"' in answer.text
        assert page.title in answer.text
    for group in ("Use it", "Trust it", "Share it", "Run it"):
        assert f"<h2>{group}</h2>" in answer.text


@pytest.mark.parametrize("name", source.manual().pages)
def test_every_page_is_served_with_its_neighbours(client: TestClient, name: str):
    answer = client.get(f"/docs/{name}")
    assert answer.status_code == 200
    assert f'<li><a href="/docs/{name}" aria-current="page">' in answer.text
    assert ('rel="prev"' in answer.text) or ('rel="next"' in answer.text)
    assert f"Dynoboard {__version__}" in answer.text


@pytest.mark.parametrize("path", ["/docs", "/docs/guide", "/docs/search?q=a", "/docs/nothing", "/api/docs"])
def test_nothing_comes_from_another_host_and_nothing_runs_inline(client: TestClient, path: str):
    answer = client.get(path)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'self'; script-src 'self'")
    assert "unsafe" not in policy
    assert "//" not in policy
    head_and_frame = re.sub(r"<main.*</main>", "", answer.text, flags=re.DOTALL)
    assert not FOREIGN.search(head_and_frame)
    assert not re.search(r"<script(?! src=\"/)", answer.text)
    assert " style=" not in answer.text


@pytest.mark.parametrize("path", ["/docs", "/api/docs"])
def test_what_a_page_loads_is_there(client: TestClient, path: str):
    text = client.get(path).text
    for address in re.findall(r'(?:src|href)="((?:/docs/static|/api/docs)/[^"]+)"', text):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "immutable" in answer.headers["cache-control"]
        assert "url(http" not in answer.text


def test_pictures_and_examples_are_served(client: TestClient):
    answer = client.get("/docs/files/screenshots/grid-light.png")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    answer = client.get("/docs/files/ci/tuning.yaml")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e%2fREADME",
        "..%5c..%5cetc%5cpasswd",
        "%00",
        "guide%00",
        "guide%00.md",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "GUIDE",
        "guide.html",
        "%ff%fe",
        "con",
        "static%2f..%2fguide",
        "x" * 5000,
    ],
)
@pytest.mark.parametrize("under", ["", "files/", "files/screenshots/", "static/"])
def test_only_what_the_listing_names_is_served(client: TestClient, under: str, path: str):
    answer = client.get(f"/docs/{under}{path}")
    assert answer.status_code in (404, 422), answer.text[:200]
    assert "root:" not in answer.text
    assert len(answer.text) < 20_000


def test_an_unknown_page_says_which_there_are(client: TestClient):
    answer = client.get("/docs/<script>alert(1)</script>")
    assert answer.status_code == 404
    assert "have no page “&lt;script&gt;" in answer.text
    assert answer.text.count('href="/docs/statistics"') >= 2


@pytest.mark.parametrize("path", ["/docs/guide.md", "/docs/guide/"])
def test_near_misses_lead_to_the_page(client: TestClient, path: str):
    answer = client.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (308, "/docs/guide")


def test_the_search_links_sections_and_marks_the_words(client: TestClient):
    text = client.get("/docs/search", params={"q": "noise machine"}).text
    assert re.search(r'<a href="/docs/statistics#[\w-]+">', text)
    assert "<mark>noise</mark>" in text


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "Type a word or a few"),
        ("zzzz", "No section has zzzz"),
        ("<img src=x onerror=alert(1)>", "img"),
        ('"><script>alert(1)</script>', "script"),
        ("a " * 5000, "Only the first"),
        ("\x00", "Type a word or a few"),
        ("\u202e\u200b🦊", "No section has"),
        ("{{ 7*7 }}", "7*7"),
    ],
)
def test_any_query_gets_a_clear_answer(client: TestClient, query: str, words: str):
    answer = client.get("/docs/search", params={"q": query})
    assert answer.status_code == 200
    assert words in answer.text
    assert "<script>" not in answer.text
    assert "<img src=x" not in answer.text


def test_a_query_of_broken_bytes_is_no_fault_of_the_server(client: TestClient):
    assert client.get("/docs/search?q=%ff%fe%ed%a0%80").status_code == 200


def test_the_docs_are_readable_like_the_first_page_and_the_api_reference_is_not(stranger: TestClient):
    for path in ("/docs", "/docs/guide", "/docs/search?q=a", "/docs/static/docs.css"):
        assert stranger.get(path).status_code == 200
    for path in ("/api/docs", "/api/docs/swagger-ui.css"):
        assert stranger.get(path).status_code == 401


def test_a_loopback_dashboard_answers_to_its_own_names_only(client: TestClient):
    assert client.get("/docs", headers={"Host": "evil.example"}).status_code == 403


def test_link_checkers_may_ask_for_heads(client: TestClient):
    assert client.head("/docs/guide").status_code == 200


def test_an_installation_without_pages_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path):
    monkeypatch.setattr(resources, "MANUAL", tmp_path / "missing")
    assert "came without its pages" in client.get("/docs").text


def test_a_wheel_brings_its_own_pages(client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path):
    (tmp_path / "guide.md").write_text("# The packaged guide\nHow to.\n")
    (tmp_path / "new.md").write_text("# A new page\nIn no group yet.\n")
    monkeypatch.setattr(resources, "MANUAL", tmp_path)
    text = client.get("/docs").text
    assert "The packaged guide" in text
    assert "<h2>More</h2>" in text
