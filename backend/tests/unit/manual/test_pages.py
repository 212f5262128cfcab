"""Markdown becomes a page with anchors like GitHub's, links that lead somewhere, and nothing harmful."""

import pytest

from backend.manual.links import Known, address
from backend.manual.pages import Page, page_of
from backend.manual.slugs import Slugs

KNOWN = Known(frozenset({"guide", "statistics"}), frozenset({"screenshots/a.png", "ci/tuning.yaml"}))
TEXT = """# A page
First sentence with `code`. Second one.

## How many rounds?
See [how](statistics.md#how-many-trials).

| word | ms |
| --- | ---: |
| better | 1 |

### How many rounds?
```
a <b>
```
"""


def page(markdown: str) -> Page:
    return page_of("page", markdown, KNOWN)


def test_a_page_has_its_title_summary_and_sections():
    found = page(TEXT)
    assert (found.title, found.summary) == ("A page", "First sentence with code. Second one.")
    assert [(s.level, s.anchor) for s in found.sections] == [
        (1, "a-page"),
        (2, "how-many-rounds"),
        (3, "how-many-rounds-1"),
    ]
    assert found.sections[1].text == "See how. word · ms better · 1"
    assert found.sections[2].text == "a <b>"


def test_what_is_wider_than_a_phone_scrolls_and_can_be_reached_by_keyboard():
    html = page(TEXT).html
    assert '<div class="table" role="group" tabindex="0" aria-label="Table"><table>' in html
    assert '<pre tabindex="0"><code>a &lt;b&gt;\n</code></pre>' in html
    assert '<td align="right">1</td>' in html
    assert "style=" not in html


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("How it is measured", "how-it-is-measured"),
        ("p99, p99.9 & more", "p99-p999--more"),
        ("`dyno up`: what it does", "dyno-up-what-it-does"),
        ("snake_case and kebab-case", "snake_case-and-kebab-case"),
        ("Größe in µs", "größe-in-µs"),
        ("“quoted” – dashed", "quoted--dashed"),
    ],
)
def test_anchors_are_those_of_github(heading: str, anchor: str):
    assert page(f"## {heading}\n").sections[0].anchor == anchor


def test_headings_of_the_same_text_have_anchors_of_their_own():
    slugs = Slugs()
    assert [slugs.of(text) for text in ("A", "A", "A 1", "A")] == ["a", "a-1", "a-1-1", "a-2"]


@pytest.mark.parametrize(
    ("target", "leads_to"),
    [
        ("guide.md", "/docs/guide"),
        ("./guide.md#launch", "/docs/guide#launch"),
        ("#launch", "#launch"),
        ("screenshots/a.png", "/docs/files/screenshots/a.png"),
        ("ci/tuning.yaml", "/docs/files/ci/tuning.yaml"),
        ("https://nginx.org/en/docs/", "https://nginx.org/en/docs/"),
        ("../CONTRIBUTING.md", None),
        ("../docs/../../etc/passwd", None),
        ("missing.md", None),
        ("javascript:alert(1)", None),
        ("JaVaScript:alert(1)", None),
        ("data:text/html,x", None),
        ("//evil.example/x", None),
        ("http://[", None),
        ("", None),
    ],
)
def test_links_lead_into_the_dashboard_or_nowhere(target: str, leads_to: str | None):
    assert address(target, KNOWN) == leads_to


def test_what_leads_nowhere_stays_as_text():
    html = page(
        "# T\nSee [the *decisions*](../CONTRIBUTING.md) and ![a chart](../x.png) and [a](guide.md)."
    ).html
    assert "See the <em>decisions</em> and a chart and <a href=" in html
    assert "CONTRIBUTING" not in html


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](https://evil.example/x.png)",
        "![x](//evil.example/x.png)",
        '[x](guide.md "\\" onclick=alert(1)")',
        "## <iframe src=//evil.example></iframe>",
        '| a |\n| --- |\n| <svg onload="x"> |',
    ],
)
def test_a_page_brings_nothing_that_runs_or_loads(hostile: str):
    html = page(f"# T\n\n{hostile}\n").html.lower()
    for tag in ("<script", "<svg", "<iframe", 'href="javascript:', 'src="http', 'src="//', "<img src=x"):
        assert tag not in html
    assert not [part for part in html.split("<")[1:] if " on" in part.partition(">")[0].partition('="')[0]]


@pytest.mark.parametrize("markdown", ["", "no heading at all", "# \n", "\x00", "# A\n" * 500])
def test_odd_texts_are_pages_too(markdown: str):
    assert page(markdown).title is not None


def test_a_long_first_sentence_is_cut_at_a_word():
    summary = page("# T\n" + "word " * 100).summary
    assert len(summary) < 180
    assert summary.endswith("word …")
