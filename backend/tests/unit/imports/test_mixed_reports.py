"""Reports of several tools and addresses in one text."""

from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut
from backend.tests.db.import_bodies import fixture


def of(text: str) -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"name": "t.txt", "text": text}]}))


def test_a_report_of_vegeta_counts_though_it_has_no_rows() -> None:
    (report,) = of(fixture("vegeta", "ok")).reports
    assert report.invalid == []
    assert report.warnings == [
        "whether the load tool kept its rate is not known: a report has no rows of its requests"
    ]


def test_a_load_without_connections_is_named_by_its_tool() -> None:
    out = of(f"{fixture('wrk', 'latency_flag')}\n{fixture('vegeta', 'ok')}")
    assert [workload.name for workload in out.workloads][1] == "vegeta"
    assert ", vegeta)" in out.texts[0].warnings[0]


def test_the_same_page_with_tls_is_another_variant() -> None:
    plain = fixture("wrk", "latency_flag")
    runs = of(f"{plain}\n{plain.replace('http:', 'https:')}").runs
    assert [len(run.trials) for run in runs] == [1, 1]
    assert "https://" in (runs[1].variant or "")
