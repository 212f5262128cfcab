"""Reports of several tools and addresses in one text."""

from typing import Any

import pytest

from agents.catalog.tools import TOOLS
from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut
from backend.imports.workloads import of_command
from backend.tests.db.import_bodies import fixture


def of(text: str) -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"name": "t.txt", "text": text}]}))


def test_a_report_of_vegeta_counts_though_it_has_no_rows() -> None:
    (report,) = of(fixture("vegeta", "ok")).reports
    assert report.invalid == []
    assert report.warnings == [
        "whether the load tool kept its rate is not known: a report has no rows of its requests"
    ]


@pytest.mark.parametrize(
    ("command", "known_fields"),
    [
        (
            '$ echo "GET http://h/" | vegeta -cpus 2 attack -rate=500/s -duration 2s -connections 64 | tee r',
            {"threads": 2, "connections": 64, "rate": 500, "duration_s": 2, "keepalive": True},
        ),
        (
            "vegeta attack --rate=30000/1m -keepalive=false -connections 9 -max-connections=8 -duration=2s",
            {"connections": 8, "rate": 500, "duration_s": 2, "keepalive": False},
        ),
        ("vegeta attack -rate 0 -duration=2s", {"rate": 500, "duration_s": 2, "keepalive": True}),
        ("vegeta report results.bin", {"rate": 500, "duration_s": 2}),
    ],
)
def test_a_command_of_vegeta_says_the_load_of_its_report(command: str, known_fields: dict[str, Any]) -> None:
    (report,) = of(f"{command}\n{fixture('vegeta', 'ok')}").reports
    fields = report.workload.model_dump(exclude_none=True, exclude={"name"})
    assert fields == {"tool": "vegeta"} | known_fields


def test_a_load_of_vegeta_can_be_given_as_its_command() -> None:
    load = of_command(TOOLS["vegeta"].example)
    assert (load.tool, load.threads, load.connections, load.rate) == ("vegeta", 1, 32, 2000)


def test_a_load_without_connections_is_named_by_its_tool() -> None:
    out = of(f"{fixture('wrk', 'latency_flag')}\n{fixture('vegeta', 'ok')}")
    assert [workload.name for workload in out.workloads][1] == "vegeta"
    assert ", vegeta)" in out.texts[0].warnings[0]


def test_the_same_page_with_tls_is_another_variant() -> None:
    plain = fixture("wrk", "latency_flag")
    runs = of(f"{plain}\n{plain.replace('http:', 'https:')}").runs
    assert [len(run.trials) for run in runs] == [1, 1]
    assert "https://" in (runs[1].variant or "")
