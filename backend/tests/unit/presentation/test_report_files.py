"""A report as a file: whatever a text holds, it stays text."""

import re
import types
from datetime import UTC, datetime
from html.parser import HTMLParser
from itertools import groupby
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from agents.catalog.metrics import METRICS, Metric
from backend.presentation.files.markdown import report_markdown
from backend.presentation.files.page import report_page
from backend.presentation.report.schemas import Report
from backend.tests.unit.presentation.html_file import foreign_references

HOSTILE = '"><script>alert(1)</script>\n| *x* [y](javascript:1) `z`'
PLAIN = {str: HOSTILE, int: 3, float: 0.5, bool: False, datetime: datetime(2026, 8, 1, tzinfo=UTC)}


def fill(annotation: Any, items: int) -> Any:
    """A value of this type in which every text is hostile, and every list has so many items."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin in (Union, types.UnionType):
        return fill(arguments[0], items)
    if origin is Literal:
        return arguments[0]
    if origin is list:
        return [fill(arguments[0], items)] * items
    if origin is dict:
        return {fill(arguments[0], items): fill(arguments[1], items)}
    if annotation is Metric:
        return METRICS["requests_per_s"]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        return annotation(**{name: fill(field.annotation, items) for name, field in fields})
    return PLAIN[annotation]


@pytest.fixture(params=["experiment", "comparison"])
def report(request: pytest.FixtureRequest) -> Report:
    """Of a comparison with one item in each list, and with a source without an address."""
    is_comparison = request.param == "comparison"
    filled: Report = fill(Report, 1 if is_comparison else 2)
    row = filled.rows[0].model_copy(update={"clean": None, "failing": None})
    changes = {"kind": request.param, "path": "/experiments/e1", "notes_html": "", "rows": [row, row]}
    if is_comparison and filled.source:
        changes["source"] = filled.source.model_copy(update={"url": None})
    return filled.model_copy(update=changes)


class _Texts(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.feed(page)

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_no_text_of_a_report_becomes_a_part_of_the_page(report: Report) -> None:
    page = report_page(report, [], "https://dyno.example", HOSTILE)
    assert foreign_references(page) == []
    assert "<script" not in page
    assert sum(HOSTILE in text for text in _Texts(page).texts) > 15


def test_no_text_of_a_report_becomes_markdown(report: Report) -> None:
    text = report_markdown(report, "https://dyno.example")
    plain = re.sub(r"\\.", "", text)
    assert not re.search(r"[<*`]|\]\(", plain)
    blocks = groupby(plain.splitlines(), key=lambda line: line.startswith("|"))
    tables = [list(lines) for is_table, lines in blocks if is_table]
    assert [len({line.count("|") for line in table}) for table in tables] == [1, 1, 1, 1]
    assert text.count("script\\>alert(1)") > 15
    assert "\n\n\n" not in text
