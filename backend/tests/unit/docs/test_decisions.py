"""docs/decisions: records have all parts, the index has their titles and status, references exist."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[4] / "docs/decisions"
RECORDS = sorted(FOLDER.glob("[0-9]*.md"))
_HEAD = re.compile(r"# (\d{4})\. (.+)\n\n- Status: (.+)\n- Date: \d{4}-\d{2}-\d{2}.*\n")
_ROW = re.compile(r"^\| \[(\d{4})\]\((.+?)\) \| (.+?) \| (.+?) \|$", re.MULTILINE)
_STATUS = re.compile(r"accepted|superseded by (\d{4})")


def numbers() -> list[str]:
    return [record.name[:4] for record in RECORDS]


def test_numbers_have_no_gaps():
    assert numbers() == [f"{number:04}" for number in range(1, len(RECORDS) + 1)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record_has_its_parts(record: Path):
    text = record.read_text("utf-8")
    head = _HEAD.match(text)
    assert head is not None
    assert head[1] == record.name[:4]
    status = _STATUS.fullmatch(head[3])
    assert status is not None, head[3]
    assert status[1] is None or status[1] in numbers()
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == ["Context", "Decision", "Consequences"]


def test_the_index_has_every_record_with_its_title_and_status():
    rows = _ROW.findall((FOLDER / "README.md").read_text("utf-8"))
    heads = [(record.name, _HEAD.match(record.read_text("utf-8"))) for record in RECORDS]
    assert rows == [(head[1], name, head[2], head[3]) for name, head in heads if head]
