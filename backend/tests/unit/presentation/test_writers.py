"""The texts of exports to the letter: quoting, formulas, Markdown, names of files, safe notes."""

import csv
import io
import unicodedata
from datetime import UTC, datetime

import pytest

from agents.contract.states import TrialState
from backend.presentation.files.csv_text import cell, csv_lines, with_unit
from backend.presentation.files.file import disposition, safe_name
from backend.presentation.rendering import escape_markdown
from backend.presentation.report.notes import notes_html


def test_csv_to_the_letter() -> None:
    moment = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
    rows = [
        ["a,b", 'say "hi"', "line\nbreak", 0.1 + 0.2, 3, True, None, moment, TrialState.DONE, float("nan")]
    ]
    assert "".join(csv_lines(["name", "req/s [1/s]"], rows)) == (
        "name,req/s [1/s]\r\n"
        '"a,b","say ""hi""","line\nbreak",0.30000000000000004,3,true,,2026-11-20T12:00:00+00:00,done,\r\n'
    )


@pytest.mark.parametrize(
    "text",
    [
        *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", '=HYPERLINK("http://x")', "–=1", "1=1", ""),
        *("＝1+1", "＋1", "－1", "＠SUM(A1)", "\u3000＝1", "\u00a0=1", "\ufeff=1"),
    ],
)
def test_no_text_is_a_formula(text: str) -> None:
    shown = cell(text)
    plain = unicodedata.normalize("NFKC", shown.lstrip("\ufeff")).lstrip(" ")
    assert not plain.startswith(("=", "+", "-", "@", "\t", "\r"))
    read = next(csv.reader(io.StringIO("".join(csv_lines(["x"], [[text]])).split("\r\n", 1)[1]), strict=True))
    assert (read[0] if read else "").removeprefix("'") == text


def test_numbers_stay_numbers() -> None:
    assert cell(-0.5) == "-0.5"
    assert cell(-3) == "-3"
    assert float(cell(1 / 3)) == 1 / 3
    assert with_unit("latency_mean", "s") == "latency_mean [s]"
    assert with_unit("requests", "1") == "requests"


def test_markdown_stays_what_it_says() -> None:
    assert escape_markdown("a|b *x*") == "a\\|b \\*x\\*"
    assert escape_markdown("[+1.0, +2.0]") == "[+1.0, +2.0]"
    assert escape_markdown("[x](javascript:1) <b>\nworker_processes") == (
        "[x\\](javascript:1) \\<b\\> worker_processes"
    )


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("Pinned × “unpinned”", "Pinned-unpinned"),
        ("../../etc/passwd", "etc-passwd"),
        ("日本語", "dynoboard"),
        ('a"; filename=evil.exe\r\nX: y', "a-filename-evil.exe-X-y"),
        ("x" * 300, "x" * 80),
        (".hidden", "hidden"),
    ],
)
def test_names_of_files_are_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe
    header = disposition(name, "csv")
    assert header.startswith(f"attachment; filename=\"{safe}.csv\"; filename*=UTF-8''")
    assert header.isascii()
    assert "\n" not in header
    assert header.count(";") == 2


@pytest.mark.parametrize(
    "notes",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://evil.example/x.png)",
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>1</script>)",
        "<a href='javascript:1'>x</a>",
        "<svg/onload=alert(1)>",
    ],
)
def test_notes_run_and_load_nothing(notes: str) -> None:
    html = notes_html(notes).lower()
    for wrong in ("<script", "<img", "<svg", 'href="javascript', 'href="data'):
        assert wrong not in html


def test_notes_keep_what_people_write() -> None:
    html = notes_html("**bold** [link](https://example.org)\n\n| a | b |\n| - | - |\n| 1 | ~~2~~ |\n")
    assert "<strong>bold</strong>" in html
    assert 'href="https://example.org" rel="noopener noreferrer nofollow"' in html
    assert "<table>" in html
    assert "<s>2</s>" in html
    assert notes_html("  \n") == ""
