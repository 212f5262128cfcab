"""`dyno launch`, `show` and `compare` against the API on a real port."""

import json
import signal
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from agents.contract.states import ExperimentState
from backend.cli.client import ApiProblem
from backend.records.experiments import Experiment
from backend.records.runs import Trial
from backend.tests.db import builders
from backend.tests.db.commands import WORKERS, dyno, end_next


def test_launch_says_where_and_behind_what(server: str, recipe: str) -> None:
    first = dyno("launch", recipe, "--set", "trials=3")
    assert first.exit_code == 0, first.output
    assert f"Launched “Workers”: {server}/experiments/" in first.output
    second = dyno("launch", "pinned-against-unpinned", "--testbed", "local", "--json")
    made = json.loads(second.output)
    assert made["recipe"] == "pinned-against-unpinned"
    assert [e["name"] for e in made["queue_behind"]] == ["Workers"]
    assert "queued behind “Workers”" in dyno("launch", recipe).output


def test_launch_prints_the_warnings_of_its_plan(server: str, recipe: str) -> None:
    text = WORKERS.replace("nginx.worker_processes: 2", "upstream.keepalive: 32")
    Path(recipe).write_text(text.replace("proxy_only", "proxied"))
    found = dyno("launch", recipe)
    assert found.exit_code == 0, found.output
    place = f"{recipe}:9:29: warning: Variant 2, upstream.keepalive"
    assert f"{place}: keepalive to the backends does nothing" in found.stderr
    assert "warning" not in found.stdout
    assert "warning" not in dyno("launch", recipe, "--quiet").output


def test_launch_and_wait_shows_the_deltas(server: str, recipe: str) -> None:
    ending = end_next(ExperimentState.FINISHED)
    found = dyno("launch", recipe, "--wait")
    ending.join()
    assert found.exit_code == 0, found.output
    assert "+99.9%" in found.output
    assert "better" in found.output
    assert found.output.rstrip().splitlines()[-1].startswith(f"{server}/experiments/")


def test_launch_and_wait_as_json(server: str, recipe: str) -> None:
    ending = end_next(ExperimentState.FINISHED)
    found = dyno("launch", recipe, "--wait", "--json")
    ending.join()
    data = json.loads(found.stdout)
    assert data["experiment"]["state"] == "finished"
    assert data["deltas"][0]["name"] == "workers 2"


@pytest.mark.parametrize(
    "state", [ExperimentState.FAILED, pytest.param(ExperimentState.CANCELLED, marks=pytest.mark.exhaustive)]
)
def test_an_experiment_that_fails_ends_with_status_3(
    server: str, recipe: str, state: ExperimentState
) -> None:
    ending = end_next(state)
    found = dyno("launch", recipe, "--wait")
    ending.join()
    assert found.exit_code == 3
    assert str(state) in found.output


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_a_wait_is_told_that_the_experiment_goes_on(
    server: str, recipe: str, session: Session, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr("backend.cli.launching.follow.follow", lambda *_: signal.raise_signal(number))
    if number == signal.SIGINT:  # ignored where the tests run in the background
        signal.signal(number, signal.default_int_handler)
    before = signal.getsignal(number)
    found = dyno("launch", recipe, "--wait")
    assert found.exit_code == 130
    assert "The experiment continues. Follow it again: dyno wait " in found.stderr
    assert session.scalars(select(Experiment.state)).all() == ["queued"]
    assert signal.getsignal(number) == before


def test_a_dashboard_that_stays_away_does_not_hide_that_the_experiment_goes_on(
    server: str, recipe: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_nobody(*_: object) -> None:
        raise ApiProblem("no answer", 502)

    monkeypatch.setattr("backend.cli.launching.follow.follow", find_nobody)
    found = dyno("launch", recipe, "--wait")
    assert (found.exit_code, found.stdout) == (1, "")
    assert "no answer\nThe experiment continues. Follow it again: dyno wait " in found.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["launch", "pined"], 1, "there is no recipe “pined”"),
        (["launch", "stepwise", "--testbed", "lab"], 1, "There is no testbed “lab”; there is: local"),
        (["launch", "{recipe}", "--set", "workload.threads=9"], 1, "must not be more than connections"),
        (["launch", "{recipe}", "--set", "trials"], 2, "NAME=VALUE"),
        (["launch", "stepwise", "--form", "slow"], 2, "quick or full"),
        (["launch", "no/such.yaml"], 1, "No such file"),
        (["show", "nothing"], 1, "there is no experiment, run or comparison nothing"),
        (["show", "../hosts"], 1, "is not an id"),
        (["compare", "nothing", "nothing"], 1, "there is no experiment, run or comparison nothing"),
        (["show", "x", "--server", "http://127.0.0.1:9"], 1, "no answer from http://127.0.0.1:9"),
    ],
)
def test_what_goes_wrong_is_one_clear_block(
    server: str, recipe: str, arguments: list[str], status: int, said: str
) -> None:
    found = dyno(*(a.format(recipe=recipe) for a in arguments))
    assert found.exit_code == status, found.output
    assert said in found.output
    assert "Traceback" not in found.output


def test_a_wrong_definition_names_line_and_place(server: str, recipe: str) -> None:
    Path(recipe).write_text(WORKERS.replace("trials: 2", "trials: 0"))
    found = dyno("launch", recipe)
    assert found.exit_code == 1
    assert found.output.startswith(f"dyno launch: {recipe}:5:1: Rounds: ")


def test_show_an_experiment_and_a_run(server: str, session: Session) -> None:
    made, runs = builders.article_c(session)
    found = dyno("show", made.id)
    assert found.exit_code == 0, found.output
    text = " ".join(found.output.split())
    assert "What do workers, pin and log change? pin cores raises throughput against none (+14.5%" in text
    assert "Trustworthy." in text
    run = runs["22", "cores", "off"]
    shown = dyno("show", run.id)
    assert "347.5k" in shown.output
    assert f"{server}/runs/{run.id}" in shown.output
    data = json.loads(dyno("show", made.id, "--json").output)
    assert len(data["deltas"]) == 9
    assert json.loads(dyno("show", run.id, "--json").output)["trials_done"] == 5


def test_show_says_why_trials_were_not_measured(server: str, session: Session) -> None:
    _, runs = builders.article_c(session)
    run = runs["22", "cores", "off"]
    for trial in session.scalars(select(Trial).where(Trial.run_id == run.id).limit(2)):
        trial.state, trial.failure = (
            "cancelled",
            {"code": "cancelled", "message": "the experiment was cancelled"},
        )
    session.commit()
    assert "2 trials: The experiment was cancelled." in dyno("show", run.id).output


def test_compare_by_factor_by_runs_and_by_experiments(server: str, session: Session) -> None:
    bed = builders.a_testbed(session)
    made, runs = builders.article_c(session, bed=bed)
    again, _ = builders.article_c(session, bed=bed)
    split = dyno("compare", made.id)
    assert split.exit_code == 0, split.output
    for said in ("Pinned against unpinned", "+26.3%", "÷ 7.31 steadier", "pin.load"):
        assert said in split.output
    a, b = runs["16", "none", "off"].id, runs["22", "cores", "off"].id
    pair = json.loads(dyno("compare", a, b, "--json").output)
    assert pair["pairs"][0]["delta"]["verdict"] == "better"
    both = json.loads(dyno("compare", made.id, again.id, "--json").output)
    assert len(both["pairs"]) == 10
    assert {p["delta"]["change"] for p in both["pairs"]} == {0.0}
    mixed = dyno("compare", made.id, a)
    assert (mixed.exit_code, "compare runs with runs" in mixed.output) == (1, True)
    alone = dyno("compare", a)
    assert (alone.exit_code, "give another" in alone.output) == (1, True)


def test_compare_says_how_to_name_runs_of_an_experiment_that_is_no_grid(
    server: str, session: Session
) -> None:
    bed = builders.a_testbed(session)
    experiment = builders.experiment(session, bed)
    a, *others = (
        builders.run(
            session, experiment, n, name, is_baseline=n == 0, knobs={"nginx.worker_processes": n + 1}
        )
        for n, name in enumerate(["one", *(f"{n} workers" for n in range(2, 14))])
    )
    session.commit()
    refusal = dyno("compare", experiment.id)
    assert refusal.exit_code == 1
    assert "not a grid of factors" in refusal.output
    assert f"  dyno compare {a.id} {others[0].id}  # one, then 2 workers" in refusal.output
    assert f"and 4 more: dyno show {experiment.id} --json" in refusal.output
    single = builders.experiment(session, bed)
    builders.run(session, single, 0, "one", is_baseline=True)
    session.commit()
    assert f"dyno compare {single.id} ID" in dyno("compare", single.id).output


def test_compare_several_sides_and_a_saved_comparison(
    server: str, session: Session, client: TestClient
) -> None:
    made, runs = builders.article_c(session)
    cells = (("16", "none", "off"), ("22", "none", "off"), ("22", "cores", "off"))
    a, b, c = (runs[cell].id for cell in cells)
    both = dyno("compare", a, b, c)
    assert both.exit_code == 0, both.output
    assert "+26.7%" in both.output
    judged = dyno("compare", a, b, c, "--fail-if", "better")
    assert judged.exit_code == 4
    assert judged.output.count("fails: better in req/s") == 1
    saved = client.post("/api/v1/comparisons", json={"name": "Pins", "state": {"experiment": made.id}}).json()
    again = json.loads(dyno("compare", saved["id"], "--format", "json").output)
    assert again["factor"] == "pin"
    assert "Pins" in dyno("show", saved["id"]).output
    text = dyno("compare", a, c, "--format", "md")
    assert text.exit_code == 0, text.output
    assert "| " in text.output
    assert "+26.7%" in text.output


def test_a_dashboard_needs_its_token(
    server: str, session: Session, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    made, _ = builders.article_c(session)
    assert dyno("show", made.id).exit_code == 0
    monkeypatch.setenv("DYNO_TOKEN", "wrong")
    wrong = dyno("show", made.id)
    assert wrong.exit_code == 1
    assert "The token that was sent is not known here" in wrong.output
    monkeypatch.delenv("DYNO_TOKEN")
    found = dyno("show", made.id)
    assert found.exit_code == 1
    assert "needs its token" in found.output
    assert "set DYNO_TOKEN, or run `dyno` as the user that runs the dashboard" in found.output


@pytest.mark.parametrize(
    ("gate", "status", "said"),
    [
        ("worse", 0, "better"),
        ("better", 4, "fails: better in req/s: workers 2: +99.9% req/s"),
        ("better::150", 0, "better"),
        ("worse:latency_p99", 3, "no result: workers 2: nothing to judge"),
        ("worse:failed_requests:5", 2, "has no percent"),
    ],
)
def test_a_gate_decides_the_exit_status(
    server: str, recipe: str, session: Session, gate: str, status: int, said: str
) -> None:
    made = dyno("launch", recipe, "--json")
    ending = end_next(ExperimentState.FINISHED)
    found = dyno("wait", json.loads(made.output)["id"], "--fail-if", gate)
    ending.join()
    assert found.exit_code == status, found.output
    assert said in found.output


def test_a_gate_at_launch_reports_as_json_and_junit(server: str, recipe: str, tmp_path: Path) -> None:
    ending = end_next(ExperimentState.FINISHED)
    report = tmp_path / "reports" / "dyno.xml"
    found = dyno("launch", recipe, "--wait", "--fail-if", "better", "--junit", str(report), "--json")
    ending.join()
    assert found.exit_code == 4
    assert json.loads(found.stdout)["failed_if"][0].startswith("fails: better in req/s: workers 2")
    assert 'failures="1"' in report.read_text("utf-8")


def test_a_gate_without_waiting_is_refused_before_a_launch(
    server: str, recipe: str, session: Session
) -> None:
    unwritable = ["--wait", "--fail-if", "worse", "--junit", "/proc/x/y.xml"]
    for wrong, status in (
        (["--fail-if", "worse"], 2),
        (["--wait", "--fail-if", "slower"], 2),
        (["--wait", "--junit", "x.xml"], 2),
        (unwritable, 1),
    ):
        assert dyno("launch", recipe, *wrong).exit_code == status
    assert session.scalars(select(Experiment.id)).all() == []


def test_cancel_ends_an_experiment_and_twice_is_once(server: str, recipe: str) -> None:
    made = json.loads(dyno("launch", recipe, "--json").output)
    for _ in range(2):
        found = dyno("cancel", made["id"])
        assert found.exit_code == 0, found.output
        assert "“Workers”: cancel" in found.output
    assert dyno("cancel", "nothing").exit_code == 1


def test_resume_says_what_it_waits_for_or_why_it_cannot(server: str, recipe: str, session: Session) -> None:
    made = json.loads(dyno("launch", recipe, "--json").output)["id"]
    refused = dyno("resume", made)
    assert refused.exit_code == 1
    assert "cannot be resumed: it is queued" in refused.output
    failure = {"code": "cancelled", "message": "the experiment was cancelled"}
    session.execute(update(Experiment).values(state="cancelled", measuring_at=Experiment.created_at))
    session.execute(update(Trial).values(state="cancelled", failure=failure))
    session.commit()
    resumed = dyno("resume", made)
    assert resumed.exit_code == 0, resumed.output
    assert "“Workers”: paused, waiting for" in resumed.output
    assert "Paused since" in " ".join(dyno("show", made).output.split())


@pytest.mark.parametrize(
    ("gate", "status"), [("worse", 0), ("better", 4), ("unclear", 4), ("worse:latency_p99_9", 3)]
)
def test_a_comparison_is_judged_too(server: str, session: Session, gate: str, status: int) -> None:
    made, _ = builders.article_c(session)
    found = dyno("compare", made.id, "--fail-if", gate)
    assert found.exit_code == status, found.output
    assert ("passes: none of 6 is worse in req/s" in found.stderr) == (status == 0)
    assert ("better in req/s: all pairs together: +14.5%" in found.stderr) == (gate == "better")


def test_a_result_is_not_worse_than_itself(server: str, session: Session) -> None:
    experiment, _ = builders.article_c(session)
    result = dyno("compare", experiment.id, experiment.id, "--fail-if", "worse")
    assert (result.exit_code, "passes: none of 11 is worse in req/s" in result.stderr) == (0, True), (
        result.stderr
    )
