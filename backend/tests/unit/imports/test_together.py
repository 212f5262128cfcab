"""Repeats or variants: what headings, figures and names of rows suggest, and what the answer makes."""

from typing import Any

import pytest

from agents.parse.parts import parts
from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut
from backend.tests.db.import_bodies import fixture

WRK = fixture("wrk", "latency_flag")


def of(*texts: tuple[str, str], **more: Any) -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"name": n, "text": t} for n, t in texts], **more}))


def at(rate: float) -> str:
    """The same output with other requests per second."""
    lines = WRK.split("\n")
    return "\n".join(f"Requests/sec: {rate:>10.2f}" if "Requests/sec" in line else line for line in lines)


def runs(found: PreviewOut) -> list[tuple[str | None, int]]:
    return [(run.variant, len(run.trials)) for run in found.runs]


def test_two_outputs_under_headings_are_two_variants_called_so() -> None:
    found = of(("pasted text", f"# keep-alive on\n{at(85861)}\n# keep-alive off\n{at(692)}"))
    assert runs(found) == [("keep-alive on", 1), ("keep-alive off", 1)]
    assert found.question
    assert (found.question.chosen, found.question.why) == (
        "variants", "Headings stand above them: “keep-alive on”, “keep-alive off”.",
    )  # fmt: skip
    together = of(
        ("pasted text", f"# keep-alive on\n{at(85861)}\n# keep-alive off\n{at(692)}"), together="repeats"
    )
    assert runs(together) == [("imported", 2)]


@pytest.mark.parametrize(
    ("file", "heading", "variant"),
    [
        ("pinned.txt", "", "pinned"),
        ("pinned.txt", "## Tuned\n", "Tuned"),
        ("pinned.txt", "## Run 1\n", "pinned"),
        ("pasted text", "## Tuned\n", "Tuned"),
        ("pasted text", "", "imported"),
        ("a\n\x1b[31m\u202e<b>.txt", "", "a [31m <b>"),
        ("/etc/../pinned.log", "", "pinned"),
        ("\x00\udcff", "", "unnamed"),
        (".txt", "", "imported"),
        ("x" * 5000, "", "x" * 110),
    ],
)
@pytest.mark.parametrize("tool", ["wrk/latency_flag", "h2load/h2_tls"])
def test_one_output_is_called_by_its_heading_else_by_its_file(
    tool: str, file: str, heading: str, variant: str
) -> None:
    assert runs(of((file, heading + fixture(*tool.split("/"))))) == [(variant, 1)]


def test_figures_far_apart_are_never_averaged_unasked() -> None:
    found = of(("pasted text", at(85861) + at(692)))
    assert runs(found) == [("output 1", 1), ("output 2", 1)]
    assert found.question
    assert found.question.why == "Their figures lie far apart: 692 and 85.9k req/s."


def test_alike_outputs_without_headings_are_repeats_unless_it_is_said_otherwise() -> None:
    text = at(1000) + at(1010) + at(990)
    assert runs(of(("pasted text", text))) == [("imported", 3)]
    assert runs(of(("pasted text", text), together="variants")) == [
        ("output 1", 1), ("output 2", 1), ("output 3", 1),
    ]  # fmt: skip


def test_a_heading_holds_until_the_next_and_a_number_of_a_trial_is_no_name() -> None:
    text = f"default\n\n{at(10)}\n{at(11)}\n== tuned, run 1 ==\n{at(30)}tuned, run 2:\n{at(31)}"
    assert runs(of(("pasted text", text))) == [("default", 2), ("tuned", 2)]


def test_files_with_headings_keep_their_own_names_before_them() -> None:
    text = f"small\n{at(10)}\nlarge\n{at(5)}"
    assert runs(of(("before.txt", text), ("after.txt", text))) == [
        ("before · small", 1), ("before · large", 1), ("after · small", 1), ("after · large", 1),
    ]  # fmt: skip


def test_one_output_is_not_asked_about() -> None:
    assert of(("pasted text", f"# tuned\n{WRK}")).question is None
    assert of(("a.txt", WRK), ("b.txt", at(1))).question is None


@pytest.mark.parametrize(
    ("above", "heading"),
    [
        ("# tuned\n", "tuned"),
        ("=== tuned ===\n", "tuned"),
        ("**tuned**\n\n", "tuned"),
        ("=====\ntuned\n=====\n", "tuned"),
        ("tuned:\n```\n", "tuned"),
        ("x\n\ntuned\n\n[root@vm ~]# wrk -t2 -c10 http://127.0.0.1/\n", "tuned"),
        ("", None),
        ("\n\n", None),
        ("[root@vm ~]# nginx -s reload\n", None),
        ("user@host:~$ wrk -t2 -c10 http://127.0.0.1/\n", None),
        ("words of\na long text\n", None),
        ("Benchmarking 127.0.0.1 (be patient).....done\n\n\n", None),
        ('{"requests": 10}\n', None),
    ],
)
def test_what_is_a_heading_and_what_a_terminal_printed(above: str, heading: str | None) -> None:
    assert parts(above + WRK)[0].heading == heading


def test_a_heading_is_no_part_of_the_output_before_it() -> None:
    first, second = parts(f"{WRK}\n# tuned\n$ wrk -t2 -c10 http://127.0.0.1/\n{WRK}")
    assert first.text == second.text
    assert second.command == "wrk -t2 -c10 http://127.0.0.1/"


TABLE = "variant,workers,req/s\nx,2,100\nx,2,110\ny,4,300\n"


def test_rows_of_one_name_are_repeats_or_numbered_as_answered() -> None:
    found = of(("t.csv", TABLE))
    assert runs(found) == [("x", 2), ("y", 1)]
    assert found.question
    assert found.question.why == "“x” names several rows."
    assert runs(of(("t.csv", TABLE), together="variants")) == [("x", 1), ("x (2)", 1), ("y", 1)]


def test_rows_of_one_name_with_other_settings_are_called_by_what_differs() -> None:
    found = of(("t.csv", TABLE.replace("x,2,110", "x,3,110")))
    assert [run.variant for run in found.runs] == ["x · workers 2", "x · workers 3", "y"]
    assert found.question is None


def test_a_grid_with_a_row_for_each_trial_has_trials() -> None:
    found = of(("t.csv", "worker_processes,log,req/s\n2,on,1\n2,on,2\n4,on,3\n4,on,4\n"))
    assert [len(run.trials) for run in found.runs] == [2, 2]


def test_printed_changes_of_repeats_are_kept_where_they_agree() -> None:
    text = "variant,req/s,change\nbase,100,\nx,110,+10%\nx,120,+{}%\n"
    same, other = of(("t.csv", text.format(10))), of(("t.csv", text.format(20)))
    assert same.runs[1].published
    assert same.runs[1].published.delta == 0.1
    assert (same.baseline, other.baseline) == ("base", "base")
    assert other.runs[1].published is None
    assert "different printed changes" in other.problems[0].message
