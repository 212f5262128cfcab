"""The built site: every page, link and old address leads somewhere, and nothing of it is inline."""

import json
import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from agents.version import RELEASE

ROOT = Path(__file__).parents[4]
SITE = ROOT / "frontend/dist/docs"
THEME = ROOT / "frontend/docs-site/.vitepress/theme"
PAGES = sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
README = (ROOT / "README.md").read_text("utf-8")
OLD_ADDRESSES = Path(__file__).with_name("old_addresses.txt").read_text("utf-8").split()
PAGE_LINK = re.compile(r"\((?:docs/)?([a-z-]+)\.md\)")
# in code, texts, comments and settings: a page of the repository or of the dashboard
MENTION = re.compile(r"(?<![\w.])(?:/docs/|docs/)([a-z-]+)(?:\.md)?(#[\w-]+)?(?=[\s\"'`).,;:?]|$)")
MAX_README_WORDS, MAX_TERMS = 500, 45
OUTSIDE = ("/", "/api/docs", "/favicon.svg", "/color-scheme.js")


@cache
def html_of(page: str) -> str:
    return (SITE / f"{page}.html").read_text("utf-8")


@cache
def anchors_of(page: str) -> set[str]:
    return {unescape(anchor) for anchor in re.findall(r'\sid="([^"]+)"', html_of(page))}


def is_there(address: str) -> bool:
    """Whether the site has the page, file and anchor of `page#anchor`."""
    path, _, anchor = unquote(address).partition("#")
    path = path or "index"
    if not (SITE / f"{path}.html").is_file():
        return (SITE / path).is_file()
    return not anchor or anchor in anchors_of(path)


def test_every_page_is_built_and_listed_in_one_of_four_parts() -> None:
    assert {path.stem for path in SITE.glob("*.html")} == {*PAGES, "404"}
    parts = re.split(r"^## (.+)\n", (ROOT / "docs/index.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    assert parts[::2] == ["Tutorial", "How-to", "Reference", "Explanation"]
    assert sorted(["index", *PAGE_LINK.findall("".join(parts[1::2]))]) == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_no_page_shows_the_marks_of_what_code_writes(page: str) -> None:
    assert "&lt;!--" not in html_of(page)


def test_the_readme_is_short_and_leads_to_the_tutorial_first() -> None:
    assert len(README.split()) <= MAX_README_WORDS
    assert PAGE_LINK.findall(README)[0] == "tutorial"


def test_the_glossary_is_short_and_has_each_term_once() -> None:
    terms = re.findall(r"^### (.+)$", (ROOT / "docs/glossary.md").read_text("utf-8"), flags=re.MULTILINE)
    assert len(set(map(str.lower, terms))) == len(terms) <= MAX_TERMS


@pytest.mark.parametrize("address", OLD_ADDRESSES)
def test_addresses_of_the_first_release_still_lead_to_their_sections(address: str) -> None:
    """Whoever renames a page or heading names its new address in moved.json."""
    moved = json.loads((THEME / "moved.json").read_text("utf-8"))
    page, _, anchor = address.partition("#")
    assert is_there(moved.get(address) or f"{moved.get(page, page)}#{anchor}")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    for link in map(unescape, re.findall(r'\s(?:href|src)="([^"]+)"', html_of(page))):
        target = urljoin(f"/docs/{'' if page == 'index' else page}", link)
        parts = urlsplit(target)
        if parts.path.startswith("/docs/") and not parts.netloc:
            assert is_there(target.removeprefix("/docs/")), link
        else:
            assert target in OUTSIDE or parts.scheme in ("http", "https"), link


@pytest.mark.parametrize("page", [*PAGES, "404"])
def test_a_page_has_nothing_inline_and_loads_nothing_from_other_hosts(page: str) -> None:
    html = html_of(page)
    assert re.findall(r"<script(?![^>]* src=\"/)[^>]*>", html) == []
    assert re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=\"(?:\w+:)?//", html) == []
    assert re.findall(r"<style|<iframe|<[^>]* (?:style|on\w+)=\"[^>]*>", html) == []


def test_pages_fetch_no_other_page_beforehand() -> None:
    """The policy allows none: Firefox logs an error for each link of a page that does."""
    (metadata,) = (SITE / "assets/chunks").glob("metadata.*.js")
    assert r"prefetchLinks\":false" in metadata.read_text("utf-8")


def test_style_sheets_name_files_of_the_site() -> None:
    (sheet,) = (SITE / "assets").glob("*.css")
    targets = re.findall(r"url\(\"?([^)\"]+)\"?\)", sheet.read_text("utf-8"))
    assert len(targets) > 10
    for target in targets:
        assert is_there(urljoin(f"/docs/assets/{sheet.name}", target).removeprefix("/docs/")), target


def test_pages_show_the_version_of_the_code() -> None:
    assert f">Dynoboard {RELEASE}</span>" in html_of("tutorial")


@pytest.mark.parametrize("page", PAGES)
def test_the_bar_on_top_of_a_page_leads_back_to_the_dashboard(page: str) -> None:
    bar, _, _ = html_of(page).partition("</header>")
    assert '<a class="outward" href="/" target="_self">Dashboard</a>' in bar


def test_columns_of_figures_are_aligned_without_a_style() -> None:
    assert '<td align="right">' in html_of("knobs")


def test_the_links_of_the_dashboard_lead_to_sections_and_are_used() -> None:
    source = ROOT / "frontend/src"
    table = (source / "components/words/docs-topics.ts").read_text("utf-8")
    topics = dict(re.findall(r"^  (\w+): '([^']+)',$", table, flags=re.MULTILINE))
    assert len(topics) == table.count("',\n") > 15
    code = "".join(path.read_text("utf-8") for path in source.rglob("*.tsx"))
    for topic, target in topics.items():
        assert is_there(target), target
        uses = (f'topic="{topic}"', f"topic: '{topic}'", f"DOCS_TOPICS.{topic}")
        assert any(use in code for use in uses), f"nothing links {topic}"


def test_what_code_and_settings_name_is_there() -> None:
    folders = ("backend", "agents", "worker", "migrations", "frontend/src", ".ci")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if "tests" not in path.parts]
    texts = [
        path.read_text("utf-8")
        for path in [*files, ROOT / "docker-compose.yml", ROOT / ".env.example", ROOT / "README.md"]
        if path.suffix in (".py", ".ts", ".tsx", ".yml", ".yaml", ".sh", ".md", ".example", "")
        and path.is_file()
    ]
    mentions = {page + anchor for text in texts for page, anchor in MENTION.findall(text)}
    assert len(mentions) > 30
    assert {address for address in mentions if not is_there(address)} == {"search"}


def test_every_link_of_the_readme_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)\s:]+)\)", README):
        path, _, anchor = target.partition("#")
        assert (ROOT / path).exists(), target
        assert not anchor or is_there(f"{Path(path).stem}#{anchor}"), target
