"""What a preview makes of texts: reports, tables, neither; which trials belong together."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.contract.workload import Workload
from backend.imports import tables
from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut
from backend.imports.trials import of_figures
from backend.tests.db.import_bodies import fixture

ROWS = """variant,req/s,mean latency
default,"8,911.30",12.04 ms
workers 2,"17,127.49",5.95 ms
"""


def of(*texts: tuple[str, str], **more: Any) -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"name": n, "text": t} for n, t in texts], **more}))


def ab_three_times() -> str:
    """As in a terminal: prompts and colours between the outputs, CR LF at the ends of lines."""
    once = fixture("ab", "keepalive_progress")
    typed = "\x1b[32mroot@vm\x1b[0m:~# ab -k -c 16 -n 5000 http://127.0.0.1:18080/\n"
    return (typed + once + "\n" + typed + once + "\n" + typed + once).replace("\n", "\r\n")


def test_three_outputs_of_one_command_are_three_trials_of_a_run() -> None:
    found = of(("pasted text", ab_three_times()))
    assert [(r.tool, r.figures["requests_per_s"]) for r in found.reports] == [("ab", 54417.62)] * 3
    assert found.reports[1].command == "ab -k -c 16 -n 5000 http://127.0.0.1:18080/"
    assert [[(t.text, t.report) for t in run.trials] for run in found.runs] == [[(0, 0), (0, 1), (0, 2)]]
    (workload,) = found.workloads
    assert (workload.connections, workload.requests, workload.keepalive) == (16, 5000, True)


def test_files_name_the_variants_and_their_numbers_count_trials() -> None:
    wrk = fixture("wrk", "latency_flag")
    found = of(*((name, wrk) for name in ("tuned-1.txt", "tuned-2.txt", "workers 16.txt", "workers 22.txt")))
    assert [(r.variant, len(r.trials)) for r in found.runs] == [
        ("tuned", 2), ("workers 16", 1), ("workers 22", 1),
    ]  # fmt: skip


def test_a_copy_of_an_output_is_said_to_be_no_second_trial() -> None:
    other_output = fixture("ab", "keepalive_progress").replace("54417.62", "54418.00")
    preview_out = of(("a-1.txt", fixture("ab", "keepalive_progress")), ("a-2.txt", other_output))
    assert not any(report.warnings for report in preview_out.reports)
    copied = of(*((name, fixture("wrk", "latency_flag")) for name in ("a-1.txt", "a-2.txt")))
    assert [report.warnings for report in copied.reports] == [
        [], ["every figure is that of a-1.txt, line 1: leave out what is only a copy"],
    ]  # fmt: skip


def test_failed_requests_are_said_before_anything_is_saved() -> None:
    (report,) = of(("x", fixture("ab", "length_failures"))).reports
    assert report.invalid == ["51 of 60 requests failed: wrong lengths; a failed request is not throughput"]
    assert report.failures


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "empty"),
        ("hello", "no report"),
        ("\x00\x01", "binary"),
        ("x" * (16 * 1024 * 1024 - 10) + "\x02", "binary"),
        ("** SIEGE 4.0", "siege"),
    ],
)
def test_what_is_neither_output_nor_table_says_what_it_is(text: str, part: str) -> None:
    (one,) = of(("x", text)).texts
    assert one.kind == "nothing"
    assert part in (one.problem or "")


def test_a_report_with_few_failures_says_which_share_would_have_to_be_allowed() -> None:
    few = fixture("wrk", "latency_flag").replace(
        "Requests/sec", "  Non-2xx or 3xx responses: 1\nRequests/sec"
    )
    (report,) = of(("x", few)).reports
    assert report.invalid
    assert report.allow == 0.0001
    (most,) = of(("x", fixture("ab", "length_failures"))).reports
    assert most.allow is None, "51 of 60 are more than anybody would allow"


def test_a_cut_report_is_named_beside_the_whole_ones() -> None:
    whole = fixture("wrk", "latency_flag")
    found = of(("x", whole[:200] + "\n" + whole))
    assert [r.problem is None for r in found.reports] == [False, True]
    assert "is cut" in found.texts[0].warnings[0]
    assert found.runs[0].trials[0].report == 1


@pytest.mark.parametrize(
    "text",
    [
        ROWS,
        ROWS.replace(",", "\t").replace('"8\t911.30"', "8911.30").replace('"17\t127.49"', "17127.49"),
        "variant;req/s;mean latency\ndefault;8.911,30;12,04 ms\nworkers 2;17.127,49;5,95 ms\n",
        "Results\n\n| Variant | Req/s | Mean latency (ms) |\n|:--|--:|--:|\n"
        "| default | 8911.30 | 12.04 |\n| `workers 2` | **17127.49** | 5.95 |\n\nSo there.",
        "# made by hand\n" + ROWS,
        ROWS.replace("req/s", "Req/s (higher is better)"),
        "\ufeff" + ROWS.replace("\n", "\r\n"),
    ],
)
def test_tables_of_every_make_are_the_same_runs(text: str) -> None:
    found = of(("table.csv", text))
    assert [(r.variant, r.trials[0].figures) for r in found.runs] == [
        ("default", {"requests_per_s": 8911.3, "latency_mean": 0.01204}),
        ("workers 2", {"requests_per_s": 17127.49, "latency_mean": 0.00595}),
    ]
    assert found.baseline == "default"


def test_a_cell_that_cannot_be_read_is_named_and_left_out() -> None:
    found = of(("t.csv", "variant,req/s,p99\na,100,fast\nb,–,1 ms\nc,300,3 ms\n"))
    assert [r.variant for r in found.runs] == ["a", "c"]
    assert [(p.place, p.line) for p in found.problems] == [
        ("texts[0].tables[0].rows[0].p99", None), ("texts[0].tables[0].rows[1]", 3),
    ]  # fmt: skip


def test_columns_can_be_read_otherwise() -> None:
    text = "name,speed,host\na,100,x\nb,200,y\n"
    guessed = of(("t.csv", text))
    assert guessed.runs == []
    assert "No column" in guessed.texts[0].warnings[0]
    columns = [
        {"name": "name", "role": "variant"},
        {"name": "speed", "role": "requests_per_s", "unit": "k"},
        {"name": "host", "role": "factor"},
    ]
    chosen = of(("t.csv", text), tables={0: {0: {"columns": columns}}})
    assert [(r.trials[0].figures, r.factors) for r in chosen.runs] == [
        ({"requests_per_s": 100_000}, {"host": "x"}), ({"requests_per_s": 200_000}, {"host": "y"}),
    ]  # fmt: skip


def test_other_columns_are_settings_of_named_variants_and_factors_of_others() -> None:
    named = of(("t.csv", "variant,req/s,worker_processes\na,1,2\nb,2,4\n"))
    assert [r.settings for r in named.runs] == [{"worker_processes": "2"}, {"worker_processes": "4"}]
    grid = of(("t.csv", "worker_processes,log,req/s\n2,on,1\n2,off,2\n4,on,3\n4,off,4\n"))
    assert grid.runs[0].factors == {"worker_processes": "2", "log": "on"}
    assert grid.factors["worker_processes"] == {
        "2": {"worker_processes": "2"},
        "4": {"worker_processes": "4"},
    }


def test_ab_reports_pasted_without_their_first_lines_are_trials_of_one_run() -> None:
    whole = fixture("ab", "basic_small")
    text = whole[whole.index("Document Path") :]
    found = of(("pasted text", f"run 1\n{text}\nrun 2\n{text}"))
    assert [(r.url, r.workload.path, r.workload.tool, r.problem) for r in found.reports] == [
        (None, "/", "ab", None), (None, "/", "ab", None),
    ]  # fmt: skip
    assert [len(r.trials) for r in found.runs] == [2]
    assert "first lines are missing" in found.reports[0].warnings[0]


SIDE_BY_SIDE = """| log | workers | pinned: trials | mean | unpinned: trials | mean |
| --- | --- | --- | --- | --- | --- |
| off | 16 | 285713 282235 286919 285477 289397 | 285948 | 248677 279867 290159 270982 283741 | 274687.4 |
| off | 22 | 354322 343963 346928 349629 342861 | 347540 | 300276 285604 219688 283422 295507 | 276899 |
"""


def test_two_runs_in_one_row_are_two_runs_and_the_preview_shows_their_rows() -> None:
    found = of(("pinning.md", SIDE_BY_SIDE))
    assert [(r.factors, len(r.trials)) for r in found.runs] == [
        ({"log": "off", "workers": "16", "group": "pinned"}, 5),
        ({"log": "off", "workers": "16", "group": "unpinned"}, 5),
        ({"log": "off", "workers": "22", "group": "pinned"}, 5),
        ({"log": "off", "workers": "22", "group": "unpinned"}, 5),
    ]
    assert found.runs[3].published
    assert found.runs[3].published.requests_per_s == 276899
    (table,) = found.texts[0].tables
    assert len(table.rows) == 4
    assert table.lines == [3, 3, 4, 4]
    assert "2 runs (pinned, unpinned)" in found.texts[0].warnings[0]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("case,default req/s,tuned req/s\nsmall,1,2\n", ["small, default", "small, tuned"]),
        ("case,req/s (old),req/s (new)\nsmall,1,2\nlarge,3,\n", ["small, old", "small, new", "large, old"]),
        ("variant,req/s,min req/s,max req/s\na,2,1,3\n", ["a"]),
        ("variant,req/s (k),mean latency,max latency\na,2,1,3\n", ["a"]),
    ],
)  # fmt: skip
def test_what_is_two_runs_and_what_is_two_figures_of_one(text: str, names: list[str]) -> None:
    assert [r.variant for r in of(("t.csv", text)).runs] == names


@settings(max_examples=60)
@given(st.text(alphabet="ab1.,;|\t\n\"'- %#", max_size=200))
def test_any_text_is_a_table_or_a_reason(text: str) -> None:
    with suppress(tables.NotATable):
        for table in tables.read(text):
            assert {len(row) for row in table.rows} == {len(table.heading)}
    of(("x.csv", text))


def test_a_name_has_no_marks_of_markdown_and_an_ellipsis_where_it_is_cut() -> None:
    rows = [
        "| what is set | req/s |",
        "| --- | --- |",
        "| `proxy_pass` alone | 1 |",
        f"| {'all, ' * 40} | 2 |",
    ]
    first, second = (run.variant or "" for run in of(("t.md", "\n".join(rows))).runs)
    assert first == "proxy_pass alone"
    assert second.endswith("all…")
    assert len(second) <= 120


@pytest.mark.parametrize(
    ("load", "words"),
    [
        ({"tool": "ab", "requests": 50_000}, "9,856 of 50,000 requests failed"),
        ({"tool": "wrk", "duration_s": 60}, "9,856 of 60,000 requests failed"),
    ],
)
def test_failures_of_a_table_are_a_share_of_all_requests_of_its_load(
    load: dict[str, Any], words: str
) -> None:
    workload = Workload.model_validate({"connections": 100, **load})
    figures = {"requests_per_s": 1000.0, "failed_requests": 9856.0}
    (finding,) = of_figures(figures, workload, allowed_failures=0.1).findings
    assert words in finding.message
    assert not of_figures(figures, workload, allowed_failures=0.2).is_invalid
