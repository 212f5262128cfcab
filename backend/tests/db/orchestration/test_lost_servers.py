"""Servers that end by themselves, and targets that do not answer: once more, and not for ever."""

from collections.abc import Iterator
from itertools import chain, repeat
from typing import Any

import pytest

from backend.tests.db.agents import DEFINITION, Answer, Farm, rows

BACKLOG = "sysctl.net.core.somaxconn"
DIED = {"code": "nginx_died", "message": "nginx of p has ended by itself"}
REFUSED = {"code": "target_unreachable", "message": "http://127.0.0.1:21000/ does not answer"}


def failing(failure: dict[str, Any], which: Iterator[bool]) -> Answer:
    """Reports with a failure in place of what they hold, for those of which `which` says so."""
    return lambda report: {"job_id": report["job_id"], "failure": failure} if next(which) else report


def only(*numbers: int) -> Iterator[bool]:
    """True for the jobs with these numbers, from 1 on."""
    return chain((n in numbers for n in range(1, max(numbers) + 1)), repeat(False))


def attempts(farm: Farm, made: str) -> list[tuple[int, int, str]]:
    return [(t["position"], t["attempt"], t["state"]) for t in farm.trials(made)]


def test_a_server_that_ended_is_prepared_again_and_its_trial_repeated(farm: Farm) -> None:
    # the load tool saw it too, and says something else
    farm.answers["watch"] = failing(DIED, only(1))
    farm.answers["measure"] = failing({"code": "tool_failed", "message": "wrk ended"}, only(1))
    made = farm.launch(trials=3)
    farm.work(made)
    experiment, jobs = rows(made)
    assert (experiment.state, experiment.generation) == ("finished", 1)
    assert [j.purpose for j in jobs].count("prepare_proxy") == 2
    trials = farm.trials(made)
    first, again = trials[:2]
    assert (first["state"], first["failure"]["code"]) == ("failed", "nginx_died")
    assert (again["attempt"], again["state"]) == (2, "done")
    noted = [t["id"] for t in trials if "server_renewed" in [f["code"] for f in t["findings"]]]
    assert noted == [again["id"]]  # the next one of that run is a trial like any other
    assert [t["state"] for t in trials].count("failed") == 1


def test_a_server_that_ended_is_named_by_its_role(farm: Farm) -> None:
    keyed = "nginx of 1sd3z5p85r2zry-2-backend-4fd8e2bbecad has ended by itself"
    farm.answers["watch"] = failing(DIED | {"message": keyed}, only(1))
    experiment_id = farm.launch(trials=1)
    farm.work(experiment_id)
    messages = [t["failure"]["message"] for t in farm.trials(experiment_id) if t["failure"]]
    assert messages == ["nginx of the backend has ended by itself"]


def test_a_run_whose_server_ends_again_has_failed_and_the_others_go_on(farm: Farm) -> None:
    third = {"name": "three", "set": {"upstream.keepalive": 2}}
    made = farm.launch(trials=2, order="sequential", variants=[*DEFINITION["variants"], third])
    names = {r["id"]: r["name"] for r in farm.experiment(made)["run_list"]}
    farm.work(made, until="measure")
    of_two = {id for id, name in names.items() if name == "two"}

    def dies(report: dict[str, Any]) -> dict[str, Any]:
        job = next(j for j in rows(made)[1] if j.id == report["job_id"])
        return {"job_id": job.id, "failure": DIED} if job.run_id in of_two else report

    farm.answers["watch"] = dies
    farm.work(made)
    found = farm.experiment(made)
    assert found["state"] == "finished"
    failed = [t for t in farm.trials(made) if t["run_id"] in of_two]
    assert [(t["attempt"], t["state"]) for t in failed] == [(1, "failed"), (2, "failed"), (1, "failed")]
    assert {t["failure"]["code"] for t in failed} == {"nginx_died"}
    assert {t["state"] for t in farm.trials(made) if t["run_id"] not in of_two} == {"done"}
    assert rows(made)[0].generation == 1


@pytest.mark.parametrize("purpose", ["measure", pytest.param("warm", marks=pytest.mark.exhaustive)])
def test_a_target_that_does_not_answer_at_first_costs_no_trial(farm: Farm, purpose: str) -> None:
    farm.answers[purpose] = failing(REFUSED, only(1, 2))
    made = farm.launch(trials=1)
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished"
    assert [t["state"] for t in farm.trials(made)][-2:] == ["done", "done"]
    assert all(r["failure"] is None for r in farm.experiment(made)["run_list"])


def test_a_target_that_never_answers_is_a_failure(farm: Farm) -> None:
    farm.answers["measure"] = failing(REFUSED, repeat(True))
    made = farm.launch(trials=1)
    farm.work(made)
    assert attempts(farm, made)[:3] == [(1, 1, "failed"), (1, 2, "failed"), (1, 3, "failed")]
    assert farm.experiment(made)["failure"]["code"] == "target_unreachable"


def test_a_baseline_that_never_answers_its_warm_up_ends_the_experiment(farm: Farm) -> None:
    farm.answers["warm"] = failing(REFUSED, repeat(True))
    made = farm.launch(trials=1)
    farm.work(made)
    found = farm.experiment(made)
    assert (found["state"], found["failure"]["code"]) == ("failed", "baseline_failed")
    assert [j.purpose for j in rows(made)[1]].count("warm") == 3


def test_a_server_that_ended_is_found_where_settings_are_applied(farm: Farm) -> None:
    farm.answers["apply"] = failing(DIED, only(1))
    made = farm.launch(trials=1, variants=[{"name": "one", "set": {BACKLOG: "1024"}}], baseline="one")
    farm.work(made)
    assert farm.experiment(made)["state"] == "finished", farm.experiment(made)["failure"]
    assert rows(made)[0].generation == 1
    assert [t["state"] for t in farm.trials(made)] == ["done"]


@pytest.mark.parametrize(
    ("refusals", "invalid"), [pytest.param((1,), 4, marks=pytest.mark.exhaustive), ((1, 2, 3), 3)]
)
def test_an_end_without_a_trial_has_each_reason_once(
    farm: Farm, refusals: tuple[int, ...], invalid: int
) -> None:
    """One refusal is repeated; three in a row are a trial that failed."""
    refuses = only(*refusals)

    def refuse_or_fail(report: dict[str, Any]) -> dict[str, Any]:
        if next(refuses):
            return {"job_id": report["job_id"], "failure": REFUSED}
        report["load"]["figures"]["failed_requests"] = 17.0
        return report

    farm.answers["measure"] = refuse_or_fail
    experiment_id = farm.launch(trials=2)
    farm.work(experiment_id)
    failure = farm.experiment(experiment_id)["failure"]
    assert failure["code"] == "no_trial"
    message = failure["message"]
    if invalid == 4:
        assert message.startswith("no trial counts: 4 of 4 are invalid (failed_requests): ")
    else:
        assert message.startswith("no trial counts: ")
        assert message.count(": 17 ") == message.count(f": {REFUSED['message']}") == 1
