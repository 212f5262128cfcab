"""Words and controls of result pages, and words of the docs: how much there is to read before the answer.

`python -m e2e.bench.browser.words SERVER ADDRESS …` counts pages of a server that is up, such as
`http://127.0.0.1:8080 /experiments/ID /runs/ID`. In Chromium, 1280 × 800, with nothing unfolded:

- words: `innerText` of `main`, split at white space; labels of charts are part of it
- controls: visible `a[href]`, `button`, `input`, `select`, `textarea`, `summary`, `[role=button]`,
  `[role=tab]` and `[role=switch]` in `main`; an input that its label draws, such as
  a segment of a picker, is one
- height: of the document, pixels
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from backend.cli.access import find_access
from backend.cli.client import Api
from e2e.bench.browser.pages import ask_browser
from e2e.bench.row import Row, at_most, worst_of
from e2e.bench.stack import Stack

CHECKOUT = Path(__file__).parents[3]
RECIPE = {"recipe": "pinned-against-unpinned", "form": "quick"}
"""The experiment of `make screenshots` and `dyno demo`."""
FINISHED_WITHIN_S = 900
MAX_WORDS = {"experiment": 350, "run": 400}
MAX_CONTROLS = 25
MAX_DOCS_WORDS, MAX_README_WORDS = 35_000, 500
GENERATED = frozenset(
    (
        *("advice", "benchmarks", "bottlenecks", "coverage", "did-it-act", "knobs", "limits", "load-tools"),
        *("nginx-directives", "recipes", "reliability", "scaling", "validation", "validity"),
    )
)
"""Pages of the docs that a program writes: only their introduction counts."""


def measure(stack: Stack) -> list[Row]:
    """Rows for the page of the finished example, for that of its first candidate, for docs and README."""
    experiment_id = stack.api.post("/experiments", RECIPE)["id"]
    stack.wait(experiment_id, FINISHED_WITHIN_S)
    runs = stack.api.get(f"/experiments/{experiment_id}")["run_list"]
    run_id = next(run["id"] for run in runs if not run["is_baseline"])
    addresses = {"experiment": f"/experiments/{experiment_id}", "run": f"/runs/{run_id}"}
    counts = count_pages(stack.api, *addresses.values())
    pages = [_page_row(kind, counts[address]) for kind, address in addresses.items()]
    return [*pages, *docs_rows(CHECKOUT)]


def count_pages(api: Api, *addresses: str) -> dict[str, Mapping[str, int]]:
    """Address → words, controls and height of the page."""
    return dict(zip(addresses, ask_browser(api, words=addresses)["words"], strict=True))


def _page_row(kind: str, counts: Mapping[str, int]) -> Row:
    return Row(
        name=f"words, {kind}",
        what=f"Words and controls on the page of a finished {kind}, nothing unfolded",
        text=f"{counts['words']:,} words, {counts['controls']} controls, {counts['height']:,} px",
        goal=f"≤ {MAX_WORDS[kind]} words, ≤ {MAX_CONTROLS} controls",
        verdict=worst_of(
            at_most(counts["words"], MAX_WORDS[kind]), at_most(counts["controls"], MAX_CONTROLS)
        ),
        figures=dict(counts),
    )


def docs_rows(checkout: Path) -> list[Row]:
    """Rows for the pages of the docs together and for the README."""
    pages = {page.stem: count_docs_words(page) for page in sorted((checkout / "docs").glob("*.md"))}
    written = {name: words for name, words in pages.items() if name not in GENERATED}
    longest = sorted(written, key=lambda name: written[name], reverse=True)[:3]
    readme = count_words((checkout / "README.md").read_text())
    return [
        _docs_row(
            "words, docs",
            "Words of the docs: hand-written pages, and introductions of generated ones",
            sum(pages.values()),
            MAX_DOCS_WORDS,
            note=f"{len(written)} hand-written pages with {sum(written.values()):,} words, most in "
            + ", ".join(f"{name} ({written[name]:,})" for name in longest),
            figures=pages,
        ),
        _docs_row("words, README", "Words of the README", readme, MAX_README_WORDS),
    ]


def _docs_row(name: str, what: str, words: int, limit: int, **more: Any) -> Row:
    return Row(name, what, f"{words:,} words", f"≤ {limit:,} words", at_most(words, limit), **more)


def count_docs_words(page: Path) -> int:
    """Words of a page of the docs; of a generated one, those before its first table or second heading."""
    text = page.read_text()
    return count_words(introduction(text) if page.stem in GENERATED else text)


def introduction(text: str) -> str:
    """The lines of a Markdown text before its first table, or heading after its title."""
    lines = text.splitlines()
    ends = (n for n, line in enumerate(lines) if line.startswith(("|", "## ")))
    return "\n".join(lines[: next(ends, len(lines))])


def count_words(text: str) -> int:
    """Words as `wc -w` counts them."""
    return len(text.split())


def main(server: str, *addresses: str) -> None:
    api = Api(server, find_access(server).token)
    for address, counts in count_pages(api, *addresses).items():
        print(f"{address}: {counts['words']:,} words, {counts['controls']} controls, {counts['height']:,} px")


if __name__ == "__main__":
    main(*sys.argv[1:])
