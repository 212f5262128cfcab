"""docs/security.md names a test for each “cannot” of its table, and every test that it names is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[4]
TEXT = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = re.compile(r"`(?:[\w/]+/)?(test_\w+\.py)`")


def test_every_row_names_the_tests_that_try_what_it_says_nobody_can() -> None:
    table = TEXT.split("## Who can do what\n")[1].split("\n\n")[0]
    rows = [line.strip("|").split("|") for line in table.splitlines()[2:]]
    assert len(rows) == 10
    assert [who for who, _, cannot in rows if not NAMED.search(cannot)] == []


def test_every_test_that_is_named_is_there() -> None:
    files = {
        path.name for room in ("agents", "backend") for path in (ROOT / room / "tests").rglob("test_*.py")
    }
    assert set(NAMED.findall(TEXT)) - files == set()
