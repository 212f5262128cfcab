"""How benchmarks are compared in turns, and put into their page."""

from pathlib import Path

import pytest

from e2e.bench.browser.words import count_docs_words
from e2e.bench.document import is_of
from e2e.bench.in_turns.meter import Stretch
from e2e.bench.in_turns.switched import ORDERS, ratio
from e2e.bench.size import count_lines

DRIFT, LOSS = 0.9, 0.01


@pytest.mark.parametrize("order", ORDERS)
def test_a_drift_takes_nothing_from_either_side(order: tuple[bool, ...]) -> None:
    requests = [1e6 * DRIFT**block * (1 - LOSS if runs else 1) for block, runs in enumerate(order)]
    blocks = [Stretch(1.0, round(one), 1.0, 0.0) for one in requests]
    assert ratio(blocks, order, lambda one: one.rate) == pytest.approx(-LOSS, abs=1e-4)


def test_rows_are_replaced_by_those_of_their_own_benchmark() -> None:
    rows = ["cost", "cost, long", "walls-close", "lists: 50 rows", "fidelity", "overhead"]
    assert [row for row in rows if is_of(row, ["cost", "walls", "lists"])] == rows[:4]


def test_size_counts_code_that_ships(tmp_path: Path) -> None:
    counted = {"a.py": 3, "pages/b.tsx": 2, "pages/c.css": 1, "testing/d.ts": 4}
    left_out = ("tests/e.py", "pages/test/f.ts", "pages/b.test.tsx", "schema.d.ts", "notes.md")
    for name, lines in counted.items() | dict.fromkeys(left_out, 100).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x\n" * lines)
    assert count_lines(tmp_path) == sum(counted.values())


def test_a_generated_page_of_the_docs_counts_until_its_first_table(tmp_path: Path) -> None:
    text = "# Knobs\n\nWhat can be set.\n\n| knob | text |\n| --- | --- |\n| a | b |\n"
    for name in ("knobs.md", "hosts.md"):
        (tmp_path / name).write_text(text)
    assert [count_docs_words(tmp_path / name) for name in ("knobs.md", "hosts.md")] == [6, 21]
