"""A report tells an experiment like a write-up, from its rows."""

from fastapi.testclient import TestClient
from sqlalchemy.orm import Session

from backend.exports.schemas import Report
from backend.tests.db import builders


def get(client: TestClient, path: str) -> Report:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return Report.model_validate(answer.json())


def test_article_c_reads_like_the_article(client: TestClient, session: Session) -> None:
    experiment, _ = builders.article_c(session, notes="A **note** <script>alert(1)</script>")
    found = get(client, f"/experiments/{experiment.id}/report")
    assert found.headline == "workers 22 · cores · log off: +26.7% req/s, better"
    assert found.findings[0].text == (
        "workers 22 · cores · log off raised requests per second by 26.7% [15.9, 38.5]; better."
    )
    assert [row.number for row in found.rows] == list(range(1, 11))
    assert found.rows[0].is_baseline
    assert found.rows[0].requests_per_s == 274685.2
    assert "<script" not in found.notes_html
    assert "<strong>note</strong>" in found.notes_html
