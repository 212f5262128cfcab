"""Headings over reports: their path names the variant, numbers are trials, loads are kept apart."""

from typing import Any

import pytest

from agents.parse.headings import without_count
from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut
from backend.tests.db.import_bodies import fixture

WRK = fixture("wrk", "latency_flag")
AB = fixture("ab", "basic_small")


def of(text: str, **more: Any) -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"text": text}], **more}))


def runs(found: PreviewOut) -> list[tuple[str | None, str | None, int]]:
    return [(run.variant, run.workload, len(run.trials)) for run in found.runs]


def ab(length: int, path: str = "/index.html", connections: int = 10) -> str:
    lines = []
    for line in AB.split("\n"):
        for label, value in (
            ("Document Length:", f"{length} bytes"),
            ("Document Path:", path),
            ("Concurrency Level:", connections),
        ):
            line = f"{label:<24}{value}" if line.startswith(label) else line
        lines.append(line)
    return "\n".join(lines)


def test_nested_headings_give_each_variant_its_own_trials() -> None:
    twice = f"### Run 1\n{WRK}\n### Run 2\n{WRK}"
    text = f"# Results\n\n## Untuned\n\n{twice}\n## Tuned\n\n{twice}"
    assert runs(of(text)) == [("Untuned", None, 2), ("Tuned", None, 2)]


@pytest.mark.parametrize(
    "text",
    [
        "Untuned\n\nRun 1:\n{0}\nRun 2:\n{0}\nTuned\n\nRun 1:\n{0}\nRun 2:\n{0}",
        "## Untuned\n**Run 1**\n```\n{0}```\n**Run 2**\n```\n{0}```\n"
        "## Tuned\n**Run 1**\n```\n{0}```\n#2:\n```\n{0}```\n",
        "Untuned\n-------\n\n### #1\n{0}\n### #2\n{0}\nTuned\n-----\n\n### #1\n{0}\n### #2\n{0}",
        "## Run 1\n### Untuned\n{0}\n### Tuned\n{0}\n## Run 2\n### Untuned\n{0}\n### Tuned\n{0}",
        "## [**Untuned**](http://x/) \u200f\n### 第1次\n{0}\n### 第２次\n{0}\n"
        "## `Tuned`\n### 第一次测试\n{0}\n### 第二次测试\n{0}",
        "# Untuned\n## 1回目\n{0}\n## 2回目\n{0}\n# Tuned\n## 1回目\n{0}\n## 2回目\n{0}",
        "## Untuned\nThe server as it comes, measured twice with the result that follows:\n{0}\n"
        "And once more:\n{0}\n## Tuned\n{0}\n{0}",
    ],
)
def test_paths_of_every_make_name_the_same_variants(text: str) -> None:
    assert runs(of(text.format(WRK))) == [("Untuned", None, 2), ("Tuned", None, 2)]


def test_a_prompt_of_root_is_no_heading() -> None:
    text = f"# systemctl restart nginx\n\n# wrk -t2 -c10 http://h/\n{WRK}\n# nginx -v\nx\n\n\n# wrk -t2 -c10 http://h/\n{WRK}"
    assert [report.headings for report in of(text).reports] == [[], []]


def test_a_document_of_another_length_is_never_a_further_trial() -> None:
    found = of(
        f"## Tuned\n### Run 1\n{ab(615)}\n### Run 2\n{ab(615)}\n### Run 3\n{ab(35312)}\n## Default\n{ab(615)}"
    )
    assert runs(found) == [
        ("Tuned", "615 bytes", 2), ("Tuned", "35312 bytes", 1), ("Default", "615 bytes", 1),
    ]  # fmt: skip
    assert "“Tuned” has reports of different loads (615 bytes, 35312 bytes)" in found.texts[0].warnings[0]


def test_repeats_without_headings_are_kept_apart_by_length_connections_and_path() -> None:
    text = ab(615) + ab(615) + ab(700) + ab(615, connections=20) + ab(615, "/b")
    assert [n for *_, n in runs(of(text, together="repeats"))] == [2, 1, 1, 1]


def test_a_level_that_goes_with_the_load_names_it() -> None:
    text = "".join(
        f"## {page}\n### {variant}\n#### Run 1\n{ab(length)}\n#### Run 2\n{ab(length)}\n"
        for page, variant, length in (
            ("Small page", "Tuned", 615), ("Small page", "Default", 732),
            ("35 KB page", "Tuned", 35312), ("35 KB page", "Default", 35312),
        )
    )  # fmt: skip
    found = of(text)
    assert runs(found) == [
        ("Tuned", "Small page", 2), ("Default", "Small page", 2),
        ("Tuned", "35 KB page", 2), ("Default", "35 KB page", 2),
    ]  # fmt: skip
    assert [w.name for w in found.workloads] == ["Small page", "35 KB page"]
    assert "Tuned: 615 bytes, Default: 732 bytes" in found.texts[0].warnings[0]


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        *((text, "") for text in ("Run 1", "#3", "3.", "Trial 2 of 3", "(2)", "第 1 轮", "測試1")),
        *((text, text) for text in ("worker_processes 2", "2 workers", "Test 1: default", "3000")),
        ("tuned, run 2", "tuned"),
        ("调优后 第1次", "调优后"),
    ],
)
def test_what_only_counts_is_no_name(heading: str, name: str) -> None:
    assert without_count(heading) == name
