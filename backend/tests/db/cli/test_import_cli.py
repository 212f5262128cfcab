"""`dyno import` against the API on a real port."""

import json
import re
from pathlib import Path

import pytest

from agents.catalog.tools import TOOLS
from backend.tests.db.commands import dyno
from backend.tests.db.import_bodies import FIXTURES
from backend.tests.db.imports.test_import_articles import TABLES

STEPWISE = str(TABLES / "published/stepwise.md")
AB = str(FIXTURES / "ab/keepalive_progress.txt")
FAILED = str(FIXTURES / "ab/length_failures.txt")


def test_a_table_with_the_load_that_it_does_not_say(server: str) -> None:
    table = str(TABLES / "stepwise.csv")
    refused = dyno("import", table)
    assert refused.exit_code == 1
    assert "give --load" in refused.output
    found = dyno("import", table, "--load", "wrk -t4 -c100 -d60s http://h:8101", "--source", "An article")
    assert found.exit_code == 0, found.output
    assert "+103.3%" in found.output
    assert found.output.rstrip().splitlines()[-1].startswith(f"{server}/experiments/")


def test_what_a_report_of_vegeta_does_not_say_is_asked_for_by_its_own_command(server: str) -> None:
    report = str(FIXTURES / "vegeta/ok.txt")
    refused = dyno("import", report)
    example = TOOLS["vegeta"].example
    assert f"(connections, threads): give --load, such as '{example}'" in refused.output
    result = dyno("import", report, "--load", example, "--format", "json")
    (run,) = json.loads(result.stdout)["run_list"]
    assert [run["workload"][name] for name in ("rate", "connections", "threads")] == [500, 32, 1]


def test_a_change_of_context_is_called_so(server: str) -> None:
    answer = dyno("import", STEPWISE, "--table", "1")
    assert answer.exit_code == 0, answer.output
    [direct] = [line for line in answer.output.splitlines() if line.startswith("direct")]
    assert direct.endswith("% (context)")
    assert answer.output.count("(context)") == 1


def test_outputs_become_variants_by_their_names(server: str) -> None:
    found = dyno(
        "import", AB, FAILED, "--set", "worker_processes=4", "--set", "mood=good", "--format", "json"
    )
    assert found.exit_code == 0, found.output
    made = json.loads(found.stdout)
    assert [(r["name"].split(" · ")[0], r["trials_done"], r["trials_invalid"]) for r in made["run_list"]] == [
        ("keepalive_progress", 1, 0),
        ("length_failures", 0, 1),
    ]
    assert made["run_list"][0]["knobs"] == {"nginx.worker_processes": 4}
    assert made["run_list"][0]["described"] == {"mood": "good"}


def test_runs_of_different_loads_are_not_compared_and_that_is_said(server: str) -> None:
    answer = dyno("import", AB, FAILED)
    assert "–: not compared, as no other run has its load" in answer.output
    [experiment_id] = re.findall(r"/experiments/(\w+)$", answer.output.rstrip())
    refusal = dyno("compare", experiment_id)
    assert re.search(r"  dyno compare \w+ \w+  # keepalive_progress.*, then length_failures", refusal.output)
    assert "not compared" not in dyno("import", AB, "--name", "Alone").output


def test_several_files_are_trials_of_one_variant(server: str) -> None:
    found = dyno("import", AB, AB, "--variant", "tuned", "--name", "Twice", "--format", "json")
    made = json.loads(found.stdout)
    assert (made["name"], [(r["name"], r["trials_done"]) for r in made["run_list"]]) == (
        "Twice",
        [("tuned", 2)],
    )


def test_a_setting_that_is_no_knob_is_kept_as_text_and_named(server: str) -> None:
    settings = ("nginx.nope=1", "worker_proceses=2", "worker_processes=many", "sendfile=on")
    answer = dyno("import", AB, *(word for text in settings for word in ("--set", text)), "--dry-run")
    assert answer.exit_code == 0, answer.output
    for words in (
        "--set nginx.nope: There is no knob “nginx.nope”. It is kept as text.",
        "--set worker_proceses: There is no knob “worker_proceses”; did you mean nginx.worker_processes? It",
        "--set worker_processes: ",
    ):
        assert words in answer.output
    assert "--set sendfile" not in answer.output


def test_any_name_of_a_file_can_be_imported(server: str, tmp_path: Path) -> None:
    file = tmp_path / f"{'x' * 230}\n\x1b[31m\udcff.txt"
    file.write_text(Path(AB).read_text())
    answer = dyno("import", str(file), "--format", "json")
    assert answer.exit_code == 0, answer.output
    experiment = json.loads(answer.stdout)
    assert (experiment["name"][:100], experiment["run_list"][0]["variant"]) == ("x" * 100, "x" * 110)


def test_standard_input_and_a_dry_run(server: str) -> None:
    found = dyno("import", "-", "--dry-run", given=Path(AB).read_text())
    assert found.exit_code == 0, found.output
    assert "standard input (baseline)" in found.output
    assert "Nothing was saved" in found.output


def test_tables_and_columns_are_answered_by_options(server: str) -> None:
    alone = dyno("import", STEPWISE, "--table", "2", "--table", "3", "--format", "json")
    assert alone.exit_code == 0, alone.output
    assert len(json.loads(alone.stdout)["run_list"]) == 7
    text = "name,speed,host\na,100,x\nb,200,y\n"
    load = ("--load", "wrk -t4 -c100 -d60s")
    refused = dyno("import", "-", *load, given=text)
    assert (refused.exit_code, "--column 'NAME=req/s', NAME one of name, speed, host" in refused.output) == (
        1,
        True,
    )
    found = dyno("import", "-", *load, "--column", "speed=req/s", "--dry-run", given=text)
    assert found.exit_code == 0, found.output
    assert "a (baseline)" in found.output


def test_runs_are_steps_where_an_option_says_so(server: str) -> None:
    text = "name,req/s\na,100\nb,200\nc = 3,300\n"

    def parents(*words: str) -> list[str | None]:
        options = ("--load", "wrk -t4 -c100 -d60s", "--format", "json", "--dry-run")
        answer = dyno("import", "-", *options, *words, given=text)
        assert answer.exit_code == 0, answer.output
        return [run["parent"] for run in json.loads(answer.stdout)["runs"]]

    assert parents() == [None, None, None]
    assert parents("--steps") == [None, "a", "b"]
    assert parents("--steps", "--step", "c = 3=a", "--step", "b=") == [None, None, "a"]
    article = ("import", STEPWISE, "--table", "2", "--format", "json", "--dry-run")
    assert any(run["parent"] for run in json.loads(dyno(*article).stdout)["runs"])
    assert not any(run["parent"] for run in json.loads(dyno(*article, "--no-steps").stdout)["runs"])
    output = dyno(
        "import", "-", "--load", "wrk -t4 -c100 -d60s", "--steps", "--format", "json", given=text
    ).stdout
    steps = dyno("show", json.loads(output)["id"]).stdout
    assert "c = 3" in steps


@pytest.mark.parametrize(
    ("arguments", "status", "part"),
    [
        (["/nowhere.txt"], 1, "cannot read"),
        (["/bin/sh"], 1, "is not text"),
        ([str(FIXTURES / "wrk/usage_threads_gt_connections.txt")], 1, "printed no report"),
        ([AB, "--set", "x"], 2, "NAME=VALUE"),
        ([AB, "--load", "curl x"], 2, "not a command of wrk"),
        ([AB, "--allow-failures", "lots"], 2, "--allow-failures"),
        ([AB, FAILED, "--variant", "x"], 2, "several loads"),
        ([AB, "--table", "1"], 2, "the files hold none"),
        ([STEPWISE, "--table", "4"], 2, "the files hold tables 1 to 3"),
        ([STEPWISE, "--column", "speed=req/s"], 2, "there is no column “speed”"),
        ([STEPWISE, "--column", "delta=nonsense"], 2, "is no role; use req/s"),
        ([AB, "--step", "y=z"], 2, "--step takes NAME=BEFORE, not “y=z”; the runs are: keepalive_progress"),
        ([STEPWISE, "--table", "3", "--step", "sendfile=sendfile"], 2, "--step takes"),
        ([AB, "--baseline", "y"], 1, "there is no variant “y”"),
    ],
)
def test_what_goes_wrong_is_said(server: str, arguments: list[str], status: int, part: str) -> None:
    found = dyno("import", *arguments)
    assert (found.exit_code, part in found.output) == (status, True), found.output
