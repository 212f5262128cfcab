"""Experiments that pause for a host or are resumed: finished trials stay, and none is measured twice."""

from collections import Counter

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from backend.database import get_engine
from backend.execution.orchestration.advance import advance
from backend.execution.orchestration.sweep import sweep
from backend.records.hosts import Host
from backend.records.runs import Run
from backend.tests.db.agents import Farm, rows
from backend.tests.db.moments import age_by, api_up_for, at_once

PLAN = {(run, round): 1 for run in ("one", "two") for round in (1, 2)}


def cut_off(farm: Farm, experiment_id: str, seconds: float = 61) -> None:
    """The proxy's host is silent for so long; the others go on."""
    api_up_for(600)
    age_by(seconds, "proxy")
    sweep()
    farm.silent.add("proxy")
    advance(experiment_id)
    farm.work(experiment_id)


def bring_back(farm: Farm, experiment_id: str) -> None:
    """It is heard again, is asked to put itself back, and does."""
    farm.silent.clear()
    for _ in range(2):
        farm.beat("proxy")
        for job in [j for j in farm.open_jobs() if j.experiment_id is None]:
            farm.report(farm.name_of(job.host_id), farm.outcome(job))
    advance(experiment_id)


def measure_first_trial(farm: Farm, experiment_id: str) -> None:
    farm.work(experiment_id, until="measure")
    farm.report("load", farm.outcome(farm.open("measure")))
    advance(experiment_id)
    farm.work(experiment_id, until="measure")


def cancel(farm: Farm, experiment_id: str) -> None:
    farm.client.post(f"/api/v1/experiments/{experiment_id}/cancel")
    advance(experiment_id)
    farm.work(experiment_id)


def done(farm: Farm, experiment_id: str) -> Counter[tuple[str, int]]:
    names = {r["id"]: r["name"] for r in farm.experiment(experiment_id)["run_list"]}
    return Counter(
        (names[t["run_id"]], t["round"]) for t in farm.trials(experiment_id) if t["state"] == "done"
    )


def report(farm: Farm, experiment_id: str) -> str:
    return farm.client.get(f"/api/v1/experiments/{experiment_id}/export.md").text


def refusal(farm: Farm, experiment_id: str) -> str:
    answer = farm.client.post(f"/api/v1/experiments/{experiment_id}/resume")
    assert answer.status_code == 409, answer.text
    return answer.json()["title"] + answer.json().get("detail", "")


def test_an_experiment_pauses_while_a_host_is_away_and_goes_on_when_it_is_back(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    before = {t["id"] for t in farm.trials(experiment_id) if t["state"] == "done"}
    cut_off(farm, experiment_id)
    paused = farm.experiment(experiment_id)
    assert (paused["state"], paused["failure"]) == ("queued", None)
    assert paused["progress"]["step"] == "paused, waiting for proxy, which is offline"
    assert [h["held_by"] for h in farm.client.get("/api/v1/hosts").json()] == [None] * 3
    assert {j.host_id for j in rows(experiment_id)[1] if j.purpose == "hand_back"} == {
        farm.ids["load"],
        farm.ids["backend"],
    }
    bring_back(farm, experiment_id)
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert experiment["state"] == "finished"
    assert done(farm, experiment_id) == PLAN
    assert before <= {t["id"] for t in farm.trials(experiment_id) if t["state"] == "done"}
    (gap,) = experiment["interruptions"]
    assert "proxy has been offline for 60 s." in report(farm, experiment_id)
    assert gap["failure"]["message"] == "proxy has been offline for 60 s"
    assert experiment["started_at"] < gap["began_at"] < gap["ended_at"] < experiment["finished_at"]


def test_a_definition_says_how_long_hosts_are_kept_for_one_that_is_away(farm: Farm) -> None:
    experiment_id = farm.launch(wait_for_hosts="2h")
    measure_first_trial(farm, experiment_id)
    cut_off(farm, experiment_id, seconds=7100)
    waiting = farm.experiment(experiment_id)
    assert waiting["state"] == "running"
    assert "7200 s at most" in waiting["progress"]["step"]
    cut_off(farm, experiment_id, seconds=7300)
    assert farm.experiment(experiment_id)["state"] == "queued"


@pytest.mark.parametrize("wrong", ["4s", "25h", "soon", "7.5s"])
def test_other_times_are_refused_with_what_is_possible(farm: Farm, wrong: str) -> None:
    body = {"yaml": None, "definition": {"name": "x", "wait_for_hosts": wrong}}
    answer = farm.client.post("/api/v1/experiments", json=body)
    problems = {p["place"]: p["message"] for p in answer.json()["errors"]}
    assert "wait_for_hosts" in problems["wait_for_hosts"]


def test_a_host_that_is_away_before_anything_was_measured_ends_the_experiment(farm: Farm) -> None:
    experiment_id = farm.launch()
    farm.work(experiment_id, until="prepare_proxy")
    cut_off(farm, experiment_id)
    assert farm.experiment(experiment_id)["state"] == "failed"
    assert "nothing was measured yet; launch it again" in refusal(farm, experiment_id)


def test_hosts_that_came_back_with_other_facts_are_not_measured_on(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    cut_off(farm, experiment_id)
    farm.enrol("proxy", kernel="6.99")
    bring_back(farm, experiment_id)
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert experiment["state"] == "failed"
    assert "proxy: kernel" in experiment["failure"]["message"]
    assert "→ 6.99" in experiment["failure"]["message"]
    assert sum(done(farm, experiment_id).values()) == 1
    assert "→ 6.99" in refusal(farm, experiment_id)
    farm.enrol("proxy")
    assert farm.client.post(f"/api/v1/experiments/{experiment_id}/resume").status_code == 200
    advance(experiment_id)
    farm.work(experiment_id)
    assert (farm.experiment(experiment_id)["state"], done(farm, experiment_id)) == ("finished", PLAN)


def test_a_cancelled_experiment_is_resumed_from_its_finished_trials(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    before = [t["id"] for t in farm.trials(experiment_id) if t["state"] == "done"]
    cancel(farm, experiment_id)
    cancelled = farm.experiment(experiment_id)
    assert (cancelled["state"], cancelled["is_resumable"]) == ("cancelled", True)
    at_once(4, lambda: farm.client.post(f"/api/v1/experiments/{experiment_id}/resume").status_code)
    advance(experiment_id)
    resumed = farm.experiment(experiment_id)
    assert (resumed["state"], resumed["finished_at"], resumed["is_resumable"]) == ("running", None, False)
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert (experiment["state"], experiment["failure"]) == ("finished", None)
    assert done(farm, experiment_id) == PLAN
    assert before == [t["id"] for t in farm.trials(experiment_id) if t["state"] == "done"][: len(before)]
    (gap,) = experiment["interruptions"]
    assert gap["failure"]["message"] == "it was cancelled"
    assert gap["began_at"] == cancelled["finished_at"]
    purposes = Counter(j.purpose for j in rows(experiment_id)[1])
    assert purposes["restore"] == 6  # every host, at both ends
    acts = [e["act"] for e in farm.client.get("/api/v1/audit").json()]
    assert acts.count("resumed") == 1


def test_a_trial_that_was_cut_off_by_the_end_is_an_attempt_of_its_own(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    cancel(farm, experiment_id)
    farm.client.post(f"/api/v1/experiments/{experiment_id}/resume")
    advance(experiment_id)
    farm.work(experiment_id)
    attempts = [(t["attempt"], t["state"]) for t in farm.trials(experiment_id)]
    assert (1, "cancelled") in attempts
    assert (2, "done") in attempts
    assert Counter(state for _, state in attempts) == {"done": 4, "cancelled": 1}


@pytest.mark.exhaustive
def test_one_that_was_cancelled_while_it_was_paused_keeps_one_gap(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    cut_off(farm, experiment_id)
    farm.client.post(f"/api/v1/experiments/{experiment_id}/cancel")
    advance(experiment_id)
    assert farm.experiment(experiment_id)["state"] == "cancelled"
    assert farm.client.post(f"/api/v1/experiments/{experiment_id}/resume").status_code == 200
    bring_back(farm, experiment_id)
    farm.work(experiment_id)
    experiment = farm.experiment(experiment_id)
    assert (experiment["state"], len(experiment["interruptions"])) == ("finished", 1)
    assert done(farm, experiment_id) == PLAN


def test_what_has_ended_as_planned_is_not_resumed(farm: Farm) -> None:
    experiment_id = farm.launch()
    assert "it is running" in refusal(farm, experiment_id)
    farm.work(experiment_id)
    assert "it is finished" in refusal(farm, experiment_id)
    assert farm.client.post("/api/v1/experiments/nothing/resume").status_code == 404


def test_a_failed_trial_ends_one_that_is_to_stop_for_good(farm: Farm) -> None:
    experiment_id = farm.launch(on_failure="stop")
    farm.answers["measure"] = lambda report: (
        report
        | {
            "load": None,
            "failure": {"code": "tool_failed", "message": "wrk was killed"},
        }
    )
    farm.work(experiment_id)
    assert "on_failure: stop" in refusal(farm, experiment_id)


@pytest.mark.exhaustive
def test_without_a_baseline_there_is_nothing_to_go_on_with(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    cancel(farm, experiment_id)
    with Session(get_engine()) as session, session.begin():
        session.execute(update(Run).where(Run.is_baseline).values(state="failed"))
    assert "baseline cannot be measured" in refusal(farm, experiment_id)


@pytest.mark.exhaustive
def test_a_removed_host_is_named(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    cancel(farm, experiment_id)
    with Session(get_engine()) as session, session.begin():
        session.execute(update(Host).where(Host.name == "proxy").values(removed_at=Host.last_seen))
    assert "proxy was removed" in refusal(farm, experiment_id)


@pytest.mark.exhaustive
def test_a_retired_testbed_is_brought_back_first(farm: Farm) -> None:
    experiment_id = farm.launch()
    measure_first_trial(farm, experiment_id)
    cancel(farm, experiment_id)
    bed = farm.experiment(experiment_id)["testbed"]["id"]
    assert farm.client.patch(f"/api/v1/testbeds/{bed}", json={"retired": True}).status_code == 200
    assert "its testbed was retired" in refusal(farm, experiment_id)
    farm.client.patch(f"/api/v1/testbeds/{bed}", json={"retired": False})
    assert farm.client.post(f"/api/v1/experiments/{experiment_id}/resume").status_code == 200
