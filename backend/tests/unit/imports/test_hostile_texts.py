"""Hostile texts: a sentence instead of an error, and no pattern that takes longer than its text is long."""

import signal
from collections.abc import Iterator

import pytest

from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut
from backend.tests.db.import_bodies import fixture

HEAD = "| variant | req/s | delta | trials |\n| --- | --- | --- | --- |\n"
WRK = fixture("wrk", "latency_flag")
MAX_CPU_S = 60
"""Far above what any of these texts takes, on the slowest machine; a pattern that explodes takes hours."""


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    signal.setitimer(signal.ITIMER_VIRTUAL, MAX_CPU_S)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)


def of(text: str) -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"text": text}]}))


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (f"{HEAD}| x | 1 | | |\n\n" * 10_000, "more than 50 tables"),
        ("variant,req/s\na,1\n\n" * 10_000, "more than 50 tables"),
        ("|" + "a|" * 5000 + "\n|" + "---|" * 5000 + "\n|" + "1|" * 5000 + "\n", "5000 columns"),
        (HEAD + "| x | 1 | | |\n" * 501, "501 rows"),
        (HEAD + "| x | 1\0 | | |\n", "binary"),
    ],
)
def test_what_is_too_much_is_said(text: str, part: str) -> None:
    assert part in (of(text).texts[0].problem or "")


def test_marks_that_nobody_sees_are_no_part_of_names() -> None:
    found = of(f"## \u202eTuned\u200f\n\n{HEAD}| \u202ex\u200f | \u200e1 | | |\n")
    assert [run.variant for run in found.runs] == ["x"]
    assert found.texts[0].tables[0].headings == ["Tuned"]


@pytest.mark.parametrize(
    "cell", ["1" + " " * 1990 + "x", "±" * 2000, "1." * 1000, "," * 2000, "(" * 2000, "run 1 " * 300]
)
def test_cells_take_no_longer_than_they_are_long(cell: str) -> None:
    of(HEAD + f"| x | {cell} | {cell} | {cell} |\n" * 100)


@pytest.mark.parametrize(
    "table",
    [
        "variant,req/s\nx,1e999\ny,5\n",
        "variant,req/s,p99\nx,5,1e308 h\ny,5,3\n",
        "variant,req/s,delta\nx,5,1e999%\ny,6,+3%\n",
        "variant,requests,time taken\nx,1e308,1e-308\ny,5,3\n",
    ],
)
def test_cells_beyond_every_figure_are_named_and_left_out(table: str) -> None:
    messages = [problem.message for problem in of(table).problems]
    assert any("is not a number that can be measured" in message for message in messages)


@pytest.mark.parametrize(
    "line",
    ["[" * 5000 + "](" * 5000, "<a" * 9000, "run 1 " * 3000, "第1次" * 5000, "|" * 19_000, "wrk -" * 3900],
)
def test_lines_take_no_longer_than_they_are_long(line: str) -> None:
    assert len(of((f"{line}\n" * 100) + WRK).runs) == 1
    assert len(of(f"## {line}\n{WRK}" * 20).reports) == 20
    of((f"{line}\n" * 100) + HEAD + "| x | 1 | | |\n")


def test_headings_are_not_counted_twice() -> None:
    headings = "".join(f"{'#' * (i % 100 + 1)} h{i}\n\n" for i in range(10_000))
    (report,) = of(headings + WRK).reports
    assert len(report.headings) <= 7
