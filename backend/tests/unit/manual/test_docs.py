"""The real pages: every link and anchor of them, and of the README, leads somewhere; none is left out."""

import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

from backend.manual.contents import GROUPS
from backend.manual.links import Known
from backend.manual.pages import page_of
from backend.manual.source import folder, manual

ROOT = Path(__file__).parents[4]
SOURCE = ROOT / "frontend/src"
BOOK = manual()
LINK = re.compile(r"\]\(([^)\s]+)\)")
ADDRESS = re.compile(r'(?:href|src)="([^"]+)"')
README = (ROOT / "README.md").read_text("utf-8")


def anchors(page: str) -> set[str]:
    return {section.anchor for section in BOOK.pages[page].sections}


def test_in_a_checkout_the_pages_are_those_of_the_repository():
    assert folder() == ROOT / "docs"
    assert set(BOOK.pages) == {path.stem for path in (ROOT / "docs").glob("*.md")}


def test_pages_are_grouped_as_in_the_readme():
    lines = README.partition("## Read on\n")[2]
    read_on = {
        group.partition(":")[0]: tuple(re.findall(r"\(docs/([\w-]+)\.md\)", group))
        for group in re.split(r"^- ", lines, flags=re.MULTILINE)[1:]
    }
    assert read_on == GROUPS


@pytest.mark.parametrize("name", BOOK.pages)
def test_every_page_says_what_it_is_about(name: str):
    page = BOOK.pages[name]
    assert page.sections[0].level == 1
    assert 15 < len(page.summary) < 180


@pytest.mark.parametrize("name", BOOK.pages)
def test_every_link_of_a_page_leads_somewhere(name: str):
    page = BOOK.pages[name]
    text = (folder() / f"{name}.md").read_text("utf-8")
    written = [link for link in LINK.findall(text) if "://" not in link]
    for target in map(unescape, ADDRESS.findall(page.html)):
        where, _, anchor = target.partition("#")
        if where.startswith("/docs/files/"):
            assert unquote(where.removeprefix("/docs/files/")) in BOOK.files
        elif where.startswith("/docs/"):
            assert not anchor or anchor in anchors(where.removeprefix("/docs/")), target
        elif not where:
            assert anchor in anchors(name), target
        else:
            assert where.startswith("https://") or where.startswith("http://"), target
    shown = [a for a in ADDRESS.findall(page.html) if "://" not in a]
    assert len(shown) - len(page.sections) == len(written), "a link leads nowhere and became text"


def test_the_links_of_the_dashboard_lead_to_sections_and_are_used():
    table = (SOURCE / "components/words/docs-topics.ts").read_text("utf-8")
    topics = dict(re.findall(r"^  (\w+): '([^']+)',$", table, flags=re.MULTILINE))
    assert len(topics) == table.count("',\n") > 15
    code = "".join(path.read_text("utf-8") for path in SOURCE.rglob("*.tsx"))
    for topic, target in topics.items():
        page, _, anchor = target.partition("#")
        assert page in BOOK.pages, target
        assert not anchor or anchor in anchors(page), target
        used = (f'topic="{topic}"', f"topic: '{topic}'", f"DOCS_TOPICS.{topic}")
        assert any(link in code for link in used), f"nothing links {topic}"


def test_every_link_of_the_readme_leads_somewhere():
    for target in LINK.findall(README):
        where, _, anchor = target.partition("#")
        assert (ROOT / where).exists(), target
        if anchor:
            page = page_of("it", (ROOT / where).read_text("utf-8"), Known(frozenset(), frozenset()))
            assert anchor in {section.anchor for section in page.sections}, target
