"""Trials judged with what the experiment knows: its definition, its other runs, its hosts."""

from collections import Counter
from typing import Any

import pytest

from agents.catalog.roles import ROLES
from backend.execution.orchestration.outcome import always_fails
from backend.records.runs import Trial
from backend.tests.db.agents import Farm
from backend.tests.db.builders import FACTS


def page(farm: Farm, variant: str, size: int, steady: bool = True) -> None:
    """From now on the runs of a variant are answered with a page of this size."""
    names: dict[str, str] = {}

    def answer(report: dict[str, Any], run: str) -> dict[str, Any]:
        if run == variant:
            report["load"]["probe"] |= {"bytes": size, "sha256": f"{size:064}", "steady": steady}
        return report

    def of_job(report: dict[str, Any]) -> dict[str, Any]:
        job = next(j for j in farm.open_jobs() if j.id == report["job_id"])
        run_id = str(job.run_id)
        if run_id not in names:
            names[run_id] = farm.client.get(f"/api/v1/runs/{run_id}").json()["name"]
        return answer(report, names[run_id])

    farm.answers |= {"warm": of_job, "measure": of_job}


def found_in(farm: Farm, made: str) -> dict[str, list[tuple[str, list[str]]]]:
    """Run name → state and codes of its trials, without notes."""
    names = {run["id"]: run["name"] for run in farm.experiment(made)["run_list"]}
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for trial in farm.trials(made):
        codes = [f["code"] for f in trial["findings"] if f["level"] != "note"]
        found.setdefault(names[trial["run_id"]], []).append((trial["state"], codes))
    return found


def test_another_page_than_the_baselines_makes_trials_invalid(farm: Farm) -> None:
    made = farm.launch(trials=1)
    page(farm, "two", 615)
    farm.work(made)
    assert found_in(farm, made) == {"one": [("done", [])], "two": [("invalid", ["changed_body"])] * 3}
    message = next(f["message"] for t in farm.trials(made) for f in t["findings"] if f["level"] == "invalid")
    assert message == "the answer has 615 bytes instead of the 2 that “one” was given"


def test_what_fails_alike_in_three_rounds_is_attempted_once_in_each_further_one(farm: Farm) -> None:
    made = farm.launch(trials=6)
    page(farm, "two", 615)
    farm.work(made)
    attempts = Counter((t["run_id"], t["round"]) for t in farm.trials(made))
    names = {run["id"]: run["name"] for run in farm.experiment(made)["run_list"]}
    counts = {name: [attempts[id, n] for n in range(1, 7)] for id, name in names.items()}
    assert counts == {"one": [1] * 6, "two": [3, 3, 3, 1, 1, 1]}
    run = next(run for run in farm.experiment(made)["run_list"] if run["name"] == "two")
    assert (run["trials_invalid"], run["trials_done"], run["state"]) == (12, 0, "ready")


def test_a_run_that_recovered_or_fails_otherwise_is_repeated_as_before() -> None:
    def attempt(number: int, code: str) -> Trial:
        findings = [{"code": code, "level": "invalid"}] if code else []
        return Trial(round=number, failure=None, findings=findings)

    alike = [attempt(number, "failed_requests") for number in (1, 1, 2, 3)]
    assert always_fails(attempt(4, "failed_requests"), alike)
    for trial, before in (
        (attempt(3, "failed_requests"), alike[:3]),
        (attempt(4, "changed_body"), alike),
        (attempt(4, "failed_requests"), [*alike, attempt(3, "")]),
        (attempt(4, "settings_changed"), [attempt(n, "settings_changed") for n in (1, 2, 3)]),
    ):
        assert not always_fails(trial, before)


def test_without_a_warm_up_the_first_trial_says_what_the_page_is(farm: Farm) -> None:
    made = farm.launch(trials=2, order="sequential", warmup={"prepared": "0s", "trial": "0s"})
    page(farm, "two", 615)
    farm.work(made)
    assert {state for state, _ in found_in(farm, made)["two"]} == {"invalid"}
    assert {state for state, _ in found_in(farm, made)["one"]} == {"done"}


def test_a_page_that_shall_differ_may(farm: Farm) -> None:
    variants = [{"name": "one"}, {"name": "two", "set": {"origin.body_bytes": 615}}]
    made = farm.launch(trials=1, variants=variants)
    page(farm, "two", 615)
    farm.work(made)
    assert found_in(farm, made) == {"one": [("done", [])], "two": [("done", [])]}


def test_failures_that_the_definition_allows_leave_a_trial_valid(farm: Farm) -> None:
    def some_fail(report: dict[str, Any]) -> dict[str, Any]:
        report["load"]["figures"]["failed_requests"] = 400.0  # of 50,000
        return report

    farm.answers["measure"] = some_fail
    for allowed, state in (("1%", "done"), ("0.5%", "invalid")):
        made = farm.launch(trials=1, allowed_failures=allowed)
        farm.work(made)
        assert {s for trials in found_in(farm, made).values() for s, _ in trials} == {state}


def test_a_setting_that_something_else_changed_is_named_with_its_host(farm: Farm) -> None:
    def touched(report: dict[str, Any]) -> dict[str, Any]:
        setting = {"kind": "sysctl", "name": "net.core.somaxconn", "value": "65535"}
        report["window"]["changed"] = [{"setting": setting, "before": "4096", "now": "128"}]
        return report

    farm.answers["watch"] = touched
    made = farm.launch(trials=1)
    farm.work(made)
    finding = next(f for t in farm.trials(made) for f in t["findings"] if f["level"] == "invalid")
    assert finding["code"] == "settings_changed"
    assert "net.core.somaxconn on " in finding["message"]


def test_notes_mark_no_delta(farm: Farm) -> None:
    made = farm.launch(trials=2)  # of 2 s
    farm.work(made)
    notes = [f["code"] for t in farm.trials(made) for f in t["findings"]]
    assert notes == ["short"] * 4
    deltas = farm.client.get(f"/api/v1/experiments/{made}/deltas").json()
    assert [d["suspect"] for d in deltas] == [False]


def test_what_changed_on_hosts_is_said_when_it_has_ended(farm: Farm) -> None:
    now = FACTS | {"cpus": 2, "online_cpus": "0-1", "kernel": "6.2.0"}
    farm.answers["facts"] = lambda report: report | {"facts": now}
    made = farm.launch(trials=1)
    assert farm.experiment(made)["facts_changed"] == []
    farm.work(made)
    changed = farm.experiment(made)["facts_changed"]
    assert [(c["name"], c["before"], c["after"]) for c in changed] == [("kernel", "6.1.0", "6.2.0")]
    assert set(changed[0]["host"].split(" = ")) == set(ROLES)


@pytest.mark.parametrize("warmup", ["1s", pytest.param("0s", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("baseline", ["one", pytest.param("two", marks=pytest.mark.exhaustive)])
def test_a_server_that_answers_otherwise_stops_at_its_first_answer(
    farm: Farm, baseline: str, warmup: str
) -> None:
    declaration = {"name": "caddy", "kind": "declared", "version": "2", "declaration": {}}
    farm.enrol("proxy", servers=[declaration], abilities={"servers": ""})
    other = "two" if baseline == "one" else "one"
    variants = [{"name": baseline, "set": {"nginx.worker_processes": 2}}]
    variants.append({"name": other, "set": {"server.name": "caddy"}})
    variants.append({"name": "third", "set": {"nginx.worker_processes": 3}})  # is left to compare
    variants.sort(key=lambda variant: str(variant["name"]))
    times = {"prepared": warmup, "trial": "0s"}
    experiment_id = farm.launch(
        trials=3, baseline=baseline, variants=variants, warmup=times, order="sequential"
    )
    page(farm, other, 615)
    farm.work(experiment_id)
    runs = {run["name"]: run for run in farm.experiment(experiment_id)["run_list"]}
    assert runs[baseline]["trials_done"] == 3
    assert runs[other]["failure"]["code"] == "unequal_work"
    assert runs[other]["trials_invalid"] <= (warmup == "0s")
    assert runs[other]["inapplicable"] == ["nginx.worker_processes"]
