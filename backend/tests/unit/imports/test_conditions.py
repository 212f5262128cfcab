"""Conditions that a source names are no settings: its rows are runs of other workloads and topologies."""

import pytest

from backend.imports.conditions import topology_in
from backend.imports.preview import preview
from backend.imports.schemas import PreviewIn, PreviewOut


def read(text: str, name: str = "table.csv") -> PreviewOut:
    return preview(PreviewIn.model_validate({"texts": [{"name": name, "text": text}]}))


def runs_of(out: PreviewOut) -> list[tuple[str | None, str | None]]:
    return [(run.variant, run.workload) for run in out.runs]


def test_rows_of_other_connections_are_other_workloads() -> None:
    out = read("name,connections,threads,req/s\nold,50,2,100\nold,100,2,150\nnew,50,2,120\nnew,100,2,170\n")
    loads = ["50 connections", "100 connections"]
    assert runs_of(out) == [(name, load) for name in ("old", "new") for load in loads]
    assert [(w.name, w.connections, w.threads) for w in out.workloads] == [
        (loads[0], 50, 2),
        (loads[1], 100, 2),
    ]
    assert not any(run.settings for run in out.runs)


def test_a_load_that_all_rows_share_is_known_and_names_nothing() -> None:
    out = read("name,concurrency,req/s\nold,50,100\nnew,50,120\n")
    assert runs_of(out) == [("old", None), ("new", None)]
    assert [(w.name, w.connections) for w in out.workloads] == [("default", 50)]


def test_a_grid_has_its_factors_without_the_load() -> None:
    out = read("workers,connections,req/s\n1,50,100\n1,100,150\n2,50,120\n2,100,170\n")
    assert list(out.factors) == ["workers"]
    assert [w.connections for w in out.workloads] == [50, 100]


def test_a_sweep_is_one_variant_under_each_load() -> None:
    out = read("connections,req/s\n50,1000\n100,1500\n100,1510\n")
    assert runs_of(out) == [("table", "50 connections"), ("table", "100 connections")]
    assert len(out.runs[1].trials) == 2
    assert out.question is not None
    assert "“100 connections”" in out.question.why


def test_headings_over_sweeps_name_their_variants() -> None:
    table = "| connections | req/s |\n|--|--|\n| 50 | {} |\n| 100 | {} |\n"
    out = read(f"## old\n\n{table.format(100, 150)}\n## new\n\n{table.format(120, 170)}", "notes.md")
    assert runs_of(out) == [
        (name, load) for name in ("old", "new") for load in ("50 connections", "100 connections")
    ]


def test_other_pages_are_other_workloads_and_other_hosts_are_not() -> None:
    pages = read("name,url,req/s\nold,http://a/1k,100\nnew,http://b/1k,150\nold,http://a/9k,30\n")
    assert runs_of(pages) == [("old", "/1k"), ("new", "/1k"), ("old", "/9k")]
    assert [w.path for w in pages.workloads] == ["/1k", "/9k"]
    hosts = read("url,req/s\nhttp://a:80/,1000\nhttp://b:8080/,1500\n")
    assert runs_of(hosts) == [("http://a:80/", None), ("http://b:8080/", None)]


def test_what_is_no_number_of_connections_is_a_setting() -> None:
    out = read("name,connections,req/s\nold,few,100\nnew,many,150\n")
    assert [run.settings for run in out.runs] == [{"connections": "few"}, {"connections": "many"}]


@pytest.mark.parametrize(
    ("name", "topology"),
    [
        ("direct", "direct"),
        ("Pinned · direct", "direct"),
        ("4 workers (without proxy)", "direct"),
        ("直连", "direct"),
        ("proxy only", "proxy_only"),
        ("proxied", "proxied"),
        ("directio 512", "proxied"),
        ("direct I/O", "proxied"),
        ("", "proxied"),
    ],
)
def test_a_name_says_the_topology(name: str, topology: str) -> None:
    assert topology_in(name) == topology


def test_rows_and_outputs_called_direct_are_direct() -> None:
    rows = read("name,req/s\nunpinned,1000\npinned,1500\ndirect,7700\n")
    assert [run.topology for run in rows.runs] == ["proxied", "proxied", "direct"]


def test_json_of_another_program_is_named_with_a_way_out() -> None:
    (text,) = read('{"summary": {"requestsPerSec": 41200.5}}', "oha.json").texts
    assert text.problem is not None
    assert text.problem.startswith("this JSON is no report of ")
    assert text.problem.endswith("give its figures as CSV, with a row for each run.")


def test_a_table_without_figures_says_so_once() -> None:
    out = read("name,what\na,words\nb,words\n")
    assert out.texts[0].warnings == ["No column is read as req/s or as trials: choose which one holds them."]
    assert out.problems == []
